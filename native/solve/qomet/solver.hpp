// Solves Qomet: when the starter wins, and how.
#pragma once

#include "attack.hpp"

namespace quintet {

/// What to play in a canonical position with seat 0 to move, and the plies to the win when both
/// sides play as well as can be.
struct QometPlan {
    u64 position;
    u8 move;
    u8 plies;
};

class QometSolver {
    using Position = Qomet::Position;

public:
    QometSolver(const Qomet::Rules& rules, int threads) : rules_(rules) {
        for (int i = 0; i < threads; ++i) attacks_.emplace_back(rules, search_, i);
    }

    /// Whether seat 0, to move, wins within so many plies. All threads look for the same answer,
    /// each in its own order, and use what the others find.
    bool wins_within(const Position& position, int plies, Progress& progress) {
        search_.progress = &progress;
        std::atomic<bool> wins{false};
        const auto look = [&](QometAttack& attack) {
            const bool answer = attack.wins_within(position, plies);
            if (search_.stopped()) return;
            wins = answer;
            search_.enough = true;
        };
        {
            JoinedThreads others;
            for (std::size_t i = 1; i < attacks_.size(); ++i)
                others.start(look, std::ref(attacks_[i]));
            look(attacks_[0]);
        }
        search_.enough = false;
        return wins;
    }

    /// Plans for all positions that come up when seat 0, who wins from the start within so many
    /// plies, plays by them, in ascending order; without those that are won at once.
    std::vector<QometPlan> strategy(int plies, Progress& progress) {
        search_.progress = &progress;
        std::vector<QometPlan> plans;
        std::vector<u64> layer{Qomet::start(rules_).word};
        for (; !layer.empty() && !search_.stopped(); plies -= 2) {
            std::vector<QometPlan> made(layer.size());
            share_work(layer.size(), 1, static_cast<int>(attacks_.size()), progress,
                       [&](u64 from, u64 to, int worker) {
                           QometAttack& attack = attacks_[static_cast<std::size_t>(worker)];
                           for (u64 i = from; i < to; ++i)
                               made[i] = plan(attack, {layer[i]}, plies);
                       });
            if (search_.stopped()) break;
            plans.insert(plans.end(), made.begin(), made.end());
            std::sort(plans.begin(), plans.end(), before);
            layer = unplanned_answers(made, plans);
        }
        return plans;
    }

private:
    /// A fastest win of a position that is won within so many plies, but not at once: of those the
    /// one that leaves the fewest answers.
    QometPlan plan(QometAttack& attack, const Position& position, int within) const {
        int plies = 3;
        while (plies < within && !attack.wins_within(position, plies)) plies += 2;
        QometPlan best{position.word, 0, static_cast<u8>(plies)};
        std::size_t fewest = ~std::size_t{0};
        each_holding_move(rules_, position, [&](int move, const Position& next) {
            if (!attack.has_won_within(next, plies - 1)) return;
            const std::size_t count = answers(next).size();
            if (count >= fewest) return;
            fewest = count;
            best.move = static_cast<u8>(move);
        });
        return best;
    }

    /// The canonical positions after all answers that do not let the other side win at once.
    std::vector<u64> answers(const Position& position) const {
        std::vector<u64> found;
        each_holding_move(rules_, position, [&](int, const Position& next) {
            found.push_back(Qomet::canonical(rules_, next).word);
        });
        return found;
    }

    std::vector<u64> unplanned_answers(const std::vector<QometPlan>& made,
                                       const std::vector<QometPlan>& plans) const {
        std::vector<u64> found;
        for (const QometPlan& plan : made) {
            for (const u64 word : answers(Qomet::play(rules_, {plan.position}, plan.move))) {
                if (!std::binary_search(plans.begin(), plans.end(), QometPlan{word, 0, 0}, before))
                    found.push_back(word);
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    static bool before(const QometPlan& a, const QometPlan& b) { return a.position < b.position; }

    const Qomet::Rules rules_;
    QometSearch search_;
    std::vector<QometAttack> attacks_;
};

}  // namespace quintet
