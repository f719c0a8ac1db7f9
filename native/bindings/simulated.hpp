// What the bindings of `quintet.env` share: arrays that Python allocates, and their checks.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "../env/simulator.hpp"
#include "position.hpp"

namespace quintet {

template <class Scalar, int Dimensions>
using Array = nanobind::ndarray<Scalar, nanobind::ndim<Dimensions>, nanobind::c_contig,
                                nanobind::device::cpu>;

using States = Array<const u64, 2>;

/// A simulator of a variant. Variants are kept until the process ends.
struct Simulated {
    std::shared_ptr<Simulator> simulator;
    int sides;
};

inline void check(bool fits) {
    if (!fits) throw nanobind::value_error("the arrays do not fit the game");
}

template <class Given>
void check_rows(const Given& array, std::size_t rows, int columns) {
    check(array.shape(0) == rows);
    if (array.ndim() == 2) check(array.shape(1) == static_cast<std::size_t>(columns));
}

/// Checks the shape of states; returns how many there are. All but `first_unsound` expect sound
/// ones.
inline std::size_t check_states(const Simulator& simulator, const States& states) {
    check(states.shape(1) == static_cast<std::size_t>(simulator.sizes.words));
    return states.shape(0);
}

}  // namespace quintet
