// The evaluation of Quarto.
#pragma once

#include "../../games/quarto.hpp"
#include "../evaluator.hpp"

namespace quintet {

template <bool Spoken>
struct Evaluator<Quarto<Spoken>> {
    using G = Quarto<Spoken>;
    static constexpr bool cycles = false;

    /// The side that runs out of pieces it can give safely loses, so their parity counts.
    static int evaluate(const typename G::Rules& rules, const typename G::Position& position) {
        const int parity = std::popcount(safe_gifts(rules, position)) % 2 == 1 ? 20 : -20;
        return G::hand(position.state) != 0 ? -parity / 2 : parity;
    }

    /// Every piece is given and placed; where players call, each may call once in between.
    static int plies_left(const typename G::Rules&, const typename G::Position& position) {
        const int given_and_placed =
            2 * std::popcount(G::pool(position.state)) + (G::hand(position.state) != 0 ? 1 : 0);
        return Spoken ? 2 * given_and_placed + 4 : given_and_placed;
    }

    /// Calls and silence move no piece.
    static bool is_free(int move)
        requires Spoken
    {
        return move >= G::first_call;
    }

    /// Giving a piece that completes an alignment loses; placing one never loses on the spot.
    static MoveSet<G::vocabulary> losing_moves(const typename G::Rules& rules,
                                               const typename G::Position& position)
        requires(!Spoken)
    {
        MoveSet<G::vocabulary> losing;
        if (G::hand(position.state) != 0) return losing;
        losing.add_block(0, G::pool(position.state) & ~safe_gifts(rules, position));
        return losing;
    }

    /// The pieces of the pool that complete no alignment, one bit a piece.
    static u64 safe_gifts(const typename G::Rules& rules, const typename G::Position& position) {
        const Completing completing = completing_spaces(rules, position);
        const u64 wanted = lanes_in_use(completing.ones) | lanes_in_use(completing.zeros) << 4;
        return G::pool(position.state) & ~pieces_with_any[wanted];
    }

    /// Placements that make many pieces dangerous decide games soonest.
    static int ordering_score(const typename G::Rules& rules, const typename G::Position& position)
        requires(!Spoken)
    {
        return 4 * losing_moves(rules, position).count();
    }

    static bool can_win(const typename G::Rules& rules, const typename G::Position& position) {
        if constexpr (Spoken) {
            return standing(rules, position) != 0 && some_move_wins<G>(rules, position);
        } else {
            const u64 hand = G::hand(position.state);
            return hand != 0 && completing_spaces(rules, position).wins(hand - 1);
        }
    }

    /// Few pieces: the canonical position. Many: symmetry rarely helps, but what is left of a game
    /// depends only on the empty spaces, the pieces left, and what can still become of every line
    /// that has an empty space; arrangements that agree in that are one.
    static u64 transposition_key(const typename G::Rules& rules,
                                 const typename G::Position& position)
        requires(!Spoken)
    {
        if (std::popcount(G::occupied(position.state)) < 7)
            return hash_of(G::canonical(rules, position));
        const Potential left = potential(rules, position);
        u64 key = mix(mix(left.ones) ^ left.zeros);
        if (rules.squares) key = mix(mix(key ^ left.square_ones) ^ left.square_zeros);
        // The state holds the empty spaces, the pool and the hand, and nothing else before the end.
        return mix(key ^ position.state) + 1;
    }

    /// Whether nothing can be completed any more, whatever the pieces left.
    static bool is_dead(const typename G::Rules& rules, const typename G::Position& position) {
        const Potential left = potential(rules, position);
        return (left.ones | left.zeros | left.square_ones | left.square_zeros) == 0;
    }

private:
    template <int>
    friend class QuartoProof;

    /// Marks for the alignments on the board, dead or alive.
    static u64 standing(const typename G::Rules& rules, const typename G::Position& position) {
        const u64 ones = position.features & rules.counted;
        const u64 zeros = ~position.features & rules.counted & lanes(G::occupied(position.state));
        const u64 found = G::lines(ones) | G::lines(zeros);
        return rules.squares ? found | G::squares(ones) | G::squares(zeros) : found;
    }

    /// A bit for every line that holds any bit of a lane: rows, columns and the two diagonals.
    static u64 touched_lines(u64 x) {
        const u64 rows = (x | x >> 1 | x >> 2 | x >> 3) & lanes(0x1111);
        const u64 columns = (x | x >> 4 | x >> 8 | x >> 12) & lanes(0x000f);
        const u64 rising = (x | x >> 5 | x >> 10 | x >> 15) & lanes(1);
        const u64 falling = (x >> 3 | x >> 6 | x >> 9 | x >> 12) & lanes(1);
        return rows | (columns & lanes(0x000e)) | (columns & lanes(1)) << 5 | rising << 6 |
               falling << 7;
    }

    /// Alignments with an empty space that can still share a value, lane by lane.
    struct Potential {
        u64 ones, zeros, square_ones, square_zeros;
    };

    static Potential potential(const typename G::Rules& rules,
                               const typename G::Position& position) {
        const u64 taken = lanes(G::occupied(position.state));
        const u64 ones = position.features & rules.counted;
        const u64 zeros = ~position.features & taken & rules.counted;
        const u64 open = touched_lines(~taken & rules.counted);
        Potential left{open & ~touched_lines(zeros), open & ~touched_lines(ones), 0, 0};
        if (rules.squares) {
            const u64 open_squares = touched_squares(~taken & rules.counted);
            left.square_ones = open_squares & ~touched_squares(zeros);
            left.square_zeros = open_squares & ~touched_squares(ones);
        }
        return left;
    }

    static u64 touched_squares(u64 x) { return (x | x >> 1 | x >> 4 | x >> 5) & lanes(0x0777); }

    /// Empty spaces that complete an alignment, by feature (lane) and the value it needs.
    struct Completing {
        u64 ones, zeros;

        bool wins(u64 piece) const {
            const u64 has = G::spread(piece) * 0xffff;
            return ((ones & has) | (zeros & ~has)) != 0;
        }
    };

    /// The lanes that hold any bit, as four bits.
    static u64 lanes_in_use(u64 x) {
        return G::gather((((x & lanes(0x7fff)) + lanes(0x7fff)) | x) >> 15);
    }

    /// By the values of features wanted (four bits for the second ones, four for the first): the
    /// pieces that have any of them.
    static constexpr std::array<u16, 256> pieces_with_any = [] {
        std::array<u16, 256> pieces{};
        for (unsigned wanted = 0; wanted < 256; ++wanted) {
            for (unsigned piece = 0; piece < 16; ++piece) {
                const bool has = ((piece & wanted) | (~piece & wanted >> 4)) % 16 != 0;
                pieces[wanted] = static_cast<u16>(pieces[wanted] | (has ? 1u << piece : 0));
            }
        }
        return pieces;
    }();

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
