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
        judges_ = HasPriors<G> && limits.depth == max_depth && !limits.by_hand;
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

    /// What the search found of the position at the root, for every seat.
    const Shares& root_shares() const { return nodes_[0].shares; }

    /// Calls `use(move, visits, settled, shares)` for every move of the root.
    template <class Use>
    void each_root_move(const Use& use) const {
        const Node& root = nodes_[0];
        for (u32 child = root.first; child < root.first + root.count; ++child)
            use(nodes_[child].move, nodes_[child].visits, nodes_[child].settled,
                nodes_[child].shares);
    }

private:
    struct Node {
        // The evaluation, then the mean of the results below.
        Shares shares{};
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

    std::size_t mover(const Position& position) const {
        return static_cast<std::size_t>(G::seat(rules_, position));
    }

    /// Whether a position after a move is settled, and its shares if so. The side to move wins if
    /// it can with the move `threat`.
    Node look(const Position& position, int threat = no_threat) const {
        Node node;
        const Outcome outcome = G::outcome(rules_, position);
        if (outcome.over()) {
            for (std::size_t seat = 0; seat < node.shares.size(); ++seat)
                node.shares[seat] = static_cast<float>(outcome.halves[seat]) / 2;
            node.settled = true;
        } else if (ends_by_history(position)) {
            node.shares = draw_;
            node.settled = true;
        } else if (carries_out(position, threat) || Evaluator<G>::can_win(rules_, position)) {
            node.shares[mover(position)] = 1;
            node.settled = true;
        }
        return node;
    }

    /// Whether a threat still stands: that is soon known.
    bool carries_out([[maybe_unused]] const Position& position, [[maybe_unused]] int threat) const {
        if constexpr (HasPriors<G>)
            return threat != no_threat && Evaluator<G>::wins_with(rules_, position, threat);
        return false;
    }

    /// A position after a move, without expanding it.
    Node evaluated(const Position& position) const {
        Node node = look(position);
        if (!node.settled) node.shares = Evaluator<G>::shares(rules_, position);
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
    /// other move can be better.
    void expand(u32 at, const Position& position, const std::vector<int>& searchmoves) {
        if constexpr (HasPriors<G>) {
            if (judges_) return expand_by_priors(at, position, searchmoves);
        }
        const std::size_t seat = mover(position);
        const Node before = nodes_[at];
        const auto first = static_cast<u32>(nodes_.size());
        const bool last = path_.size() + 1 >= max_depth_;
        G::legal(rules_, position).each([&](int move) {
            if (!is_searched(searchmoves, move)) return;
            nodes_.push_back(evaluated(G::play(rules_, position, move)));
            nodes_.back().move = static_cast<u8>(move);
            nodes_.back().settled |= last;
            ++moves_made_;
        });
        const auto begin = nodes_.begin() + first;
        std::stable_sort(begin, nodes_.end(), [&](const Node& a, const Node& b) {
            return a.shares[seat] > b.shares[seat];
        });
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

    /// Expands a node with priors that are known at once. A move is looked at when it is tried, or
    /// before if the next seat has a threat: then most moves lose at once, and are not kept.
    void expand_by_priors(u32 at, const Position& position, const std::vector<int>& searchmoves) {
        const Node before = nodes_[at];
        const auto first = static_cast<u32>(nodes_.size());
        std::array<float, G::vocabulary> priors;
        judged_ = Evaluator<G>::judge(rules_, position, priors);
        std::array<Candidate, G::vocabulary> open;
        std::size_t count = 0;
        const int threat = Evaluator<G>::threat(rules_, position);
        const bool all = at == 0 || before.count != 0;
        bool lost_some = false;
        G::legal(rules_, position).each([&](int move) {
            if (!is_searched(searchmoves, move)) return;
            ++moves_made_;
            const auto kept = nodes_.size();
            if ((all || threat != no_threat) && add_settled(position, move, threat, all)) {
                lost_some = lost_some || nodes_.size() == kept;
                return;
            }
            open[count++] = {priors[static_cast<std::size_t>(move)], static_cast<u8>(move)};
        });
        if (count == 0 && nodes_.size() == first) {
            G::legal(rules_, position).each([&](int move) {
                add_settled(position, move, threat, true);
            });
            lost_some = false;
        }
        const bool some = !all && count > max_children;
        const auto begin = open.begin();
        if (some) {
            std::nth_element(begin, begin + max_children,
                             begin + static_cast<std::ptrdiff_t>(count));
            count = max_children;
        }
        std::sort(begin, begin + static_cast<std::ptrdiff_t>(count));
        Shares unknown = judged_;
        unknown[mover(position)] -= caution;
        float total = 0;
        const auto first_open = static_cast<u32>(nodes_.size());
        for (std::size_t i = 0; i < count; ++i) {
            Node& node = nodes_.emplace_back();
            node.move = open[i].move;
            node.shares = unknown;
            node.prior = exponential(open[i].logarithm - open[0].logarithm);
            total += node.prior;
        }
        for (u32 child = first_open; child < nodes_.size(); ++child) nodes_[child].prior /= total;
        for (u32 old = before.first; old < before.first + before.count; ++old)
            *std::find_if(nodes_.begin() + first, nodes_.end(), [&](const Node& node) {
                return node.move == nodes_[old].move;
            }) = nodes_[old];
        nodes_[at].first = first;
        nodes_[at].count = static_cast<u8>(nodes_.size() - first);
        // If the moves that are kept turn out to lose, too, those that lose at once are as good.
        nodes_[at].whole = !some && !lost_some;
    }

    /// A move that is not settled.
    struct Candidate {
        float logarithm;  // of its prior
        u8 move;

        friend bool operator<(const Candidate& a, const Candidate& b) {
            return a.logarithm != b.logarithm ? a.logarithm > b.logarithm : a.move < b.move;
        }
    };

    /// Adds a move if it settles the game at once; moves that give nothing only if `all` are kept.
    bool add_settled(const Position& position, int move, int threat, bool all) {
        Node node = look(G::play(rules_, position, move), threat);
        if (!node.settled) return false;
        if (!all && node.shares[mover(position)] == 0) return true;
        node.move = static_cast<u8>(move);
        nodes_.push_back(node);
        return true;
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
    Shares best_of(const Node& node, std::size_t seat) const {
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
        Shares found{};
        for (int forced = 0;; ++forced) {
            if (judges_ && settle_by_looking(at, position)) {
                found = nodes_[at].shares;
                break;
            }
            expand(at, position, {});
            const std::size_t seat = mover(position);
            path_.push_back({at, seat});
            found = judges_ ? judged_ : best_of(nodes_[at], seat);
            // What a position with a single move is worth is only seen after that move.
            const u32 only = nodes_[at].first;
            const bool single = judges_ && nodes_[at].count == 1;
            if (!single || forced == max_forced || nodes_[only].settled || nodes_[only].first != 0)
                break;
            at = only;
            position = G::play(rules_, position, nodes_[at].move);
        }
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

    /// With priors, a move may not have been looked at before it is tried.
    bool settle_by_looking(u32 at, const Position& position) {
        Node& node = nodes_[at];
        if (at == 0 || node.visits > 0) return false;
        const Node found = look(position);
        if (!found.settled) return false;
        node.settled = true;
        node.shares = found.shares;
        ++node.visits;
        return true;
    }

    /// The child with the greatest sum of its mean value and its exploration bonus (PUCT); 0 when
    /// all are settled.
    u32 choose(u32 at, std::size_t seat) const {
        const Node& node = nodes_[at];
        const float constant = judges_ ? exploration_by_priors : exploration;
        const float exploring = constant * std::sqrt(static_cast<float>(node.visits) + 1);
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
                report.moves.back().estimate = estimate(child, order[0], seat);
            }
        }
        report.nodes = moves_made_;
        report.depth = report.moves.empty() ? 0 : static_cast<int>(report.moves[0].line.size());
        report.seconds = seconds_since(began);
    }

    /// The estimate of a root move. Of one that was never tried it is known only by how much worse
    /// it looks than the best.
    double estimate(u32 child, u32 best, std::size_t seat) const {
        const Node& node = nodes_[child];
        if (!judges_ || node.visits > 0 || node.settled) return node.shares[seat];
        const auto looks = [&](u32 at) {
            return Evaluator<G>::shares(rules_, G::play(rules_, root_, nodes_[at].move))[seat];
        };
        const float behind = std::max(looks(best) - looks(child), 0.0F) + caution;
        return std::max(nodes_[best].shares[seat] - behind, 0.0F);
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

    static constexpr int no_threat = -1;
    static constexpr std::size_t max_children = 24;
    static constexpr int max_forced = 8;          // forced moves may go round in a circle
    static constexpr float prior_sharpness = 20;  // inverse temperature of the priors
    static constexpr float exploration = 0.8F;    // the PUCT constant
    static constexpr float exploration_by_priors = 0.5F;
    static constexpr float caution = 0.05F;  // a move not tried yet counts so much less
    static constexpr float contempt = 0.1F;  // what a repetition costs, playing to win

    const typename G::Rules rules_;
    const Position root_;
    std::atomic<bool> stop_{false};
    u64 moves_made_ = 0;
    std::size_t max_depth_ = 0;
    bool judges_ = false;  // a search that is limited in depth compares the positions after moves
    std::vector<u64> drawn_;  // hashes of positions that end the game when they come up again (H1)
    Shares draw_{};
    Shares judged_{};  // of the node expanded last
    std::vector<Node> nodes_;
    std::vector<Step> path_;
};

}  // namespace quintet
