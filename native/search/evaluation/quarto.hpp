// The evaluation of Quarto.
#pragma once

#include "../../games/quarto.hpp"
#include "../evaluator.hpp"

namespace quintet {

template <bool Spoken, int Common>
struct Evaluator<Quarto<Spoken, Common>> {
    using G = Quarto<Spoken, Common>;
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
        if constexpr (Common == 1) {
            const Completing completing = completing_spaces(rules, position);
            const u64 wanted = lanes_in_use(completing.ones) | lanes_in_use(completing.zeros) << 4;
            return G::pool(position.state) & ~pieces_with_any[wanted];
        } else {
            const LackingOne lacking(rules, position);
            u64 safe = G::pool(position.state);
            each_bit(safe, [&](int piece) {
                if (lacking.wins(static_cast<u64>(piece))) safe &= ~(1ULL << piece);
            });
            return safe;
        }
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
            if constexpr (Common == 1) {
                return hand != 0 && completing_spaces(rules, position).wins(hand - 1);
            } else {
                return hand != 0 && LackingOne(rules, position).wins(hand - 1);
            }
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
        const u64 found = G::lines(ones, zeros);
        return rules.squares ? found | G::squares(ones, zeros) : found;
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
        if constexpr (Common != 1) {
            keep_in_enough_lanes(left.ones, left.zeros);
            keep_in_enough_lanes(left.square_ones, left.square_zeros);
        }
        return left;
    }

    /// Forgets alignments that can share too few values (QT18).
    static void keep_in_enough_lanes(u64& ones, u64& zeros) {
        const u64 enough = lanes(G::in_enough_lanes(ones | zeros));
        ones &= enough;
        zeros &= enough;
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

    /// Empty spaces that complete an alignment where two features must be shared (QT18): what a
    /// space needs is counted in every alignment through it by itself.
    class LackingOne {
    public:
        LackingOne(const typename G::Rules& rules, const typename G::Position& position)
            : usable_(rules.counted & ~lanes(G::occupied(position.state))),
              ones_(position.features),
              zeros_(~position.features & lanes(G::occupied(position.state))) {
            // The other three of a space's row, column and diagonals.
            add_kind(lanes(0x1111), 1, 2, 3);
            add_kind(lanes(0x000f), 4, 8, 12);
            add_kind(lanes(0x0001), 5, 10, 15);
            add_kind(lanes(0x0008), 3, 6, 9);
            if (rules.squares) {
                // Squares overlap: a space may be each of their four corners.
                const u64 heads = lanes(0x0777);
                add(corner(ones_, heads, 0, 1, 4, 5), corner(zeros_, heads, 0, 1, 4, 5));
                add(corner(ones_, heads, 1, 0, 4, 5), corner(zeros_, heads, 1, 0, 4, 5));
                add(corner(ones_, heads, 4, 0, 1, 5), corner(zeros_, heads, 4, 0, 1, 5));
                add(corner(ones_, heads, 5, 0, 1, 4), corner(zeros_, heads, 5, 0, 1, 4));
            }
        }

        bool wins(u64 piece) const {
            const u64 has = G::spread(piece) * 0xffff;
            u64 found = 0;
            for (std::size_t kind = 0; kind < count_; ++kind) {
                const u64 shared = (needs_[kind][0] & has) | (needs_[kind][1] & ~has);
                found |= G::in_enough_lanes(shared);
            }
            return found != 0;
        }

    private:
        void add_kind(u64 heads, int second, int third, int fourth) {
            add(of_four(ones_, heads, second, third, fourth),
                of_four(zeros_, heads, second, third, fourth));
        }

        void add(u64 ones, u64 zeros) { needs_[count_++] = {ones & usable_, zeros & usable_}; }

        /// The spaces at one corner of a square whose three others are set.
        static u64 corner(u64 x, u64 heads, int at, int a, int b, int c) {
            return (x >> a & x >> b & x >> c & heads) << at;
        }

        u64 usable_;
        u64 ones_, zeros_;
        std::array<std::array<u64, 2>, 8> needs_{};  // a kind of alignment: second, first values
        std::size_t count_ = 0;
    };
};

}  // namespace quintet
