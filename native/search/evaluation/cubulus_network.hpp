// The evaluation of Cubulus for two that was learned: a small network (tools/train_cubulus.py).
//
// A filter has a weight for each colour in each slot, and is about a block (CB8) or about a face.
// It looks at the cube in all its orientations, so that positions that are the same up to symmetry
// are evaluated alike. What it finds there, squared, is summed, and a hidden layer makes points of
// those sums. Integers only, so every machine says the same.
#pragma once

#include <algorithm>
#include <vector>

#include "../../games/cubulus.hpp"
#include "vector.hpp"

namespace quintet::cubulus {

class Network {
    // About blocks, and as many about faces. Those of a kind are looked at side by side, one
    // orientation after another.
    static constexpr std::size_t side_by_side = 8;
    static constexpr std::size_t filters = 2 * side_by_side;
    static constexpr std::size_t hidden_units = 16;
    static constexpr std::size_t block_lanes = 24 * side_by_side;
    static constexpr std::size_t lanes = block_lanes + 6 * side_by_side;
    static constexpr std::size_t bits = 7;
    static constexpr std::size_t chunks = 4;
    static constexpr u64 mask = (1 << bits) - 1;
    static constexpr int max_changes = 6;  // more take longer than to look anew

    // Fixed-point numbers: 1 is 256 in a lane, 64 in a sum, 4096 in a weight of the hidden layer,
    // 64 in a hidden unit, and 16 in a weight of points.
    static constexpr std::int16_t one = 256;
    static constexpr int found_shift = 10;
    static constexpr std::int32_t hidden_one = 64 * 4096;
    static constexpr int hidden_shift = 12;
    static constexpr int constant_shift = 6;
    static constexpr int points_shift = 10;

public:
    using Value = std::int16_t;

    /// `learned` has, for each filter, the weights of the three colours and a constant; then the
    /// weights and constants of the hidden layer, the weights of points of filters and of hidden
    /// units, and a constant.
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
        constant_ = *learned * (1 << constant_shift);
    }

    /// What the filters found in the position that was looked at last. One that is looked at next
    /// mostly differs from it in a few slots.
    class Memory {
        friend Network;
        std::array<u64, 3> colours_{};
        Value sums_[lanes];
        bool empty_ = true;
    };

    /// The points of a position by the balls of three colours, that of the seat itself first.
    int operator()(const std::array<u64, 3>& colours, Memory& memory) const {
        std::int32_t found[filters];
        look(colours, memory, found);
        auto hidden = HiddenUnits::of(hidden_constants_.data());
        std::int32_t points = constant_;
        for (std::size_t filter = 0; filter < filters; ++filter) {
            points += found[filter] * direct_[filter];
            hidden.add(HiddenUnits::of(hidden_[filter].data()), found[filter]);
        }
        hidden.clamp(0, hidden_one);
        hidden.shift_right(hidden_shift);
        std::int32_t units[hidden_units];
        hidden.write(units);
        for (std::size_t i = 0; i < hidden_units; ++i) points += units[i] * points_[i];
        return points >> points_shift;
    }

private:
    using Row = std::array<Value, lanes>;
    using Lanes = Vector<Value, side_by_side>;
    using HiddenUnits = Vector<std::int32_t, hidden_units>;

    /// Brings the memory to a position: slot by slot, or at once where too many have changed.
    /// `found` is what each filter found.
    void look(const std::array<u64, 3>& colours, Memory& memory, std::int32_t* found) const {
        std::array<u64, 3> changed;
        int changes = 0;
        for (std::size_t colour = 0; colour < 3; ++colour) {
            changed[colour] = colours[colour] ^ memory.colours_[colour];
            changes += count_bits(changed[colour]);
        }
        std::array<const Value*, 3 * chunks> rows;
        std::size_t count = 0;
        if (memory.empty_ || changes > max_changes) {
            std::copy_n(first_.data(), lanes, memory.sums_);
            for (std::size_t colour = 0; colour < 3; ++colour) {
                for (std::size_t chunk = 0; chunk < chunks; ++chunk)
                    rows[count++] =
                        rows_[colour][chunk][colours[colour] >> bits * chunk & mask].data();
            }
        } else {
            for (std::size_t colour = 0; colour < 3; ++colour) {
                each_bit(changed[colour], [&](int slot) {
                    const bool comes = (colours[colour] >> slot & 1) != 0;
                    rows[count++] = slots_[comes][colour][static_cast<std::size_t>(slot)].data();
                });
            }
            while (count % 2 != 0 || count == 0) rows[count++] = nothing_.data();
        }
        if (count == 2) add_rows<2>(rows.data(), memory.sums_, found);
        if (count == 4) add_rows<4>(rows.data(), memory.sums_, found);
        if (count == 6) add_rows<6>(rows.data(), memory.sums_, found);
        if (count == rows.size()) add_rows<rows.size()>(rows.data(), memory.sums_, found);
        memory.colours_ = colours;
        memory.empty_ = false;
    }

    template <std::size_t Count>
    static void add_rows(const Value* const* rows, Value* sums, std::int32_t* found) {
        add_some<Count, 0, block_lanes>(rows, sums, found);
        add_some<Count, block_lanes, lanes>(rows, sums, found + side_by_side);
    }

    /// Adds rows to lanes of filters of a kind. What lies between 0 and 1 there, squared, is
    /// summed: in two sums, so that one need not wait for the other.
    template <std::size_t Count, std::size_t First, std::size_t Last>
    static void add_some(const Value* const* rows, Value* sums, std::int32_t* found) {
        Vector<std::int32_t, side_by_side> squares[2];
        for (std::size_t lane = First; lane < Last; lane += side_by_side) {
            auto sum = Lanes::of(sums + lane);
            for (std::size_t i = 0; i < Count; ++i) sum.add(Lanes::of(rows[i] + lane));
            sum.write(sums + lane);
            sum.clamp(0, one);
            squares[lane / side_by_side % 2].add(sum.template squared<std::int32_t>());
        }
        squares[0].add(squares[1]);
        squares[0].shift_right(found_shift);
        squares[0].write(found);
    }

    /// Adds the filters of a kind; returns what follows their numbers.
    const Value* add_filters(const Value* learned, const std::vector<std::size_t>& seen,
                             std::size_t lane) {
        for (std::size_t filter = 0; filter < side_by_side; ++filter, ++lane) {
            const Value* constant = learned + 3 * slots;
            for (std::size_t i = 0; i < seen.size(); ++i) {
                const std::size_t its = lane + i * side_by_side;
                first_[its] = *constant;
                for (std::size_t input = 0; input < 3 * slots; ++input)
                    add(input / slots, image(input % slots, seen[i]), its, learned[input]);
            }
            learned = constant + 1;
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
        slots_[true][colour][slot][lane] = weight;
        slots_[false][colour][slot][lane] = static_cast<Value>(-weight);
        auto& here = rows_[colour][slot / bits];
        for (u64 set = 0; set <= mask; ++set) {
            if ((set >> slot % bits & 1) != 0)
                here[set][lane] = static_cast<Value>(here[set][lane] + weight);
        }
    }

    Row first_{};
    // What it adds that a ball of a colour leaves a slot, or comes to it.
    std::array<std::array<std::array<Row, slots>, 3>, 2> slots_{};
    Row nothing_{};
    // By colour, seven slots and which of them have balls of that colour.
    std::array<std::array<std::array<Row, mask + 1>, chunks>, 3> rows_{};
    std::array<std::array<std::int32_t, hidden_units>, filters> hidden_{};
    std::array<std::int32_t, hidden_units> hidden_constants_{};
    std::array<std::int32_t, filters> direct_{};
    std::array<std::int32_t, hidden_units> points_{};
    std::int32_t constant_ = 0;
};

inline const Network& network() {
    static constexpr Network::Value learned[] = {
#include "learned/cubulus.inc"
    };
    static const Network made(learned);
    return made;
}

}  // namespace quintet::cubulus
