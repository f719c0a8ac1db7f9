// Solving the openings of Quarto from Python, layer by layer.

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <mutex>

#include "../solve/quarto/check.hpp"
#include "../solve/quarto/openings.hpp"
#include "../solve/quarto/solver.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {
namespace {

using G = Quarto<false>;
using Boards = QuartoSolver::Boards;

/// Boards come and go as bytes, sixteen each.
Boards as_boards(const Bytes& bytes) {
    Boards boards(bytes.size() / sizeof(G::Position));
    std::memcpy(boards.data(), bytes.data(), boards.size() * sizeof(G::Position));
    return boards;
}

G::Rules rules_of(int features, bool squares) { return {features, squares, false}; }

class BoundQuartoTable final : public AnyTable {
public:
    BoundQuartoTable(const Variant* variant, const std::map<std::string, int>& settings,
                     std::vector<Bytes> layers, Bytes gifts)
        : AnyTable(variant),
          variant_(variant),
          features_(settings.at("features")),
          squares_(settings.at("squares") != 0),
          spoken_(settings.at("spoken") != 0),
          spoken_rules_(features_, squares_, settings.at("false_call_loses") != 0),
          memory_(std::move(layers)),
          gifts_(std::move(gifts)),
          table_(rules_of(features_, squares_), views(), StaticFunction(gifts_.data())) {}

    /// Checks that the values of some boards follow from those their moves lead to.
    nb::object verify(const Bytes& bytes, int threads, Progress& progress) const {
        const G::Rules rules = rules_of(features_, squares_);
        return check(bytes, threads, progress, [&](Checks& checks) {
            return [&](const G::Position& board, u64, int worker) {
                checks.check<G>(rules, board, table_, worker);
            };
        });
    }

    /// Verifies the proved numbers of some boards by an independent method.
    nb::object prove_again(const Bytes& bytes, const Bytes& numbers, std::size_t memory,
                           int threads, Progress& progress) const {
        if (numbers.size() * sizeof(G::Position) != bytes.size())
            throw nb::value_error("a number is needed for a board");
        QuartoCheck prover(features_, squares_, memory, progress);
        return check(bytes, threads, progress, [&](Checks& checks) {
            return [&](const G::Position& board, u64 index, int worker) {
                const Verdict verdict = QuartoNumber::verdict(numbers.data()[index]);
                checks.count(board, is_right(prover, board, verdict), worker);
            };
        });
    }

    /// Verifies, by an independent method, the stored values of boards with the most pieces, and
    /// that their gifts keep them.
    nb::object verify_last(const Bytes& bytes, std::size_t memory, int threads,
                           Progress& progress) const {
        const G::Rules rules = rules_of(features_, squares_);
        QuartoCheck prover(features_, squares_, memory, progress);
        return check(bytes, threads, progress, [&](Checks& checks) {
            return [&](const G::Position& board, u64, int worker) {
                const Verdict verdict = table_(board);
                int gifts = 0;
                bool right = true;
                G::legal(rules, board).each([&](int gift) {
                    if (table_(G::play(rules, board, gift)) == verdict::unknown) return;
                    ++gifts;
                    right = right && keeps_value(prover, board, gift, verdict);
                });
                right = right && gifts > 0 && is_right(prover, board, verdict);
                checks.count(board, right, worker);
            };
        });
    }

protected:
    Verdict value(const Words& words) const override {
        return spoken_
                   ? QuartoTable::spoken(spoken_rules_, unpack_words<Quarto<true>>(words), table_)
                   : table_(unpack_words<G>(words));
    }

    void values(const u64* rows, std::size_t count, Verdict* out) const override {
        std::call_once(written_out_,
                       [&] { openings_.emplace(rules_of(features_, squares_), table_); });
        const QuartoOpenings& value = *openings_;
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = spoken_ ? QuartoTable::spoken(spoken_rules_, row<Quarto<true>>(rows, i), value)
                             : value(row<G>(rows, i));
        }
    }

private:
    QuartoTable::Layers views() const {
        QuartoTable::Layers layers;
        for (const Bytes& bytes : memory_) layers.emplace_back(bytes.data());
        return layers;
    }

    template <class Check>
    nb::object check(const Bytes& bytes, int threads, Progress& progress, Check of) const {
        const Boards boards = as_boards(bytes);
        Checks checks(threads);
        const auto check_board = of(checks);
        return checked_tuple(variant_, run_freely(progress, [&] {
                                 share_work(boards.size(), 1, threads, progress,
                                            [&](u64 board, u64, int worker) {
                                                check_board(boards[board], board, worker);
                                            });
                                 return checks.sum();
                             }));
    }

    QuartoCheck::Board board_of(const QuartoCheck& prover, const G::Position& position) const {
        return prover.board_of(G::facts(rules_of(features_, squares_), position).cells);
    }

    /// Whether this gift keeps the value of the board for the giver.
    bool keeps_value(QuartoCheck& prover, const G::Position& position, int gift,
                     Verdict verdict) const {
        const QuartoCheck::Board board = board_of(prover, position);
        const int placements = verdict::plies(verdict) / 2;
        if (verdict::is_win(verdict)) return prover.wins_by(board, gift, placements);
        if (verdict::is_loss(verdict)) return !prover.loses_by(board, gift, placements - 2);
        return !prover.loses_by(board, gift, board.left);
    }

    bool is_right(QuartoCheck& prover, const G::Position& position, Verdict verdict) const {
        const QuartoCheck::Board board = board_of(prover, position);
        const int placements = verdict::plies(verdict) / 2;
        if (verdict::is_win(verdict))
            return prover.wins(board, placements) && !prover.wins(board, placements - 2);
        if (verdict::is_loss(verdict))
            return prover.loses(board, placements) && !prover.loses(board, placements - 2);
        return !prover.wins(board, board.left) && !prover.loses(board, board.left);
    }

    const Variant* variant_;
    int features_;
    bool squares_;
    bool spoken_;
    Quarto<true>::Rules spoken_rules_;
    std::vector<Bytes> memory_;
    Bytes gifts_;
    QuartoTable table_;
    mutable std::once_flag written_out_;
    mutable std::optional<QuartoOpenings> openings_;  // made for the first array
};

/// A prover whose transposition table persists between calls.
class BoundQuartoSolver {
public:
    BoundQuartoSolver(int features, bool squares, std::size_t memory)
        : rules_(rules_of(features, squares)), shared_(memory) {}

    nb::bytes first_layer() const { return as_bytes(Boards{G::start(rules_)}); }

    nb::bytes next_layer(const Bytes& bytes, Progress& progress) {
        const Boards boards = as_boards(bytes);
        return as_bytes(run_freely(
            progress, [&] { return QuartoSolver(rules_, 1, progress).next_layer(boards); }));
    }

    nb::bytes prove(const Bytes& bytes, int threads, Progress& progress) {
        const Boards boards = as_boards(bytes);
        return as_bytes(run_freely(progress, [&] {
            return QuartoSolver(rules_, threads, progress).prove(boards, shared_);
        }));
    }

    /// A gift for each of some boards with their numbers.
    nb::bytes gifts(const Bytes& bytes, const Bytes& numbers, int threads, Progress& progress) {
        const Boards boards = as_boards(bytes);
        if (numbers.size() != boards.size())
            throw nb::value_error("a number is needed for a board");
        return as_bytes(run_freely(progress, [&] {
            return QuartoSolver(rules_, threads, progress).gifts(boards, numbers.data(), shared_);
        }));
    }

    /// The numbers of some boards, by the function of the boards with a piece more.
    nb::bytes derive(const Bytes& bytes, const Bytes& after, int threads, Progress& progress) {
        const Boards boards = as_boards(bytes);
        return as_bytes(run_freely(progress, [&] {
            const QuartoTable::Layers layers(16, StaticFunction(after.data()));
            return QuartoSolver(rules_, threads, progress)
                .derive(boards, QuartoTable(rules_, layers));
        }));
    }

    nb::bytes function_of(const Bytes& bytes, const Bytes& numbers, Progress& progress) {
        const Boards boards = as_boards(bytes);
        if (numbers.size() != boards.size())
            throw nb::value_error("a number is needed for a board");
        return as_bytes(run_freely(progress, [&] {
            return QuartoSolver(rules_, 1, progress).function_of(boards, numbers.data());
        }));
    }

private:
    G::Rules rules_;
    SharedSearch shared_;
};

}  // namespace

void add_quarto_solving(nb::module_& module) {
    nb::class_<BoundQuartoTable, AnyTable>(module, "QuartoTable")
        .def(nb::init<const Variant*, const std::map<std::string, int>&, std::vector<Bytes>,
                      Bytes>(),
             "variant"_a, "settings"_a, "layers"_a, "gifts"_a)
        .def("verify", &BoundQuartoTable::verify, "boards"_a, "threads"_a, "progress"_a)
        .def("prove_again", &BoundQuartoTable::prove_again, "boards"_a, "numbers"_a, "memory"_a,
             "threads"_a, "progress"_a)
        .def("verify_last", &BoundQuartoTable::verify_last, "boards"_a, "memory"_a, "threads"_a,
             "progress"_a);
    nb::class_<BoundQuartoSolver>(module, "QuartoSolver")
        .def(nb::init<int, bool, std::size_t>(), "features"_a, "squares"_a, "memory"_a)
        .def("first_layer", &BoundQuartoSolver::first_layer)
        .def("next_layer", &BoundQuartoSolver::next_layer, "boards"_a, "progress"_a)
        .def("prove", &BoundQuartoSolver::prove, "boards"_a, "threads"_a, "progress"_a)
        .def("gifts", &BoundQuartoSolver::gifts, "boards"_a, "numbers"_a, "threads"_a, "progress"_a)
        .def("derive", &BoundQuartoSolver::derive, "boards"_a, "after"_a, "threads"_a, "progress"_a)
        .def("function_of", &BoundQuartoSolver::function_of, "boards"_a, "numbers"_a, "progress"_a);
}

}  // namespace quintet
