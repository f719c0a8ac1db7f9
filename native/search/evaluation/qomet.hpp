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
        const auto seat = static_cast<std::size_t>(side);
        bool found = false;
        G::legal(rules, position).each([&](int move) {
            const qomet::Step step = qomet::step(move);
            if (found || ((step.to | step.beyond) & wanted) == 0) return;
            found = G::outcome(rules, G::play(rules, position, move)).halves[seat] == 2;
        });
        return found;
    }

    /// Whether the other side would win at once if the side to move did nothing.
    static bool is_threatened(const G::Rules& rules, const G::Position& position) {
        const u64 unbanned = position.word << 7 >> 7;
        return can_win(rules, {unbanned ^ G::turn_bit});
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
