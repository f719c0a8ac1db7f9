// What was learned of Cubulus for three (tools/train_cubulus_three.py): how much it is worth to a
// seat to have balls in squares, by how many each seat has there, and in corners, edges, faces and
// the core. That depends on how many slots are empty.
#pragma once

#include <utility>

#include "cubulus_squares.hpp"

namespace quintet::cubulus {

class Points {
    using BySeat = std::array<std::size_t, 3>;
    static constexpr std::size_t seats = 3;

    /// How many balls the seats have in a square. With four of one the game is over.
    static constexpr auto states = [] {
        std::array<BySeat, 31> made{};
        std::size_t at = 0;
        for (std::size_t first = 0; first < 4; ++first)
            for (std::size_t second = 0; second < 4; ++second)
                for (std::size_t third = 0; third < 4; ++third)
                    if (first + second + third != 0 && first + second + third <= 4)
                        made[at++] = {first, second, third};
        return made;
    }();

public:
    using Value = std::int16_t;
    static constexpr int in_a_point = 16;

    /// `learned` has for every number of empty slots, from none: what a square is worth to a seat
    /// that has balls there, in the order of states by its balls, those of the next seat and those
    /// of the last; what a ball is worth by place; and what it is worth to move now, and next.
    explicit Points(const Value* learned) {
        for (Row& row : rows_) {
            for (const auto& [own, next, last] : states) {
                if (own == 0) continue;
                for (std::size_t seat = 0; seat < seats; ++seat) {
                    BySeat balls{};
                    balls[seat] = own;
                    balls[(seat + 1) % seats] = next;
                    balls[(seat + 2) % seats] = last;
                    row.worth[seat][index(balls)] = *learned;
                }
                ++learned;
            }
            for (std::size_t place = 0; place < places.size(); ++place) {
                for (std::size_t seat = 0; seat < seats; ++seat)
                    row.worth[seat][lane(seat, place)] = *learned;
                ++learned;
            }
            for (std::size_t wait = 0; wait < 2; ++wait) row.tempo[wait] = *learned++;
        }
    }

    /// The points of each seat.
    std::array<int, seats> operator()(const std::array<u64, seats>& balls,
                                      std::size_t to_move) const {
        const int empty = slots - count_bits(balls[0] | balls[1] | balls[2]);
        const Row& row = rows_[static_cast<std::size_t>(empty)];
        const Lanes counts = count(balls);
        std::array<int, seats> points{};
        for (std::size_t seat = 0; seat < seats; ++seat) {
            int sum = row.tempo[(seat + seats - to_move) % seats];
            for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * row.worth[seat][i];
            points[seat] = sum;
        }
        return points;
    }

private:
    // Of each state, how many squares are in it; of each seat, how many balls are in each kind of
    // place; and nothing, up to a width that processors like.
    using Lanes = std::array<Value, 48>;
    static_assert(states.size() + seats * places.size() <= std::tuple_size_v<Lanes>);

    struct Row {
        std::array<Lanes, seats> worth{};
        std::array<Value, seats> tempo{};
    };

    static constexpr std::size_t index(const BySeat& balls) {
        std::size_t at = 0;
        while (states[at] != balls) ++at;
        return at;
    }

    static constexpr std::size_t lane(std::size_t seat, std::size_t place) {
        return states.size() + places.size() * seat + place;
    }

    static Lanes count(const std::array<u64, seats>& balls) {
        std::array<std::array<u64, 4>, seats> with;  // squares by seat and how many balls it has
        for (std::size_t seat = 0; seat < seats; ++seat) {
            const ByCount squares(count_squares(balls[seat]));
            with[seat] = {~squares.any, squares.one, squares.two, squares.three};
        }
        Lanes counts{};
        const auto squares_in = [&](const BySeat& state) {
            return with[0][state[0]] & with[1][state[1]] & with[2][state[2]];
        };
        [&]<std::size_t... At>(std::index_sequence<At...>) {
            ((counts[At] = static_cast<Value>(count_bits(squares_in(states[At])))), ...);
        }(std::make_index_sequence<states.size()>());
        for (std::size_t seat = 0; seat < seats; ++seat)
            for (std::size_t place = 0; place < places.size(); ++place)
                counts[lane(seat, place)] =
                    static_cast<Value>(count_bits(balls[seat] & places[place]));
        return counts;
    }

    std::array<Row, slots + 1> rows_{};  // by empty slots
};

inline const Points& points() {
    static constexpr Points::Value learned[] = {
#include "learned/cubulus_three.inc"
    };
    static const Points made(learned);
    return made;
}

}  // namespace quintet::cubulus
