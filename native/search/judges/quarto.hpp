// How Quarto looks to the search.
#pragma once

#include "../../games/quarto.hpp"
#include "../judge.hpp"

namespace quintet {

template <bool Spoken>
struct Judge<Quarto<Spoken>> {
    using G = Quarto<Spoken>;
    static constexpr bool cycles = false;

    /// Whoever runs out of pieces that can be given without losing loses, so their parity counts.
    static int evaluate(const typename G::Rules& rules, const typename G::Position& position) {
        const Completing completing = completing_spaces(rules, position);
        int safe = 0;
        each_bit(G::pool(position.state),
                 [&](int piece) { safe += !completing.wins(static_cast<u64>(piece)) ? 1 : 0; });
        const int parity = safe % 2 == 1 ? 20 : -20;
        return G::hand(position.state) != 0 ? -parity / 2 : parity;
    }

    static bool can_win(const typename G::Rules& rules, const typename G::Position& position) {
        if constexpr (Spoken) {
            return some_move_wins<G>(rules, position);
        } else {
            const u64 hand = G::hand(position.state);
            return hand != 0 && completing_spaces(rules, position).wins(hand - 1);
        }
    }

private:
    /// Empty spaces that complete an alignment, by feature (lane) and the value it needs.
    struct Completing {
        u64 ones, zeros;

        bool wins(u64 piece) const {
            const u64 has = G::spread(piece) * 0xffff;
            return ((ones & has) | (zeros & ~has)) != 0;
        }
    };

    static Completing completing_spaces(const typename G::Rules& rules,
                                        const typename G::Position& position) {
        const u64 taken = lanes(G::occupied(position.state));
        const u64 usable = rules.counted & ~taken;
        const u64 ones = position.features;
        const u64 zeros = ~position.features & taken;
        return {fourth_spaces(rules, ones) & usable, fourth_spaces(rules, zeros) & usable};
    }

    /// The spaces of an alignment whose three others are set, in every lane.
    static u64 fourth_spaces(const typename G::Rules& rules, u64 x) {
        u64 found = of_four(x, lanes(0x1111), 1, 2, 3) | of_four(x, lanes(0x000f), 4, 8, 12) |
                    of_four(x, lanes(0x0001), 5, 10, 15) | of_four(x, lanes(0x0008), 3, 6, 9);
        if (rules.squares) found |= of_four(x, lanes(0x0777), 1, 4, 5);
        return found;
    }

    static u64 of_four(u64 x, u64 heads, int second, int third, int fourth) {
        const u64 a = x & heads;
        const u64 b = x >> second & heads;
        const u64 c = x >> third & heads;
        const u64 d = x >> fourth & heads;
        const u64 ab = a & b;
        const u64 cd = c & d;
        return (b & cd) | (a & cd) << second | (ab & d) << third | (ab & c) << fourth;
    }
};

}  // namespace quintet
