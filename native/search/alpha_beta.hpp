// Principal-variation search, written once for all games of two sides.
//
// It is full-width: reductions only delay looking at a move in depth, they never drop it for good.
// A score carries which of its bounds hold in truth (score.hpp), so that the search knows when it
// knows: nothing that rests on an evaluation, or on a line's own repetitions, is taken for true.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "prover.hpp"

namespace quintet {

/// A move of the root with what is known of it, and the line that follows.
struct RootMove {
    int move = 0;
    Score score{-infinite_score, false, false, most_plies};
    std::vector<int> line;
};

template <Judged G>
class AlphaBeta {
    using Position = typename G::Position;
    using Rules = typename G::Rules;

public:
    AlphaBeta(const Rules& rules, SharedSearch& shared)
        : rules_(rules), shared_(shared), children_(most_plies) {}

    /// Searches the root's moves to a depth, the best `wanted` of them exactly, and sorts them.
    /// False when it was stopped; what was finished by then is kept if the first move was.
    bool search_root(const Position& root, std::vector<RootMove>& moves, int depth,
                     std::size_t wanted) {
        start_iteration(root, depth);
        std::vector<RootMove> done;
        int alpha = -infinite_score;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove move = moves[i];
            move.score = root_move(root, move.move, depth, i < wanted, alpha);
            if (stopped()) break;
            // A move that failed low has no line of its own.
            if (i < wanted || move.score.value > alpha) keep_line(move);
            done.push_back(std::move(move));
            std::stable_sort(done.begin(), done.end(), better);
            if (done.size() >= wanted) alpha = done[wanted - 1].score.value;
        }
        // Half an iteration is worth something where a single move is asked for, or nothing is
        // known.
        const bool known = moves[0].score.value > -infinite_score;
        if (done.empty() || (stopped() && wanted > 1 && known)) return false;
        for (std::size_t i = done.size(); i < moves.size(); ++i) done.push_back(moves[i]);
        // A move that turned out to lose gives way to one of which nothing so bad is known.
        if (stopped()) {
            std::stable_partition(done.begin(), done.end(), [](const RootMove& move) {
                return !is_loss(move.score.value) || !move.score.at_most;
            });
        }
        moves = std::move(done);
        return !stopped();
    }

    /// Makes a decided value of the root exact if it is: if no faster win, or no longer defence,
    /// exists. Looks at everything up to that distance, without reductions.
    void confirm(const Position& root, Score& score) {
        start_iteration(root, win_score);
        first_on_path_ = 0;
        confirm_at(root, 0, score);
        first_on_path_ = 1;
    }

    /// The same for the value of one of the root's moves.
    void confirm_move(const Position& root, RootMove& move) {
        start_iteration(root, win_score);
        const Position next = G::play(rules_, root, move.move);
        if (G::outcome(rules_, next).over()) return;
        const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
        Score score = same ? move.score : move.score.flipped();
        confirm_at(next, 1, score);
        move.score = same ? score : score.flipped();
    }

    /// The exact values of the root's best moves in a game that must end: first won, drawn or
    /// lost, then how fast. Gives up after so many nodes; false when it did.
    bool solve_root(const Position& root, std::vector<RootMove>& moves, std::size_t wanted,
                    u64 most_nodes)
        requires MustEnd<G>
    {
        start_iteration(root, Judge<G>::plies_left(rules_, root), most_nodes);
        confirming_ = true;
        std::vector<RootMove> done = moves;
        if (wanted == 1 &&
            moves.size() == static_cast<std::size_t>(G::legal(rules_, root).count())) {
            find_best(root, done, solve(root, 0).value);
        } else {
            for (RootMove& move : done) solve_move(root, move);
            std::stable_sort(done.begin(), done.end(), better);
        }
        confirming_ = false;
        if (stopped()) return false;
        moves = std::move(done);
        return true;
    }

    bool stopped() const { return effort_.stopped(); }

    void report_nodes() { effort_.report(); }

private:
    struct Child {
        Position position;
        int move;
        int rank;      // what to search first
        bool settled;  // the score needs no search
        bool same_side;
        Score score;  // for the parent's side
    };

    static bool better(const RootMove& a, const RootMove& b) {
        return a.score.value > b.score.value;
    }

    void confirm_at(const Position& position, int ply, Score& score) {
        const int value = score.value;
        const int depth = win_score - std::abs(value) - ply + 2;
        confirming_ = true;
        if (is_win(value) && score.at_least) {
            const Score found = visit(position, depth, ply, value, value + 1);
            score.at_most = !stopped() && found.at_most && found.value <= value;
        } else if (is_loss(value) && score.at_most) {
            const Score found = visit(position, depth, ply, value - 1, value);
            score.at_least = !stopped() && found.at_least && found.value >= value;
        }
        confirming_ = false;
    }

    void start_iteration(const Position& root, int depth, u64 most_nodes = ~0ULL) {
        effort_.begin(most_nodes);
        root_depth_ = depth;
        path_[0] = hash_of(root);
    }

    Score root_move(const Position& root, int move, int depth, bool exact, int alpha) {
        if (exact) return root_window(root, move, depth, -infinite_score, infinite_score);
        const Score score = root_window(root, move, depth, alpha, alpha + 1);
        return score.value > alpha && !stopped()
                   ? root_window(root, move, depth, alpha, infinite_score)
                   : score;
    }

    /// The value of one of the root's moves inside a window.
    Score root_window(const Position& root, int move, int depth, int low, int high) {
        const Position next = G::play(rules_, root, move);
        effort_.count();
        length(1) = 1;
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) return ended(outcome, G::seat(rules_, root), 0);
        if (ends_by_history(next)) return {-shared_.contempt, false, false, most_plies};
        const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
        const int below = is_free<G>(move) ? depth : depth - 1;
        return same ? visit(next, below, 1, low, high)
                    : visit(next, below, 1, -high, -low).flipped();
    }

    void keep_line(RootMove& root) {
        root.line.assign(1, root.move);
        for (int ply = 1; ply < length(1); ++ply)
            root.line.push_back(line_[1][static_cast<std::size_t>(ply)]);
    }

    /// The exact value of a position of a game that must end. Windows at the borders of won, drawn
    /// and lost come first: they are narrow, and most of what they find is true for good.
    Score solve(const Position& position, int ply)
        requires MustEnd<G>
    {
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

    /// A bound of the value of a position of a game that must end: from below when the value is
    /// `target` or more, otherwise from above.
    int bound(const Position& position, int ply, int target)
        requires MustEnd<G>
    {
        if (stopped()) return 0;
        if constexpr (HasProver<G>) {
            Prover<G> prover(rules_, shared_, effort_);
            return from_root(prover.bound(position, from_here(target, ply)), ply);
        } else {
            const int depth = Judge<G>::plies_left(rules_, position);
            return visit(position, depth, ply, target - 1, target).value;
        }
    }

    /// Whether a move leads to a value or more for the side that makes it.
    bool reaches(const Position& position, int move, int ply, int value)
        requires MustEnd<G>
    {
        const Position next = G::play(rules_, position, move);
        effort_.count();
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) return ended(outcome, G::seat(rules_, position), ply).value >= value;
        return side_to_move<G>(rules_, next) == side_to_move<G>(rules_, position)
                   ? bound(next, ply + 1, value) >= value
                   : bound(next, ply + 1, 1 - value) <= -value;
    }

    /// The first move that reaches the value of the root comes to the front, with its line.
    void find_best(const Position& root, std::vector<RootMove>& moves, int value)
        requires MustEnd<G>
    {
        const auto best = std::find_if(moves.begin(), moves.end(), [&](const RootMove& move) {
            return stopped() || reaches(root, move.move, 0, value);
        });
        if (stopped()) return;
        for (RootMove& move : moves) move.score = {value, false, true, most_plies};
        best->score = true_score(value);
        follow(root, *best);
        std::rotate(moves.begin(), best, best + 1);
    }

    void solve_move(const Position& root, RootMove& move)
        requires MustEnd<G>
    {
        const Position next = G::play(rules_, root, move.move);
        const Outcome outcome = G::outcome(rules_, next);
        if (outcome.over()) {
            move.score = ended(outcome, G::seat(rules_, root), 0);
        } else {
            const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root);
            const Score score = solve(next, 1);
            move.score = same ? score : score.flipped();
        }
        follow(root, move);
    }

    /// The line of a move whose value is exact, found by asking at every step which move keeps it.
    void follow(const Position& root, RootMove& move)
        requires MustEnd<G>
    {
        move.line.assign(1, move.move);
        int value = move.score.value;
        Position position = root;
        while (!stopped()) {
            const int side = side_to_move<G>(rules_, position);
            position = G::play(rules_, position, move.line.back());
            if (G::outcome(rules_, position).over()) return;
            if (side_to_move<G>(rules_, position) != side) value = -value;
            const int ply = static_cast<int>(move.line.size());
            const std::vector<int> moves = by_promise(position);
            const auto next = std::find_if(moves.begin(), moves.end(), [&](int its_move) {
                return stopped() || reaches(position, its_move, ply, value);
            });
            if (stopped()) return;
            move.line.push_back(*next);
        }
    }

    /// The moves of a position, the most promising first.
    std::vector<int> by_promise(const Position& position) const {
        const int side = side_to_move<G>(rules_, position);
        std::vector<std::pair<int, int>> ranked;
        G::legal(rules_, position).each([&](int move) {
            const Position next = G::play(rules_, position, move);
            const bool same = side_to_move<G>(rules_, next) == side;
            ranked.emplace_back(-promise<G>(rules_, next, same), move);
        });
        std::sort(ranked.begin(), ranked.end());
        std::vector<int> moves;
        for (const auto& [rank, move] : ranked) moves.push_back(move);
        return moves;
    }

    Score ended(const Outcome& outcome, int seat, int ply) const {
        const int halves = outcome.halves[static_cast<std::size_t>(seat)];
        return true_score(halves == 2   ? win_score - ply - 1
                          : halves == 0 ? ply + 1 - win_score
                                        : 0);
    }

    /// The value of a position that is not over, inside a window of interest.
    Score visit(const Position& position, int depth, int ply, int alpha, int beta) {
        length(ply) = ply;
        if (stopped()) return {};
        const u64 key = hash_of(position);
        if constexpr (Judge<G>::cycles) {
            for (int earlier = first_on_path_; earlier < ply; ++earlier) {
                if (path_[static_cast<std::size_t>(earlier)] == key)
                    return repetition(position, earlier);
            }
            path_[static_cast<std::size_t>(ply)] = key;
        }
        // Nobody wins faster than with the next move, or loses faster than by his own.
        if (win_score - ply - 1 <= alpha) return {win_score - ply - 1, false, true, most_plies};
        if (ply + 1 - win_score >= beta) return {ply + 1 - win_score, true, false, most_plies};
        if (ply + 2 >= most_plies)
            return {Judge<G>::evaluate(rules_, position), false, false, most_plies};

        const auto legal = G::legal(rules_, position);
        MoveSet<G::vocabulary> losing;
        if constexpr (NamesLosingMoves<G>) {
            losing = Judge<G>::losing_moves(rules_, position);
            if (losing.count() == legal.count()) return true_score(ply + 2 - win_score);
        }
        const bool on_line = beta - alpha > 1;
        const bool remembered = depth >= remember_from;
        u64 memory = 0;
        if (remembered) {
            memory = memory_key_of(position);
            Score known;
            if (recall(memory, depth, ply, alpha, beta, on_line, known)) return known;
        }

        auto& children = children_[static_cast<std::size_t>(ply)];
        const int open = expand(position, legal, losing, key, depth, ply, children);
        if (stopped()) return {};
        if (open < 0) {
            line(ply)[static_cast<std::size_t>(ply)] = children[0].move;
            length(ply) = ply + 1;
            return true_score(win_score - ply - 1);
        }
        const Score score = search_children(children, open, depth, ply, alpha, beta, key);
        if (stopped()) return {};
        // A score that rests on an earlier position of this line is true of this line only.
        if (score.depends_on < ply) return score;
        if (remembered) remember(memory, score, depth, ply, alpha, beta);
        return {score.value, score.at_least, score.at_most, most_plies};
    }

    /// A draw, since both sides can come back here for ever. Who plays to win likes it less, and
    /// then only one bound is true.
    Score repetition(const Position& position, int earlier) const {
        const int drawn = draw_for(side_to_move<G>(rules_, position));
        return {drawn, drawn <= 0, drawn >= 0, earlier};
    }

    int draw_for(int side) const {
        return side == shared_.root_side ? -shared_.contempt : shared_.contempt;
    }

    /// Whether a position has come up twice already. The draw is one of this game, not of the
    /// position, so nothing that rests on it is taken for true.
    bool ends_by_history(const Position& position) const {
        if constexpr (!Judge<G>::cycles) return false;
        const auto& drawn = shared_.drawn;
        return !drawn.empty() &&
               std::find(drawn.begin(), drawn.end(), hash_of(position)) != drawn.end();
    }

    /// Positions that are the same up to symmetry are remembered as one, unless some of them end
    /// the game by their history.
    u64 memory_key_of(const Position& position) const {
        return shared_.drawn.empty() ? memory_key<G>(rules_, position) : hash_of(position);
    }

    /// Plays all moves. Returns how many need a search, or -1 when the first child is a win.
    int expand(const Position& position, const MoveSet<G::vocabulary>& legal,
               const MoveSet<G::vocabulary>& losing, u64 key, int depth, int ply,
               std::vector<Child>& children) {
        children.clear();
        const int seat = G::seat(rules_, position);
        const int side = side_to_move<G>(rules_, position);
        const int hint = depth >= 2 ? shared_.moves.find(key) : -1;
        bool won = false;
        int open = 0;
        legal.each([&](int move) {
            if (won) return;
            if (losing.has(move)) {
                children.push_back({{}, move, 0, true, false, true_score(ply + 2 - win_score)});
                return;
            }
            Child child{G::play(rules_, position, move), move, 0, false, false, {}};
            effort_.count();
            const Outcome outcome = G::outcome(rules_, child.position);
            if (outcome.over()) {
                child.settled = true;
                child.score = ended(outcome, seat, ply);
                if (is_win(child.score.value)) {
                    children.clear();
                    won = true;
                }
            } else if (ends_by_history(child.position)) {
                child.settled = true;
                child.score = {draw_for(side), false, false, most_plies};
            } else {
                child.same_side = side_to_move<G>(rules_, child.position) == side;
                if (can_win(child.position)) {
                    child.settled = true;
                    const int value = win_score - ply - 2;
                    child.score = true_score(child.same_side ? value : -value);
                } else {
                    ++open;
                    child.rank = rank(child, hint, side, depth, ply);
                }
            }
            children.push_back(child);
        });
        return won ? -1 : open;
    }

    bool can_win(const Position& position) const {
        if constexpr (NamesLosingMoves<G>) return false;
        return Judge<G>::can_win(rules_, position);
    }

    // Smaller trees are searched again sooner than looked up.
    static constexpr int remember_from = MustEnd<G> ? 3 : 2;

    int rank(const Child& child, int hint, int side, int depth, int ply) const {
        if (child.move == hint) return 1'000'000;
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (child.move == killers[0]) return 500'000;
        if (child.move == killers[1]) return 400'000;
        int rank = history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(child.move)];
        if (depth >= 3) rank += 16 * promise<G>(rules_, child.position, child.same_side);
        return rank;
    }

    Score search_children(std::vector<Child>& children, int open, int depth, int ply, int alpha,
                          int beta, u64 key) {
        const int first_alpha = alpha;
        Score best{-infinite_score, false, true, most_plies};
        int best_move = -1;
        bool at_most = true;
        int depends = most_plies;
        const auto take = [&](const Child& child) {
            at_most = at_most && child.score.at_most;
            depends = std::min(depends, child.score.depends_on);
            if (child.score.value > best.value) {
                best = child.score;
                best_move = child.move;
            }
            if (child.score.value > alpha) {
                alpha = child.score.value;
                extend_line(child, ply);
            }
            return alpha >= beta;
        };

        for (const Child& child : children) {
            if (!child.settled) continue;
            length(ply + 1) = ply + 1;
            if (take(child)) return cut(child, depth, ply, key, false);
        }
        // A forced answer costs no depth, within reason.
        const bool forced = open == 1 && ply < 2 * root_depth_;
        const int next_depth = forced ? depth : depth - 1;
        const auto end = std::partition(children.begin(), children.end(),
                                        [](const Child& child) { return !child.settled; });
        if (depth >= look_ahead_from && beta - first_alpha == 1) {
            for (auto child = children.begin(); child != end; ++child) {
                if (!known_to_cut(*child, depth, ply, beta)) continue;
                return cut(*child, depth, ply, key, true);
            }
        }
        int number = 0;
        // What another thread is searching right now is left for the end.
        bool deferring = shared_.several_threads && depth >= 4;
        auto next = children.begin();
        while (next != end) {
            std::iter_swap(next, std::max_element(next, end, [](const Child& a, const Child& b) {
                               return a.rank < b.rank || (a.rank == b.rank && a.move > b.move);
                           }));
            Child& child = *next;
            const u64 busy_key =
                mix(key ^ static_cast<u64>(child.move) << 8 ^ static_cast<u64>(depth));
            if (deferring && number > 0 && child.rank > deferred_rank &&
                shared_.busy.is_busy(busy_key)) {
                child.rank = deferred_rank - number;
                continue;
            }
            if (child.rank <= deferred_rank) deferring = false;
            if (shared_.several_threads && depth >= 4) shared_.busy.enter(busy_key);
            const int below = is_free<G>(child.move) ? depth : next_depth;
            child.score = search_child(child, below, ply, alpha, beta, number);
            if (shared_.several_threads && depth >= 4) shared_.busy.leave(busy_key);
            if (stopped()) return {};
            ++next;
            ++number;
            if (take(child)) return cut(child, depth, ply, key, true);
        }
        if (alpha > first_alpha && depth >= 2) shared_.moves.store(key, best_move);
        return {best.value, best.at_least, at_most, depends};
    }

    static constexpr int look_ahead_from = 8;

    /// Whether what is remembered of a child is enough to cut here; its score is then filled in.
    bool known_to_cut(Child& child, int depth, int ply, int beta) const {
        Score known;
        const u64 key = memory_key_of(child.position);
        const bool found = child.same_side
                               ? recall(key, depth - 1, ply + 1, beta - 1, beta, false, known)
                               : recall(key, depth - 1, ply + 1, -beta, 1 - beta, false, known);
        child.score = child.same_side ? known : known.flipped();
        return found && child.score.value >= beta;
    }

    static constexpr int deferred_rank = -10'000'000;

    Score search_child(const Child& child, int depth, int ply, int alpha, int beta, int number) {
        const auto search = [&](int plies, int low, int high) -> Score {
            length(ply + 1) = ply + 1;
            if (plies <= 0) {
                const int looks = Judge<G>::evaluate(rules_, child.position);
                return {child.same_side ? looks : -looks, false, false, most_plies};
            }
            return child.same_side ? visit(child.position, plies, ply + 1, low, high)
                                   : visit(child.position, plies, ply + 1, -high, -low).flipped();
        };
        if (number == 0) return search(depth, alpha, beta);
        const int reduction = confirming_ || depth < 2 || number < 3 ? 0
                              : depth >= 4 && number >= 8            ? 2
                                                                     : 1;
        Score score = search(depth - reduction, alpha, alpha + 1);
        if (reduction > 0 && score.value > alpha) score = search(depth, alpha, alpha + 1);
        if (score.value > alpha && score.value < beta) score = search(depth, alpha, beta);
        return score;
    }

    /// A move that is too good: the opponent will not let it come to this.
    Score cut(const Child& child, int depth, int ply, u64 key, bool searched) {
        if (searched && depth >= 2) {
            shared_.moves.store(key, child.move);
            auto& killers = killers_[static_cast<std::size_t>(ply)];
            if (killers[0] != child.move) {
                killers[1] = killers[0];
                killers[0] = child.move;
            }
            const auto mover = static_cast<std::size_t>(
                child.same_side ? side_to_move<G>(rules_, child.position)
                                : 1 - side_to_move<G>(rules_, child.position));
            int& history = history_[mover][static_cast<std::size_t>(child.move)];
            history = std::min(history + depth * depth, 100'000);
        }
        return {child.score.value, child.score.at_least, false, child.score.depends_on};
    }

    // The best line from every ply on, by ply, and where it ends.
    std::array<int, most_plies>& line(int ply) { return line_[static_cast<std::size_t>(ply)]; }
    int& length(int ply) { return line_length_[static_cast<std::size_t>(ply)]; }

    void extend_line(const Child& child, int ply) {
        line(ply)[static_cast<std::size_t>(ply)] = child.move;
        for (auto at = static_cast<std::size_t>(ply) + 1;
             at < static_cast<std::size_t>(length(ply + 1)); ++at)
            line(ply)[at] = line(ply + 1)[at];
        length(ply) = std::max(length(ply + 1), ply + 1);
    }

    // Remembered scores count from the position; those in the search count from the root.
    static int from_root(int score, int ply) {
        return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
    }
    static int from_here(int score, int ply) {
        return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
    }

    bool recall(u64 key, int depth, int ply, int alpha, int beta, bool on_line,
                Score& score) const {
        Remembered found;
        if (!shared_.values.find(key, found)) return false;
        const bool deep = !confirming_ && found.depth >= depth;
        const bool lower = found.lower && (deep || found.at_least);
        const bool upper = found.upper && (deep || found.at_most);
        const int value = from_root(found.score, ply);
        score = {value, found.at_least && lower, found.at_most && upper, most_plies};
        if (on_line) return false;  // a line is to be shown, not only valued
        if (lower && upper) return true;
        return (lower && value >= beta) || (upper && value <= alpha);
    }

    void remember(u64 key, const Score& score, int depth, int ply, int alpha, int beta) {
        Remembered value;
        value.score = from_here(score.value, ply);
        value.at_least = score.at_least;
        value.at_most = score.at_most;
        value.lower = score.value > alpha || score.at_least;
        value.upper = score.value < beta || score.at_most;
        value.depth = std::min(depth, 200);
        if (value.at_least && value.at_most) value.depth = 255;
        shared_.values.store(key, value);
    }

    const Rules rules_;
    SharedSearch& shared_;
    Effort effort_{shared_};
    bool confirming_ = false;
    int root_depth_ = 0;
    // A move is worth what the position after it is worth, where the root may come up again.
    int first_on_path_ = 1;
    std::array<u64, most_plies> path_{};
    std::vector<std::vector<Child>> children_;
    std::array<std::array<int, 2>, most_plies> killers_ = [] {
        std::array<std::array<int, 2>, most_plies> none{};
        for (auto& pair : none) pair = {-1, -1};
        return none;
    }();
    std::array<std::array<int, G::vocabulary>, 2> history_{};
    std::array<std::array<int, most_plies>, most_plies> line_{};
    std::array<int, most_plies + 2> line_length_{};
};

}  // namespace quintet
