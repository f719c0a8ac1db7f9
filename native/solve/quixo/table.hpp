// All layers of Quixo: where each stands among the values of a table, and what numbers its boards.
//
// A board's value is a byte, its verdict; what does not fit, because the game takes long to end,
// stands in a list of its own.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "index.hpp"

namespace quintet {

/// The verdicts of a layer, by the number of the board.
struct QuixoValues {
    const u8* bytes = nullptr;
    const u64* late = nullptr;  // what does not fit into a byte: number * 2^16 + verdict, ascending
    u64 late_count = 0;

    static constexpr u8 is_late = 254;
    static constexpr u8 is_empty = 255;

    /// Unknown where no board has this number, or where a damaged list lacks it.
    constexpr Verdict operator[](u64 number) const {
        const u8 byte = bytes[number];
        if (byte < is_late) return byte;
        if (byte == is_empty) return verdict::unknown;
        // By hand, since compilers for devices get std::lower_bound wrong without a word.
        u64 first = 0;
        for (u64 size = late_count; size > 0; size /= 2) {
            const u64 middle = first + size / 2;
            if (late[middle] < number << 16) {
                first = middle + 1;
                --size;
            }
        }
        if (first == late_count || late[first] >> 16 != number) return verdict::unknown;
        return static_cast<Verdict>(late[first]);
    }
};

template <int Size>
class QuixoTable {
public:
    using Board = QuixoBoard<Size>;
    using Index = QuixoIndex<Size>;

    /// How many numbers a layer has.
    static u64 layer_size(int own, int other) {
        return orbit_count(own) * subset_count(Board::cells - own, other);
    }

    /// The size of the values of all layers with at most so many blanks.
    static u64 bytes(int max_blanks) {
        u64 sum = 0;
        for (int blanks = 0; blanks <= max_blanks; ++blanks) {
            const int marked = Board::cells - blanks;
            for (int own = 0; own <= marked; ++own) sum += layer_size(own, marked - own);
        }
        return sum;
    }

    QuixoTable(const u8* values, int max_blanks) : max_blanks_(max_blanks) {
        // Layers with fewer blanks come first, then those with fewer cubes of the side to move.
        for (int marked = Board::cells; marked >= Board::cells - max_blanks; --marked) {
            for (int own = 0; own <= marked; ++own) {
                layers_[at(own)][at(marked - own)].bytes = values;
                values += layer_size(own, marked - own);
            }
        }
    }

    void set_late(int own, int other, const u64* late, u64 count) {
        layers_[at(own)][at(other)].late = late;
        layers_[at(own)][at(other)].late_count = count;
    }

    const QuixoValues& layer(int own, int other) const { return layers_[at(own)][at(other)]; }

    /// What numbers a layer's boards. It is worked out when it is first asked for.
    Index index(int own, int other) const {
        const Orbits& orbits = orbits_of(own);
        return {&numbers_,           &symmetries_,        orbits.entries.data(),
                orbits.least.data(), orbits.least.size(), arrangements[at(own)][at(other)]};
    }

    Verdict operator()(const typename Board::Game::Position& position) const {
        const u64 cubes = Board::of(position);
        const int own = std::popcount(Board::own(cubes));
        const int other = std::popcount(Board::other(cubes));
        // A game that is over needs no layer.
        if (Board::cells - own - other > max_blanks_) return Board::end(cubes);
        return checked(layer(own, other)[index(own, other)(cubes)]);
    }

    /// The verdicts of `count` positions, `position_at(0)` and so on. The places of a group are
    /// worked out before the first of them is read, so that memory is asked for all at once.
    template <class PositionAt>
    void look_up(std::size_t count, const PositionAt& position_at, Verdict* out) const {
        std::array<Place, group_size> group;
        for (std::size_t first = 0; first < count; first += group_size) {
            const std::size_t size = std::min(group_size, count - first);
            for (std::size_t i = 0; i < size; ++i) group[i] = place_of(position_at(first + i));
            for (std::size_t i = 0; i < size; ++i) {
                const Place& place = group[i];
                out[first + i] =
                    place.layer == nullptr ? place.end : checked((*place.layer)[place.number]);
            }
        }
    }

private:
    static constexpr std::size_t group_size = 32;

    static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

    /// Where a position's verdict stands; without a layer, what is known of it.
    struct Place {
        const QuixoValues* layer;
        u64 number;
        Verdict end;
    };

    Place place_of(const typename Board::Game::Position& position) const {
        const u64 cubes = Board::of(position);
        const int own = std::popcount(Board::own(cubes));
        const int other = std::popcount(Board::other(cubes));
        if (Board::cells - own - other > max_blanks_) return {nullptr, 0, Board::end(cubes)};
        const QuixoValues& values = layer(own, other);
        const u64 number = index(own, other)(cubes);
        prefetch(values.bytes + number);
        return {&values, number, verdict::unknown};
    }

    /// Every board of a layer has a value, and no game of Quixo ends without a winner (QX5).
    static constexpr Verdict checked(Verdict found) {
        const bool possible = found == verdict::draw || verdict::is_decided(found);
        return possible ? found : verdict::damaged;
    }

    /// How many arrangements the other's cubes have, by how many cubes both sides have.
    static constexpr auto arrangements = [] {
        std::array<std::array<u64, Board::cells + 1>, Board::cells + 1> made{};
        for (int own = 0; own <= Board::cells; ++own) {
            for (int other = 0; other <= Board::cells - own; ++other) {
                made[static_cast<std::size_t>(own)][static_cast<std::size_t>(other)] =
                    subset_count(Board::cells - own, other);
            }
        }
        return made;
    }();

    struct Orbits {
        std::once_flag made;
        std::vector<u32> entries;
        std::vector<u32> least;
    };

    /// How many sets of cells of a size there are up to symmetry: the mean, over all symmetries, of
    /// how many stay as they are, and those are made of whole cycles.
    static u64 orbit_count(int size) {
        u64 sum = 0;
        for (int symmetry = 0; symmetry < Board::symmetry_count; ++symmetry) {
            std::array<u64, Board::cells + 1> kept{1};  // by size
            for (u64 left = Board::all; left != 0;) {
                int length = 0;
                const u64 first = left & -left;
                for (u64 cell = first; length == 0 || cell != first; ++length) {
                    left &= ~cell;
                    cell = Board::moved(cell, symmetry);
                }
                for (int total = Board::cells; total >= length; --total) {
                    kept[at(total)] += kept[at(total - length)];
                }
            }
            sum += kept[at(size)];
        }
        return sum / Board::symmetry_count;
    }

    const Orbits& orbits_of(int size) const {
        Orbits& orbits = orbits_[at(size)];
        std::call_once(orbits.made, [&] { find_orbits(size, orbits); });
        return orbits;
    }

    /// In ascending order the least of an orbit comes first.
    void find_orbits(int size, Orbits& orbits) const {
        const u64 count = subset_count(Board::cells, size);
        orbits.entries.resize(count);
        orbits.least.reserve(orbit_count(size));
        u32 set = (1U << size) - 1;
        for (u64 number = 0; number < count; ++number, set = next_subset(set)) {
            u32 least = set;
            u32 to_least = 0;
            u32 stabilizer = 0;
            for (int symmetry = 1; symmetry < Board::symmetry_count; ++symmetry) {
                const u32 image = symmetries_(set, symmetry);
                if (image == set) stabilizer |= 1U << (Index::stabilizer_shift + symmetry - 1);
                if (image < least) {
                    least = image;
                    to_least = static_cast<u32>(symmetry);
                }
            }
            u32 entry = static_cast<u32>(orbits.least.size()) << Index::orbit_shift | stabilizer;
            if (least == set) {
                orbits.least.push_back(set);
            } else {
                entry = orbits.entries[numbers_(least)] | to_least;
            }
            orbits.entries[number] = entry;
        }
    }

    int max_blanks_;
    SubsetNumbers numbers_;
    QuixoSymmetries<Size> symmetries_;
    std::array<std::array<QuixoValues, Board::cells + 1>, Board::cells + 1> layers_{};
    mutable std::array<Orbits, Board::cells + 1> orbits_;
};

}  // namespace quintet
