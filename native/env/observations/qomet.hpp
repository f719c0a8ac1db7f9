// What an agent sees of Qomet.
#pragma once

#include "../../games/qomet.hpp"
#include "../observation.hpp"

namespace quintet {

template <>
struct Observation<Qomet> {
    static constexpr int planes = 6;
    static constexpr std::array<int, max_fields> field_limits{1, 96};

    template <class Out>
    static constexpr void write(const Qomet::Rules&, const Qomet::Position& position, int viewer,
                                Out* out) {
        PlaneWriter<Qomet::cell_count, Out> plane(out);
        constexpr u64 points = (1ULL << Qomet::cell_count) - 1;
        const u64 own = position.word >> (32 * viewer) & points;
        const u64 other = position.word >> (32 - 32 * viewer) & points;
        plane.cells(own);
        plane.cells(other);
        plane.everywhere(count_bits(own) < Qomet::stars_of_a_side);  // QM2: stars in reserve
        plane.everywhere(count_bits(other) < Qomet::stars_of_a_side);
        // QM7: the slide that would push back.
        const int banned = static_cast<int>(position.word >> 57);
        const auto step =
            banned == 0 ? qomet::Step{} : qomet::step(qomet::first_slide - 1 + banned);
        plane.cells(step.from);
        plane.cells(step.to);
    }
};

}  // namespace quintet
