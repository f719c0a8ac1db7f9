// How a forced win of Cubulus is played, written down, and checked by the rules alone.
#pragma once

#include <map>
#include <vector>

#include "../verify.hpp"
#include "attack.hpp"

namespace quintet {

/// What the attacker plays in a position, and within how many plies that wins.
struct CubulusPlan {
    int move;
    int plies;
};

/// Plans by canonical position. What can be won at once is not among them.
using CubulusPlans = std::map<std::array<u64, 2>, CubulusPlan>;

class CubulusPlanner {
    using G = Cubulus<2>;
    using Node = CubulusQuestion::Node;

public:
    CubulusPlanner(CubulusAttack& attack, const Progress& progress)
        : search_(attack.search()), progress_(progress) {}

    /// Plans for a won position and for all that can come of it.
    CubulusPlans plans(const G::Position& position, int plies, int quiet) {
        plan(CubulusAttack::node_of(position, plies, quiet));
        return needed(position);
    }

private:
    /// Within how many plies the attacker wins at a node, by what is written down.
    int plan(const Node& node) {
        const G::Position same = G::canonical({}, node.position);
        const auto words = words_of(same);
        if (const auto known = plans_.find(words);
            known != plans_.end() && known->second.plies <= node.plies)
            return known->second.plies;
        const auto [move, child] = winning_move(node);
        int longest = 1;
        if (move == cubulus::no_move) return longest;  // stopped
        search_.question().each_child(child, [&](const Node& answered) {
            if (!progress_.stopped) longest = std::max(longest, plan(answered));
        });
        const CubulusPlan made{alike(same, G::play({}, node.position, move)), 2 + longest};
        const auto [place, is_new] = plans_.try_emplace(words, made);
        // It may have come up again below, nearer to the end.
        if (!is_new && place->second.plies > made.plies) place->second = made;
        return place->second.plies;
    }

    /// The plans for what can still come up: a plan that took another's place may have left others
    /// behind.
    CubulusPlans needed(const G::Position& first) const {
        CubulusPlans found;
        std::vector<G::Position> left{G::canonical({}, first)};
        while (!left.empty()) {
            const G::Position position = left.back();
            left.pop_back();
            const auto plan = plans_.find(words_of(position));
            if (plan == plans_.end() || !found.insert(*plan).second) continue;
            const G::Position moved = G::play({}, position, plan->second.move);
            const int attacker = G::to_move(position);
            cubulus::each_defence(
                cubulus::Balls::of(moved), 1 - attacker, cubulus::legal_moves(moved),
                cubulus::no_move, [&](int answer, const cubulus::Balls& next) {
                    left.push_back(G::canonical({}, next.position(attacker, answer)));
                });
        }
        return found;
    }

    /// The move that leads to the same as `next`, up to symmetry.
    static int alike(const G::Position& position, const G::Position& next) {
        const auto wanted = words_of(G::canonical({}, next));
        int found = cubulus::no_move;
        G::legal({}, position).each([&](int move) {
            if (found != cubulus::no_move) return;
            const G::Position reached = G::canonical({}, G::play({}, position, move));
            if (words_of(reached) == wanted) found = move;
        });
        return found;
    }

    struct Choice {
        int move;
        Node child;
    };

    /// A move that is known to win, as most are, or one that is found again; none when stopped.
    Choice winning_move(const Node& node) {
        Choice found =
            first_attack(node, [&](const Node& child) { return search_.numbers(child).fails(); });
        if (found.move != cubulus::no_move) return found;
        Node refuted;
        if (!search_.settle(node, ~u64{0}, progress_, &refuted).succeeds()) return found;
        return first_attack(node, [&](const Node& child) { return child.key() == refuted.key(); });
    }

    template <class Wanted>
    Choice first_attack(const Node& node, Wanted is_wanted) const {
        Choice found{cubulus::no_move, {}};
        search_.question().each_attack(node, [&](int move, const Node& child) {
            if (found.move == cubulus::no_move && is_wanted(child)) found = {move, child};
        });
        return found;
    }

    ProofSearch<CubulusQuestion>& search_;
    const Progress& progress_;
    CubulusPlans plans_;
};

/// Checks plans with nothing but the rules: whatever is answered to the move, the attacker has won,
/// or can win at once, or has a plan that takes two plies less. `first` must be among them.
inline Checked verify_cubulus(const CubulusPlans& plans, const Cubulus<2>::Position& first) {
    using G = Cubulus<2>;
    Checks checks(1);
    const auto wins = [](const G::Position& position, int seat) {
        return G::outcome({}, position).halves[static_cast<std::size_t>(seat)] == 2;
    };
    const auto wins_at_once = [&](const G::Position& position, int seat) {
        bool found = false;
        G::legal({}, position).each([&](int move) {
            found = found || wins(G::play({}, position, move), seat);
        });
        return found;
    };
    const auto is_planned = [&](const G::Position& position, int plies) {
        const auto found = plans.find(words_of(G::canonical({}, position)));
        return found != plans.end() && found->second.plies <= plies;
    };
    for (const auto& entry : plans) {
        const auto& words = entry.first;
        const auto& plan = entry.second;
        const auto position = std::bit_cast<G::Position>(words);
        const int attacker = G::to_move(position);
        bool right = G::legal({}, position).has(plan.move);
        const G::Position moved = right ? G::play({}, position, plan.move) : position;
        right = right && !G::outcome({}, moved).over();
        if (right) {
            G::legal({}, moved).each([&](int answer) {
                const G::Position next = G::play({}, moved, answer);
                right = right &&
                        (G::outcome({}, next).over()
                             ? wins(next, attacker)
                             : wins_at_once(next, attacker) || is_planned(next, plan.plies - 2));
            });
        }
        checks.count(position, right && plan.plies >= 3, 0);
    }
    checks.count(first, is_planned(first, CubulusQuestion::max_plies), 0);
    return checks.sum();
}

}  // namespace quintet
