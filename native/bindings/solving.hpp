// What the bindings of solvers and tablebases share. Python owns the memory: bytes, or mapped
// files. Long work runs without the interpreter's lock, reports progress and can be stopped.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "../env/simulator.hpp"
#include "../solve/verify.hpp"
#include "interrupts.hpp"
#include "position.hpp"

namespace quintet {

using Bytes =
    nanobind::ndarray<const u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using WritableBytes =
    nanobind::ndarray<u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// Arrays of lookups: rows of words, and what is written of them.
using StateRows =
    nanobind::ndarray<const u64, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;
using Outcomes =
    nanobind::ndarray<i8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Plies =
    nanobind::ndarray<std::int16_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline constexpr i8 unknown_outcome = -128;

/// The tablebase of a variant.
class AnyTable {
public:
    explicit AnyTable(const Variant* variant)
        : variant_(variant), simulator_(variant->kernel->simulator()) {}
    virtual ~AnyTable() = default;
    AnyTable(const AnyTable&) = delete;
    AnyTable& operator=(const AnyTable&) = delete;

    int words() const { return simulator_->sizes.words; }

    Verdict verdict_of(const Position& position) const {
        if (position.variant != variant_)
            throw nanobind::value_error("the table is of another variant");
        return value(position.words);
    }

    /// Looks up rows of words. Writes 1 for a win of the side to move, 0 for a draw or a tie, -1
    /// for a loss and -128 for what is not known; and the plies to the end, or -1. Returns the
    /// first row that is no position (or how many there are), and whether the table is damaged.
    std::pair<std::size_t, bool> look_up(const StateRows& states, const Outcomes& outcomes,
                                         const Plies& plies, int threads) const {
        const std::size_t count = states.shape(0);
        const auto words = static_cast<std::size_t>(simulator_->sizes.words);
        if (states.shape(1) != words || outcomes.shape(0) != count || plies.shape(0) != count)
            throw nanobind::value_error("the arrays do not fit the game");
        const nanobind::gil_scoped_release released;
        std::atomic<std::size_t> unsound{count};
        std::atomic<bool> damaged{false};
        Progress progress;
        share_work(count, chunk, count > chunk ? threads : 1, progress, [&](u64 from, u64 to, int) {
            const u64* rows = states.data() + from * words;
            const std::size_t found = from + simulator_->first_unsound(rows, to - from);
            if (found != to) {
                std::size_t first = unsound;
                while (found < first && !unsound.compare_exchange_weak(first, found)) {
                }
                return;
            }
            std::array<Verdict, chunk> verdicts;
            values(rows, to - from, verdicts.data());
            const bool all_possible = write_values(verdicts.data(), to - from,
                                                   outcomes.data() + from, plies.data() + from);
            if (!all_possible) damaged = true;
        });
        return {unsound, damaged};
    }

protected:
    virtual Verdict value(const Words& words) const = 0;
    /// The verdicts of rows of words, which are positions.
    virtual void values(const u64* rows, std::size_t count, Verdict* out) const = 0;

    template <Game G>
    static typename G::Position row(const u64* rows, std::size_t i) {
        typename G::Position position;
        std::memcpy(&position, rows + i * (sizeof position / sizeof(u64)), sizeof position);
        return position;
    }

private:
    static constexpr std::size_t chunk = 1024;

    /// Returns whether all verdicts are possible ones.
    static bool write_values(const Verdict* verdicts, std::size_t count, i8* outcomes,
                             std::int16_t* plies) {
        bool possible = true;
        for (std::size_t i = 0; i < count; ++i) {
            const Verdict its = verdicts[i];
            const bool decided = verdict::is_decided(its);
            const i8 open = its == verdict::draw || its == verdict::tie ? 0 : unknown_outcome;
            outcomes[i] = decided ? static_cast<i8>(1 - 2 * (its % 2)) : open;
            plies[i] = static_cast<std::int16_t>(decided ? verdict::plies(its) : -1);
            possible = possible && its != verdict::damaged;
        }
        return possible;
    }

    const Variant* variant_;
    std::shared_ptr<Simulator> simulator_;
};

/// Runs `work()` without the interpreter's lock. Work that was stopped has no result.
template <class Work>
auto run_freely(Progress& progress, Work work) {
    auto result =
        run_interruptibly([&](const auto&) { return work(); }, [&] { progress.stopped = true; });
    if (progress.stopped) {
        PyErr_SetNone(PyExc_InterruptedError);
        throw nanobind::python_error();
    }
    return result;
}

template <class Item>
nanobind::bytes as_bytes(const std::vector<Item>& items) {
    return nanobind::bytes(items.data(), items.size() * sizeof(Item));
}

/// A check as plain values: positions, mistakes, and a wrong position or None.
inline nanobind::object checked_tuple(const Variant* variant, const Checked& checked) {
    nanobind::object wrong = nanobind::none();
    if (!checked.wrong.empty()) {
        Words words{};
        for (std::size_t i = 0; i < checked.wrong.size(); ++i) words[i] = checked.wrong[i];
        wrong = make_position(variant, words);
    }
    return nanobind::make_tuple(checked.positions, checked.mistakes, wrong);
}

// The solvers; each is defined in solving_NAME.cpp.
void add_quantik_solving(nanobind::module_& module);
void add_qomet_solving(nanobind::module_& module);
void add_qomet_complete_solving(nanobind::module_& module);
void add_quarto_solving(nanobind::module_& module);
void add_quixo_solving(nanobind::module_& module);
void add_cubulus_solving(nanobind::module_& module);

}  // namespace quintet
