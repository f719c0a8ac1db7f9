// Forced wins of Cubulus for two from Python: looked for, written down, and checked.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "../solve/cubulus/strategy.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {
namespace {

using G = Cubulus<2>;

/// A position of the variant in which both sides have begun to move (CB2).
G::Position begun(const Variant* variant, const Position& position) {
    if (position.variant != variant) throw nb::value_error("this is of another variant");
    const auto found = unpack_words<G>(position.words);
    if (G::outcome({}, found).over()) throw nb::value_error("the game is over");
    if (G::setting_up(found)) throw nb::value_error("neutral balls are still to be placed");
    return found;
}

/// Plans as they are given to Python: positions, the numbers of their moves, and plies.
using Lines = std::vector<std::tuple<Position, int, int>>;

class BoundCubulusAttack {
public:
    /// `memory` is that of the search's table, in bytes: less is used if it is no power of two.
    BoundCubulusAttack(const Variant* variant, u64 memory)
        : variant_(variant), attack_(CubulusAttack::buckets_in(memory)) {}

    std::optional<bool> wins_within(const Position& position, int plies, int quiet, u64 nodes,
                                    Progress& progress) {
        if (plies < 0 || plies > CubulusQuestion::max_plies)
            throw nb::value_error("there are too few or too many plies");
        if (quiet < 0 || quiet > CubulusQuestion::max_quiet)
            throw nb::value_error("there are too few or too many quiet moves");
        const G::Position first = begun(variant_, position);
        const Attack found = run_freely(
            progress, [&] { return attack_.wins_within(first, plies, quiet, nodes, progress); });
        if (found == Attack::is_open) return std::nullopt;
        return found == Attack::wins;
    }

    nb::list plans(const Position& position, int plies, int quiet, Progress& progress) {
        if (wins_within(position, plies, quiet, ~u64{0}, progress) != true)
            throw nb::value_error("there is no such win");
        const G::Position first = begun(variant_, position);
        const auto plans = run_freely(progress, [&] {
            return CubulusQuestion::can_win(first)
                       ? CubulusPlans{}
                       : CubulusPlanner(attack_, progress).plans(first, plies, quiet);
        });
        nb::list lines;
        for (const auto& [words, plan] : plans) {
            const auto planned = pack_words<G>(std::bit_cast<G::Position>(words));
            lines.append(nb::make_tuple(make_position(variant_, planned), plan.move, plan.plies));
        }
        return lines;
    }

    u64 nodes() { return attack_.search().nodes(); }

private:
    const Variant* variant_;
    CubulusAttack attack_;
};

nb::object verify_plans(const Position& position, const Lines& lines) {
    const Variant* variant = position.variant;
    const G::Position first = begun(variant, position);
    CubulusPlans plans;
    for (const auto& [planned, move, plies] : lines)
        plans[words_of(begun(variant, planned))] = {move, plies};
    const Checked checked = [&] {
        const nb::gil_scoped_release free;
        return verify_cubulus(plans, first);
    }();
    return checked_tuple(variant, checked);
}

}  // namespace

void add_cubulus_solving(nb::module_& module) {
    nb::class_<BoundCubulusAttack>(module, "CubulusAttack")
        .def(nb::init<const Variant*, u64>(), "variant"_a, nb::kw_only(),
             "memory"_a = CubulusAttack::default_memory)
        .def("wins_within", &BoundCubulusAttack::wins_within, "position"_a, "plies"_a,
             nb::kw_only(), "quiet"_a, "nodes"_a, "progress"_a)
        .def("plans", &BoundCubulusAttack::plans, "position"_a, "plies"_a, nb::kw_only(), "quiet"_a,
             "progress"_a)
        .def_prop_ro("nodes", &BoundCubulusAttack::nodes);
    module.def("cubulus_verify", &verify_plans, "position"_a, "plans"_a);
}

}  // namespace quintet
