// What the shape of a position of Qomet tells: that a strategy cannot have it.
#pragma once

#include "glance.hpp"
#include "plans.hpp"

namespace quintet {

/// A shape is a number that symmetry does not change: how many stars of both sides stand on the
/// corners and on the mid-sides of every ring and in the centre, mixed. Most positions have one
/// that nothing in the strategy has, and need not be looked for.
class QometShapes {
public:
    // What is possible for the side to move, seat 0, if it cannot win at once.
    static constexpr u32 may_win = 1;   // the position may be in the strategy
    static constexpr u32 may_lose = 2;  // it may lose by it, though nothing is threatened

    explicit QometShapes(const QometPlans& plans) {
        for (std::size_t i = 0; i < plans.size(); ++i) mark(plans.position(i).word, may_win);
        for (std::size_t i = 0; i < plans.size(); ++i) mark_before(plans, plans.position(i).word);
    }

    /// What is possible in a position of a shape, with seat 0 to move.
    u32 marks(u32 shape) const {
        return static_cast<u32>(marks_[shape / 32] >> (2 * (shape % 32)) & 3);
    }

private:
    u32 marks_of(u64 word) const { return marks(QometGlance(word).shape); }

    void mark(u64 word, u64 kind) {
        const u32 shape = QometGlance(word).shape;
        marks_[shape / 32] |= kind << (2 * (shape % 32));
    }

    /// Marks the positions from where the side that is not to move may have come, if its move left
    /// the other side's stars alone and the other side could not win at once. If it placed a star,
    /// the strategy has to cover all its placements.
    void mark_before(const QometPlans& plans, u64 word) {
        const u64 stars = Qomet::exchanged({word}).word & Qomet::both_points;
        const u64 own = stars & Qomet::points;
        const u64 free = ~(own | stars >> 32) & Qomet::points;
        const int count = count_bits(own);
        each_bit(own, [&](int from) {
            const u64 before = stars & ~(1ULL << from);
            if (count <= Qomet::stars_of_a_side && (marks_of(before) & may_lose) == 0 &&
                has_all_placements(plans, before, free | 1ULL << from))
                mark(before, may_lose);
            if (count < Qomet::stars_of_a_side) return;
            each_bit(free, [&](int to) { mark(before | 1ULL << to, may_lose); });
        });
    }

    bool has_all_placements(const QometPlans& plans, u64 stars, u64 free) const {
        for (; free != 0; free &= free - 1) {
            const u64 placed = stars | (free & -free);
            const u64 seen = placed >> 32 | placed << 32;
            if ((marks_of(seen) & may_win) == 0 || plans.find({seen}) == verdict::unknown)
                return false;
        }
        return true;
    }

    std::array<u64, (1 << QometGlance::shape_bits) / 32> marks_{};
};

}  // namespace quintet
