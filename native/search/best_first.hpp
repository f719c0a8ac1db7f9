// Best-first search for games of more than two sides: every side maximises its own share (max-n),
// and the moves that look best to the side to move are searched first and deepest.
#pragma once

#include <algorithm>
#include <cmath>

#include "evaluator.hpp"
#include "exponential.hpp"
#include "searcher.hpp"
#include "tree_memory.hpp"

namespace quintet {

template <HasShareEvaluator G>
class BestFirst final : public Searcher {
    using Position = typename G::Position;
    using Shares = typename Evaluator<G>::Shares;

public:
    BestFirst(const typename G::Rules& rules, const Position& root) : rules_(rules), root_(root) {}

    void stop() override { stop_ = true; }

    Report run(const Limits& limits, const std::function<void(const Report&)>& on_report) override {
        const auto began = std::chrono::steady_clock::now();
        const auto deadline = deadline_after(began, limits.seconds);
        const std::size_t capacity = node_capacity<Node>(limits.table_bytes, G::vocabulary);
        max_depth_ = static_cast<std::size_t>(limits.depth);
        drawn_ = limits.drawn;
        draw_ = draw(limits.to_win);
        nodes_.assign(1, Node{});
        path_.clear();
        moves_made_ = 0;
        expand(0, root_, limits.searchmoves);
        const bool over = nodes_[0].count == 0;
        if (!over) settle(0, mover(root_));
        Report report;
        double next_report = 0.1;
        for (u64 round = 1; !over && !nodes_[0].settled && moves_made_ < limits.nodes; ++round) {
            if ((round & 7) == 0 && (stop_ || std::chrono::steady_clock::now() >= deadline)) break;
            if (nodes_.size() + G::vocabulary > capacity) prune(nodes_, capacity);
            descend();
            if ((round & 255) == 0 && seconds_since(began) > next_report) {
                fill(report, began);
                on_report(report);
                next_report *= 2;
            }
        }
        fill(report, began);
        on_report(report);
        return report;
    }

    /// Gives every position of the tree that was searched so often, and is not settled, to `use`:
    /// with what was found for each seat.
    template <class Use>
    void each_searched(u32 visits, const Use& use) const {
        each_searched(0, root_, visits, use);
    }

private:
    struct Node {
        Shares shares{};  // the evaluation, then the mean of the results below
        float prior = 0;
        u32 visits = 0;
        u32 first = 0;  // first child; 0 before expansion
        u8 count = 0;
        u8 move = 0;
        bool settled = false;  // the value is exact
        bool whole = false;    // no move is missing that may be better than its children
    };

    struct Step {
        u32 node;
        std::size_t seat;
    };

    template <class Use>
    void each_searched(u32 at, const Position& position, u32 visits, const Use& use) const {
        const Node& node = nodes_[at];
        if (node.visits < visits || node.settled) return;
        use(position, node.shares);
        for (u32 child = node.first; child < node.first + node.count; ++child)
            each_searched(child, G::play(rules_, position, nodes_[child].move), visits, use);
    }

    std::size_t mover(const Position& position) const {
        return static_cast<std::size_t>(G::seat(rules_, position));
    }

    /// The evaluation of a position, without expanding it.
    Node look(const Position& position) const {
        Node node;
        const Outcome outcome = G::outcome(rules_, position);
        if (outcome.over()) {
            for (std::size_t seat = 0; seat < node.shares.size(); ++seat)
                node.shares[seat] = static_cast<float>(outcome.halves[seat]) / 2;
            node.settled = true;
        } else if (ends_by_history(position)) {
            node.shares = draw_;
            node.settled = true;
        } else if (Evaluator<G>::can_win(rules_, position)) {
            node.shares[mover(position)] = 1;
            node.settled = true;
        } else {
            node.shares = Evaluator<G>::shares(rules_, position);
        }
        return node;
    }

    /// Whether the game before the root makes a position a draw (H1).
    bool ends_by_history(const Position& position) const {
        return !drawn_.empty() &&
               std::find(drawn_.begin(), drawn_.end(), hash_of(position)) != drawn_.end();
    }

    /// The shares of a draw by repetition. To win, it is worth less to the side at the root.
    Shares draw(bool to_win) const {
        Shares shares;
        shares.fill(1 / static_cast<float>(shares.size()));
        if (to_win) shares[mover(root_)] -= contempt;
        return shares;
    }

    /// Expands a node: all moves at the root, elsewhere the best by evaluation for the side to
    /// move, and all when those are settled. At the limit of depth the evaluation decides, and no
    /// other move can be better. A side that loses with all its moves is taken to resist as long as
    /// it can: moves that lose at once are left out where there are others.
    void expand(u32 at, const Position& position, const std::vector<int>& searchmoves) {
        const std::size_t seat = mover(position);
        const Node before = nodes_[at];
        const auto first = static_cast<u32>(nodes_.size());
        const bool last = path_.size() + 1 >= max_depth_;
        G::legal(rules_, position).each([&](int move) {
            if (!is_searched(searchmoves, move)) return;
            nodes_.push_back(look(G::play(rules_, position, move)));
            nodes_.back().move = static_cast<u8>(move);
            nodes_.back().settled |= last;
            ++moves_made_;
        });
        const auto begin = nodes_.begin() + first;
        std::sort(begin, nodes_.end(), [&](const Node& a, const Node& b) {
            return a.shares[seat] != b.shares[seat] ? a.shares[seat] > b.shares[seat]
                                                    : a.move < b.move;
        });
        if (at != 0) {
            const auto lost = std::find_if(begin, nodes_.end(), [&](const Node& node) {
                return node.settled && node.shares[seat] == 0;
            });
            if (lost != begin) nodes_.erase(lost, nodes_.end());
        }
        const bool some = at != 0 && before.count == 0 && nodes_.size() > first + max_children;
        if (some) nodes_.resize(first + max_children);
        for (u32 old = before.first; old < before.first + before.count; ++old) {
            const auto same =
                std::find_if(nodes_.begin() + first, nodes_.end(),
                             [&](const Node& node) { return node.move == nodes_[old].move; });
            *same = nodes_[old];
        }
        float total = 0;
        for (u32 child = first; child < nodes_.size(); ++child) {
            const float behind = nodes_[child].shares[seat] - nodes_[first].shares[seat];
            nodes_[child].prior = exponential(prior_sharpness * behind);
            total += nodes_[child].prior;
        }
        for (u32 child = first; child < nodes_.size(); ++child) nodes_[child].prior /= total;
        nodes_[at].first = first;
        nodes_[at].count = static_cast<u8>(nodes_.size() - first);
        nodes_[at].whole = last || !some;
    }

    /// Settles a node if the side to move wins, or if all moves are settled. Moves that are equally
    /// good for that side are averaged, since any of them may be played.
    bool settle(u32 at, std::size_t seat) {
        Node& node = nodes_[at];
        const u32 end = node.first + node.count;
        float best = 0;
        bool all = true;
        for (u32 child = node.first; child < end; ++child) {
            if (nodes_[child].settled) best = std::max(best, nodes_[child].shares[seat]);
            all = all && nodes_[child].settled;
        }
        if (best < 1 && !(all && node.whole)) return false;
        Shares shares{};
        float equals = 0;
        for (u32 child = node.first; child < end; ++child) {
            if (!nodes_[child].settled || nodes_[child].shares[seat] != best) continue;
            for (std::size_t i = 0; i < shares.size(); ++i) shares[i] += nodes_[child].shares[i];
            ++equals;
        }
        for (float& share : shares) share /= equals;
        node.shares = shares;
        node.settled = true;
        return true;
    }

    /// What the best child of a node is worth, as far as one knows.
    const Shares& best_of(const Node& node, std::size_t seat) const {
        const auto first = nodes_.begin() + node.first;
        return std::max_element(
                   first, first + node.count,
                   [&](const Node& a, const Node& b) { return a.shares[seat] < b.shares[seat]; })
            ->shares;
    }

    /// Settled moves are not searched any more. If one of them is better for the side to move than
    /// what was found below another, that side plays it.
    void prefer_settled(const Node& node, std::size_t seat, Shares& found) const {
        for (u32 child = node.first; child < node.first + node.count; ++child)
            if (nodes_[child].settled && nodes_[child].shares[seat] > found[seat])
                found = nodes_[child].shares;
    }

    /// One iteration: selection, expansion and backpropagation.
    void descend() {
        Position position = root_;
        path_.clear();
        u32 at = 0;
        for (;;) {
            const std::size_t seat = mover(position);
            const u32 next = nodes_[at].first != 0 ? choose(at, seat) : 0;
            if (next == 0) break;
            path_.push_back({at, seat});
            at = next;
            position = G::play(rules_, position, nodes_[at].move);
        }
        expand(at, position, {});
        path_.push_back({at, mover(position)});
        Shares found = best_of(nodes_[at], path_.back().seat);
        for (auto step = path_.rbegin(); step != path_.rend(); ++step) {
            Node& node = nodes_[step->node];
            ++node.visits;
            if (settle(step->node, step->seat)) {
                found = node.shares;
                continue;
            }
            prefer_settled(node, step->seat, found);
            for (std::size_t i = 0; i < found.size(); ++i)
                node.shares[i] += (found[i] - node.shares[i]) / static_cast<float>(node.visits);
        }
    }

    /// The child with the greatest sum of its mean value and its exploration bonus (PUCT); 0 when
    /// all are settled.
    u32 choose(u32 at, std::size_t seat) const {
        const Node& node = nodes_[at];
        const float exploring = exploration * std::sqrt(static_cast<float>(node.visits) + 1);
        u32 best = 0;
        float highest = -1;
        for (u32 child = node.first; child < node.first + node.count; ++child) {
            const Node& candidate = nodes_[child];
            if (candidate.settled) continue;
            const float unknown = candidate.prior / (1 + static_cast<float>(candidate.visits));
            const float score = candidate.shares[seat] + exploring * unknown;
            if (score > highest) {
                highest = score;
                best = child;
            }
        }
        return best;
    }

    /// Fills the report with the moves by visits, settled ones by value. After an immediate win no
    /// other move is listed.
    void fill(Report& report, std::chrono::steady_clock::time_point began) const {
        const Node& root = nodes_[0];
        const std::size_t seat = mover(root_);
        std::vector<u32> order;
        for (u32 child = root.first; child < root.first + root.count; ++child)
            order.push_back(child);
        std::stable_sort(order.begin(), order.end(),
                         [&](u32 a, u32 b) { return weight(a, seat) > weight(b, seat); });
        report.moves.clear();
        report.proved = !order.empty() && wins_at_once(order[0]);
        for (const u32 child : order) {
            if (report.proved && !wins_at_once(child)) break;
            report.moves.push_back({nodes_[child].move, {}, line_from(child)});
            if (report.proved) {
                report.moves.back().score = true_score(win_score - 1);
            } else {
                report.moves.back().estimate = nodes_[child].shares[seat];
            }
        }
        report.nodes = moves_made_;
        report.depth = report.moves.empty() ? 0 : static_cast<int>(report.moves[0].line.size());
        report.seconds = seconds_since(began);
    }

    bool wins_at_once(u32 child) const {
        const Position next = G::play(rules_, root_, nodes_[child].move);
        return G::outcome(rules_, next).halves[mover(root_)] == 2;
    }

    /// The sort key of a root move.
    double weight(u32 child, std::size_t seat) const {
        const Node& node = nodes_[child];
        const double share = node.shares[seat];
        if (!node.settled) return node.visits + share;
        if (share == 1) return wins_at_once(child) ? 2e12 : 1e12;
        // Before all others if better than the root's mean, otherwise after all of them: of moves
        // that are equally bad, those that took most visits to settle resist longest.
        return share > nodes_[0].shares[seat] ? 5e11 + share : share - 1 + 1e-10 * node.visits;
    }

    std::vector<int> line_from(u32 at) const {
        std::vector<int> line{nodes_[at].move};
        while (nodes_[at].first != 0 && line.size() < 30) {
            u32 best = nodes_[at].first;
            for (u32 child = best; child < nodes_[at].first + nodes_[at].count; ++child)
                if (nodes_[child].visits > nodes_[best].visits) best = child;
            line.push_back(nodes_[best].move);
            at = best;
        }
        return line;
    }

    static constexpr std::size_t max_children = 24;
    static constexpr float prior_sharpness = 20;  // inverse temperature of the priors
    static constexpr float exploration = 0.8F;    // the PUCT constant
    static constexpr float contempt = 0.1F;       // what a repetition costs, playing to win

    const typename G::Rules rules_;
    const Position root_;
    std::atomic<bool> stop_{false};
    u64 moves_made_ = 0;
    std::size_t max_depth_ = 0;
    std::vector<u64> drawn_;  // hashes of positions that end the game when they come up again (H1)
    Shares draw_{};
    std::vector<Node> nodes_;
    std::vector<Step> path_;
};

}  // namespace quintet
