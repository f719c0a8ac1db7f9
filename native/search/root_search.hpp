// One iteration: the search of the root moves to a depth, and proofs of what it found.
#pragma once

#include <cstdlib>

#include "alpha_beta.hpp"
#include "root_move.hpp"

namespace quintet {

template <HasEvaluator G>
class RootSearch {
    using Position = typename G::Position;
    using Rules = typename G::Rules;

public:
    RootSearch(const Rules& rules, SharedSearch& shared, AlphaBeta<G>& searcher)
        : rules_(rules), shared_(shared), searcher_(searcher) {}

    /// Searches the root's moves to a depth, the best `multipv` of them exactly, and sorts them.
    /// Returns false when stopped; finished moves keep their scores if the first was finished.
    bool search(const Position& root, std::vector<RootMove>& moves, int depth,
                std::size_t multipv) {
        searcher_.begin_at(root, {depth});
        std::vector<RootMove> done;
        int alpha = -infinite_score;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove move = moves[i];
            move.score = value(root, move.move, depth, i < multipv, alpha);
            if (stopped()) break;
            // A move that failed low has no line of its own.
            if (i < multipv || move.score.value > alpha) keep_line(move);
            done.push_back(std::move(move));
            std::stable_sort(done.begin(), done.end(), better);
            if (done.size() >= multipv) alpha = done[multipv - 1].score.value;
        }
        // Use a partial iteration if only the best move is wanted, or if it is the first one.
        const bool known = moves[0].score.value > -infinite_score;
        if (done.empty() || (stopped() && multipv > 1 && known)) return false;
        for (std::size_t i = done.size(); i < moves.size(); ++i) done.push_back(moves[i]);
        // A losing move is replaced by one not known to lose; if all lose, by the longest defence
        // known, even from an earlier iteration.
        if (stopped()) {
            const auto losing =
                std::stable_partition(done.begin(), done.end(), [](const RootMove& move) {
                    return !is_loss(move.score.value) || !move.score.at_most;
                });
            std::stable_sort(losing, done.end(), better);
        }
        moves = std::move(done);
        return !stopped();
    }

    /// Proves that a win or loss of the root is exact: that there is no faster win, or no longer
    /// defence. Searches to that distance without reductions.
    void confirm(const Position& root, Score& score) {
        searcher_.begin_at(root, {win_score, true, 0});
        confirm_at(root, 0, score);
    }

    /// The same for the value of one of the root's moves.
    void confirm_move(const Position& root, RootMove& move) {
        searcher_.begin_at(root, {win_score, true});
        const Position next = G::play(rules_, root, move.move);
        if (G::outcome(rules_, next).over()) return;
        const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
        Score score = same ? move.score : move.score.flipped();
        confirm_at(next, 1, score);
        move.score = same ? score : score.flipped();
    }

    bool stopped() const { return searcher_.stopped(); }

private:
    Score value(const Position& root, int move, int depth, bool exact, int alpha) {
        if (exact) return value_inside(root, move, depth, -infinite_score, infinite_score);
        const Score score = value_inside(root, move, depth, alpha, alpha + 1);
        return score.value > alpha && !stopped()
                   ? value_inside(root, move, depth, alpha, infinite_score)
                   : score;
    }

    /// The value of one of the root's moves inside a window.
    Score value_inside(const Position& root, int move, int depth, int low, int high) {
        const Position next = G::play(rules_, root, move);
        searcher_.count();
        searcher_.clear_line(1);
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) return ended(outcome, G::seat(rules_, root), 0);
        if (searcher_.ends_by_history(next)) return {-shared_.contempt, false, false, max_plies};
        const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
        const int below = is_free<G>(move) ? depth : depth - 1;
        return same ? searcher_.visit(next, below, 1, low, high)
                    : searcher_.visit(next, below, 1, -high, -low).flipped();
    }

    void keep_line(RootMove& root) const {
        root.line.assign(1, root.move);
        searcher_.add_line(1, root.line);
    }

    void confirm_at(const Position& position, int ply, Score& score) {
        const int value = score.value;
        const int depth = win_score - std::abs(value) - ply + 2;
        if (is_win(value) && score.at_least) {
            const Score found = searcher_.visit(position, depth, ply, value, value + 1);
            score.at_most = !stopped() && found.at_most && found.value <= value;
        } else if (is_loss(value) && score.at_most) {
            const Score found = searcher_.visit(position, depth, ply, value - 1, value);
            score.at_least = !stopped() && found.at_least && found.value >= value;
        }
    }

    const Rules rules_;
    SharedSearch& shared_;
    AlphaBeta<G>& searcher_;
};

}  // namespace quintet
