// The planes of Cubulus as patterns of a learned evaluation.
#pragma once

#include "../../games/cubulus.hpp"
#include "patterns.hpp"

namespace quintet::cubulus {

/// The slots of the three planes at a depth, row by row: a face, or between the faces.
inline patterns::Place plane(int axis, int depth) {
    patterns::Place slots_of_it;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            const std::array<int, 3> place = axis == 0   ? std::array{depth, row, column}
                                             : axis == 1 ? std::array{row, depth, column}
                                                         : std::array{row, column, depth};
            slots_of_it.push_back(9 * place[0] + 3 * place[1] + place[2]);
        }
    }
    return slots_of_it;
}

inline const std::vector<patterns::Place> plane_symmetries{{2, 1, 0, 5, 4, 3, 8, 7, 6},
                                                           {0, 3, 6, 1, 4, 7, 2, 5, 8}};

/// All squares are on faces (CB8).
inline patterns::Family faces() {
    return {{plane(0, 0), plane(0, 2), plane(1, 0), plane(1, 2), plane(2, 0), plane(2, 2)},
            plane_symmetries};
}

inline patterns::Family middles() {
    return {{plane(0, 1), plane(1, 1), plane(2, 1)}, plane_symmetries};
}

}  // namespace quintet::cubulus
