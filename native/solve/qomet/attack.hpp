// Whether the side to move in Qomet can force a win within so many plies: the first of two methods.
//
// The answer does not depend on the path to the position: a win within so many plies is a finite
// tree, and repetitions only make it longer. So answers are stored for good, and repetitions need
// no treatment.
#pragma once

#include "../workers.hpp"
#include "facts.hpp"
#include "moves.hpp"

namespace quintet {

/// State that several attacks share: stored facts, and when to stop.
struct QometSearch {
    QometFacts facts;
    Progress* progress = nullptr;  // of the current caller
    std::atomic<bool> enough{false};

    bool stopped() const {
        return enough.load(std::memory_order_relaxed) ||
               progress->stopped.load(std::memory_order_relaxed);
    }
};

/// Seat 0 attacks. Attacks that share a search break ties between moves differently, by `taste`, so
/// that they explore different lines. Results are meaningless once the search is stopped.
class QometAttack {
    using Position = Qomet::Position;
    using Rules = Qomet::Rules;

public:
    QometAttack(const Rules& rules, QometSearch& search, int taste)
        : rules_(rules), search_(search), taste_(static_cast<u32>(taste)) {}

    /// Whether the attacker, to move, wins within so many plies.
    bool wins_within(const Position& position, int plies) {
        if (Evaluator<Qomet>::can_win(rules_, position)) return plies >= 1;
        return plies >= 3 && attack(Qomet::canonical(rules_, position), plies);
    }

    /// Whether the attacker wins within so many plies when the other side, which cannot win at
    /// once, is to move.
    bool has_won_within(const Position& position, int plies) {
        return plies >= 2 && !defend(position, plies);
    }

private:
    struct Choice {
        int rank;
        int move;
        Position next;
    };

    /// Moves in descending order of rank.
    class Choices {
    public:
        void add(int rank, int move, const Position& next) {
            items_[count_++] = {rank, move, next};
        }

        template <class Is>
        const Choice* find(Is is) {
            for (std::size_t i = 0; i < count_; ++i) {
                for (std::size_t j = i + 1; j < count_; ++j)
                    if (items_[j].rank > items_[i].rank) std::swap(items_[i], items_[j]);
                if (is(items_[i])) return &items_[i];
            }
            return nullptr;
        }

    private:
        std::array<Choice, Qomet::vocabulary> items_;
        std::size_t count_ = 0;
    };

    /// Whether there is a win within so many plies; the attacker is to move and cannot win at once.
    bool attack(const Position& position, int plies) {
        if (plies == 3) {
            return some_holding_move(rules_, position, [&](int, const Position& next) {
                return !can_hold(rules_, next);
            });
        }
        const QometFact fact = search_.facts.find(position.word);
        if (fact.answers(plies)) return plies > fact.none_within;
        if (search_.stopped()) return false;
        search_.progress->done.fetch_add(1, std::memory_order_relaxed);

        // The moves that leave the fewest answers first, then those that look good.
        Choices choices;
        each_holding_move(rules_, position, [&](int move, const Position& next) {
            int rank = move == fact.move ? first_of_all : -Evaluator<Qomet>::by_hand(rules_, next);
            if (plies >= 7)
                each_holding_move(rules_, next, [&](int, const Position&) { rank -= 64; });
            choices.add(rank + tasted(move), move, next);
        });
        const Choice* winning =
            choices.find([&](const Choice& choice) { return !defend(choice.next, plies - 1); });
        keep(position, plies, winning != nullptr, winning != nullptr ? winning->move : fact.move);
        return winning != nullptr;
    }

    /// Whether the side to move, which cannot win at once, does not lose within so many plies.
    bool defend(const Position& position, int plies) {
        if (plies == 2) return can_hold(rules_, position);
        if (plies == 4) return defend_for_four(position);
        const Position image = Qomet::canonical(rules_, position);
        const QometFact fact = search_.facts.find(image.word);
        if (fact.answers(plies)) return plies <= fact.none_within;

        // First what is known to hold longest, then what makes a threat or looks good.
        Choices choices;
        const bool is_known = some_holding_move(rules_, image, [&](int move, const Position& next) {
            const Position after = Qomet::canonical(rules_, next);
            const QometFact known = search_.facts.find(after.word);
            if (known.answers(plies - 1)) return plies - 1 <= known.none_within;
            int rank = 10'000 * known.none_within - 20 * Evaluator<Qomet>::by_hand(rules_, next);
            if (move == fact.move) rank = first_of_all;
            if (Evaluator<Qomet>::is_threatened(rules_, next)) rank += 2'000;
            choices.add(rank + times_held_[static_cast<std::size_t>(move)] + tasted(move), move,
                        after);
            return false;
        });
        const Choice* holding = is_known ? nullptr : choices.find([&](const Choice& choice) {
            return !attack(choice.next, plies - 1);
        });
        const bool holds = is_known || holding != nullptr;
        if (holding != nullptr) count_hold(holding->move);
        keep(image, plies, !holds, holding != nullptr ? holding->move : fact.move);
        return holds;
    }

    /// The same for four plies, where searching is faster than a lookup.
    bool defend_for_four(const Position& position) {
        Choices choices;
        each_holding_move(rules_, position, [&](int move, const Position& next) {
            choices.add(times_held_[static_cast<std::size_t>(move)], move, next);
        });
        const Choice* holding =
            choices.find([&](const Choice& choice) { return !attack(choice.next, 3); });
        if (holding != nullptr) count_hold(holding->move);
        return holding != nullptr;
    }

    void count_hold(int move) {
        if (++times_held_[static_cast<std::size_t>(move)] < 800) return;
        for (int& times : times_held_) times /= 2;
    }

    int tasted(int move) const { return static_cast<int>(static_cast<u32>(move) * taste_ & 15); }

    void keep(const Position& position, int plies, bool wins, int move) {
        if (search_.stopped()) return;
        QometFact fact = search_.facts.find(position.word);  // another thread may know more by now
        if (fact.answers(plies)) return;
        (wins ? fact.win_within : fact.none_within) = plies;
        fact.move = move;
        search_.facts.keep(position.word, fact);
    }

    static constexpr int first_of_all = 100'000'000;

    const Rules rules_;
    QometSearch& search_;
    const u32 taste_;
    std::array<int, Qomet::vocabulary> times_held_{};
};

}  // namespace quintet
