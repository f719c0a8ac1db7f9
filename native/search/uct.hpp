// Textbook Monte-Carlo tree search (UCT) for any game, as a baseline: every seat maximises its own
// share, a number from 0 to 1, by its upper confidence bound (UCB1).
#pragma once

#include <cmath>

#include "../playout.hpp"
#include "searcher.hpp"
#include "tree_memory.hpp"

namespace quintet {

template <Game G>
class Uct final : public Searcher {
public:
    /// Explores `exploration` times as much as the textbook, whose constant is the square root of
    /// two.
    Uct(const typename G::Rules& rules, const typename G::Position& root, double exploration = 1)
        : rules_(rules), root_(root), exploration_(exploration) {}

    void stop() override { stop_ = true; }

    Report run(const Limits& limits, const std::function<void(const Report&)>& on_report) override {
        const auto began = std::chrono::steady_clock::now();
        const auto deadline = deadline_after(began, limits.seconds);
        Random random(limits.seed);
        nodes_.assign(1, Node{});
        nodes_.reserve(4096);
        expand(0, root_, random);
        if (!limits.searchmoves.empty()) restrict_root(limits.searchmoves);
        Report report;
        const std::size_t capacity = node_capacity<Node>(limits.table_bytes, G::vocabulary);
        double next_report = 0.1;
        for (u64 games = 0; games < limits.nodes; ++games) {
            if ((games & 15) == 0 && (stop_ || std::chrono::steady_clock::now() >= deadline)) break;
            if (nodes_.size() + G::vocabulary > capacity) prune(nodes_, capacity);
            play_once(random);
            report.nodes = games + 1;
            if ((games & 1023) == 0 && seconds_since(began) > next_report) {
                fill(report, began);
                on_report(report);
                next_report *= 2;
            }
            if (nodes_[0].count <= 1 && games >= 100) break;
        }
        fill(report, began);
        on_report(report);
        return report;
    }

    /// Calls `use(position, probability)` for the turns of the side at the root (its moves until
    /// another side is to move) with an estimate of how likely another run of this search chooses
    /// each. Turns below 1 % are left out.
    template <class Use>
    void each_turn(const Use& use) const {
        follow(0, root_, 1.0, use);
    }

private:
    struct Node {
        double share = unvisited;  // the mean of the seat that chose the move
        double inverse_root = 0;   // of the visits
        u32 visits = 0;
        u32 first = 0;  // first child; 0 before expansion
        u16 count = 0;
        u8 move = 0;

        void add(double result) {
            ++visits;
            share = visits == 1 ? result : share + (result - share) / visits;
            inverse_root = 1 / std::sqrt(static_cast<double>(visits));
        }
    };

    struct Step {
        u32 node;
        std::size_t seat;  // that chose the move to it
    };

    /// UCT plays the most visited move; the lead in visits measures how certain that choice is.
    template <class Use>
    void follow(u32 at, const typename G::Position& position, double probability,
                const Use& use) const {
        const Node& node = nodes_[at];
        if (probability < 0.01 || G::outcome(rules_, position).over()) return;
        if (G::seat(rules_, position) != G::seat(rules_, root_)) return use(position, probability);
        const auto weight = [&](u32 child) { return std::pow(nodes_[child].visits, 3.0); };
        double sum = 0;
        for (u32 child = node.first; child < node.first + node.count; ++child) sum += weight(child);
        for (u32 child = node.first; child < node.first + node.count; ++child) {
            if (nodes_[child].visits == 0) continue;
            const auto next = G::play(rules_, position, nodes_[child].move);
            follow(child, next, probability * weight(child) / sum, use);
        }
    }

    /// Expands a node, with its children in random order.
    void expand(u32 at, const typename G::Position& position, Random& random) {
        const auto moves = G::legal(rules_, position);
        std::array<u8, G::vocabulary> order{};
        int count = 0;
        moves.each(
            [&](int move) { order[static_cast<std::size_t>(count++)] = static_cast<u8>(move); });
        for (int i = count - 1; i > 0; --i)
            std::swap(order[static_cast<std::size_t>(i)],
                      order[static_cast<std::size_t>(random.below(i + 1))]);
        nodes_[at].first = static_cast<u32>(nodes_.size());
        nodes_[at].count = static_cast<u16>(count);
        for (int i = 0; i < count; ++i) {
            Node child;
            child.move = order[static_cast<std::size_t>(i)];
            nodes_.push_back(child);
        }
    }

    void restrict_root(const std::vector<int>& searchmoves) {
        Node& root = nodes_[0];
        const auto first = nodes_.begin() + root.first;
        const auto kept = std::stable_partition(first, nodes_.end(), [&](const Node& child) {
            return is_searched(searchmoves, child.move);
        });
        root.count = static_cast<u16>(kept - first);
        nodes_.erase(kept, nodes_.end());
    }

    /// One iteration: selection by UCB1, expansion, a random playout and backpropagation.
    void play_once(Random& random) {
        typename G::Position position = root_;
        path_.clear();
        u32 at = 0;
        while (nodes_[at].first != 0 && nodes_[at].count > 0 && path_.size() + 1 < max_plies) {
            const auto seat = static_cast<std::size_t>(G::seat(rules_, position));
            at = choose(at);
            position = G::play(rules_, position, nodes_[at].move);
            path_.push_back({at, seat});
            if (nodes_[at].visits == 0) break;
            if (nodes_[at].first == 0) expand(at, position, random);
        }
        playout<G>(rules_, position, random, 300);
        const Outcome outcome = G::outcome(rules_, position);
        ++nodes_[0].visits;
        for (const Step& step : path_)
            nodes_[step.node].add(outcome.over() ? outcome.halves[step.seat] / 2.0 : 1.0 / sides);
    }

    /// The child with the highest upper confidence bound; the first one that was not visited yet.
    u32 choose(u32 at) const {
        const Node& node = nodes_[at];
        const double exploring =
            exploration_ * std::sqrt(2.0 * std::log(static_cast<double>(node.visits) + 1));
        u32 best = node.first;
        double highest = -1;
        for (u32 child = node.first; child < node.first + node.count; ++child) {
            const double bound = nodes_[child].share + exploring * nodes_[child].inverse_root;
            if (bound > highest) {
                highest = bound;
                best = child;
            }
        }
        return best;
    }

    /// Fills the report with the moves by visits, and their mean shares.
    void fill(Report& report, std::chrono::steady_clock::time_point began) const {
        const Node& root = nodes_[0];
        std::vector<u32> order;
        for (u32 child = root.first; child < root.first + root.count; ++child)
            order.push_back(child);
        std::stable_sort(order.begin(), order.end(),
                         [&](u32 a, u32 b) { return nodes_[a].visits > nodes_[b].visits; });
        report.moves.clear();
        for (const u32 child : order) {
            const double share = nodes_[child].visits == 0 ? 0 : nodes_[child].share;
            report.moves.push_back({nodes_[child].move, {}, line_from(child), share});
        }
        report.depth = report.moves.empty() ? 0 : static_cast<int>(report.moves[0].line.size());
        report.seconds = seconds_since(began);
    }

    std::vector<int> line_from(u32 at) const {
        std::vector<int> line{nodes_[at].move};
        while (nodes_[at].first != 0 && nodes_[at].count > 0 && line.size() < 30) {
            u32 best = nodes_[at].first;
            for (u32 child = best; child < nodes_[at].first + nodes_[at].count; ++child)
                if (nodes_[child].visits > nodes_[best].visits) best = child;
            if (nodes_[best].visits < 10) break;
            line.push_back(nodes_[best].move);
            at = best;
        }
        return line;
    }

    static constexpr double unvisited = 1e9;  // more than any bound, so that every move is tried
    static constexpr double sides = G::seat_count == 3 ? 3.0 : 2.0;

    const typename G::Rules rules_;
    const typename G::Position root_;
    const double exploration_;
    std::atomic<bool> stop_{false};
    std::vector<Node> nodes_;
    std::vector<Step> path_;
};

}  // namespace quintet
