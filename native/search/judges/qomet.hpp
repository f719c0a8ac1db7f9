// How Qomet looks to the search.
#pragma once

#include "../../games/qomet.hpp"
#include "../judge.hpp"

namespace quintet {

template <>
struct Judge<Qomet> {
    using G = Qomet;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        const int side = G::turn(position);
        const u32 own = G::stars(position, side);
        const u32 other = G::stars(position, 1 - side);
        int score = 6;  // it is good to be to move
        for (const u32 square : squares) {
            const int mine = std::popcount(own & square);
            const int theirs = std::popcount(other & square);
            score += worth[theirs != 0][mine] - worth[mine != 0][theirs];
        }
        return score;
    }

    /// One move brings at most one own star to a point it did not hold, so three must stand.
    static bool can_win(const G::Rules& rules, const G::Position& position) {
        const u32 own = G::stars(position, G::turn(position));
        bool three = false;
        for (const u32 square : squares) three |= std::popcount(own & square) >= 3;
        return three && some_move_wins<G>(rules, position);
    }

private:
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

    // By whether the other side stands in the way, and the number of own stars.
    static constexpr std::array<std::array<int, 5>, 2> worth{{{0, 3, 12, 40, 0}, {0, 1, 4, 14, 0}}};
};

}  // namespace quintet
