// Quantik. Rules: docs/rules/quantik.md; ids in comments (QK1 …) are those of that page.
//
// A side's pieces are one word: four lanes of 16 bits, a lane a shape, a bit a space (a1, b1, …
// d4). Move number: shape * 16 + space, so that a word of lanes is also a set of moves.
#pragma once

#include <algorithm>

#include "../game.hpp"

namespace quintet {

struct Quantik {
    static constexpr int vocabulary = 64;
    static constexpr int seat_count = 2;
    static constexpr int cell_count = 16;
    static constexpr int field_count = 0;

    struct Rules {};

    struct Position {
        std::array<u64, 2> pieces;  // of the starter, of the other
        u64 state;                  // bit 0: the seat to move; bit 1: the last placement won
    };

    static constexpr u64 won_bit = 2;

    static constexpr Position start(const Rules&) { return {}; }

    static constexpr int seat(const Rules&, const Position& position) {
        return static_cast<int>(position.state & 1);
    }

    static constexpr MoveSet<vocabulary> legal(const Rules&, const Position& position) {
        MoveSet<vocabulary> moves;
        if ((position.state & won_bit) == 0) moves.add_block(0, placements(position));
        return moves;
    }

    static constexpr Position play(const Rules&, const Position& position, int move) {
        Position next = position;
        next.pieces[position.state & 1] |= 1ULL << move;
        next.state = (position.state ^ 1) | (has_four_shapes(next) ? won_bit : 0);  // QK5
        return next;
    }

    static constexpr Outcome outcome(const Rules&, const Position& position) {
        const auto mover = position.state & 1;
        Outcome outcome;
        if ((position.state & won_bit) != 0) {
            outcome.reason = Reason::line;
        } else if (placements(position) == 0) {
            outcome.reason = Reason::blocked;  // QK6, QK7
        } else {
            return outcome;
        }
        outcome.halves[1 - mover] = 2;
        return outcome;
    }

    /// The least of all positions that are the same up to the 128 symmetries of the board (swapping
    /// lines in a band, bands, rows with columns) and the 24 relabellings of the shapes: 3,072.
    static constexpr Position canonical(const Rules&, const Position& position) {
        // The spaces of both sides choose the symmetries, and few are left for the shapes to
        // choose.
        const Images spaces =
            images(any_lane(position.pieces[0]) | any_lane(position.pieces[1]) << 16);
        u64 least = spaces[0];
        for (const u64 image : spaces) least = std::min(least, image);
        const Images starter = images(position.pieces[0]);
        const Images other = images(position.pieces[1]);
        std::array<u64, 2> best{~0ULL, ~0ULL};
        for (std::size_t i = 0; i < spaces.size(); ++i) {
            if (spaces[i] == least) best = std::min(best, sorted_shapes(starter[i], other[i]));
        }
        return {best, position.state};
    }

    /// Cells hold 0, or 1 + shape for the starter's pieces and 5 + shape for the other's.
    static constexpr Facts facts(const Rules&, const Position& position) {
        Facts facts;
        for (unsigned side = 0; side < 2; ++side) {
            each_bit(position.pieces[side], [&](int move) {
                facts.cells[static_cast<std::size_t>(move & 15)] =
                    static_cast<u8>(1 + 4 * side + static_cast<unsigned>(move >> 4));
            });
        }
        return facts;
    }

    static constexpr Position from_facts(const Rules&, const Facts& facts) {
        Position position{};
        int count = 0;
        for (unsigned space = 0; space < 16; ++space) {
            const unsigned piece = facts.cells[space];
            if (piece == 0) continue;
            position.pieces[(piece - 1) / 4] |= 1ULL << ((piece - 1) % 4 * 16 + space);
            ++count;
        }
        position.state = static_cast<u64>(count & 1) | (has_four_shapes(position) ? won_bit : 0);
        return position;
    }

    /// Whether words from outside are a position: what `from_facts` makes of its facts, told
    /// faster.
    static constexpr bool is_sound(const Rules&, const Position& position) {
        const u64 all = position.pieces[0] | position.pieces[1];
        const int count = std::popcount(position.pieces[0]) + std::popcount(position.pieces[1]);
        const u64 state = static_cast<u64>(count & 1) | (has_four_shapes(position) ? won_bit : 0);
        return std::popcount(any_lane(all)) == count && position.state == state;
    }

    /// Where a side may place, as lanes, by its pieces and the other's: an empty space (QK2), no
    /// opposing piece of the shape in its row, column or region (QK3, QK4), and a piece of that
    /// shape left (QK1).
    static constexpr u64 placements(u64 own, u64 other) {
        const u64 forbidden = rows(other) * 0xf | columns(other) * 0x1111 | regions(other) * 0x33 |
                              lanes(any_lane(own | other));
        return ~forbidden & ~lanes_with_two(own);
    }

    using Images = std::array<u64, 128>;

    /// A word of four boards moved by the symmetry with this number among the images.
    static constexpr u64 image(u64 x, u8 number) {
        const auto chosen = [&](int generator) { return 0 - (u64{number} >> generator & 1); };
        x = swap_bits(x, lanes(0x1111) & chosen(0), 1);
        x = swap_bits(x, lanes(0x4444) & chosen(1), 1);
        x = swap_bits(x, lanes(0x000f) & chosen(2), 4);
        x = swap_bits(x, lanes(0x0f00) & chosen(3), 4);
        x = swap_bits(x, lanes(0x3333) & chosen(4), 2);
        x = swap_bits(x, lanes(0x00ff) & chosen(5), 8);
        x = swap_bits(x, lanes(0x0a0a) & chosen(6), 3);
        return swap_bits(x, lanes(0x00cc) & chosen(6), 6);
    }

    /// A word of four boards moved by all symmetries: each generator doubles the images there are,
    /// in one plain loop that compilers turn into vector instructions.
    static constexpr Images images(u64 x) {
        Images made{x};
        grow<0>(made), grow<1>(made), grow<2>(made), grow<3>(made);
        grow<4>(made), grow<5>(made), grow<6>(made);
        return made;
    }

private:
    friend struct Evaluator<Quantik>;

    // In every lane: the leftmost column, the bottom row, the lower left space of every region.
    static constexpr u64 row_heads = lanes(0x1111);
    static constexpr u64 column_heads = lanes(0x000f);
    static constexpr u64 region_heads = lanes(0x0505);

    // Heads of the rows, columns and regions that hold a piece, lane by lane.
    static constexpr u64 rows(u64 x) { return (x | x >> 1 | x >> 2 | x >> 3) & row_heads; }
    static constexpr u64 columns(u64 x) { return (x | x >> 4 | x >> 8 | x >> 12) & column_heads; }
    static constexpr u64 regions(u64 x) { return (x | x >> 1 | x >> 4 | x >> 5) & region_heads; }

    static constexpr u64 placements(const Position& position) {
        const auto mover = position.state & 1;
        return placements(position.pieces[mover], position.pieces[1 - mover]);
    }

    /// All ones in the lanes where two bits are set (no lane ever has more).
    static constexpr u64 lanes_with_two(u64 x) {
        // Take the lowest bit away from every lane that has one; what is left had two.
        const u64 high = lanes(0x8000);
        const u64 low = ~high;
        const u64 less_one = ((x | high) - lanes(1)) ^ (~x & high);
        const u64 rest = x & less_one;
        const u64 nonzero = (((rest & low) + low) | rest) & high;
        return (nonzero >> 15) * 0xffff;
    }

    static constexpr bool has_four_shapes(const Position& position) {
        const u64 all = position.pieces[0] | position.pieces[1];
        const auto in_all_lanes = [](u64 x) {
            x &= x >> 32;
            return x & x >> 16 & 0xffff;
        };
        return (in_all_lanes(rows(all)) | in_all_lanes(columns(all)) |
                in_all_lanes(regions(all))) != 0;
    }

    /// The spaces where any lane has a bit.
    static constexpr u64 any_lane(u64 x) {
        x |= x >> 32;
        return (x | x >> 16) & 0xffff;
    }

    /// Shapes relabelled so that their boards, the starter's first, are in ascending order.
    static constexpr std::array<u64, 2> sorted_shapes(u64 starter, u64 other) {
        std::array<u64, 4> shapes{};
        for (unsigned shape = 0; shape < 4; ++shape) {
            const unsigned lane = 16 * shape;
            shapes[shape] = (starter >> lane & 0xffff) << 16 | (other >> lane & 0xffff);
        }
        const auto order = [&](std::size_t a, std::size_t b) {
            const u64 low = std::min(shapes[a], shapes[b]);
            shapes[b] = std::max(shapes[a], shapes[b]);
            shapes[a] = low;
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
        std::array<u64, 2> sorted{};
        for (unsigned shape = 0; shape < 4; ++shape) {
            sorted[0] |= (shapes[shape] >> 16) << (16 * shape);
            sorted[1] |= (shapes[shape] & 0xffff) << (16 * shape);
        }
        return sorted;
    }

    template <int Generator>
    static constexpr void grow(Images& made) {
        constexpr std::size_t known = std::size_t{1} << Generator;
        for (std::size_t i = 0; i < known; ++i) made[known + i] = symmetry<Generator>(made[i]);
    }

    /// The board moved by one of seven generators of the 128 symmetries.
    template <int Generator>
    static constexpr u64 symmetry(u64 x) {
        switch (Generator) {
            case 0: return swap_bits(x, lanes(0x1111), 1);  // files a and b
            case 1: return swap_bits(x, lanes(0x4444), 1);  // files c and d
            case 2: return swap_bits(x, lanes(0x000f), 4);  // ranks 1 and 2
            case 3: return swap_bits(x, lanes(0x0f00), 4);  // ranks 3 and 4
            case 4: return swap_bits(x, lanes(0x3333), 2);  // files ab and cd
            case 5: return swap_bits(x, lanes(0x00ff), 8);  // ranks 12 and 34
            default:                                        // files with ranks
                x = swap_bits(x, lanes(0x0a0a), 3);
                return swap_bits(x, lanes(0x00cc), 6);
        }
    }
};

static_assert(Game<Quantik>);

}  // namespace quintet
