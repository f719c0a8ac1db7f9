// Whether the side to move in Qomet can force a win within so many plies: the second method, which
// shares no search and no memory with the first.
#pragma once

#include "../proof_search.hpp"
#include "moves.hpp"

namespace quintet {

/// Seat 0 attacks, and is to move when the plies left are odd.
struct QometQuestion {
    struct Node {
        Qomet::Position position;
        int plies;

        ProofKey key() const { return {position.word | static_cast<u64>(plies / 2) << 27}; }
    };

    static constexpr std::size_t max_children = Qomet::vocabulary;

    template <class Use>
    void each_child(const Node& node, Use use) const {
        each_holding_move(rules, node.position, [&](int, const Qomet::Position& next) {
            use(Node{Qomet::canonical(rules, next), node.plies - 1});
        });
    }

    ProofNumbers look(const Node& node) const {
        u32 moves = 0;
        each_holding_move(rules, node.position, [&](int, const Qomet::Position&) { ++moves; });
        if (moves == 0) return ProofNumbers::failure();
        // The side under attack gets out of it in time.
        if (node.plies == 2) return ProofNumbers::success();
        return {1, moves};
    }

    Qomet::Rules rules;
};

class QometProof {
public:
    static constexpr int max_plies = 63;

    explicit QometProof(const Qomet::Rules& rules) : search_({rules}, buckets) {}

    /// Whether the attacker, who is to move, wins within so many plies. Without meaning when
    /// stopped.
    bool wins_within(const Qomet::Position& position, int plies, const Progress& progress) {
        const Qomet::Rules& rules = search_.question().rules;
        if (Evaluator<Qomet>::can_win(rules, position)) return plies >= 1;
        if (plies < 3) return false;
        const QometQuestion::Node node{Qomet::canonical(rules, position), plies};
        return search_.settle(node, ~u64{0}, progress).succeeds();
    }

private:
    static constexpr std::size_t buckets = 1 << 21;

    ProofSearch<QometQuestion> search_;
};

}  // namespace quintet
