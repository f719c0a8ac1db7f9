// What an agent sees of Quantik.
#pragma once

#include "../../games/quantik.hpp"
#include "../observation.hpp"

namespace quintet {

template <>
struct Observation<Quantik> {
    static constexpr int planes = 16;
    static constexpr std::array<int, max_fields> field_limits{};

    template <class Out>
    static constexpr void write(const Quantik::Rules&, const Quantik::Position& position,
                                int viewer, Out* out) {
        PlaneWriter<Quantik::cell_count, Out> plane(out);
        const auto own = static_cast<std::size_t>(viewer);
        const std::array<u64, 2> sides{position.pieces[own], position.pieces[1 - own]};
        for (const u64 side : sides) {
            for (int lane = 0; lane < 64; lane += 16) plane.cells(side >> lane & 0xffff);
        }
        for (const u64 side : sides) {
            for (int lane = 0; lane < 64; lane += 16) {
                plane.everywhere(count_bits(side >> lane & 0xffff) < 2);  // QK1: a piece is left
            }
        }
    }
};

}  // namespace quintet
