// The evaluation of Cubulus for three.
#pragma once

#include <cmath>

#include "../evaluator.hpp"
#include "cubulus_patterns.hpp"
#include "cubulus_squares.hpp"

namespace quintet {

namespace cubulus {

inline constexpr std::int16_t learned_for_three[] = {
#include "learned/cubulus3.inc"
};

/// The tables of the seat that waits for so many turns.
class TablesForThree {
    using OfSeat = patterns::Tables<4, 6, slots>;

public:
    const OfSeat& operator[](std::size_t wait) const { return tables_[wait]; }

private:
    static constexpr std::size_t counts = std::size_t{slots + 1} * (slots + 1);
    static constexpr std::size_t entries = (std::size(learned_for_three) - 3 * counts) / 3;

    /// All families come first, then all tables of counts.
    static OfSeat of_seat(std::size_t wait) {
        std::vector<std::int16_t> learned(learned_for_three + wait * entries,
                                          learned_for_three + (wait + 1) * entries);
        const auto* of_counts = learned_for_three + 3 * entries + wait * counts;
        learned.insert(learned.end(), of_counts, of_counts + counts);
        return OfSeat({faces()}, learned.data());
    }

    std::array<OfSeat, 3> tables_{of_seat(0), of_seat(1), of_seat(2)};
};

}  // namespace cubulus

template <>
struct Evaluator<Cubulus<3>> {
    using G = Cubulus<3>;
    using Shares = std::array<float, 3>;

    static Shares shares(const G::Rules&, const G::Position& position) {
        static const cubulus::TablesForThree tables;
        const int mover = G::to_move(position);
        std::array<int, 3> points{};
        for (int wait = 0; wait < 3; ++wait) {
            const int seat = (mover + wait) % 3;
            const u64 last = G::own(position, (seat + 2) % 3);
            points[static_cast<std::size_t>(seat)] =
                tables[static_cast<std::size_t>(wait)](G::own(position, seat) | last,
                                                       G::own(position, (seat + 1) % 3) | last);
        }
        return shares_of(points);
    }

    /// What was fitted before there were learned tables, which are measured against it: each seat's
    /// chances grow with its balls in squares, those without foreign balls above all.
    static Shares by_hand(const G::Rules&, const G::Position& position) {
        using cubulus::ByCount;
        using cubulus::count_squares;
        const std::array<ByCount, 3> squares{ByCount(count_squares(G::own(position, 0))),
                                             ByCount(count_squares(G::own(position, 1))),
                                             ByCount(count_squares(G::own(position, 2)))};
        const auto mover = static_cast<std::size_t>(G::to_move(position));
        std::array<int, 3> points{};
        for (std::size_t seat = 0; seat < 3; ++seat) {
            const u64 shared = squares[(seat + 1) % 3].any | squares[(seat + 2) % 3].any;
            const std::size_t wait = (seat + 3 - mover) % 3;
            points[seat] = worth(squares[seat], shared) + tempo[wait];
        }
        return shares_of(points);
    }

    static bool can_win(const G::Rules&, const G::Position& position) {
        return cubulus::can_make_square<G>(position);
    }

private:
    // This many points make a share 2.7 (e) times as large.
    static constexpr float scale = 60;
    // For who moves now, next, and last.
    static constexpr std::array<int, 3> tempo{8, 4, 0};

    static Shares shares_of(const std::array<int, 3>& points) {
        Shares shares{};
        float total = 0;
        for (std::size_t seat = 0; seat < 3; ++seat) {
            shares[seat] = std::exp(static_cast<float>(points[seat]) / scale);
            total += shares[seat];
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    /// What a colour's squares are worth; those with foreign balls are worth less.
    static int worth(const cubulus::ByCount& squares, u64 shared) {
        return 2 * std::popcount(squares.one) - std::popcount(squares.one & shared) +
               9 * std::popcount(squares.two) - 6 * std::popcount(squares.two & shared) +
               30 * std::popcount(squares.three) - 18 * std::popcount(squares.three & shared);
    }
};

}  // namespace quintet
