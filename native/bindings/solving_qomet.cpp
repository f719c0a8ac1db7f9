// Solving Qomet from Python: who wins within how many plies, by two methods, and the strategy.

#include "../solve/qomet/solver.hpp"
#include "../solve/qomet/verify.hpp"
#include "solving.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quintet {
namespace {

Qomet::Rules rules_of(int strict_undo, int rays_only) { return {strict_undo != 0, rays_only != 0}; }

/// A position as the solvers see it: the side to move, who attacks, has seat 0.
Qomet::Position seen_by_attacker(const Qomet::Rules& rules, const Position& position) {
    const auto found = unpack_words<Qomet>(position.words);
    if (Qomet::outcome(rules, found).over()) throw nb::value_error("the game is over");
    return Qomet::seat(rules, found) == 0 ? found : Qomet::exchanged(found);
}

class BoundQometTable final : public AnyTable {
public:
    BoundQometTable(const Variant* variant, Bytes positions, Bytes plies, int strict_undo,
                    int rays_only)
        : AnyTable(variant),
          variant_(variant),
          rules_(rules_of(strict_undo, rays_only)),
          positions_(std::move(positions)),
          plies_(std::move(plies)),
          strategy_(rules_, positions_.data(), plies_.data(), plies_.size()) {
        if (positions_.size() != sizeof(u64) * plies_.size())
            throw nb::value_error("there are not as many plies as positions");
    }

    nb::object verify(int threads, Progress& progress) const {
        return checked_tuple(variant_, run_freely(progress, [&] {
                                 return verify_qomet(rules_, strategy_, threads, progress);
                             }));
    }

protected:
    Verdict value(const Words& words) const override {
        return strategy_(unpack_words<Qomet>(words));
    }

    void values(const u64* rows, std::size_t count, Verdict* out) const override {
        strategy_.look_up(rows, count, out);
    }

private:
    const Variant* variant_;
    const Qomet::Rules rules_;
    Bytes positions_;
    Bytes plies_;
    QometStrategy strategy_;
};

class BoundQometSolver {
public:
    BoundQometSolver(int threads, int strict_undo, int rays_only)
        : rules_(rules_of(strict_undo, rays_only)), solver_(rules_, threads) {}

    bool wins_within(const Position& position, int plies, Progress& progress) {
        const Qomet::Position seen = seen_by_attacker(rules_, position);
        return run_freely(progress, [&] { return solver_.wins_within(seen, plies, progress); });
    }

    /// Positions, moves and plies of the strategy, as bytes each.
    nb::object strategy(int plies, Progress& progress) {
        const auto plans = run_freely(progress, [&] { return solver_.strategy(plies, progress); });
        std::vector<u64> positions;
        std::vector<u8> moves;
        std::vector<u8> lengths;
        for (const QometPlan& plan : plans) {
            positions.push_back(plan.position);
            moves.push_back(plan.move);
            lengths.push_back(plan.plies);
        }
        return nb::make_tuple(as_bytes(positions), as_bytes(moves), as_bytes(lengths));
    }

private:
    const Qomet::Rules rules_;
    QometSolver solver_;
};

class BoundQometProof {
public:
    BoundQometProof(int strict_undo, int rays_only)
        : rules_(rules_of(strict_undo, rays_only)), proof_(rules_) {}

    bool wins_within(const Position& position, int plies, Progress& progress) {
        if (plies > QometProof::max_plies) throw nb::value_error("too many plies");
        const Qomet::Position seen = seen_by_attacker(rules_, position);
        return run_freely(progress, [&] { return proof_.wins_within(seen, plies, progress); });
    }

private:
    const Qomet::Rules rules_;
    QometProof proof_;
};

}  // namespace

void add_qomet_solving(nb::module_& module) {
    nb::class_<BoundQometTable, AnyTable>(module, "QometTable")
        .def(nb::init<const Variant*, Bytes, Bytes, int, int>(), "variant"_a, "positions"_a,
             "plies"_a, nb::kw_only(), "strict_undo"_a, "rays_only"_a)
        .def("verify", &BoundQometTable::verify, "threads"_a, "progress"_a);
    nb::class_<BoundQometSolver>(module, "QometSolver")
        .def(nb::init<int, int, int>(), "threads"_a, nb::kw_only(), "strict_undo"_a, "rays_only"_a)
        .def("wins_within", &BoundQometSolver::wins_within, "position"_a, "plies"_a, "progress"_a)
        .def("strategy", &BoundQometSolver::strategy, "plies"_a, "progress"_a);
    nb::class_<BoundQometProof>(module, "QometProof")
        .def(nb::init<int, int>(), nb::kw_only(), "strict_undo"_a, "rays_only"_a)
        .def("wins_within", &BoundQometProof::wins_within, "position"_a, "plies"_a, "progress"_a);
}

}  // namespace quintet
