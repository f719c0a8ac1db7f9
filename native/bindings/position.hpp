// What the classes of the Python module hold.
#pragma once

#include <nanobind/nanobind.h>

#include "kernel.hpp"

namespace quintet {

/// A game with its options fixed and the words of its moves. Made once for every variant in use and
/// kept until the process ends, so that positions may point at it.
struct Variant {
    std::unique_ptr<Kernel> kernel;
    PyObject* owner = nullptr;                  // the Python object that describes the variant
    PyTypeObject* position_type = nullptr;      // what `play` and `start` make
    std::vector<std::vector<PyObject*>> words;  // by seat, by number
    std::vector<PyObject*> numbers;             // by seat: a dict from word to number
    u64 seed = 0;                               // of the checksums of stored positions
};

struct Position {
    const Variant* variant;
    Words words;
};

nanobind::object make_position(const Variant* variant, const Words& words);

/// Adds simulators over arrays (simulators.cpp).
void add_simulators(nanobind::module_& module);

/// Adds tree searches over arrays (tree_search.cpp).
void add_tree_search(nanobind::module_& module);

/// Adds what solves games and asks tables (solving.cpp).
void add_solving(nanobind::module_& module);

}  // namespace quintet
