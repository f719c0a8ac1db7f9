// Subsets of up to 25 things as words, numbered among those of their size in ascending order.
#pragma once

#include "../bits.hpp"

namespace quintet {

inline constexpr int max_things = 25;

/// A subset of `things`, as a subset of as many things as these are.
constexpr u32 gathered(u32 subset, u32 things) {
#if defined(__CUDA_ARCH__)
    // A device has no instruction for it, and registers of half a word.
    u32 found = 0;
    for (u32 left = subset; left != 0; left &= left - 1) {
        found |= 1U << __builtin_popcount(things & ((left & -left) - 1));
    }
    return found;
#else
    return static_cast<u32>(gather_bits(subset, things));
#endif
}

/// How many subsets of a size there are.
constexpr u64 subset_count(int things, int size) {
    if (size < 0 || size > things) return 0;
    u64 count = 1;
    for (int i = 1; i <= size; ++i) {
        count = count * static_cast<u64>(things - size + i) / static_cast<u64>(i);
    }
    return count;
}

/// The next larger word with as many bits.
constexpr u32 next_subset(u32 subset) {
    if (subset == 0) return 0;
    const u32 lowest = subset & -subset;
    const u32 carried = subset + lowest;
    return carried | (subset ^ carried) >> (2 + lowest_bit(subset));
}

/// The numbers of subsets, found in two steps: what the lower things add, and what the upper ones
/// add, which depends on how many lower ones there are.
class SubsetNumbers {
public:
    constexpr SubsetNumbers() {
        for (int size = 0; size <= max_things; ++size) {
            for (int thing = 0; thing < max_things; ++thing) {
                below_[static_cast<std::size_t>(size)][static_cast<std::size_t>(thing)] =
                    static_cast<u32>(subset_count(thing, size));
            }
        }
        for (u32 part = 0; part < lower_.size(); ++part) lower_[part] = added(part, 0, 0);
        for (int below = 0; below <= lower_things; ++below) {
            auto& row = upper_[static_cast<std::size_t>(below)];
            for (u32 part = 0; part < row.size(); ++part) {
                row[part] = added(part, lower_things, below);
            }
        }
    }

    constexpr u32 operator()(u32 subset) const {
        const u32 lower = subset & ((1U << lower_things) - 1);
        return lower_[lower] +
               upper_[static_cast<std::size_t>(count_bits(lower))][subset >> lower_things];
    }

    /// The subset with this number: the way back.
    constexpr u32 subset(u32 number, int size) const {
        u32 found = 0;
        std::size_t thing = max_things;
        for (; size > 0; --size) {
            const auto& below = below_[static_cast<std::size_t>(size)];
            do --thing;
            while (below[thing] > number);
            number -= below[thing];
            found |= 1U << thing;
        }
        return found;
    }

private:
    static constexpr int lower_things = 13;

    constexpr u32 added(u32 part, int first_thing, int below) const {
        u32 sum = 0;
        each_bit(part, [&](int place) {
            sum += below_[static_cast<std::size_t>(++below)]
                         [static_cast<std::size_t>(first_thing + place)];
        });
        return sum;
    }

    std::array<std::array<u32, max_things>, max_things + 1> below_{};  // by size, by greatest
    std::array<u32, 1 << lower_things> lower_{};
    std::array<std::array<u32, 1 << (max_things - lower_things)>, lower_things + 1> upper_{};
};

}  // namespace quintet
