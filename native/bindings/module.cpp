// The Python module `quintet._core`: kernels, positions and searches. What people read (words,
// texts, reasons) is added in Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "interrupts.hpp"
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

/// A hash of a variant, the same on every machine.
u64 seed_of(const std::string& game, const SettingValues& settings) {
    u64 seed = 0;
    const auto add = [&](u64 value) { seed = mix(seed ^ value) + 1; };
    const auto add_text = [&](const std::string& text) {
        for (const char character : text) add(static_cast<unsigned char>(character));
        add(0);
    };
    add_text(game);
    for (const auto& [name, value] : settings) {
        add_text(name);
        add(static_cast<u64>(value));
    }
    return seed;
}

Variant* make_variant(const std::string& game, const SettingValues& settings, nb::object owner,
                      nb::type_object position_type,
                      const std::vector<std::vector<std::string>>& words) {
    auto variant = std::make_unique<Variant>();
    variant->kernel = make_kernel(game, settings);
    if (!variant->kernel) throw nb::value_error("no such game or variant in the compiled part");
    const Kernel& kernel = *variant->kernel;
    if (words.size() != static_cast<std::size_t>(kernel.sizes.seats))
        throw nb::value_error("the vocabulary needs a list of words for every seat");
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
    variant->seed = seed_of(game, settings);
    variant->owner = owner.release().ptr();
    variant->position_type = reinterpret_cast<PyTypeObject*>(position_type.release().ptr());
    return variant.release();
}

/// The legal moves in the order of the vocabulary, each made into an object by `as_object`.
template <class AsObject>
nb::object legal_tuple(const Position& position, AsObject as_object) {
    const Kernel& kernel = *position.variant->kernel;
    std::array<int, max_vocabulary> moves;
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

/// A position as bytes: its words, and a checksum that knows the variant.
using Stored = std::array<u64, max_words + 1>;

Stored stored(const Variant& variant, const Words& words) {
    Stored state{};
    u64 checksum = variant.seed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        state[i] = words[i];
        checksum = mix(checksum ^ words[i]) + 0x9e37'79b9'7f4a'7c15ULL;
    }
    state.back() = checksum;
    if constexpr (std::endian::native == std::endian::big) {
        for (u64& word : state) word = reversed(word);
    }
    return state;
}

nb::object state_of(const Position& position) {
    const Stored state = stored(*position.variant, position.words);
    return nb::bytes(state.data(), sizeof state);
}

/// The position that `state_of` has stored, or None if the bytes are anything else.
nb::object restore(const Variant& variant, nb::handle given) {
    Stored state;
    if (!PyBytes_Check(given.ptr()) || PyBytes_GET_SIZE(given.ptr()) != sizeof state)
        return nb::none();
    std::memcpy(state.data(), PyBytes_AS_STRING(given.ptr()), sizeof state);
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = std::endian::native == std::endian::big ? reversed(state[i]) : state[i];
    if (stored(variant, words) != state) return nb::none();
    // Words of another release may mean something else.
    const Kernel& kernel = *variant.kernel;
    if (kernel.from_facts(kernel.facts(words)) != words) return nb::none();
    return make_position(&variant, words);
}

/// Runs `work(interrupt)` without the interpreter's lock so that Ctrl-C ends it: a single thread
/// polls for signals itself; with several, the calling thread waits for signals.
template <class Work>
auto run_on(int threads, const Work& work) {
    if (threads > 1) {
        Interrupt interrupt;
        return run_interruptibly([&](const auto&) { return work(interrupt); },
                                 [&] { interrupt.request(); });
    }
    SignalInterrupt interrupt;
    auto result = [&] {
        const nb::gil_scoped_release released;
        return work(interrupt);
    }();
    interrupt.rethrow();
    return result;
}

nb::object random_games(const Position& position, u64 games, u64 seed, int limit, int threads) {
    const Kernel& kernel = *position.variant->kernel;
    const Tally tally = run_on(threads, [&](Interrupt& interrupt) {
        return kernel.playouts(position.words, games, seed, limit, threads, interrupt);
    });
    nb::list outcomes;
    for (const Tally::Row& row : tally.rows())
        outcomes.append(nb::make_tuple(
            row.outcome.over() ? outcome_tuple(kernel, row.outcome) : nb::none(), row.times));
    return nb::make_tuple(tally.plies(), outcomes);
}

u64 count_sequences(const Position& position, int depth, int threads) {
    return run_on(threads, [&](Interrupt& interrupt) {
        return position.variant->kernel->perft(position.words, depth, threads, interrupt);
    });
}

bool wins_within(const Position& position, int seat, int plies) {
    return run_on(1, [&](Interrupt& interrupt) {
        return position.variant->kernel->wins_within(position.words, seat, plies, interrupt);
    });
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
    std::unique_ptr<Searcher> searcher;
};

Search* make_search(const Position& position, std::optional<double> uct) {
    const Kernel& kernel = *position.variant->kernel;
    return new Search{position.variant, position.words, kernel.searcher(position.words, uct)};
}

Search* make_pitfalls(const Position& position, bool is_won) {
    const Mistake mistake = is_won ? Mistake::not_winning : Mistake::losing;
    auto searcher = position.variant->kernel->pitfalls(position.words, mistake);
    if (searcher == nullptr) throw nb::value_error("the game does not have to end");
    return new Search{position.variant, position.words, std::move(searcher)};
}

/// A transposition table that searches of positions of one variant share.
struct SharedTable {
    const Variant* variant;
    std::shared_ptr<TranspositionTable> values;
};

/// What a search is asked for. The variant is that of the transposition table, if there is one.
struct SearchLimits {
    Limits limits;
    const Variant* variant = nullptr;
};

void make_limits(SearchLimits* made, u64 nodes, double seconds, int depth, int threads,
                 std::size_t megabytes, std::size_t multipv, std::vector<int> searchmoves, u64 seed,
                 std::vector<u64> drawn, bool to_win, const SharedTable* transpositions) {
    Limits limits;
    limits.nodes = nodes;
    limits.seconds = seconds;
    limits.depth = std::min(depth, max_depth);
    limits.threads = threads;
    limits.table_bytes = megabytes << 20;
    limits.multipv = multipv;
    limits.searchmoves = std::move(searchmoves);
    limits.seed = seed;
    limits.drawn = std::move(drawn);
    limits.to_win = to_win;
    if (transpositions != nullptr) limits.transpositions = transpositions->values;
    const Variant* variant = transpositions == nullptr ? nullptr : transpositions->variant;
    new (made) SearchLimits{std::move(limits), variant};
}

Report run_search(Search& search, const SearchLimits& asked, nb::object tell) {
    if (asked.variant != nullptr && asked.variant != search.variant)
        throw nb::value_error("the transposition table belongs to another variant");
    std::optional<nb::python_error> raised;
    const auto call = [&](const Report& so_far) {
        const nb::gil_scoped_acquire held;
        if (raised) return;
        try {
            tell(so_far);
        } catch (nb::python_error& error) {
            search.searcher->stop();
            // A callback that raises ends the search, whose result is kept; Ctrl-C raises.
            if (error.matches(PyExc_Exception)) {
                error.discard_as_unraisable("quintet search");
            } else {
                raised.emplace(std::move(error));
            }
        }
    };
    const bool silent = tell.is_none();
    Report report = run_interruptibly(
        [&](const auto& errand) {
            return search.searcher->run(asked.limits, [&](const Report& so_far) {
                if (!silent) errand([&] { call(so_far); });
            });
        },
        [&] { search.searcher->stop(); });
    if (raised) throw nb::python_error(std::move(*raised));
    return report;
}

void add_variants(nb::module_& module) {
    nb::class_<Variant>(module, "Variant", "A game with its options fixed.")
        .def("start", [](const Variant& v) { return make_position(&v, v.kernel->start()); })
        .def("from_facts", &from_facts, "cells"_a, "fields"_a)
        .def("restore", &restore, "state"_a.none(),
             "The position with this `_state`, or None if there is none.")
        .def_prop_ro("vocabulary", [](const Variant& v) { return v.kernel->sizes.vocabulary; })
        .def_prop_ro("seats", [](const Variant& v) { return v.kernel->sizes.seats; });

    module.def("variant", &make_variant, "game"_a, "settings"_a, "owner"_a, "position_type"_a,
               "words"_a, nb::rv_policy::reference);
}

void add_positions(nb::module_& module) {
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
        .def("_playouts", &random_games, "games"_a, "seed"_a, "limit"_a, "threads"_a)
        .def("_perft", &count_sequences, "depth"_a, "threads"_a)
        .def("_wins_within", &wins_within, "seat"_a, "plies"_a)
        .def_prop_ro("_state", &state_of)
        .def_prop_ro("_evaluation",
                     [](const Position& p) { return p.variant->kernel->evaluate(p.words); })
        .def("__eq__", &same, nb::is_operator())
        .def("__hash__", [](const Position& p) {
            return static_cast<Py_ssize_t>(p.variant->kernel->hash(p.words) >> 1);
        });
}

/// Constants that Python shares with the search.
void add_constants(nb::module_& module) {
    module.attr("WIN_SCORE") = win_score;
    module.attr("DECIDED_SCORE") = decided_score;
    module.attr("UNKNOWN_SCORE") = -infinite_score;
    module.attr("MAX_DEPTH") = max_depth;
    module.attr("MAX_PERFT_DEPTH") = max_perft_depth;
    module.attr("MAX_FORCING_PLIES") = max_forcing_plies;
    module.attr("DEFAULT_MEGABYTES") = default_megabytes;
}

void add_search(nb::module_& module) {
    nb::class_<SharedTable>(module, "TranspositionTable",
                            "Values that searches of one variant share.")
        .def(
            "__init__",
            [](SharedTable* made, const Variant* variant, std::size_t megabytes) {
                new (made)
                    SharedTable{variant, std::make_shared<TranspositionTable>(megabytes << 20)};
            },
            "variant"_a, "megabytes"_a);

    nb::class_<SearchLimits>(module, "SearchLimits", "What a search is asked for.")
        .def("__init__", &make_limits, nb::kw_only(), "nodes"_a, "seconds"_a, "depth"_a,
             "threads"_a, "megabytes"_a, "multipv"_a, "searchmoves"_a, "seed"_a, "drawn"_a,
             "to_win"_a, "transpositions"_a.none());

    nb::class_<RootMove>(module, "RootMove", "A move of the position searched, with its value.")
        .def_prop_ro("move", [](const RootMove& move) { return move.move; })
        .def_prop_ro("score", [](const RootMove& move) { return move.score.value; })
        .def_prop_ro(
            "exact", [](const RootMove& move) { return move.score.at_least && move.score.at_most; },
            "Whether the score is proved.")
        .def_prop_ro(
            "estimate", [](const RootMove& move) { return move.estimate; },
            "The expected share of the point, from searches that give no score.")
        .def_prop_ro("line", [](const RootMove& move) { return move.line; });

    nb::class_<Report>(module, "SearchReport", "What a search has found so far.")
        .def_prop_ro("depth", [](const Report& report) { return report.depth; })
        .def_prop_ro("nodes", [](const Report& report) { return report.nodes; })
        .def_prop_ro("seconds", [](const Report& report) { return report.seconds; })
        .def_prop_ro(
            "proved", [](const Report& report) { return report.proved; },
            "Whether the best value is exact and no other move is better.")
        .def_prop_ro(
            "moves", [](const Report& report) { return report.moves; }, nb::rv_policy::copy,
            "The moves searched, the best first.");

    nb::class_<Search>(module, "Search", "A search of one position.")
        .def("run", &run_search, "limits"_a, "tell"_a.none())
        .def("stop", [](Search& search) { search.searcher->stop(); });
    module.def("search", &make_search, "position"_a, "uct"_a = nb::none(),
               nb::rv_policy::take_ownership);
    module.def("pitfalls", &make_pitfalls, "position"_a, "is_won"_a, nb::rv_policy::take_ownership);
}

}  // namespace

NB_MODULE(_core, module) {
    // Variants are kept until the process ends, on purpose.
    nb::set_leak_warnings(false);
    module.doc() = "The compiled part of Quintet: positions, legal moves, playouts, perft.";

    add_variants(module);
    add_positions(module);
    add_search(module);
    add_constants(module);
    add_simulators(module);
    add_tree_search(module);
    add_solving(module);
}

}  // namespace quintet
