// Principal-variation search, written once for all games of two sides.
//
// It is full-width: reductions delay a move to a later iteration, and nothing is pruned for good. A
// score says which of its bounds are proved (score.hpp). Nothing that depends on an evaluation, or
// on repetitions within the line, counts as proved.
#pragma once

#include "evaluator.hpp"
#include "move_ordering.hpp"
#include "worker.hpp"

namespace quintet {

/// The value of a game that ended with a move at a ply, for the side that made it.
inline Score ended(const Outcome& outcome, int seat, int ply) {
    const int halves = outcome.halves[static_cast<std::size_t>(seat)];
    return true_score(halves == 2 ? win_score - ply - 1 : halves == 0 ? ply + 1 - win_score : 0);
}

template <HasEvaluator G>
class AlphaBeta : public Worker {
    using Position = typename G::Position;
    using Rules = typename G::Rules;

public:
    AlphaBeta(const Rules& rules, SharedSearch& shared)
        : Worker(shared), rules_(rules), children_(max_plies) {}

    /// Begins a search below a root, of at most `max_nodes` nodes.
    void begin_at(const Position& root, const Task& task, u64 max_nodes = ~0ULL) {
        begin(max_nodes);
        shared_.task = task;
        path_[0] = hash_of(root);
    }

    /// The value of a position that is not over, in the window (alpha, beta).
    Score visit(const Position& position, int depth, int ply, int alpha, int beta) {
        clear_line(ply);
        if (stopped()) return {};
        const u64 key = hash_of(position);
        if constexpr (Evaluator<G>::cycles) {
            for (int earlier = shared_.task.first_on_path; earlier < ply; ++earlier) {
                if (path_[at(earlier)] == key) return repetition(position, earlier);
            }
            path_[at(ply)] = key;
        }
        // Mate-distance pruning: no win is faster than the next move, and no loss than the reply.
        if (win_score - ply - 1 <= alpha) return {win_score - ply - 1, false, true, max_plies};
        if (ply + 1 - win_score >= beta) return {ply + 1 - win_score, true, false, max_plies};
        if (ply + 2 >= max_plies)
            return {Evaluator<G>::evaluate(rules_, position), false, false, max_plies};

        const auto legal = G::legal(rules_, position);
        MoveSet<G::vocabulary> losing;
        if constexpr (NamesLosingMoves<G>) {
            losing = Evaluator<G>::losing_moves(rules_, position);
            if (losing.count() == legal.count()) return true_score(ply + 2 - win_score);
        }
        const bool on_line = beta - alpha > 1;
        const bool stored = depth >= store_from;
        u64 table_key = 0;
        if (stored) {
            table_key = transposition_key_of(position);
            Score known;
            if (probe(table_key, depth, ply, alpha, beta, on_line, known)) return known;
        }

        auto& children = children_[at(ply)];
        const int open = expand(position, legal, losing, key, depth, ply, children);
        if (stopped()) return {};
        if (open < 0) {
            line_[at(ply)][at(ply)] = children[0].move;
            line_length_[at(ply)] = ply + 1;
            return true_score(win_score - ply - 1);
        }
        const Score score = search_children(children, open, depth, ply, alpha, beta, key);
        if (stopped()) return {};
        // A score that depends on an earlier position of this line is valid in this line only.
        if (score.depends_on < ply) return score;
        if (stored) store(table_key, score, depth, ply, alpha, beta);
        return {score.value, score.at_least, score.at_most, max_plies};
    }

    /// Whether a position has come up twice in the game. The draw belongs to this game, not to the
    /// position, so no score that depends on it counts as proved.
    bool ends_by_history(const Position& position) const {
        if constexpr (!Evaluator<G>::cycles) return false;
        const auto& drawn = shared_.drawn;
        return !drawn.empty() &&
               std::find(drawn.begin(), drawn.end(), hash_of(position)) != drawn.end();
    }

    /// Appends the principal variation from a ply on to a line.
    void add_line(int ply, std::vector<int>& line) const {
        const auto& from = line_[at(ply)];
        line.insert(line.end(), from.begin() + ply, from.begin() + line_length_[at(ply)]);
    }

    void clear_line(int ply) { line_length_[at(ply)] = ply; }

private:
    struct Child {
        Position position;
        int move;
        int rank;      // move-ordering score
        bool settled;  // the score is known without a search
        bool same_side;
        Score score;  // for the parent's side
    };

    /// A move to search, alpha and move number when it was picked, and the thread that searched it.
    struct Pick {
        Child& child;
        int alpha;
        int number;
        AlphaBeta* finder = nullptr;
    };

    /// The moves of a position while they are searched, and the best score so far.
    struct Node final : Split {
        // Opening a split point costs as much as searching a few moves.
        static constexpr int share_from = 4;
        static constexpr int share_if_idle_from = 2;

        Node(AlphaBeta& its_owner, std::vector<Child>& children, int its_depth, int its_ply,
             int its_alpha, int its_beta)
            : Split(its_depth),
              owner(its_owner),
              next(children.begin()),
              end(children.begin()),
              ply(its_ply),
              alpha(its_alpha),
              beta(its_beta) {}

        void help(Worker& helper) override { static_cast<AlphaBeta&>(helper).help_at(*this); }

        bool has_next() const { return next != end && cutting == nullptr; }

        /// Picks the best-ordered move not taken yet.
        Pick pick() {
            std::iter_swap(next, std::max_element(next, end, [](const Child& a, const Child& b) {
                               return a.rank < b.rank || (a.rank == b.rank && a.move > b.move);
                           }));
            left.store(static_cast<int>(end - next) - 1, std::memory_order_relaxed);
            return {*next++, alpha, number++};
        }

        void take(const Pick& pick) { take(pick.child, *pick.finder); }

        /// Updates alpha, the best move and the principal variation with a score.
        void take(const Child& child, const AlphaBeta& finder) {
            at_most = at_most && child.score.at_most;
            depends = std::min(depends, child.score.depends_on);
            if (child.score.value > best.value) {
                best = child.score;
                best_move = child.move;
            }
            if (child.score.value > alpha) {
                alpha = child.score.value;
                owner.extend_line(child.move, ply, finder);
            }
            if (alpha >= beta && cutting == nullptr) {
                cutting = &child;
                cut.store(true, std::memory_order_relaxed);
            }
        }

        AlphaBeta& owner;
        typename std::vector<Child>::iterator next, end;  // moves not taken yet
        int number = 0;                                   // of moves taken
        const int ply;
        int next_depth = 0;
        int alpha;
        const int beta;
        Score best{-infinite_score, false, true, max_plies};
        int best_move = -1;
        bool at_most = true;
        int depends = max_plies;
        const Child* cutting = nullptr;  // the move that caused a beta cutoff
    };

    /// The score of a repetition: a draw, less contempt. With contempt only one bound is proved.
    Score repetition(const Position& position, int earlier) const {
        const int drawn = draw_for(side_to_move<G>(rules_, position));
        return {drawn, drawn <= 0, drawn >= 0, earlier};
    }

    int draw_for(int side) const {
        return side == shared_.root_side ? -shared_.contempt : shared_.contempt;
    }

    /// Symmetric positions share an entry, unless the history of the game makes some of them
    /// draws.
    u64 transposition_key_of(const Position& position) const {
        return shared_.drawn.empty() ? transposition_key<G>(rules_, position) : hash_of(position);
    }

    /// Plays all moves. Returns how many need a search, or -1 when the first child is a win.
    int expand(const Position& position, const MoveSet<G::vocabulary>& legal,
               const MoveSet<G::vocabulary>& losing, u64 key, int depth, int ply,
               std::vector<Child>& children) {
        children.clear();
        const Parent parent{G::seat(rules_, position), side_to_move<G>(rules_, position),
                            depth >= 2 ? shared_.moves.find(key) : -1, depth, ply};
        bool won = false;
        int open = 0;
        legal.each([&](int move) {
            if (won) return;
            if (losing.has(move)) {
                children.push_back({{}, move, 0, true, false, true_score(ply + 2 - win_score)});
                return;
            }
            Child child{G::play(rules_, position, move), move, 0, false, false, {}};
            count();
            settle_or_rank(child, parent);
            if (!child.settled) ++open;
            if (child.settled && child.score.value == win_score - ply - 1) {
                children.clear();
                won = true;
            }
            children.push_back(child);
        });
        return won ? -1 : open;
    }

    /// The position being expanded, with its hash move.
    struct Parent {
        int seat, side, hint, depth, ply;
    };

    /// Scores a child that needs no search, or gives it a move-ordering score.
    void settle_or_rank(Child& child, const Parent& parent) {
        const Outcome outcome = G::outcome(rules_, child.position);
        if (outcome.over()) {
            child.settled = true;
            child.score = ended(outcome, parent.seat, parent.ply);
        } else if (ends_by_history(child.position)) {
            child.settled = true;
            child.score = {draw_for(parent.side), false, false, max_plies};
        } else {
            child.same_side = side_to_move<G>(rules_, child.position) == parent.side;
            if (can_win(child.position)) {
                child.settled = true;
                const int value = win_score - parent.ply - 2;
                child.score = true_score(child.same_side ? value : -value);
            } else {
                child.rank = rank(child, parent.hint, parent.side, parent.depth, parent.ply);
            }
        }
    }

    bool can_win(const Position& position) const {
        if constexpr (NamesLosingMoves<G>) return false;
        return Evaluator<G>::can_win(rules_, position);
    }

    // Searching a smaller tree again is faster than a lookup.
    static constexpr int store_from = MustEnd<G> ? 3 : 2;

    int rank(const Child& child, int hint, int side, int depth, int ply) const {
        if (child.move == hint) return 1'000'000;
        if (const int killer = ordering_.killer(child.move, ply); killer > 0) return killer;
        int rank = ordering_.history(child.move, side);
        if (depth >= 3) rank += 16 * ordering_score<G>(rules_, child.position, child.same_side);
        return rank;
    }

    Score search_children(std::vector<Child>& children, int open, int depth, int ply, int alpha,
                          int beta, u64 key) {
        Node node(*this, children, depth, ply, alpha, beta);
        for (const Child& child : children) {
            if (!child.settled) continue;
            clear_line(ply + 1);
            node.take(child, *this);
            if (node.cutting != nullptr) return cut(child, depth, ply, key, false);
        }
        // Extend forced replies, within limits.
        const bool forced = open == 1 && ply < 2 * shared_.task.root_depth;
        node.next_depth = forced ? depth : depth - 1;
        node.end = std::partition(children.begin(), children.end(),
                                  [](const Child& child) { return !child.settled; });
        if (depth >= look_ahead_from && beta - alpha == 1) {
            for (auto child = node.next; child != node.end; ++child) {
                if (!known_to_cut(*child, depth, ply, beta)) continue;
                return cut(*child, depth, ply, key, true);
            }
        }
        search_all(node, [&](Pick& pick) { search(node, pick); });
        if (stopped()) return {};
        if (node.cutting != nullptr) return cut(*node.cutting, depth, ply, key, true);
        if (node.alpha > alpha && depth >= 2) shared_.moves.store(key, node.best_move);
        return {node.best.value, node.best.at_least, node.at_most, node.depends};
    }

    void search(const Node& node, Pick& pick) {
        const int depth = is_free<G>(pick.child.move) ? node.depth : node.next_depth;
        pick.child.score =
            search_child(pick.child, depth, node.ply, pick.alpha, node.beta, pick.number);
        pick.finder = this;
    }

    /// Helps at a split point of another thread.
    void help_at(Node& node) {
        for (int ply = 0; ply <= node.ply; ++ply) {
            // Write only what differs: another thread may be reading it.
            const u64 key = node.owner.path_[at(ply)];
            if (path_[at(ply)] != key) path_[at(ply)] = key;
        }
        help_with(node, [&](Pick& pick) { search(node, pick); });
    }

    static constexpr int look_ahead_from = 8;

    /// Enhanced transposition cutoff: whether a child's stored score reaches beta.
    bool known_to_cut(Child& child, int depth, int ply, int beta) const {
        Score known;
        const u64 key = transposition_key_of(child.position);
        const bool found = child.same_side
                               ? probe(key, depth - 1, ply + 1, beta - 1, beta, false, known)
                               : probe(key, depth - 1, ply + 1, -beta, 1 - beta, false, known);
        child.score = child.same_side ? known : known.flipped();
        return found && child.score.value >= beta;
    }

    Score search_child(const Child& child, int depth, int ply, int alpha, int beta, int number) {
        const auto search = [&](int plies, int low, int high) -> Score {
            clear_line(ply + 1);
            if (plies <= 0) {
                const int looks = Evaluator<G>::evaluate(rules_, child.position);
                return {child.same_side ? looks : -looks, false, false, max_plies};
            }
            return child.same_side ? visit(child.position, plies, ply + 1, low, high)
                                   : visit(child.position, plies, ply + 1, -high, -low).flipped();
        };
        if (number == 0) return search(depth, alpha, beta);
        const int reduction = shared_.task.confirming || depth < 2 || number < 3 ? 0
                              : depth >= 4 && number >= 8                        ? 2
                                                                                 : 1;
        Score score = search(depth - reduction, alpha, alpha + 1);
        if (reduction > 0 && score.value > alpha) score = search(depth, alpha, alpha + 1);
        if (score.value > alpha && score.value < beta) score = search(depth, alpha, beta);
        return score;
    }

    /// Records a beta cutoff and returns its score.
    Score cut(const Child& child, int depth, int ply, u64 key, bool searched) {
        if (searched && depth >= 2) {
            shared_.moves.store(key, child.move);
            const int side = side_to_move<G>(rules_, child.position);
            ordering_.record_cutoff(child.move, child.same_side ? side : 1 - side, ply, depth);
        }
        return {child.score.value, child.score.at_least, false, child.score.depends_on};
    }

    /// Sets the principal variation at a ply to a move and the finder's line after it.
    void extend_line(int move, int ply, const AlphaBeta& finder) {
        line_[at(ply)][at(ply)] = move;
        const auto& rest = finder.line_[at(ply + 1)];
        const int end = std::max(finder.line_length_[at(ply + 1)], ply + 1);
        std::copy(rest.begin() + ply + 1, rest.begin() + end, line_[at(ply)].begin() + ply + 1);
        line_length_[at(ply)] = end;
    }

    bool probe(u64 key, int depth, int ply, int alpha, int beta, bool on_line, Score& score) const {
        StoredValue found;
        if (!shared_.values.find(key, found)) return false;
        const bool deep = !shared_.task.confirming && found.depth >= depth;
        const bool lower = found.lower && (deep || found.at_least);
        const bool upper = found.upper && (deep || found.at_most);
        const int value = from_root(found.score, ply);
        score = {value, found.at_least && lower, found.at_most && upper, max_plies};
        if (on_line) return false;  // a PV node needs a line, not only a value
        if (lower && upper) return true;
        return (lower && value >= beta) || (upper && value <= alpha);
    }

    void store(u64 key, const Score& score, int depth, int ply, int alpha, int beta) {
        StoredValue value;
        value.score = from_here(score.value, ply);
        value.at_least = score.at_least;
        value.at_most = score.at_most;
        value.lower = score.value > alpha || score.at_least;
        value.upper = score.value < beta || score.at_most;
        value.depth = std::min(depth, 200);
        if (value.at_least && value.at_most) value.depth = 255;
        shared_.values.store(key, value);
    }

    static constexpr std::size_t at(int ply) { return static_cast<std::size_t>(ply); }

    const Rules rules_;
    std::array<u64, max_plies> path_{};
    std::vector<std::vector<Child>> children_;
    MoveOrdering<G::vocabulary> ordering_;
    // The triangular table of principal variations, and where each ends.
    std::array<std::array<int, max_plies>, max_plies> line_{};
    std::array<int, max_plies + 2> line_length_{};
};

}  // namespace quintet
