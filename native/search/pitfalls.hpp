// How easily the side to move goes wrong: which of its turns lose, as far as there is time to prove
// it. A turn is all its moves until the opponent is to answer.
#pragma once

#include <mutex>

#include "../playout.hpp"
#include "solver.hpp"
#include "thinker.hpp"

namespace quintet {

template <MustEnd G>
class Pitfalls final : public Thinker {
    using Position = typename G::Position;

public:
    Pitfalls(const typename G::Rules& rules, const Position& root) : rules_(rules), root_(root) {}

    void stop() override {
        const std::lock_guard<std::mutex> lock(sharing_);
        asked_to_stop_ = true;
        if (shared_ != nullptr) shared_->stop = true;
    }

    /// The chance of every move is the share of all turns that do not lose. Turns are looked at in
    /// random order; those that let the opponent win at once do not count, as nobody falls for
    /// them.
    Report think(const Limits& limits, const std::function<void(const Report&)>& tell) override {
        const auto began = std::chrono::steady_clock::now();
        SharedSearch shared(limits.table_bytes, limits.memory);
        shared.node_limit = limits.nodes;
        shared.deadline = deadline_after(began, limits.seconds);
        share(&shared);
        const auto searcher = std::make_unique<AlphaBeta<G>>(rules_, shared);
        Solver<G> solver(rules_, shared, *searcher);
        double tried = 0;
        double lost = 0;
        for (const Position& after : turns(limits.seed)) {
            const bool loses = solver.wins(after);
            if (searcher->stopped()) break;
            ++tried;
            if (loses) ++lost;
        }
        searcher->report();
        share(nullptr);
        Report report;
        report.nodes = shared.nodes;
        report.seconds = seconds_since(began);
        G::legal(rules_, root_).each([&](int move) {
            report.moves.push_back({move, {}, {move}});
            report.chances.push_back(1 - lost / std::max(1.0, tried));
        });
        tell(report);
        return report;
    }

private:
    /// While a search is shared, `stop` reaches it.
    void share(SharedSearch* shared) {
        const std::lock_guard<std::mutex> lock(sharing_);
        shared_ = shared;
        if (shared != nullptr) shared->stop = asked_to_stop_;
    }

    /// What the turns lead to, in random order.
    std::vector<Position> turns(u64 seed) const {
        std::vector<Position> found;
        add_turns(root_, found);
        Random random(seed);
        for (std::size_t i = found.size(); i > 1; --i) {
            const auto other = static_cast<std::size_t>(random.below(static_cast<int>(i)));
            std::swap(found[i - 1], found[other]);
        }
        return found;
    }

    void add_turns(const Position& position, std::vector<Position>& found) const {
        G::legal(rules_, position).each([&](int move) {
            const Position next = G::play(rules_, position, move);
            if (G::outcome(rules_, next).over()) return;
            if (side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root_)) {
                add_turns(next, found);
            } else if (!Judge<G>::can_win(rules_, next)) {
                found.push_back(next);
            }
        });
    }

    const typename G::Rules rules_;
    const Position root_;
    std::mutex sharing_;
    SharedSearch* shared_ = nullptr;
    bool asked_to_stop_ = false;
};

}  // namespace quintet
