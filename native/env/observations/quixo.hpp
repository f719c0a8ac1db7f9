// What an agent sees of Quixo.
#pragma once

#include "../../games/quixo.hpp"
#include "../observation.hpp"

namespace quintet {

template <int Size, int Players>
struct Observation<Quixo<Size, Players>> {
    using G = Quixo<Size, Players>;

    static constexpr int planes = Players == 2 ? 2 : 5;
    static constexpr std::array<int, max_fields> field_limits{Players - 1};

    /// Cubes that show a symbol never lose it (QX3).
    static constexpr int progress(const typename G::Position& position) {
        return count_bits(position.cubes & halves((1ULL << G::cell_count) - 1));
    }

    template <class Out>
    static constexpr void write(const typename G::Rules&, const typename G::Position& position,
                                int viewer, Out* out) {
        PlaneWriter<G::cell_count, Out> plane(out);
        constexpr u64 board = (1ULL << G::cell_count) - 1;
        const u64 own = position.cubes >> (32 * (viewer & 1)) & board;
        const u64 other = position.cubes >> (32 - 32 * (viewer & 1)) & board;
        if constexpr (Players == 2) {
            plane.cells(own);
            plane.cells(other);
        } else {
            // QX9: a dot says which of the two partners may take the cube. The seats go round:
            // viewer, next, partner, previous.
            const u64 dots = position.dots;
            const u64 mine = viewer < 2 ? ~dots : dots;
            const int next_seat = (viewer + 1) & 3;
            const u64 nexts = next_seat < 2 ? ~dots : dots;
            plane.cells(own & mine);
            plane.cells(other & nexts);
            plane.cells(own & ~mine);
            plane.cells(other & ~nexts);
            plane.everywhere(count_bits(own | other) < 4);  // QX11: the first round
        }
    }
};

}  // namespace quintet
