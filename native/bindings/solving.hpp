// What the bindings of solvers and tablebases share. Python owns the memory: bytes, or mapped
// files. Long work runs without the interpreter's lock, reports progress and can be stopped.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "../solve/verify.hpp"
#include "interrupts.hpp"
#include "position.hpp"

namespace quintet {

using Bytes =
    nanobind::ndarray<const u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using WritableBytes =
    nanobind::ndarray<u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// The tablebase of a variant.
class AnyTable {
public:
    explicit AnyTable(const Variant* variant) : variant_(variant) {}
    virtual ~AnyTable() = default;
    AnyTable(const AnyTable&) = delete;
    AnyTable& operator=(const AnyTable&) = delete;

    Verdict verdict_of(const Position& position) const {
        if (position.variant != variant_)
            throw nanobind::value_error("the table is of another variant");
        return value(position.words);
    }

protected:
    virtual Verdict value(const Words& words) const = 0;

private:
    const Variant* variant_;
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
void add_quarto_solving(nanobind::module_& module);
void add_quixo_solving(nanobind::module_& module);
void add_cubulus_solving(nanobind::module_& module);

}  // namespace quintet
