// The Python module `quintet._core`: kernels, and the fast part of positions. Everything a person
// reads (words, texts, reasons) is added in Python, on the floor above.

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "position.hpp"
#include "registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {

nb::object make_position(const Variant* variant, const Words& words) {
    const nb::handle type(reinterpret_cast<PyObject*>(variant->position_type));
    nb::object made = nb::inst_alloc(type);
    new (nb::inst_ptr<Position>(made)) Position{variant, words};
    nb::inst_mark_ready(made);
    return made;
}

namespace {

Variant* make_variant(const std::string& game, const Settings& settings, nb::object owner,
                      nb::type_object position_type,
                      const std::vector<std::vector<std::string>>& words) {
    auto variant = std::make_unique<Variant>();
    variant->kernel = make_kernel(game, settings);
    if (!variant->kernel) throw nb::value_error("no such game or variant in the compiled part");
    const Kernel& kernel = *variant->kernel;
    if (words.size() != static_cast<std::size_t>(kernel.sizes.seats))
        throw nb::value_error("words are needed for every seat");
    for (const auto& list : words) {
        if (list.size() != static_cast<std::size_t>(kernel.sizes.vocabulary))
            throw nb::value_error("a word is needed for every move of the vocabulary");
        auto& row = variant->words.emplace_back();
        PyObject* numbers = PyDict_New();
        for (std::size_t number = 0; number < list.size(); ++number) {
            PyObject* word = PyUnicode_InternFromString(list[number].c_str());
            const nb::int_ value(number);
            PyDict_SetItem(numbers, word, value.ptr());
            row.push_back(word);
        }
        variant->numbers.push_back(numbers);
    }
    variant->owner = owner.release().ptr();
    variant->position_type = reinterpret_cast<PyTypeObject*>(position_type.release().ptr());
    return variant.release();
}

/// The legal moves in the order of the vocabulary, each made into an object by `as_object`.
template <class AsObject>
nb::object legal_tuple(const Position& position, AsObject as_object) {
    const Kernel& kernel = *position.variant->kernel;
    std::array<int, 256> moves;
    const int count = kernel.legal(position.words, moves.data());
    PyObject* tuple = PyTuple_New(count);
    if (tuple == nullptr) throw nb::python_error();
    for (int i = 0; i < count; ++i)
        PyTuple_SET_ITEM(tuple, i, as_object(moves[static_cast<std::size_t>(i)]));
    return nb::steal(tuple);
}

nb::object legal_words(const Position& position) {
    const auto seat = static_cast<std::size_t>(position.variant->kernel->seat(position.words));
    const auto& words = position.variant->words[seat];
    return legal_tuple(position,
                       [&](int move) { return Py_NewRef(words[static_cast<std::size_t>(move)]); });
}

nb::object legal_numbers(const Position& position) {
    return legal_tuple(position, [](int move) { return PyLong_FromLong(move); });
}

/// The number of a move given as a word or as a number, or -1 when it is neither.
int number_of(const Position& position, nb::handle move) {
    const Variant& variant = *position.variant;
    PyObject* number = move.ptr();
    if (PyUnicode_Check(number)) {
        const auto seat = static_cast<std::size_t>(variant.kernel->seat(position.words));
        number = PyDict_GetItemWithError(variant.numbers[seat], number);
        if (number == nullptr) return -1;
    } else if (!PyLong_CheckExact(number)) {
        return -1;
    }
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(number, &overflow);
    return overflow == 0 && value >= 0 && value < variant.kernel->sizes.vocabulary
               ? static_cast<int>(value)
               : -1;
}

nb::object play(nb::handle self, nb::handle move) {
    const Position& position = *nb::inst_ptr<Position>(self);
    const Kernel& kernel = *position.variant->kernel;
    const int number = number_of(position, move);
    if (number < 0 || !kernel.is_legal(position.words, number)) return self.attr("_refuse")(move);
    return make_position(position.variant, kernel.play(position.words, number));
}

nb::object seat(const Position& position) {
    const Kernel& kernel = *position.variant->kernel;
    if (kernel.outcome(position.words).over()) return nb::none();
    return nb::int_(kernel.seat(position.words));
}

/// The outcome as (number of the reason, halves of every seat), or None.
nb::object outcome_tuple(const Kernel& kernel, const Outcome& outcome) {
    nb::list halves;
    for (int i = 0; i < kernel.sizes.seats; ++i)
        halves.append(outcome.halves[static_cast<std::size_t>(i)]);
    return nb::make_tuple(static_cast<int>(outcome.reason), nb::tuple(halves));
}

nb::object outcome(const Position& position) {
    const Kernel& kernel = *position.variant->kernel;
    const Outcome outcome = kernel.outcome(position.words);
    return outcome.over() ? outcome_tuple(kernel, outcome) : nb::none();
}

nb::object from_facts(const Variant& variant, nb::bytes cells, const std::vector<int>& fields) {
    const Kernel& kernel = *variant.kernel;
    if (cells.size() != static_cast<std::size_t>(kernel.sizes.cells) ||
        fields.size() != static_cast<std::size_t>(kernel.sizes.fields))
        throw nb::value_error("the facts do not fit the game");
    Facts facts;
    const auto* given = static_cast<const u8*>(cells.data());
    for (std::size_t i = 0; i < cells.size(); ++i) facts.cells[i] = given[i];
    for (std::size_t i = 0; i < fields.size(); ++i) facts.fields[i] = fields[i];
    return make_position(&variant, kernel.from_facts(facts));
}

nb::object playouts(const Position& position, u64 games, u64 seed, int limit) {
    const Kernel& kernel = *position.variant->kernel;
    Tally tally;
    {
        const nb::gil_scoped_release free;
        tally = kernel.playouts(position.words, games, seed, limit);
    }
    nb::list outcomes;
    for (const auto& [reached, times] : tally.outcomes)
        outcomes.append(
            nb::make_tuple(reached.over() ? outcome_tuple(kernel, reached) : nb::none(), times));
    return nb::make_tuple(tally.plies, outcomes);
}

u64 count_sequences(const Position& position, int depth) {
    const nb::gil_scoped_release free;
    return position.variant->kernel->perft(position.words, depth);
}

bool wins_within(const Position& position, int seat, int plies) {
    const nb::gil_scoped_release free;
    return position.variant->kernel->wins_within(position.words, seat, plies);
}

nb::object same(const Position& a, nb::handle other) {
    if (!nb::isinstance<Position>(other)) return nb::borrow(Py_NotImplemented);
    const Position& b = *nb::inst_ptr<Position>(other);
    return nb::bool_(a.variant == b.variant && a.words == b.words);
}

/// A search of one position; Python holds it while another thread may stop it.
struct Search {
    const Variant* variant;
    Words words;
    std::unique_ptr<Thinker> thinker;
};

Search* make_search(const Position& position, bool plain_tree) {
    const Kernel& kernel = *position.variant->kernel;
    return new Search{position.variant, position.words, kernel.thinker(position.words, plain_tree)};
}

Search* make_pitfalls(const Position& position) {
    auto thinker = position.variant->kernel->pitfalls(position.words);
    if (thinker == nullptr) throw nb::value_error("only of games that must end");
    return new Search{position.variant, position.words, std::move(thinker)};
}

/// What searches of positions of one variant remember for each other.
struct Memory {
    const Variant* variant;
    std::shared_ptr<ValueTable> values;
};

/// A report as plain values: (depth, nodes, seconds, proved, moves), a move being
/// (number, value, is at least that, is at most that, chance or None, line as numbers).
nb::object report_tuple(const Report& report) {
    nb::list moves;
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
        const RootMove& move = report.moves[i];
        nb::object chance = nb::none();
        if (!report.chances.empty()) chance = nb::float_(report.chances[i]);
        moves.append(nb::make_tuple(move.move, move.score.value, move.score.at_least,
                                    move.score.at_most, chance, move.line));
    }
    return nb::make_tuple(report.depth, report.nodes, report.seconds, report.proved, moves);
}

nb::object think(Search& search, u64 nodes, double seconds, int depth, int threads,
                 std::size_t table_bytes, std::size_t wanted, std::vector<int> only, u64 seed,
                 std::vector<u64> drawn, bool to_win, const Memory* memory, nb::object tell) {
    if (memory != nullptr && memory->variant != search.variant)
        throw nb::value_error("the memory is of another variant");
    Limits limits;
    if (memory != nullptr) limits.memory = memory->values;
    limits.nodes = nodes;
    limits.seconds = seconds;
    limits.depth = std::min(depth, limits.depth);
    limits.threads = threads;
    limits.table_bytes = table_bytes;
    limits.wanted = wanted;
    limits.only = std::move(only);
    limits.seed = seed;
    limits.drawn = std::move(drawn);
    limits.to_win = to_win;
    Report report;
    {
        const nb::gil_scoped_release free;
        report = search.thinker->think(limits, [&](const Report& so_far) {
            const nb::gil_scoped_acquire held;
            if (tell.is_none()) return;
            try {
                tell(report_tuple(so_far));
            } catch (nb::python_error& error) {
                // Whoever listens has had enough; the search ends and its result stands.
                error.discard_as_unraisable("quintet search");
                search.thinker->stop();
            }
        });
    }
    return report_tuple(report);
}

}  // namespace

NB_MODULE(_core, module) {
    // Variants are kept until the process ends, on purpose.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled part of Quintet: positions, legal moves, playouts, perft.";

    nb::class_<Variant>(module, "Variant", "A game with its options fixed.")
        .def("start", [](const Variant& v) { return make_position(&v, v.kernel->start()); })
        .def("from_facts", &from_facts, "cells"_a, "fields"_a)
        .def_prop_ro("vocabulary", [](const Variant& v) { return v.kernel->sizes.vocabulary; })
        .def_prop_ro("seats", [](const Variant& v) { return v.kernel->sizes.seats; });

    module.def("variant", &make_variant, "game"_a, "settings"_a, "owner"_a, "position_type"_a,
               "words"_a, nb::rv_policy::reference);

    nb::class_<Position>(module, "Position", "The part of a position that must be fast.")
        .def_prop_ro("moves", &legal_words,
                     "The legal moves as words, in the order of the vocabulary.")
        .def_prop_ro("numbers", &legal_numbers, "The legal moves as numbers, in ascending order.")
        .def("play", &play, "move"_a.none(),
             "The position after a legal move (a word, or its number).")
        .def_prop_ro("seat", &seat, "Whose turn it is; None when the game is over.")
        .def_prop_ro(
            "turn", [](const Position& p) { return p.variant->kernel->seat(p.words); },
            "The seat whose turn it is or, when the game is over, would have been.")
        .def_prop_ro(
            "variant", [](const Position& p) { return nb::borrow(p.variant->owner); },
            "The game with its options.")
        .def_prop_ro("_outcome", &outcome)
        .def_prop_ro(
            "cells",
            [](const Position& p) {
                const Facts facts = p.variant->kernel->facts(p.words);
                return nb::bytes(facts.cells.data(),
                                 static_cast<std::size_t>(p.variant->kernel->sizes.cells));
            },
            "What stands on every place, as codes: the index of its letter.")
        .def_prop_ro(
            "fields",
            [](const Position& p) {
                const Facts facts = p.variant->kernel->facts(p.words);
                return std::vector<int>(facts.fields.begin(),
                                        facts.fields.begin() + p.variant->kernel->sizes.fields);
            },
            "What a position holds besides the board, as numbers.")
        .def(
            "canonical",
            [](const Position& p) {
                return make_position(p.variant, p.variant->kernel->canonical(p.words));
            },
            "The one position that stands for all that are the same up to symmetry.")
        .def_prop_ro(
            "hash64", [](const Position& p) { return p.variant->kernel->hash(p.words); },
            "A 64-bit hash, the same on every machine.")
        .def("_playouts", &playouts, "games"_a, "seed"_a, "limit"_a)
        .def("_perft", &count_sequences, "depth"_a)
        .def("_wins_within", &wins_within, "seat"_a, "plies"_a)
        .def_prop_ro("_evaluation",
                     [](const Position& p) { return p.variant->kernel->evaluate(p.words); })
        .def("__eq__", &same, nb::is_operator())
        .def("__hash__", [](const Position& p) {
            return static_cast<Py_ssize_t>(p.variant->kernel->hash(p.words) >> 1);
        });

    nb::class_<Memory>(module, "Memory", "What searches remember for each other.")
        .def(
            "__init__",
            [](Memory* made, const Variant* variant, std::size_t size) {
                new (made) Memory{variant, std::make_shared<ValueTable>(size)};
            },
            "variant"_a, "size"_a);

    nb::class_<Search>(module, "Search", "Thinking about one position.")
        .def("think", &think, "nodes"_a, "seconds"_a, "depth"_a, "threads"_a, "table_bytes"_a,
             "wanted"_a, "only"_a, "seed"_a, "drawn"_a, "to_win"_a, "memory"_a.none(),
             "tell"_a.none())
        .def("stop", [](Search& search) { search.thinker->stop(); });
    module.def("search", &make_search, "position"_a, "plain_tree"_a = false,
               nb::rv_policy::take_ownership);
    module.def("pitfalls", &make_pitfalls, "position"_a, nb::rv_policy::take_ownership);

    add_solving(module);
}

}  // namespace quintet
