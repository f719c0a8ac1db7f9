// The lines of Quixo as patterns of a learned evaluation.
#pragma once

#include "patterns.hpp"

namespace quintet::quixo {

inline constexpr std::int16_t learned_values[] = {
#include "learned/quixo.inc"
};

/// The cell in a line at a distance from one of the four sides.
inline int cell_from_side(int side, int line, int at) {
    const int row = side % 2 == 0 ? line : 4 - line;
    return side < 2 ? 5 * row + at : 5 * at + row;
}

/// A line and the next one, as seen from each side.
inline patterns::Family two_lines(int line) {
    patterns::Family made{{}, {{4, 3, 2, 1, 0, 9, 8, 7, 6, 5}}};
    for (int side = 0; side < 4; ++side) {
        patterns::Place place;
        for (int i = 0; i < 10; ++i) place.push_back(cell_from_side(side, line + i / 5, i % 5));
        made.places.push_back(place);
    }
    return made;
}

/// The nine cells in each corner.
inline patterns::Family corners() {
    patterns::Family made{{}, {{0, 3, 6, 1, 4, 7, 2, 5, 8}}};
    for (int corner = 0; corner < 4; ++corner) {
        patterns::Place place;
        for (int i = 0; i < 9; ++i) {
            const int row = corner % 2 == 0 ? i / 3 : 4 - i / 3;
            const int column = corner < 2 ? i % 3 : 4 - i % 3;
            place.push_back(5 * row + column);
        }
        made.places.push_back(place);
    }
    return made;
}

inline patterns::Family diagonals() {
    return {{{0, 6, 12, 18, 24}, {4, 8, 12, 16, 20}}, {{4, 3, 2, 1, 0}}};
}

using Learned = patterns::Tables<14, 25>;

inline const Learned& learned() {
    static const Learned tables({two_lines(0), two_lines(1), corners(), diagonals()},
                                learned_values);
    return tables;
}

}  // namespace quintet::quixo
