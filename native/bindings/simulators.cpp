// Simulators and batches for `quintet.env`, over arrays that Python allocates. Shapes are checked
// here, since what is written goes to memory as it stands.

#include <nanobind/stl/optional.h>

#include <cstring>

#include "simulated.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {

namespace {

/// What a batch writes to: kept as long as the batch.
struct RunningBatch {
    std::vector<nb::object> arrays;
    std::size_t games;
    std::unique_ptr<Batch> batch;
};

Simulated* make_simulated(const Variant& variant, int sides) {
    auto simulator = variant.kernel->simulator();
    if (simulator == nullptr) throw nb::value_error("the game has no observation");
    check(sides >= 2 && sides <= max_seats);
    return new Simulated{std::move(simulator), sides};
}

std::size_t first_unsound(const Simulated& self, const States& states) {
    const std::size_t count = check_states(*self.simulator, states);
    const nb::gil_scoped_release released;
    return self.simulator->first_unsound(states.data(), count);
}

void start(const Simulated& self, const Array<u64, 2>& out) {
    check_rows(out, out.shape(0), self.simulator->sizes.words);
    self.simulator->start(out.data(), out.shape(0));
}

void masks(const Simulated& self, const States& states, const Array<bool, 2>& out) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(out, count, self.simulator->sizes.vocabulary);
    const nb::gil_scoped_release released;
    self.simulator->masks(states.data(), count, reinterpret_cast<u8*>(out.data()));
}

void seats(const Simulated& self, const States& states, const Array<i8, 1>& out) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(out, count, 1);
    const nb::gil_scoped_release released;
    self.simulator->seats(states.data(), count, out.data());
}

void observe(const Simulated& self, const States& states,
             const std::optional<Array<const i8, 1>>& viewers, const Array<bool, 2>& out) {
    const SimulatorSizes& sizes = self.simulator->sizes;
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(out, count, sizes.planes * sizes.cells);
    if (viewers) {
        check_rows(*viewers, count, 1);
        for (std::size_t i = 0; i < count; ++i) {
            check(viewers->data()[i] >= 0 && viewers->data()[i] < sizes.seats);
        }
    }
    const nb::gil_scoped_release released;
    self.simulator->observe(states.data(), viewers ? viewers->data() : nullptr, count,
                            reinterpret_cast<u8*>(out.data()));
}

void outcomes(const Simulated& self, const States& states, const Array<float, 2>& rewards,
              const Array<u8, 1>& reasons) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(rewards, count, self.simulator->sizes.seats);
    check_rows(reasons, count, 1);
    const nb::gil_scoped_release released;
    self.simulator->outcomes(states.data(), count, self.sides, rewards.data(), reasons.data());
}

/// Returns how many states there are, or the first with a move that is not legal.
std::size_t play(const Simulated& self, const States& states, const Array<const i64, 1>& actions,
                 const Array<u64, 2>& out) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(actions, count, 1);
    check_rows(out, count, self.simulator->sizes.words);
    const nb::gil_scoped_release released;
    return self.simulator->play(states.data(), actions.data(), count, out.data());
}

void canonical(const Simulated& self, const States& states, const Array<u64, 2>& out) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(out, count, self.simulator->sizes.words);
    const nb::gil_scoped_release released;
    self.simulator->canonical(states.data(), count, out.data());
}

void hashes(const Simulated& self, const States& states, const Array<u64, 1>& out) {
    const std::size_t count = check_states(*self.simulator, states);
    check_rows(out, count, 1);
    const nb::gil_scoped_release released;
    self.simulator->hashes(states.data(), count, out.data());
}

/// The position of a row of states.
nb::object position_of(const Simulated& self, const Variant& variant, const States& states,
                       std::size_t row) {
    const std::size_t count = check_states(*self.simulator, states);
    check(row < count);
    Words words{};
    const auto size = static_cast<std::size_t>(self.simulator->sizes.words);
    std::memcpy(words.data(), states.data() + row * size, size * sizeof(u64));
    return make_position(&variant, words);
}

/// Writes the words of a position as a row of states.
void write_state(const Simulated& self, const Position& position, const Array<u64, 1>& out) {
    check(out.shape(0) == static_cast<std::size_t>(self.simulator->sizes.words));
    std::memcpy(out.data(), position.words.data(), out.shape(0) * sizeof(u64));
}

RunningBatch* make_batch(const Simulated& self, const Array<u64, 2>& states,
                         const Array<u64, 2>& final_states,
                         const std::optional<Array<bool, 2>>& observations,
                         const Array<bool, 2>& masks, const Array<i8, 1>& seats,
                         const Array<float, 2>& rewards, const Array<bool, 1>& terminated,
                         const Array<bool, 1>& truncated, const Array<u8, 1>& reasons,
                         const Array<i32, 1>& plies, int threads, int limit, int random_plies,
                         bool repetition, int autoreset) {
    const SimulatorSizes& sizes = self.simulator->sizes;
    const std::size_t games = states.shape(0);
    check_rows(states, games, sizes.words);
    check_rows(final_states, games, sizes.words);
    if (observations) check_rows(*observations, games, sizes.planes * sizes.cells);
    check_rows(masks, games, sizes.vocabulary);
    check_rows(seats, games, 1);
    check_rows(rewards, games, sizes.seats);
    check_rows(terminated, games, 1);
    check_rows(truncated, games, 1);
    check_rows(reasons, games, 1);
    check_rows(plies, games, 1);
    check(threads >= 1 && limit >= 1 && random_plies >= 0 && random_plies < limit);
    check(autoreset >= 0 && autoreset <= 2);
    const auto bytes = [](const auto& array) { return reinterpret_cast<u8*>(array.data()); };
    const BatchArrays out{
        states.data(),     final_states.data(), observations ? bytes(*observations) : nullptr,
        bytes(masks),      seats.data(),        rewards.data(),
        bytes(terminated), bytes(truncated),    reasons.data(),
        plies.data()};
    const BatchSettings settings{games,
                                 threads,
                                 self.sides,
                                 limit,
                                 random_plies,
                                 repetition,
                                 static_cast<Autoreset>(autoreset)};
    auto made = std::make_unique<RunningBatch>();
    made->games = games;
    const auto keep = [&](const auto& array) { made->arrays.push_back(nb::cast(array)); };
    keep(states), keep(final_states), keep(masks), keep(seats), keep(rewards), keep(terminated);
    keep(truncated), keep(reasons), keep(plies);
    if (observations) keep(*observations);
    made->batch = self.simulator->batch(settings, out);
    return made.release();
}

std::size_t step(RunningBatch& self, const Array<const i64, 1>& actions,
                 const std::optional<Array<const bool, 1>>& active) {
    check(actions.shape(0) == self.games);
    if (active) check(active->shape(0) == self.games);
    const nb::gil_scoped_release released;
    return self.batch->step(actions.data(),
                            active ? reinterpret_cast<const u8*>(active->data()) : nullptr);
}

void restart(RunningBatch& self, const Array<const bool, 1>& chosen) {
    check(chosen.shape(0) == self.games);
    const nb::gil_scoped_release released;
    self.batch->restart(reinterpret_cast<const u8*>(chosen.data()));
}

void sample(RunningBatch& self, const Array<i64, 1>& actions) {
    check(actions.shape(0) == self.games);
    const nb::gil_scoped_release released;
    self.batch->sample(actions.data());
}

void reset(RunningBatch& self, u64 seed) {
    const nb::gil_scoped_release released;
    self.batch->reset(seed);
}

}  // namespace

void add_simulators(nb::module_& module) {
    nb::class_<Simulated>(module, "Simulator", "A game over arrays of states.")
        .def_prop_ro("words", [](const Simulated& s) { return s.simulator->sizes.words; })
        .def_prop_ro("vocabulary", [](const Simulated& s) { return s.simulator->sizes.vocabulary; })
        .def_prop_ro("seat_count", [](const Simulated& s) { return s.simulator->sizes.seats; })
        .def_prop_ro("planes", [](const Simulated& s) { return s.simulator->sizes.planes; })
        .def_prop_ro("cells", [](const Simulated& s) { return s.simulator->sizes.cells; })
        .def("start", &start, "out"_a.noconvert())
        .def("first_unsound", &first_unsound, "states"_a)
        .def("masks", &masks, "states"_a, "out"_a.noconvert())
        .def("seats", &seats, "states"_a, "out"_a.noconvert())
        .def("observe", &observe, "states"_a, "viewers"_a.none(), "out"_a.noconvert())
        .def("outcomes", &outcomes, "states"_a, "rewards"_a.noconvert(), "reasons"_a.noconvert())
        .def("play", &play, "states"_a, "actions"_a, "out"_a.noconvert())
        .def("canonical", &canonical, "states"_a, "out"_a.noconvert())
        .def("hashes", &hashes, "states"_a, "out"_a.noconvert())
        .def("position", &position_of, "variant"_a, "states"_a, "row"_a)
        .def("write_state", &write_state, "position"_a, "out"_a.noconvert())
        .def("batch", &make_batch, nb::rv_policy::take_ownership, nb::kw_only(),
             "states"_a.noconvert(), "final_states"_a.noconvert(),
             "observations"_a.noconvert().none(), "masks"_a.noconvert(), "seats"_a.noconvert(),
             "rewards"_a.noconvert(), "terminated"_a.noconvert(), "truncated"_a.noconvert(),
             "reasons"_a.noconvert(), "plies"_a.noconvert(), "threads"_a, "limit"_a,
             "random_plies"_a, "repetition"_a, "autoreset"_a);
    module.def("simulator", &make_simulated, "variant"_a, "sides"_a, nb::rv_policy::take_ownership);

    nb::class_<RunningBatch>(module, "Batch", "Many games at once, shown by arrays.")
        .def("reset", &reset, "seed"_a)
        .def("restart", &restart, "chosen"_a)
        .def("step", &step, "actions"_a, "active"_a.none() = nb::none())
        .def("sample", &sample, "actions"_a.noconvert());
}

}  // namespace quintet
