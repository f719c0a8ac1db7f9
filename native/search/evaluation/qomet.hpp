// The evaluation of Qomet.
#pragma once

#include "../../games/qomet.hpp"
#include "../evaluator.hpp"

namespace quintet {

template <>
struct Evaluator<Qomet> {
    using G = Qomet;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        const int side = G::turn(position);
        const u32 own = G::stars(position, side);
        const u32 other = G::stars(position, 1 - side);
        int score = 6;  // it is good to be to move
        for (const u32 square : squares) {
            const auto mine = static_cast<std::size_t>(std::popcount(own & square));
            const auto theirs = static_cast<std::size_t>(std::popcount(other & square));
            score += worth[theirs != 0][mine] - worth[mine != 0][theirs];
        }
        return score;
    }

    /// One move brings at most one own star to a point it did not hold, so it must be a point that
    /// completes a square.
    static bool can_win(const G::Rules& rules, const G::Position& position) {
        const int side = G::turn(position);
        const u32 own = G::stars(position, side);
        const u32 wanted = completing(own);
        if (wanted == 0) return false;
        const bool has_reserve = std::popcount(own) < G::stars_of_a_side;
        if (has_reserve && (wanted & ~G::stars(position, 1 - side)) != 0) return true;
        const MoveSet<G::vocabulary> moves = G::legal(rules, position);
        const Moves there = moves_onto(wanted);
        return some_of({moves.word(0) & there[0], moves.word(1) & there[1]},
                       [&](int move) { return is_won(G::play(rules, position, move)); });
    }

    using Moves = std::array<u64, 2>;  // the first words of a set of moves

    /// The moves that bring a star to one of some points, by moving or by pushing it.
    static constexpr Moves moves_onto(u32 points) {
        Moves found{};
        each_bit(points, [&](int point) {
            found[0] |= onto[static_cast<std::size_t>(point)][0];
            found[1] |= onto[static_cast<std::size_t>(point)][1];
        });
        return found;
    }

    /// Asks `is(move)` of some moves until one is; whether there was one.
    template <class Is>
    static bool some_of(const Moves& moves, Is is) {
        for (int word = 0; word < 2; ++word) {
            for (u64 left = moves[static_cast<std::size_t>(word)]; left != 0; left &= left - 1) {
                if (is(64 * word + std::countr_zero(left))) return true;
            }
        }
        return false;
    }

    /// Some legal moves that may keep the other side from winning at once: those that touch its
    /// stars or what it wants; if it threatens nothing, one that is found fast.
    static Moves quick_defences(const G::Rules& rules, const G::Position& position) {
        const int side = G::turn(position);
        const u32 own = G::stars(position, side);
        const u32 other = G::stars(position, 1 - side);
        const u32 wanted = completing(other);
        const u32 free = ~(own | other) & G::points;
        if (wanted == 0 && std::popcount(own) < G::stars_of_a_side) return {free & -free, 0};
        const MoveSet<G::vocabulary> moves = G::legal(rules, position);
        if (wanted == 0) return {moves.word(0), moves.word(1)};
        const Moves touching = moves_onto(wanted | other);
        return {moves.word(0) & touching[0], moves.word(1) & touching[1]};
    }

    /// Whether the other side would win at once if the side to move did nothing.
    static bool is_threatened(const G::Rules& rules, const G::Position& position) {
        const u64 unbanned = position.word << 7 >> 7;
        return can_win(rules, {unbanned ^ G::turn_bit});
    }

private:
    /// Whether the side that has moved won: a square of the other side is a gift to it (QM9).
    static constexpr bool is_won(const G::Position& position) {
        const u64 gifts = G::squares(position.word & G::both_points) >> (32 * G::turn(position));
        return (position.word & G::decided_bit) != 0 && (gifts & G::points) == 0;
    }

    /// By point: the moves that bring a star there. They are all below 128.
    static constexpr auto onto = [] {
        std::array<Moves, G::cell_count> made{};
        for (int move = 0; move < G::vocabulary; ++move) {
            const qomet::Step step = qomet::step_of(move);
            each_bit(step.to | step.beyond, [&](int point) {
                made[static_cast<std::size_t>(point)][static_cast<std::size_t>(move / 64)] |=
                    1ULL << (move % 64);
            });
        }
        return made;
    }();

    /// QM8: the corners of the rings, and the quarters of the rings with the centre.
    static constexpr std::array<u32, 15> squares = [] {
        std::array<u32, 15> made{};
        std::size_t count = 0;
        for (int ring = 0; ring < 24; ring += 8) {
            made[count++] = 0x55U << ring;
            for (int corner = 0; corner < 8; corner += 2) {
                made[count++] = 1U << 24 | 1U << (ring + (corner + 7) % 8) | 1U << (ring + corner) |
                                1U << (ring + corner + 1);
            }
        }
        return made;
    }();

    /// QM8: the points that would complete a square. On a ring from a mid-side the next point is a
    /// corner and the one after it a mid-side; from a corner, the other way about.
    static u32 completing(u32 own) {
        const u32 next = G::after(own);
        const u32 second = G::after(next);
        const u32 last = G::before(own);
        const u32 second_last = G::before(last);
        const u32 opposite = G::after(G::after(second));
        u32 found = G::corners & second & opposite & second_last;
        if ((own & qomet::centre) != 0) {
            const u32 mid_sides = G::corners << 1;
            found |= G::corners & next & last;
            found |= mid_sides & ((next & second) | (last & second_last));
        } else if ((own & next & last & G::corners) != 0) {
            found |= qomet::centre;
        }
        return found & ~own;
    }

    // By whether the other side stands in the way, and the number of own stars.
    static constexpr std::array<std::array<int, 5>, 2> worth{{{0, 3, 12, 40, 0}, {0, 1, 4, 14, 0}}};
};

}  // namespace quintet
