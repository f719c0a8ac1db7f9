// Solving Quantik from Python, layer by layer.

#include <mutex>
#include <optional>

#include "../solve/quantik/arrays.hpp"
#include "../solve/quantik/solver.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {
namespace {

class BoundQuantikTable final : public AnyTable {
public:
    BoundQuantikTable(const Variant* variant, std::vector<Bytes> layers)
        : AnyTable(variant), variant_(variant), memory_(std::move(layers)), table_(views()) {}

    nb::object verify(int threads, Progress& progress) const {
        return checked_tuple(variant_, run_freely(progress, [&] {
                                 return verify_all_play<Quantik>({}, table_, threads, progress);
                             }));
    }

protected:
    Verdict value(const Words& words) const override {
        return table_(unpack_words<Quantik>(words));
    }

    void values(const u64* rows, std::size_t count, Verdict* out) const override {
        std::call_once(made_, [&] { arrays_.emplace(table_); });
        arrays_->look_up(count, [&](std::size_t i) { return row<Quantik>(rows, i); }, out);
    }

private:
    QuantikTable::Layers views() const {
        if (memory_.size() != quantik_layers) throw nb::value_error("a table has 17 layers");
        QuantikTable::Layers layers;
        for (std::size_t i = 0; i < layers.size(); ++i)
            layers[i] = StaticFunction(memory_[i].data());
        return layers;
    }

    const Variant* variant_;
    std::vector<Bytes> memory_;
    QuantikTable table_;
    mutable std::once_flag made_;
    mutable std::optional<QuantikArrays> arrays_;  // made for the first array
};

/// Keys come and go as bytes, eight each.
std::vector<u64> as_keys(const Bytes& bytes) {
    std::vector<u64> keys(bytes.size() / sizeof(u64));
    std::memcpy(keys.data(), bytes.data(), keys.size() * sizeof(u64));
    return keys;
}

nb::bytes next_layer(const Bytes& bytes, int threads, Progress& progress) {
    const std::vector<u64> keys = as_keys(bytes);
    return as_bytes(run_freely(progress, [&] {
        return QuantikSolver(threads, progress).next_layer(keys.data(), keys.size());
    }));
}

/// The function of a layer, and its positions by the plies left.
nb::object solve_layer(const Bytes& bytes, const Bytes& after, int threads, Progress& progress) {
    const std::vector<u64> keys = as_keys(bytes);
    const QuantikSolvedLayer solved = run_freely(progress, [&] {
        return QuantikSolver(threads, progress)
            .solve_layer(keys.data(), keys.size(), StaticFunction(after.data()));
    });
    return nb::make_tuple(as_bytes(solved.function), solved.positions_by_plies);
}

}  // namespace

void add_quantik_solving(nb::module_& module) {
    nb::class_<BoundQuantikTable, AnyTable>(module, "QuantikTable")
        .def(nb::init<const Variant*, std::vector<Bytes>>(), "variant"_a, "layers"_a)
        .def("verify", &BoundQuantikTable::verify, "threads"_a, "progress"_a);
    module.def("quantik_next_layer", &next_layer, "keys"_a, "threads"_a, "progress"_a);
    module.def("quantik_solve_layer", &solve_layer, "keys"_a, "after"_a, "threads"_a, "progress"_a);
}

}  // namespace quintet
