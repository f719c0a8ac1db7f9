// The exact values of moves in games that must end: first won, drawn or lost, then how fast.
#pragma once

#include "alpha_beta.hpp"
#include "prover.hpp"
#include "root_move.hpp"

namespace quintet {

template <MustEnd G>
class Solver {
    using Position = typename G::Position;
    using Rules = typename G::Rules;

public:
    Solver(const Rules& rules, SharedSearch& shared, AlphaBeta<G>& searcher)
        : rules_(rules), shared_(shared), searcher_(searcher) {}

    /// Finds exact values of the root's best moves; returns false at the node limit.
    bool solve(const Position& root, std::vector<RootMove>& moves, std::size_t multipv,
               u64 max_nodes) {
        searcher_.begin_at(root, {Evaluator<G>::plies_left(rules_, root), true}, max_nodes);
        std::vector<RootMove> done = moves;
        if (multipv == 1 &&
            moves.size() == static_cast<std::size_t>(G::legal(rules_, root).count())) {
            find_best(root, done, exact(root, 0).value);
        } else {
            for (RootMove& move : done) solve_move(root, move);
            std::stable_sort(done.begin(), done.end(), better);
        }
        if (stopped()) return false;
        moves = std::move(done);
        return true;
    }

    /// Whether the side to move wins a position.
    bool wins(const Position& position) { return is_worth(position, 1); }

    /// Whether the side to move wins a position or draws it.
    bool holds(const Position& position) { return is_worth(position, 0); }

private:
    bool stopped() const { return searcher_.stopped(); }

    bool is_worth(const Position& position, int value) {
        searcher_.begin_at(position, {Evaluator<G>::plies_left(rules_, position), true});
        return bound(position, 0, value) >= value;
    }

    /// The exact value of a position. Null windows between win, draw and loss come first: they are
    /// fast, and their results are proved.
    Score exact(const Position& position, int ply) {
        int value = bound(position, ply, 1);
        if (value <= 0) value = bound(position, ply, 0);
        if (value >= 0 && !is_win(value)) return true_score(0);
        while (!stopped()) {
            const int next = bound(position, ply, value > 0 ? value + 1 : value);
            if (value > 0 ? next <= value : next >= value) break;
            value = next;
        }
        return true_score(value);
    }

    /// A bound of the value of a position: from below when the value is `target` or more,
    /// otherwise from above.
    int bound(const Position& position, int ply, int target) {
        if (stopped()) return 0;
        if constexpr (HasProver<G>) {
            Prover<G> prover(rules_, shared_, searcher_);
            return from_root(prover.bound(position, from_here(target, ply)), ply);
        } else {
            const int depth = Evaluator<G>::plies_left(rules_, position);
            return searcher_.visit(position, depth, ply, target - 1, target).value;
        }
    }

    /// Whether a move leads to a value or more for the side that makes it.
    bool reaches(const Position& position, int move, int ply, int value) {
        const Position next = G::play(rules_, position, move);
        searcher_.count();
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) return ended(outcome, G::seat(rules_, position), ply).value >= value;
        return side_to_move<G>(rules_, next) == side_to_move<G>(rules_, position)
                   ? bound(next, ply + 1, value) >= value
                   : bound(next, ply + 1, 1 - value) <= -value;
    }

    /// The first move that reaches the value of the root moves to the front, with its line.
    void find_best(const Position& root, std::vector<RootMove>& moves, int value) {
        const auto best = std::find_if(moves.begin(), moves.end(), [&](const RootMove& move) {
            return stopped() || reaches(root, move.move, 0, value);
        });
        if (stopped()) return;
        for (RootMove& move : moves) move.score = {value, false, true, max_plies};
        best->score = true_score(value);
        follow(root, *best);
        std::rotate(moves.begin(), best, best + 1);
    }

    void solve_move(const Position& root, RootMove& move) {
        const Position next = G::play(rules_, root, move.move);
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) {
            move.score = ended(outcome, G::seat(rules_, root), 0);
        } else {
            const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
            const Score score = exact(next, 1);
            move.score = same ? score : score.flipped();
        }
        follow(root, move);
    }

    /// The line of a move whose value is exact, found by asking at every step which move keeps it.
    void follow(const Position& root, RootMove& move) {
        move.line.assign(1, move.move);
        int value = move.score.value;
        Position position = root;
        while (!stopped()) {
            const int side = side_to_move<G>(rules_, position);
            position = G::play(rules_, position, move.line.back());
            if (G::outcome(rules_, position).over()) return;
            if (side_to_move<G>(rules_, position) != side) value = -value;
            const int ply = static_cast<int>(move.line.size());
            const std::vector<int> moves = by_ordering_score(position);
            const auto next = std::find_if(moves.begin(), moves.end(), [&](int its_move) {
                return stopped() || reaches(position, its_move, ply, value);
            });
            if (stopped()) return;
            move.line.push_back(*next);
        }
    }

    /// The moves of a position, best-ordered first.
    std::vector<int> by_ordering_score(const Position& position) const {
        const int side = side_to_move<G>(rules_, position);
        std::vector<std::pair<int, int>> ranked;
        G::legal(rules_, position).each([&](int move) {
            const Position next = G::play(rules_, position, move);
            const bool same = side_to_move<G>(rules_, next) == side;
            ranked.emplace_back(-ordering_score<G>(rules_, next, same), move);
        });
        std::sort(ranked.begin(), ranked.end());
        std::vector<int> moves;
        for (const auto& [rank, move] : ranked) moves.push_back(move);
        return moves;
    }

    const Rules rules_;
    SharedSearch& shared_;
    AlphaBeta<G>& searcher_;
};

}  // namespace quintet
