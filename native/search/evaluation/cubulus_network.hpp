// An evaluation of Cubulus that was learned: a small network (tools/train_cubulus.py).
//
// A filter has a weight for each colour in each slot, and is about a block (CB8) or about a face. It
// looks at the cube in all its orientations, so that positions that are the same up to symmetry are
// evaluated alike. What it finds there, squared, is summed, and a hidden layer makes points of those
// sums. Integers only, so every machine says the same.
#pragma once

#include <algorithm>
#include <vector>

#include "../../games/cubulus.hpp"

namespace quintet::cubulus {

/// `Views` is how many ways there are to look at a position: by how many seats are to move before
/// the one whose chances are asked for.
template <std::size_t Views>
class Network {
public:
    using Value = std::int16_t;

    /// `learned` has, for each filter, the weights of the three colours and a constant for each view;
    /// then the weights and constants of the hidden layer, the weights of points of filters and of
    /// hidden units, and a constant for each view.
    explicit Network(const Value* learned) {
        constexpr u64 block = 0033;
        constexpr u64 face = 0777;
        learned = add_filters(learned, orientations(block), 0);
        learned = add_filters(learned, orientations(face), block_lanes);
        for (auto& row : hidden_)
            for (auto& weight : row) weight = *learned++;
        for (auto& constant : hidden_constants_) constant = *learned++ * (1 << constant_shift);
        for (auto& weight : direct_) weight = *learned++;
        for (auto& weight : points_) weight = *learned++;
        for (auto& constant : constants_) constant = *learned++ * (1 << constant_shift);
    }

    /// The points of a position by the balls of three colours, that of the seat itself first.
    int operator()(const std::array<u64, 3>& colours, std::size_t view) const {
        Value clipped[lanes];
        look(colours, view, clipped);
        std::int32_t found[filters] = {};
        add_squares<0, block_lanes>(clipped, found);
        add_squares<block_lanes, lanes>(clipped, found + side_by_side);
        std::int32_t hidden[hidden_units];
        for (std::size_t i = 0; i < hidden_units; ++i) hidden[i] = hidden_constants_[i];
        std::int32_t points = constants_[view];
        for (std::size_t filter = 0; filter < filters; ++filter) {
            const std::int32_t sum = found[filter] >> found_shift;
            points += sum * direct_[filter];
            for (std::size_t i = 0; i < hidden_units; ++i) hidden[i] += sum * hidden_[filter][i];
        }
        for (std::size_t i = 0; i < hidden_units; ++i)
            points += (std::clamp(hidden[i], 0, hidden_one) >> hidden_shift) * points_[i];
        return points >> points_shift;
    }

private:
    // Eight filters of either kind are looked at side by side, one orientation after another.
    static constexpr std::size_t side_by_side = 8;
    static constexpr std::size_t filters = 2 * side_by_side;
    static constexpr std::size_t hidden_units = 16;
    static constexpr std::size_t block_lanes = 24 * side_by_side;
    static constexpr std::size_t lanes = block_lanes + 6 * side_by_side;
    static constexpr std::size_t bits = 7;
    static constexpr std::size_t chunks = 4;
    static constexpr u64 mask = (1 << bits) - 1;

    // Fixed-point numbers: 1 is 256 in a lane, 64 in a sum, 4096 in a weight of the hidden layer, 64
    // in a hidden unit, and 16 in a weight of points.
    static constexpr Value one = 256;
    static constexpr int found_shift = 10;
    static constexpr std::int32_t hidden_one = 64 * 4096;
    static constexpr int hidden_shift = 12;
    static constexpr int constant_shift = 6;
    static constexpr int points_shift = 10;

    using Row = std::array<Value, lanes>;

    /// What the filters find, cut to what lies between 0 and 1.
    void look(const std::array<u64, 3>& colours, std::size_t view, Value* clipped) const {
        std::array<const Value*, 3 * chunks> rows;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t chunk = i % chunks;
            rows[i] = rows_[i / chunks][chunk][colours[i / chunks] >> bits * chunk & mask].data();
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            Value sum = first_[view][lane];
            for (const Value* row : rows) sum = static_cast<Value>(sum + row[lane]);
            clipped[lane] = std::min<Value>(std::max<Value>(sum, 0), one);
        }
    }

    template <std::size_t First, std::size_t Last>
    static void add_squares(const Value* clipped, std::int32_t* found) {
        for (std::size_t lane = First; lane < Last; lane += side_by_side) {
            for (std::size_t i = 0; i < side_by_side; ++i)
                found[i] += std::int32_t{clipped[lane + i]} * clipped[lane + i];
        }
    }

    /// Adds eight filters; returns what follows their numbers.
    const Value* add_filters(const Value* learned, const std::vector<std::size_t>& seen,
                             std::size_t lane) {
        for (std::size_t filter = 0; filter < side_by_side; ++filter, ++lane) {
            const Value* constants = learned + 3 * slots;
            for (std::size_t i = 0; i < seen.size(); ++i) {
                const std::size_t its = lane + i * side_by_side;
                for (std::size_t view = 0; view < Views; ++view)
                    first_[view][its] = constants[view];
                for (std::size_t input = 0; input < 3 * slots; ++input)
                    add(input / slots, image(input % slots, seen[i]), its, learned[input]);
            }
            learned = constants + Views;
        }
        return learned;
    }

    static std::size_t image(std::size_t slot, std::size_t symmetry) {
        return static_cast<std::size_t>(lowest_bit(images(1ULL << slot)[symmetry]));
    }

    /// The symmetries that show some slots everywhere they can be.
    static std::vector<std::size_t> orientations(u64 about) {
        const auto seen = images(about);
        std::vector<std::size_t> found;
        for (std::size_t symmetry = 0; symmetry < symmetries; ++symmetry) {
            const auto same = [&](std::size_t other) { return seen[other] == seen[symmetry]; };
            if (std::none_of(found.begin(), found.end(), same)) found.push_back(symmetry);
        }
        return found;
    }

    /// A ball in a slot adds so much to a lane.
    void add(std::size_t colour, std::size_t slot, std::size_t lane, Value weight) {
        auto& here = rows_[colour][slot / bits];
        for (u64 set = 0; set <= mask; ++set) {
            if ((set >> slot % bits & 1) != 0)
                here[set][lane] = static_cast<Value>(here[set][lane] + weight);
        }
    }

    std::array<Row, Views> first_{};
    // By colour, seven slots and which of them have balls of that colour.
    std::array<std::array<std::array<Row, mask + 1>, chunks>, 3> rows_{};
    std::array<std::array<std::int32_t, hidden_units>, filters> hidden_{};
    std::array<std::int32_t, hidden_units> hidden_constants_{};
    std::array<std::int32_t, filters> direct_{};
    std::array<std::int32_t, hidden_units> points_{};
    std::array<std::int32_t, Views> constants_{};
};

}  // namespace quintet::cubulus
