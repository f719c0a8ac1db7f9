// An evaluation as a sum over patterns: what stands on a few cells of the board is looked up in a
// table that was learned (tools/train_evaluation.py). Integers only, so every machine says the
// same.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "../../bits.hpp"

namespace quintet::patterns {

/// The cells of a pattern, in order: the first is the least digit of its state.
using Place = std::vector<int>;

/// One table: the places where it is looked up, and the symmetries of such a place, under which
/// its values are the same, by what generates them.
struct Family {
    std::vector<Place> places;
    std::vector<Place> generators;
};

/// All permutations that some of so many cells make up, the identity first.
inline std::vector<Place> group_of(const std::vector<Place>& generators, std::size_t cells) {
    Place same(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) same[cell] = static_cast<int>(cell);
    std::vector<Place> found{same};
    for (std::size_t next = 0; next < found.size(); ++next) {
        for (const Place& generator : generators) {
            Place made(cells);
            for (std::size_t cell = 0; cell < cells; ++cell)
                made[cell] = found[next][static_cast<std::size_t>(generator[cell])];
            if (std::find(found.begin(), found.end(), made) == found.end()) found.push_back(made);
        }
    }
    return found;
}

/// The tables of a game: `Lanes` places on a board of `Cells` cells, each of which is empty (0), of
/// the side to move (1) or of the other side (2).
template <std::size_t Lanes, int Cells>
class Tables {
public:
    using Value = std::int16_t;

    /// `learned` has the entries of each family: the least states up to symmetry, in order.
    Tables(std::initializer_list<Family> families, const Value* learned) {
        std::size_t lane = 0;
        for (const Family& family : families) {
            const auto offset = static_cast<u32>(values_.size());
            for (const Place& place : family.places) {
                first_[lane] = offset;
                u32 power = 1;
                for (const int cell : place) {
                    add(static_cast<std::size_t>(cell), lane, power);
                    power *= 3;
                }
                ++lane;
            }
            learned = expand(family, learned);
        }
        counts_.assign(learned, learned + std::size_t{Cells + 1} * (Cells + 1));
    }

    /// The sum of the values of all patterns.
    int operator()(u64 own, u64 other) const {
        std::array<u32, Lanes> states = first_;
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const auto& here = spread_[chunk];
            const auto& by_own = here[own >> bits * chunk & mask];
            const auto& by_other = here[other >> bits * chunk & mask];
            for (std::size_t lane = 0; lane < Lanes; ++lane)
                states[lane] += by_own[lane] + 2 * by_other[lane];
        }
        int sum =
            counts_[static_cast<std::size_t>(count_bits(own) * (Cells + 1) + count_bits(other))];
        for (const u32 state : states) sum += values_[state];
        return sum;
    }

private:
    static constexpr std::size_t bits = 5;
    static constexpr u64 mask = (1 << bits) - 1;
    static constexpr std::size_t chunks = (Cells + bits - 1) / bits;

    /// A cell of the side to move adds so much to the state of a place.
    void add(std::size_t cell, std::size_t lane, u32 power) {
        for (u64 set = 0; set <= mask; ++set) {
            if ((set >> cell % bits & 1) != 0) spread_[cell / bits][set][lane] += power;
        }
    }

    /// Appends the values of all states of a family; returns what follows its entries.
    const Value* expand(const Family& family, const Value* learned) {
        const std::size_t cells = family.places.front().size();
        const std::vector<Place> symmetries = group_of(family.generators, cells);
        std::size_t count = 1;
        for (std::size_t cell = 0; cell < cells; ++cell) count *= 3;
        const std::size_t offset = values_.size();
        values_.resize(offset + count);
        for (std::size_t state = 0; state < count; ++state) {
            const std::size_t least = least_image(state, symmetries, cells);
            values_[offset + state] = least == state ? *learned++ : values_[offset + least];
        }
        return learned;
    }

    static std::size_t least_image(std::size_t state, const std::vector<Place>& symmetries,
                                   std::size_t cells) {
        std::array<u8, 16> digits{};
        std::size_t rest = state;
        for (std::size_t cell = 0; cell < cells; ++cell, rest /= 3)
            digits[cell] = static_cast<u8>(rest % 3);
        std::size_t least = state;
        for (const Place& symmetry : symmetries) {
            std::size_t image = 0;
            for (std::size_t cell = cells; cell-- > 0;)
                image = image * 3 + digits[static_cast<std::size_t>(symmetry[cell])];
            least = std::min(least, image);
        }
        return least;
    }

    std::array<u32, Lanes> first_{};  // where the table of each place begins
    // By five cells and which of them the side to move has: what that adds to the state of each
    // place.
    std::array<std::array<std::array<u32, Lanes>, mask + 1>, chunks> spread_{};
    std::vector<Value> values_;
    std::vector<Value> counts_;  // by how many cells are of either side
};

}  // namespace quintet::patterns
