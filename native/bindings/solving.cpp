// Solvers and tablebases for Python: what all games share, and one line a game.

#include "solving.hpp"

namespace nb = nanobind;

namespace quintet {

void add_solving(nb::module_& module) {
    nb::class_<Progress>(module, "Progress", "How far some work has come; it can be stopped.")
        .def(nb::init<>())
        .def_prop_ro("done", [](const Progress& progress) { return progress.done.load(); })
        .def_prop_ro("stopped", [](const Progress& progress) { return progress.stopped.load(); })
        .def("advance", [](Progress& progress) { ++progress.done; })
        .def("stop", [](Progress& progress) { progress.stopped = true; });

    nb::class_<AnyTable>(module, "Table", "Exact values of positions of a variant.")
        .def("verdict", &AnyTable::verdict_of, nb::arg("position"),
             "0 a draw, 1 a tie, 2 + 2n a win and 3 + 2n a loss in n plies, 65535 not known.")
        .def_prop_ro("words", &AnyTable::words)
        .def("look_up", &AnyTable::look_up, nb::arg("states"), nb::arg("outcomes").noconvert(),
             nb::arg("plies").noconvert(), nb::arg("threads"),
             "The values of rows of words; returns the first that is no position, and whether the "
             "table is damaged.");
    module.attr("UNKNOWN_OUTCOME") = static_cast<int>(unknown_outcome);

    add_quantik_solving(module);
    add_qomet_solving(module);
    add_qomet_complete_solving(module);
    add_quarto_solving(module);
    add_quixo_solving(module);
    add_cubulus_solving(module);
}

}  // namespace quintet
