// The evaluation of Qomet.
#pragma once

#include "../../games/qomet.hpp"
#include "../evaluator.hpp"
#include "qomet_patterns.hpp"
#include "qomet_wins.hpp"

namespace quintet {

template <>
struct Evaluator<Qomet> {
    using G = Qomet;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        const int side = G::turn(position);
        return qomet::learned()(G::stars(position, side), G::stars(position, 1 - side));
    }

    /// What was fitted before there were learned tables: the attack solver's order of moves
    /// (solve/qomet/attack.hpp), and what those are measured against.
    static int by_hand(const G::Rules&, const G::Position& position) {
        const int side = G::turn(position);
        const u32 own = G::stars(position, side);
        const u32 other = G::stars(position, 1 - side);
        int score = 6;  // it is good to be to move
        for (const u32 square : qomet::squares) {
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
        const u32 wanted = static_cast<u32>(qomet::completing(own));
        return wanted != 0 && can_complete(rules, position, wanted);
    }

    /// The same where the points that complete a square are known.
    static bool can_complete(const G::Rules& rules, const G::Position& position, u32 wanted) {
        const int side = G::turn(position);
        const bool has_reserve = std::popcount(G::stars(position, side)) < G::stars_of_a_side;
        if (has_reserve && (wanted & ~G::stars(position, 1 - side)) != 0) return true;
        return qomet::some_winning_slide(
            rules, position, wanted, [](u32) { return true; },
            [](const qomet::Step&) { return true; });
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

    /// Whether the other side would win at once if the side to move did nothing.
    static bool is_threatened(const G::Rules& rules, const G::Position& position) {
        const u64 unbanned = position.word << 7 >> 7;
        return can_win(rules, {unbanned ^ G::turn_bit});
    }

private:
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

    // By whether the other side stands in the way, and the number of own stars.
    static constexpr std::array<std::array<int, 5>, 2> worth{{{0, 3, 12, 40, 0}, {0, 1, 4, 14, 0}}};
};

}  // namespace quintet
