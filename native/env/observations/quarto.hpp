// What an agent sees of Quarto. The sides share all pieces, so that only the calls that were used
// up have an owner.
#pragma once

#include "../../games/quarto.hpp"
#include "../observation.hpp"

namespace quintet {

template <bool Spoken, int Common>
struct Observation<Quarto<Spoken, Common>> {
    using G = Quarto<Spoken, Common>;

    static constexpr int planes = Spoken ? 35 : 32;
    static constexpr std::array<int, max_fields> field_limits{16, 16, 3, 19};

    template <class Out>
    static constexpr void write(const typename G::Rules&, const typename G::Position& position,
                                int viewer, Out* out) {
        PlaneWriter<G::cell_count, Out> plane(out);
        const u64 state = position.state;
        const u64 occupied = G::occupied(state);
        for (int lane = 0; lane < 64; lane += 16) {
            const u64 second = position.features >> lane & 0xffff;
            plane.cells(occupied & ~second);
            plane.cells(second);
        }
        const u64 hand = G::hand(state);
        for (int feature = 0; feature < 4; ++feature) {
            const bool second = ((hand - 1) >> feature & 1) != 0;
            plane.everywhere(hand != 0 && !second);
            plane.everywhere(hand != 0 && second);
        }
        for (int piece = 0; piece < 16; ++piece) {
            plane.everywhere((G::pool(state) >> piece & 1) != 0);
        }
        if constexpr (Spoken) {
            plane.cells((1ULL << (state >> G::last_at & 31)) >> 1);
            plane.everywhere((state >> (G::used_at + viewer) & 1) != 0);
            plane.everywhere((state >> (G::used_at + 1 - viewer) & 1) != 0);
        }
    }
};

}  // namespace quintet
