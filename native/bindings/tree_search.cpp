// Tree searches for `quintet.env`, over arrays that Python allocates.

#include "simulated.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {

namespace {

/// What a search writes to: kept as long as the search.
struct RunningSearch {
    std::vector<nb::object> arrays;
    std::size_t trees;
    SimulatorSizes sizes;
    std::unique_ptr<TreeSearch> search;
    std::size_t waiting = 0;  // leaves
};

RunningSearch* make_search(const Simulated& simulated, const Array<u64, 2>& states,
                           const Array<bool, 2>& observations, const Array<bool, 2>& masks,
                           std::size_t trees, int threads, u32 simulations, u32 leaves,
                           double c_puct, double c_base, double unvisited, double virtual_loss,
                           double noise, double concentration, bool repetition, u64 seed) {
    const SimulatorSizes& sizes = simulated.simulator->sizes;
    check(trees >= 1 && threads >= 1 && simulations >= 1 && leaves >= 1 && leaves < 65536);
    check_rows(states, trees * leaves, sizes.words);
    check_rows(observations, trees * leaves, sizes.planes * sizes.cells);
    check_rows(masks, trees * leaves, sizes.vocabulary);
    const auto bytes = [](const auto& array) { return reinterpret_cast<u8*>(array.data()); };
    const LeafArrays out{states.data(), bytes(observations), bytes(masks)};
    const TreeSettings settings{
        trees,     threads,      simulated.sides, simulations,   leaves,     c_puct, c_base,
        unvisited, virtual_loss, noise,           concentration, repetition, seed};
    auto made = std::make_unique<RunningSearch>();
    made->trees = trees;
    made->sizes = sizes;
    made->arrays = {nb::cast(states), nb::cast(observations), nb::cast(masks)};
    made->search = simulated.simulator->tree_search(settings, out);
    return made.release();
}

void reset(RunningSearch& self, const States& states, const Array<const i64, 1>& rows) {
    const std::size_t count = rows.shape(0);
    check_rows(states, count, self.sizes.words);
    std::vector<bool> named(self.trees);
    for (std::size_t i = 0; i < count; ++i) {
        const i64 row = rows.data()[i];
        check(row >= 0 && row < static_cast<i64>(self.trees));
        check(!named[static_cast<std::size_t>(row)]);
        named[static_cast<std::size_t>(row)] = true;
    }
    self.waiting = 0;
    const nb::gil_scoped_release released;
    self.search->reset(states.data(), rows.data(), count);
}

std::size_t select(RunningSearch& self) {
    const nb::gil_scoped_release released;
    return self.waiting = self.search->select();
}

/// Returns how many leaves there were, or the first row that is no evaluation.
std::size_t update(RunningSearch& self, const Array<const float, 2>& policies,
                   const Array<const float, 2>& values, bool logits) {
    check_rows(policies, self.waiting, self.sizes.vocabulary);
    check_rows(values, self.waiting, self.sizes.seats);
    const nb::gil_scoped_release released;
    const std::size_t done = self.search->update(policies.data(), values.data(), logits);
    if (done == self.waiting) self.waiting = 0;
    return done;
}

/// Returns how many trees there are, or the first with a move that is not legal.
std::size_t advance(RunningSearch& self, const Array<const i64, 1>& actions) {
    check_rows(actions, self.trees, 1);
    const nb::gil_scoped_release released;
    const std::size_t done = self.search->advance(actions.data());
    if (done == self.trees) self.waiting = 0;
    return done;
}

void disturb(RunningSearch& self, const Array<const float, 2>& noise) {
    check_rows(noise, self.trees, self.sizes.vocabulary);
    self.search->disturb(noise.data());
}

void roots(const RunningSearch& self, const Array<u64, 2>& out) {
    check_rows(out, self.trees, self.sizes.words);
    self.search->roots(out.data());
}

void visits(const RunningSearch& self, const Array<i32, 2>& out) {
    check_rows(out, self.trees, self.sizes.vocabulary);
    self.search->visits(out.data());
}

void values(const RunningSearch& self, const Array<float, 2>& out) {
    check_rows(out, self.trees, self.sizes.seats);
    self.search->values(out.data());
}

}  // namespace

void add_tree_search(nb::module_& module) {
    module.def("tree_search", &make_search, "simulator"_a, nb::kw_only(), "states"_a.noconvert(),
               "observations"_a.noconvert(), "masks"_a.noconvert(), "trees"_a, "threads"_a,
               "simulations"_a, "leaves"_a, "c_puct"_a, "c_base"_a, "unvisited"_a, "virtual_loss"_a,
               "noise"_a, "concentration"_a, "repetition"_a, "seed"_a,
               nb::rv_policy::take_ownership);

    nb::class_<RunningSearch>(module, "TreeSearch", "Searches in many trees at once.")
        .def("reset", &reset, "states"_a, "rows"_a)
        .def("select", &select)
        .def("update", &update, "policies"_a, "values"_a, "logits"_a)
        .def("advance", &advance, "actions"_a)
        .def("disturb", &disturb, "noise"_a)
        .def("roots", &roots, "out"_a.noconvert())
        .def("visits", &visits, "out"_a.noconvert())
        .def("values", &values, "out"_a.noconvert());
}

}  // namespace quintet
