// Monte Carlo tree search with a network (PUCT, as AlphaZero does it) in many trees at once. The
// network is the caller's: `select` writes the leaves, `update` takes what the network says of
// them.
#pragma once

#include <algorithm>
#include <cmath>

#include "batch.hpp"
#include "dirichlet.hpp"

namespace quintet {

struct TreeSettings {
    std::size_t trees;
    int threads;
    int sides;
    u32 simulations;       // in a tree, below its root
    u32 leaves;            // that a tree may wait for at once
    double c_puct;         // exploration at a node that was just made
    double c_base;         // how many visits it takes until exploration grows
    double unvisited;      // value of a move never tried; NaN: the mean of its node
    double virtual_loss;   // what a walk under way counts
    double noise;          // share of the noise in the priors of a root
    double concentration;  // of the Dirichlet noise
    bool repetition;       // a position that comes again below the root is a draw
    u64 seed;
};

/// One row a leaf.
struct LeafArrays {
    u64* states;
    u8* observations;
    u8* masks;
};

class TreeSearch {
public:
    virtual ~TreeSearch() = default;

    /// Begins trees again, one for each of the given rows, from sound states. Leaves that wait are
    /// forgotten, in all trees.
    virtual void reset(const u64* states, const i64* rows, std::size_t count) = 0;
    /// Walks down every tree until it waits for all its leaves or has had its simulations. Returns
    /// how many leaves were written; those that still wait are written again.
    virtual std::size_t select() = 0;
    /// Expands the leaves and backs their values up. Values are by seat, the mover's first, in
    /// turn order. Returns how many leaves there were; or, if a row is no evaluation, its number,
    /// and nothing is changed.
    virtual std::size_t update(const float* policies, const float* values, bool logits) = 0;
    /// Makes a move at every root and keeps the tree below it. Returns the number of trees; or the
    /// first with a move that is not legal, and nothing is changed.
    virtual std::size_t advance(const i64* actions) = 0;
    /// Replaces the noise at the roots, until they change.
    virtual void disturb(const float* noise) = 0;

    virtual void roots(u64* states) const = 0;
    virtual void visits(i32* out) const = 0;
    /// Mean values of the roots by seat, the mover's first, in turn order.
    virtual void values(float* out) const = 0;
};

template <Game G>
class TreeSearchOf final : public TreeSearch {
    using Position = typename G::Position;
    using Moves = MoveSet<G::vocabulary>;

    static constexpr std::size_t seat_count = G::seat_count;
    static constexpr std::size_t vocabulary = G::vocabulary;
    static constexpr std::size_t words = sizeof(Position) / sizeof(u64);
    static constexpr std::size_t observed = std::size_t{Observation<G>::planes} * G::cell_count;
    static constexpr std::size_t chunk = 8;
    static constexpr u32 none = ~u32{0};

    using Values = std::array<double, seat_count>;

public:
    TreeSearchOf(const typename G::Rules& rules, const TreeSettings& settings,
                 const LeafArrays& out)
        : rules_(rules),
          settings_(settings),
          out_(out),
          rewards_(settings.sides),
          team_(settings.threads),
          trees_(settings.trees),
          first_leaf_(settings.trees + 1),
          noise_(settings.noise > 0 ? settings.trees * vocabulary : 0) {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            trees_[i].random = Random(mix(settings.seed) ^ i);
            plant(i, G::start(rules_));
        }
    }

    void reset(const u64* states, const i64* rows, std::size_t count) override {
        forget_leaves();
        team_.share(count, chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                Position position;
                std::memcpy(&position, states + i * words, sizeof position);
                plant(static_cast<std::size_t>(rows[i]), position);
            }
        });
    }

    std::size_t select() override {
        each_tree([&](std::size_t i) {
            if (trees_[i].leaves.empty()) walk_down(trees_[i], noise_of(i));
        });
        count_leaves();
        each_tree([&](std::size_t i) {
            std::size_t row = first_leaf_[i];
            for (const Leaf& leaf : trees_[i].leaves)
                write(row++, trees_[i].nodes[leaf.node], leaf);
        });
        return first_leaf_.back();
    }

    std::size_t update(const float* policies, const float* values, bool logits) override {
        const std::size_t count = first_leaf_.back();
        const std::size_t refused = first_unsound(policies, values, logits);
        if (refused != count) return refused;
        each_tree([&](std::size_t i) {
            Tree& tree = trees_[i];
            std::size_t row = first_leaf_[i];
            for (const Leaf& leaf : tree.leaves) {
                expand(tree, leaf, policies + row * vocabulary, logits);
                back_up(tree, leaf.node, by_seat(tree.nodes[leaf.node], values + row * seat_count));
                ++row;
            }
            tree.leaves.clear();
        });
        count_leaves();
        return count;
    }

    std::size_t advance(const i64* actions) override {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            const Moves legal = G::legal(rules_, trees_[i].nodes[0].position);
            const bool known = actions[i] >= 0 && actions[i] < G::vocabulary;
            if (!legal.empty() && !(known && legal.has(static_cast<int>(actions[i])))) return i;
        }
        forget_leaves();
        each_tree([&](std::size_t i) { move_root(i, static_cast<int>(actions[i])); });
        return trees_.size();
    }

    void disturb(const float* noise) override { std::copy_n(noise, noise_.size(), noise_.data()); }

    void roots(u64* states) const override {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            std::memcpy(states + i * words, &trees_[i].nodes[0].position, sizeof(Position));
        }
    }

    void visits(i32* out) const override {
        std::fill_n(out, trees_.size() * vocabulary, 0);
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            const Node& root = trees_[i].nodes[0];
            for (u32 e = root.first_edge; e < root.first_edge + root.edge_count; ++e) {
                const Edge& edge = trees_[i].edges[e];
                out[i * vocabulary + edge.action] = static_cast<i32>(edge.visits);
            }
        }
    }

    void values(float* out) const override {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            const Node& root = trees_[i].nodes[0];
            for (std::size_t turn = 0; turn < seat_count; ++turn) {
                const std::size_t seat = (root.seat + turn) % seat_count;
                const double total = root.visits == 0 ? 0 : root.totals[seat] / root.visits;
                out[i * seat_count + turn] = static_cast<float>(total);
            }
        }
    }

private:
    enum class Kind : u8 { fresh, waiting, expanded, over, repeated };

    struct Node {
        Position position;
        Values totals{};  // of everything that was backed up through it, by seat
        u32 visits = 0;   // its own evaluation is one
        u32 under_way = 0;
        u32 parent = none;
        u32 edge_of_parent = none;
        u32 first_edge = 0;
        u16 edge_count = 0;
        u8 seat = 0;
        Kind kind = Kind::fresh;
    };

    struct Edge {
        double total = 0;  // for the seat that has the move
        float prior = 0;
        u32 visits = 0;
        u32 child = none;
        u16 under_way = 0;
        u8 action = 0;
    };

    struct Leaf {
        u32 node;
        Moves legal;
    };

    struct Tree {
        std::vector<Node> nodes;  // the root is the first
        std::vector<Edge> edges;  // those of a node side by side
        std::vector<Leaf> leaves;
        Random random{0};
    };

    template <class Work>
    void each_tree(const Work& work) {
        team_.share(trees_.size(), chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) work(i);
        });
    }

    float* noise_of(std::size_t i) {
        return noise_.empty() ? nullptr : noise_.data() + i * vocabulary;
    }

    void plant(std::size_t i, const Position& position) {
        Tree& tree = trees_[i];
        tree.nodes.clear();
        tree.edges.clear();
        tree.leaves.clear();
        add_node(tree, position, none, none);
        if (G::legal(rules_, position).empty()) finish(tree, 0);
        draw_noise(i);
    }

    void draw_noise(std::size_t i) {
        if (noise_.empty()) return;
        const Moves legal = G::legal(rules_, trees_[i].nodes[0].position);
        float* noise = noise_of(i);
        std::fill_n(noise, vocabulary, 0.0F);
        std::array<double, vocabulary> shares;
        const auto count = static_cast<std::size_t>(legal.count());
        draw_dirichlet(trees_[i].random, settings_.concentration, shares.data(), count);
        std::size_t next = 0;
        legal.each([&](int move) { noise[move] = static_cast<float>(shares[next++]); });
    }

    u32 add_node(Tree& tree, const Position& position, u32 parent, u32 edge) {
        Node node;
        node.position = position;
        node.parent = parent;
        node.edge_of_parent = edge;
        node.seat = static_cast<u8>(G::seat(rules_, position));
        tree.nodes.push_back(node);
        return static_cast<u32>(tree.nodes.size() - 1);
    }

    /// A node where the game is over holds its value from the beginning.
    void finish(Tree& tree, u32 at) {
        std::array<float, seat_count> rewards;
        rewards_.write(G::outcome(rules_, tree.nodes[at].position), G::seat_count, rewards.data());
        std::copy(rewards.begin(), rewards.end(), tree.nodes[at].totals.begin());
        tree.nodes[at].visits = 1;
        tree.nodes[at].kind = Kind::over;
    }

    // Selection.

    void walk_down(Tree& tree, const float* noise) {
        const Kind root = tree.nodes[0].kind;
        if (root == Kind::over) return;
        while (tree.leaves.size() < settings_.leaves) {
            const Node& first = tree.nodes[0];
            if (first.visits + first.under_way > settings_.simulations) return;
            if (!walk(tree, noise)) return;
        }
    }

    /// One simulation as far as it goes without the network. Whether another may follow: not if it
    /// came to a leaf that waits already.
    bool walk(Tree& tree, const float* noise) {
        u32 at = 0;
        while (tree.nodes[at].kind == Kind::expanded) {
            const u32 chosen = best_edge(tree, tree.nodes[at], at == 0 ? noise : nullptr);
            ++tree.nodes[at].under_way;
            ++tree.edges[chosen].under_way;
            if (tree.edges[chosen].child == none) {
                const Position position = G::play(rules_, tree.nodes[at].position,
                                                  static_cast<int>(tree.edges[chosen].action));
                tree.edges[chosen].child = add_node(tree, position, at, chosen);
                at = tree.edges[chosen].child;
                break;
            }
            at = tree.edges[chosen].child;
        }
        return arrive(tree, at);
    }

    bool arrive(Tree& tree, u32 at) {
        Node& node = tree.nodes[at];
        if (node.kind == Kind::waiting) {
            withdraw(tree, at);
            return false;
        }
        if (node.kind == Kind::fresh) {
            const Moves legal = G::legal(rules_, node.position);
            if (legal.empty()) {
                finish(tree, at);
            } else if (settings_.repetition && is_repeated(tree, at)) {
                node.kind = Kind::repeated;
                node.visits = 1;
            } else {
                node.kind = Kind::waiting;
                tree.leaves.push_back({at, legal});
                return at != 0;  // nothing can be walked before the root is expanded
            }
            // Its value was counted when it was made: the first visit is not a second.
            Values values = node.totals;
            node.totals = {};
            node.visits = 0;
            back_up(tree, at, values);
            return true;
        }
        Values values;
        for (std::size_t seat = 0; seat < seat_count; ++seat) {
            values[seat] = node.totals[seat] / node.visits;
        }
        back_up(tree, at, values);
        return true;
    }

    bool is_repeated(const Tree& tree, u32 at) const {
        const auto found = words_of(tree.nodes[at].position);
        for (u32 above = tree.nodes[at].parent; above != none; above = tree.nodes[above].parent) {
            if (words_of(tree.nodes[above].position) == found) return true;
        }
        return false;
    }

    /// The edge of the greatest upper bound: its mean value, and its prior as long as it has few
    /// visits. The first of equals.
    u32 best_edge(const Tree& tree, const Node& node, const float* noise) const {
        const double visits = node.visits + node.under_way;
        const double exploration =
            (std::log((1 + visits + settings_.c_base) / settings_.c_base) + settings_.c_puct) *
            std::sqrt(visits);
        const double unvisited = std::isnan(settings_.unvisited)
                                     ? node.totals[node.seat] / node.visits
                                     : settings_.unvisited;
        u32 best = node.first_edge;
        double highest = -HUGE_VAL;
        for (u32 e = node.first_edge; e < node.first_edge + node.edge_count; ++e) {
            const Edge& edge = tree.edges[e];
            double prior = edge.prior;
            if (noise != nullptr) prior += settings_.noise * (noise[edge.action] - prior);
            const double tried = edge.visits + edge.under_way;
            const double total = edge.total - settings_.virtual_loss * edge.under_way;
            const double mean = tried == 0 ? unvisited : total / tried;
            const double bound = mean + exploration * prior / (1 + tried);
            if (bound > highest) {
                highest = bound;
                best = e;
            }
        }
        return best;
    }

    // Evaluations.

    std::size_t first_unsound(const float* policies, const float* values, bool logits) {
        std::atomic<std::size_t> first{first_leaf_.back()};
        each_tree([&](std::size_t i) {
            std::size_t row = first_leaf_[i];
            for (const Leaf& leaf : trees_[i].leaves) {
                if (!is_evaluation(leaf, policies + row * vocabulary, values + row * seat_count,
                                   logits)) {
                    std::size_t seen = first.load();
                    while (row < seen && !first.compare_exchange_weak(seen, row)) continue;
                }
                ++row;
            }
        });
        return first.load();
    }

    static bool is_evaluation(const Leaf& leaf, const float* policy, const float* values,
                              bool logits) {
        bool sound = true;
        for (std::size_t i = 0; i < seat_count; ++i) sound &= std::isfinite(values[i]);
        leaf.legal.each([&](int move) {
            sound &= std::isfinite(policy[move]) && (logits || policy[move] >= 0);
        });
        return sound;
    }

    /// Gives a node an edge for every legal move, with the network's priors.
    void expand(Tree& tree, const Leaf& leaf, const float* policy, bool logits) {
        Node& node = tree.nodes[leaf.node];
        node.kind = Kind::expanded;
        node.first_edge = static_cast<u32>(tree.edges.size());
        node.edge_count = static_cast<u16>(leaf.legal.count());
        float highest = -HUGE_VALF;
        leaf.legal.each([&](int move) { highest = std::max(highest, policy[move]); });
        float sum = 0;
        leaf.legal.each([&](int move) {
            Edge edge;
            edge.action = static_cast<u8>(move);
            edge.prior = logits ? std::exp(policy[move] - highest) : policy[move];
            sum += edge.prior;
            tree.edges.push_back(edge);
        });
        const float equal = 1.0F / static_cast<float>(node.edge_count);
        for (u32 e = node.first_edge; e < tree.edges.size(); ++e) {
            tree.edges[e].prior = sum > 0 ? tree.edges[e].prior / sum : equal;
        }
    }

    static Values by_seat(const Node& node, const float* in_turn) {
        Values values;
        for (std::size_t turn = 0; turn < seat_count; ++turn) {
            values[(node.seat + turn) % seat_count] = static_cast<double>(in_turn[turn]);
        }
        return values;
    }

    /// Ends a walk: its value counts at every node on the way, for the seat that has the move.
    static void back_up(Tree& tree, u32 at, const Values& values) {
        for (;;) {
            Node& node = tree.nodes[at];
            for (std::size_t seat = 0; seat < seat_count; ++seat) node.totals[seat] += values[seat];
            ++node.visits;
            if (node.parent == none) return;
            Node& parent = tree.nodes[node.parent];
            Edge& edge = tree.edges[node.edge_of_parent];
            --parent.under_way;
            --edge.under_way;
            ++edge.visits;
            edge.total += values[parent.seat];
            at = node.parent;
        }
    }

    /// Takes a walk back that has no value.
    static void withdraw(Tree& tree, u32 at) {
        for (; tree.nodes[at].parent != none; at = tree.nodes[at].parent) {
            --tree.nodes[tree.nodes[at].parent].under_way;
            --tree.edges[tree.nodes[at].edge_of_parent].under_way;
        }
    }

    // Leaves that wait.

    void count_leaves() {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            first_leaf_[i + 1] = first_leaf_[i] + trees_[i].leaves.size();
        }
    }

    void write(std::size_t row, const Node& node, const Leaf& leaf) const {
        std::memcpy(out_.states + row * words, &node.position, sizeof node.position);
        expand_moves(leaf.legal, out_.masks + row * vocabulary);
        Observation<G>::write(rules_, node.position, node.seat, out_.observations + row * observed);
    }

    void forget_leaves() {
        each_tree([&](std::size_t i) {
            Tree& tree = trees_[i];
            for (const Leaf& leaf : tree.leaves) {
                withdraw(tree, leaf.node);
                tree.nodes[leaf.node].kind = Kind::fresh;
            }
            tree.leaves.clear();
        });
        count_leaves();
    }

    // Moving the root.

    void move_root(std::size_t i, int action) {
        Tree& tree = trees_[i];
        if (tree.nodes[0].kind == Kind::over) return;
        const u32 child = child_of_root(tree, action);
        // A draw by repetition inside the tree is not yet one in the game.
        if (child == none || tree.nodes[child].kind == Kind::repeated) {
            plant(i, G::play(rules_, tree.nodes[0].position, action));
            return;
        }
        keep_below(tree, child);
        draw_noise(i);
    }

    static u32 child_of_root(const Tree& tree, int action) {
        const Node& root = tree.nodes[0];
        for (u32 e = root.first_edge; e < root.first_edge + root.edge_count; ++e) {
            if (tree.edges[e].action == action) return tree.edges[e].child;
        }
        return none;
    }

    /// Leaves only a node and what is below it. Parents come before their children, so one pass
    /// over the nodes does it.
    static void keep_below(Tree& tree, u32 top) {
        std::vector<u32> renumbered(tree.nodes.size(), none);
        std::vector<Node> nodes;
        std::vector<Edge> edges;
        for (u32 at = top; at < tree.nodes.size(); ++at) {
            Node node = tree.nodes[at];
            renumbered[at] = static_cast<u32>(nodes.size());
            if (at == top) {
                node.parent = none;
                node.edge_of_parent = none;
            } else if (renumbered[node.parent] == none) {
                renumbered[at] = none;
                continue;
            } else {
                const u32 place = node.edge_of_parent - tree.nodes[node.parent].first_edge;
                node.parent = renumbered[node.parent];
                node.edge_of_parent = nodes[node.parent].first_edge + place;
                edges[node.edge_of_parent].child = renumbered[at];
            }
            const auto first = tree.edges.begin() + node.first_edge;
            node.first_edge = static_cast<u32>(edges.size());
            edges.insert(edges.end(), first, first + node.edge_count);
            for (u32 e = node.first_edge; e < edges.size(); ++e) edges[e].child = none;
            nodes.push_back(node);
        }
        tree.nodes.swap(nodes);
        tree.edges.swap(edges);
    }

    const typename G::Rules rules_;
    const TreeSettings settings_;
    const LeafArrays out_;
    const Rewards rewards_;
    Team team_;
    std::vector<Tree> trees_;
    std::vector<std::size_t> first_leaf_;  // the row of each tree's first leaf
    std::vector<float> noise_;             // at the roots, by action; empty if there is none
};

}  // namespace quintet
