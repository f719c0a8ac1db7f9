// Cubulus for two on bitboards: moves of a side that complete a square. What is said here of a move
// follows from the rules in games/cubulus.hpp.
#pragma once

#include "../../search/evaluation/cubulus_squares.hpp"

namespace quintet::cubulus {

inline constexpr int no_ban = 0;

/// The turn that a move bans, counted from 1 as in a position (CB6).
inline int ban_after(int move) { return actions[static_cast<std::size_t>(move)].ban; }

/// The balls of both players, as in a position, and the slots that are taken.
struct Balls {
    u64 players;
    u64 taken;

    static Balls of(const Cubulus<2>::Position& position) {
        return {position.players, Cubulus<2>::occupied(position)};
    }

    u64 own(int seat) const { return players >> (32 * seat) & board; }
    bool has_more(int seat) const { return count_bits(own(seat)) < Cubulus<2>::balls; }  // CB7

    /// After a legal move of a seat (CB4, CB5).
    Balls after(int move, int seat) const {
        const Action& action = actions[static_cast<std::size_t>(move)];
        const u64 pushed = taken & action.first;
        const u64 moving = pushed | (taken & std::rotl(pushed, action.step));
        const u64 on = std::rotl(players & halves(moving), action.step);
        const u64 returned = std::rotl(players & halves(action.returns), action.back);
        const u64 placed = action.placed;
        return {
            (players & ~halves(moving | action.returns)) | on | returned | placed << (32 * seat),
            taken | placed | std::rotl(moving, action.step)};
    }

    bool has_square() const { return squares(players) != 0; }

    /// The position with a seat to move after a move that left no square.
    Cubulus<2>::Position position(int seat, int move) const {
        const u64 neutral = taken & ~(players | players >> 32);
        return {players, neutral | static_cast<u64>(seat) << Cubulus<2>::seat_shift |
                             static_cast<u64>(ban_after(move)) << Cubulus<2>::ban_shift};
    }
};

/// Whether the squares that stand are of one seat alone.
inline bool are_of(u64 standing, int seat) {
    return seat == 0 ? standing != 0 && standing >> 32 == 0
                     : standing != 0 && (standing & board) == 0;
}

/// Whether a move of a seat is legal and completes a square of its own alone (CB8, CB9).
inline bool completes_square(const Balls& balls, int move, int seat, int ban) {
    const u64 row = row_of_move[static_cast<std::size_t>(move)];
    const bool complete = (row & ~balls.taken) == 0;
    const bool legal = move < facelets ? !complete && balls.has_more(seat)
                                       : complete && ban != move - facelets + 1;
    return legal && are_of(squares(balls.after(move, seat).players), seat);
}

/// The squares of a colour that miss one ball, or two that a push may bring; see `square_maker`.
struct NearSquares {
    u64 three_first, three_rest, two_wide;

    explicit NearSquares(u64 colour) {
        const Counts counts = count_squares(colour);
        three_first = (counts.words[0] + Counts::ones) >> 2 & Counts::ones;
        three_rest = (counts.words[1] + Counts::ones) >> 2 & Counts::ones;
        two_wide = counts.words[1] >> 1 & Counts::wide_ones & ~three_rest;
    }

    bool none() const { return (three_first | three_rest | two_wide) == 0; }
};

/// Numbers of squares by the place of their count in its word.
inline constexpr auto index_at = [] {
    std::array<u8, 64> made{};
    for (std::size_t i = 0; i < Counts::in_a_word; ++i) made[3 * i] = static_cast<u8>(i);
    return made;
}();

/// The first square that has a bit in words like those of `Counts`.
inline std::size_t first_index(u64 first, u64 rest) {
    return first != 0 ? index_at[static_cast<std::size_t>(lowest_bit(first))]
                      : Counts::in_a_word + index_at[static_cast<std::size_t>(lowest_bit(rest))];
}

inline u64 first_square(u64 first, u64 rest) { return every_square[first_index(first, rest)]; }

/// A move that brings a square its last ball, to a slot that is taken: if all of `own` is of the
/// seat, and the row is complete (for a turn), or is not and has its `gap` (for a push).
struct LastBall {
    u32 own, row, gap;
    u8 move;
};

struct LastBalls {
    std::array<LastBall, 10> moves;
    std::size_t count;
};

/// How a square gets the ball that it misses in a slot, by square and slot.
/// (Nothing needs to be said of a gap: a ball simply goes there.)
inline constexpr auto last_balls = [] {
    std::array<std::array<LastBalls, slots>, every_square.size()> made{};
    for (std::size_t i = 0; i < every_square.size(); ++i) {
        const u32 square = every_square[i];
        for (int facelet = 0; facelet < facelets; ++facelet) {
            const Row row = row_at(facelet);
            const u32 first = 1U << row.first;
            const u32 second = 1U << (row.first + row.step);
            const u32 last = 1U << row.last();
            const u32 here = square & (first | second | last);
            const auto add = [&](u32 missing, u32 own, u32 gap, int move) {
                LastBalls& ways = made[i][static_cast<std::size_t>(std::countr_zero(missing))];
                ways.moves[ways.count++] = {own, first | second | last, gap, static_cast<u8>(move)};
            };
            // A push (CB4): the ball at the first slot goes on to the second.
            if (here == first) add(first, 0, 0, facelet);
            if (here == (first | last)) add(first, 0, second, facelet);
            if (here == second || here == (first | second)) add(second, first, last, facelet);
            // A turn (CB5): first, second, last become last, first, second.
            const int turn = facelets + facelet;
            if (here == first) add(first, last, 0, turn);
            if (here == second) add(second, first, 0, turn);
            if (here == last) add(last, second, 0, turn);
            if (here == (first | last)) add(first, second | last, 0, turn);
            if (here == (first | second)) add(second, last | first, 0, turn);
            if (here == (second | last)) add(last, first | second, 0, turn);
        }
    }
    return made;
}();

/// A move with which a seat completes a square if it is to move, if there is one: see
/// `square_maker`, which asks the same of a position.
inline int completing_move(const Balls& balls, int seat, int ban) {
    const u64 own = balls.own(seat);
    const NearSquares near(own);
    if (near.none()) return no_move;

    const bool has_more = balls.has_more(seat);
    u64 missing = 0;
    for (u64 left = near.three_first; left != 0; left &= left - 1) missing |= first_square(left, 0);
    for (u64 left = near.three_rest; left != 0; left &= left - 1) missing |= first_square(0, left);
    missing &= ~own;
    if (const u64 gaps = missing & ~balls.taken; has_more && gaps != 0)
        return names[static_cast<std::size_t>(lowest_bit(gaps))];

    const u64 other = balls.own(1 - seat);
    const auto bring_last = [&](std::size_t square) {
        const u64 slot = every_square[square] & ~own;
        const LastBalls& ways = last_balls[square][static_cast<std::size_t>(lowest_bit(slot))];
        for (std::size_t i = 0; i < ways.count; ++i) {
            const LastBall& way = ways.moves[i];
            if ((way.own & ~own) != 0) continue;
            const bool complete = (way.row & ~balls.taken) == 0;
            if (way.move < facelets ? complete || (way.gap & balls.taken) != 0 || !has_more
                                    : !complete || ban == way.move - facelets + 1)
                continue;
            if ((way.row & other) == 0 ||
                are_of(squares(balls.after(way.move, seat).players), seat))
                return static_cast<int>(way.move);
        }
        return no_move;
    };
    for (u64 left = near.three_first; left != 0; left &= left - 1)
        if (const int move = bring_last(first_index(left, 0)); move != no_move) return move;
    for (u64 left = near.three_rest; left != 0; left &= left - 1)
        if (const int move = bring_last(first_index(0, left)); move != no_move) return move;
    if (!has_more) return no_move;
    // A push that brings two: (any ball, own, gap) becomes (own, any ball, own).
    for (u64 wide = near.two_wide; wide != 0; wide &= wide - 1) {
        const u64 ends = first_square(0, wide) & ~own;
        const int low = lowest_bit(ends);
        const int high = 63 - std::countl_zero(ends);
        if (count_bits(ends & balls.taken) != 1 || (own >> (low + high) / 2 & 1) == 0) continue;
        const bool from_low = (balls.taken >> low & 1) != 0;
        const u64 push = push_between[static_cast<std::size_t>(from_low ? low : high)]
                                     [static_cast<std::size_t>(from_low ? high : low)];
        if (push != 0 && completes_square(balls, lowest_bit(push), seat, ban))
            return lowest_bit(push);
    }
    return no_move;
}

}  // namespace quintet::cubulus
