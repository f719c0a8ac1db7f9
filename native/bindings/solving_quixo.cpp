// Solving Quixo for two from Python, two layers at a time.

#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include "../solve/quixo/solver.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {
namespace {

/// Calls `use.operator()<Size>()` for a board of this size.
template <class Use>
auto with_size(int size, Use use) {
    switch (size) {
        case 3: return use.template operator()<3>();
        case 4: return use.template operator()<4>();
        case 5: return use.template operator()<5>();
        default: throw nb::value_error("boards have 3, 4 or 5 cubes a side");
    }
}

/// By layer: what of its verdicts does not fit into a byte.
using Late = std::map<std::pair<int, int>, Bytes>;

template <int Size>
void set_late(QuixoTable<Size>& table, const Late& late) {
    for (const auto& [layer, list] : late) {
        const auto [own, other] = layer;
        if (own < 0 || other < 0 || own + other > Size * Size)
            throw nb::value_error("there is no such layer");
        if (list.size() % sizeof(u64) != 0 ||
            reinterpret_cast<std::uintptr_t>(list.data()) % alignof(u64) != 0)
            throw nb::value_error("a list is made of words");
        table.set_late(own, other, reinterpret_cast<const u64*>(list.data()),
                       list.size() / sizeof(u64));
    }
}

template <int Size>
class BoundQuixoTable final : public AnyTable {
public:
    BoundQuixoTable(const Variant* variant, Bytes values, int max_blanks, Late late)
        : AnyTable(variant),
          variant_(variant),
          memory_(std::move(values)),
          late_(std::move(late)),
          table_(memory_.data(), max_blanks) {
        if (max_blanks < 0 || max_blanks > Size * Size ||
            memory_.size() != QuixoTable<Size>::bytes(max_blanks))
            throw nb::value_error("there are not as many values as numbers of boards");
        set_late(table_, late_);
    }

    nb::object verify(int own, int other, int threads, Progress& progress) const {
        return checked_tuple(variant_, run_freely(progress, [&] {
                                 return verify_quixo_layer<Size>(table_, own, other, threads,
                                                                 progress);
                             }));
    }

protected:
    Verdict value(const Words& words) const override {
        return table_(unpack_words<Quixo<Size, 2>>(words));
    }

    void values(const u64* rows, std::size_t count, Verdict* out) const override {
        table_.look_up(count, [&](std::size_t i) { return row<Quixo<Size, 2>>(rows, i); }, out);
    }

private:
    const Variant* variant_;
    Bytes memory_;
    Late late_;
    QuixoTable<Size> table_;
};

template <int Size>
void add_table(nb::module_& module, const char* name) {
    using Table = BoundQuixoTable<Size>;
    nb::class_<Table, AnyTable>(module, name)
        .def(nb::init<const Variant*, Bytes, int, Late>(), "variant"_a, "values"_a, "blanks"_a,
             "late"_a)
        .def("verify", &Table::verify, "own"_a, "other"_a, "threads"_a, "progress"_a);
}

/// Solves the layers with so many cubes of one side and so many of the other into `values`, which
/// holds those with fewer blanks already. Gives how many boards have which verdict, up to symmetry
/// and in all, and by layer what does not fit into bytes.
nb::object solve(int size, WritableBytes values, const Late& late, int first, int second,
                 int threads, Progress& progress) {
    return with_size(size, [&]<int Size>() -> nb::object {
        using Table = QuixoTable<Size>;
        using Solver = QuixoSolver<Size>;
        const int blanks = Size * Size - first - second;
        if (first < 0 || second < 0 || blanks < 0 || values.size() < Table::bytes(blanks))
            throw nb::value_error("there is no room for these layers");
        typename Solver::Counts counts;
        std::vector<std::pair<int, int>> layers{{first, second}};
        if (first != second) layers.emplace_back(second, first);
        const auto lists = run_freely(progress, [&] {
            const auto table = std::make_unique<Table>(values.data(), blanks);
            set_late(*table, late);
            Solver solver(*table, first, second, threads, progress);
            solver.solve();
            counts = solver.count();
            std::vector<std::vector<u64>> made;
            for (std::size_t i = 0; i < layers.size() && !progress.stopped; ++i) {
                const auto [own, other] = layers[i];
                const auto offset = table->layer(own, other).bytes - values.data();
                made.push_back(solver.store(i, values.data() + offset));
            }
            return made;
        });
        nb::dict not_in_bytes;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            not_in_bytes[nb::make_tuple(layers[i].first, layers[i].second)] = as_bytes(lists[i]);
        }
        return nb::make_tuple(counts.different, counts.all, not_in_bytes);
    });
}

u64 layer_size(int size, int own, int other) {
    return with_size(size, [&]<int Size>() { return QuixoTable<Size>::layer_size(own, other); });
}

u64 bytes(int size, int blanks) {
    return with_size(size, [&]<int Size>() { return QuixoTable<Size>::bytes(blanks); });
}

}  // namespace

void add_quixo_solving(nb::module_& module) {
    add_table<3>(module, "QuixoTable3");
    add_table<4>(module, "QuixoTable4");
    add_table<5>(module, "QuixoTable5");
    module.def("quixo_solve", &solve, "size"_a, "values"_a, "late"_a, "first"_a, "second"_a,
               "threads"_a, "progress"_a);
    module.def("quixo_layer_size", &layer_size, "size"_a, "own"_a, "other"_a);
    module.def("quixo_bytes", &bytes, "size"_a, "blanks"_a);
}

}  // namespace quintet
