// The positions of a strategy of Qomet.
#pragma once

#include <cstring>
#include <vector>

#include "../verdict.hpp"
#include "moves.hpp"

namespace quintet {

/// The canonical positions with seat 0 to move, in ascending order, eight bytes each, and a byte
/// for each with its plies. What can be won at once is not among them.
class QometPlans {
    using Position = Qomet::Position;

public:
    QometPlans(const Qomet::Rules& rules, const u8* positions, const u8* plies, std::size_t count)
        : rules_(rules),
          positions_(positions),
          plies_(plies),
          count_(count),
          slots_(std::bit_ceil(2 * count + 1)) {
        for (std::size_t i = 0; i < count; ++i) slots_[slot_of(at(i))] = static_cast<u32>(i + 1);
    }

    /// The verdict of a position with seat 0 to move, if it is here.
    Verdict find(const Position& position) const {
        const u32 found = slots_[slot_of(Qomet::canonical(rules_, position).word)];
        return found == 0 ? verdict::unknown : verdict::win_in(plies_[found - 1]);
    }

    std::size_t size() const { return count_; }
    Position position(std::size_t index) const { return {at(index)}; }
    int plies(std::size_t index) const { return plies_[index]; }

private:
    /// Where a position is in the slots, or an empty slot.
    std::size_t slot_of(u64 word) const {
        const std::size_t last = slots_.size() - 1;
        std::size_t slot = mix(word) & last;
        while (slots_[slot] != 0 && at(slots_[slot] - 1) != word) slot = (slot + 1) & last;
        return slot;
    }

    u64 at(std::size_t index) const {
        u64 word;
        std::memcpy(&word, positions_ + 8 * index, sizeof word);
        return word;
    }

    const Qomet::Rules rules_;
    const u8* positions_;
    const u8* plies_;
    std::size_t count_;
    std::vector<u32> slots_;  // 1 + the number of a position, or 0; hashed, half of them empty
};

}  // namespace quintet
