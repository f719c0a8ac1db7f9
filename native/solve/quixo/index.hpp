// Numbers the boards of Quixo that are the same up to turning and mirroring, layer by layer. A
// layer holds the boards with so many cubes of the side to move and so many of the other.
//
// A layer's boards are ordered by the cubes of the side to move, of which only the least of those
// that are the same up to symmetry stand (their orbit), and then by the other's among the cells
// left. Where the first have a symmetry of their own, of several equal boards the first is the one
// in use; the numbers of the others stay empty.
#pragma once

#include "../subsets.hpp"
#include "board.hpp"

namespace quintet {

/// Boards of one side moved by all symmetries, three lookups each.
template <int Size>
class QuixoSymmetries {
public:
    using Board = QuixoBoard<Size>;

    QuixoSymmetries() {
        for (int symmetry = 0; symmetry < Board::symmetry_count; ++symmetry) {
            for (int part = 0; part < parts; ++part) {
                for (u32 bits = 0; bits < part_size; ++bits) {
                    const u64 set = (u64{bits} << (part_bits * part)) & Board::all;
                    moved_[at(symmetry)][at(part)][bits] =
                        static_cast<u32>(Board::moved(set, symmetry));
                }
            }
        }
    }

    constexpr u32 operator()(u32 set, int symmetry) const {
        const auto& table = moved_[at(symmetry)];
        return table[0][set & (part_size - 1)] | table[1][set >> part_bits & (part_size - 1)] |
               table[2][set >> (2 * part_bits)];
    }

private:
    static constexpr int parts = 3;
    static constexpr int part_bits = 9;
    static constexpr u32 part_size = 1U << part_bits;

    static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

    std::array<std::array<std::array<u32, part_size>, parts>, Board::symmetry_count> moved_;
};

/// A view of what numbers the boards of one layer.
template <int Size>
struct QuixoIndex {
    using Board = QuixoBoard<Size>;

    const SubsetNumbers* numbers = nullptr;
    const QuixoSymmetries<Size>* symmetries = nullptr;
    const u32* orbits = nullptr;  // by the number of the cubes: how they become the least ones
    const u32* least = nullptr;   // by orbit: its least cubes
    u64 orbit_count = 0;
    u64 arrangements = 0;  // of the other's cubes, for each orbit

    // What stands in `orbits`: the symmetry that leads to the least cubes of the orbit, a bit for
    // each symmetry but the first that leaves those as they are, and the number of the orbit.
    static constexpr u32 symmetry_bits = 7;
    static constexpr int stabilizer_shift = 3;
    static constexpr u32 stabilizer_bits = 0x7f << stabilizer_shift;
    static constexpr int orbit_shift = 10;

    constexpr u64 size() const { return orbit_count * arrangements; }

    constexpr u64 operator()(u64 cubes) const {
        const u32 entry = orbits[(*numbers)(Board::own(cubes))];
        const u32 orbit = entry >> orbit_shift;
        const u32 own = least[orbit];
        const u32 other =
            (*symmetries)(Board::other(cubes), static_cast<int>(entry & symmetry_bits));
        u32 arrangement = arrangement_of(own, other);
        for (u32 left = (entry & stabilizer_bits) >> stabilizer_shift; left != 0;
             left &= left - 1) {
            const u32 same = (*symmetries)(other, 1 + lowest_bit(left));
            arrangement = std::min(arrangement, arrangement_of(own, same));
        }
        return orbit * arrangements + arrangement;
    }

    /// The board with this number, in a layer with so many cubes of the other side.
    constexpr u64 board(u64 number, int other_count) const {
        const u32 own = least[number / arrangements];
        const u32 arrangement =
            numbers->subset(static_cast<u32>(number % arrangements), other_count);
        return own | scatter_bits(arrangement, ~u64{own} & Board::all) << 32;
    }

    /// How many boards are the same as this one up to symmetry, itself included.
    constexpr int copies(u64 cubes) const {
        int same = 0;
        for (int symmetry = 0; symmetry < Board::symmetry_count; ++symmetry) {
            if (Board::moved(cubes, symmetry) == cubes) ++same;
        }
        return Board::symmetry_count / same;
    }

private:
    constexpr u32 arrangement_of(u32 own, u32 other) const {
        return (*numbers)(gathered(other, ~own & static_cast<u32>(Board::all)));
    }
};

}  // namespace quintet
