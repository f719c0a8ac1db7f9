// What an agent sees of Cubulus.
#pragma once

#include "../../games/cubulus.hpp"
#include "../observation.hpp"

namespace quintet {

template <int Players>
struct Observation<Cubulus<Players>> {
    using G = Cubulus<Players>;

    static constexpr int planes = 8;
    static constexpr std::array<int, max_fields> field_limits{Players - 1, cubulus::facelets};

    /// Balls never leave the cube (CB4, CB5).
    static constexpr int progress(const typename G::Position& position) {
        return count_bits(G::occupied(position));
    }

    template <class Out>
    static constexpr void write(const typename G::Rules&, const typename G::Position& position,
                                int viewer, Out* out) {
        PlaneWriter<G::cell_count, Out> plane(out);
        // Clockwise from the viewer; of two players, the neutral balls are the last.
        const int next = (viewer + 1) % Players;
        const int last = Players == 2 ? 2 : (viewer + 2) % Players;
        const std::array<u64, 3> balls{G::own(position, viewer), G::own(position, next),
                                       G::own(position, last)};
        for (const u64 set : balls) plane.cells(set);
        for (const u64 set : balls) plane.everywhere(count_bits(set) < G::balls);  // CB7, CB2
        // CB6: the turn that would undo the last one, by both ends of its row.
        const int banned = static_cast<int>(position.rest >> G::ban_shift);
        const cubulus::Row row = banned == 0 ? cubulus::Row{} : cubulus::row_at(banned - 1);
        plane.cells(banned == 0 ? 0 : 1ULL << row.first);
        plane.cells(banned == 0 ? 0 : 1ULL << row.last());
    }
};

}  // namespace quintet
