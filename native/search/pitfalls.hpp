// How likely a side that trusts random playouts makes a mistake: UCT estimates its choice, and a
// proof search finds the turns that lose, or that give a win away.
#pragma once

#include <mutex>

#include "solver.hpp"
#include "uct.hpp"

namespace quintet {

/// What counts as a mistake: in a position that is drawn, and in one that is won.
enum class Mistake { losing, not_winning };

template <MustEnd G>
class Pitfalls final : public Searcher {
    using Position = typename G::Position;

public:
    Pitfalls(const typename G::Rules& rules, const Position& root, Mistake mistake)
        : rules_(rules), root_(root), mistake_(mistake), uct_(rules, root) {}

    void stop() override {
        uct_.stop();
        const std::lock_guard<std::mutex> lock(sharing_);
        asked_to_stop_ = true;
        if (shared_ != nullptr) shared_->stop = true;
    }

    /// The estimate of every move is the probability that the turn is no mistake. The limit of
    /// nodes counts random games.
    Report run(const Limits& limits, const std::function<void(const Report&)>& on_report) override {
        const auto began = std::chrono::steady_clock::now();
        Report report = uct_.run(limits, [](const Report&) {});
        std::vector<Turn> turns;
        uct_.each_turn([&](const Position& after, double probability) {
            turns.push_back({after, probability});
        });
        std::stable_sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
            return a.probability > b.probability;
        });

        SharedSearch shared(limits.table_bytes, limits.transpositions);
        shared.node_limit = nodes_a_game * limits.nodes;
        shared.deadline = deadline_after(began, limits.seconds);
        share(&shared);
        const auto searcher = std::make_unique<AlphaBeta<G>>(rules_, shared);
        Solver<G> solver(rules_, shared, *searcher);
        double proved = 0;
        double wrong = 0;
        for (const Turn& turn : turns) {
            const bool errs =
                Evaluator<G>::can_win(rules_, turn.after) ||
                (mistake_ == Mistake::losing ? solver.wins(turn.after) : solver.holds(turn.after));
            if (searcher->stopped()) break;
            proved += turn.probability;
            if (errs) wrong += turn.probability;
        }
        share(nullptr);
        for (RootMove& move : report.moves) move.estimate = proved > 0 ? 1 - wrong / proved : 1.0;
        report.seconds = seconds_since(began);
        on_report(report);
        return report;
    }

private:
    // Enough for several proofs even where the tree is small; most need far less.
    static constexpr u64 nodes_a_game = 60;

    struct Turn {
        Position after;
        double probability;
    };

    /// While in scope, `stop` reaches the search.
    void share(SharedSearch* shared) {
        const std::lock_guard<std::mutex> lock(sharing_);
        shared_ = shared;
        if (shared != nullptr) shared->stop = asked_to_stop_;
    }

    const typename G::Rules rules_;
    const Position root_;
    const Mistake mistake_;
    Uct<G> uct_;
    std::mutex sharing_;
    SharedSearch* shared_ = nullptr;
    bool asked_to_stop_ = false;
};

}  // namespace quintet
