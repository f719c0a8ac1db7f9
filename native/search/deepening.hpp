// Iterative deepening: the search of two-sided games, one ply deeper each time, on several threads.
#pragma once

#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "root_search.hpp"
#include "searcher.hpp"
#include "solver.hpp"

namespace quintet {

template <HasEvaluator G>
class Deepening final : public Searcher {
public:
    Deepening(const typename G::Rules& rules, const typename G::Position& root)
        : rules_(rules), root_(root) {}

    void stop() override {
        const std::lock_guard<std::mutex> lock(sharing_);
        asked_to_stop_ = true;
        if (shared_ != nullptr) shared_->stop = true;
    }

    Report run(const Limits& limits, const std::function<void(const Report&)>& on_report) override {
        const auto began = std::chrono::steady_clock::now();
        SharedSearch shared(limits.table_bytes, MustEnd<G> ? limits.transpositions : nullptr);
        shared.node_limit = limits.nodes;
        shared.deadline = deadline_after(began, limits.seconds);
        shared.several_threads = limits.threads > 1;
        shared.drawn = limits.drawn;
        shared.root_side = side_to_move<G>(rules_, root_);
        if (limits.to_win) shared.contempt = contempt;
        const Sharing sharing(*this, shared);

        const auto leader = std::make_unique<AlphaBeta<G>>(rules_, shared);
        RootSearch<G> search(rules_, shared, *leader);
        const Helpers helpers(rules_, shared, limits.threads - 1);

        Report report;
        report.moves = root_moves(limits);
        const std::size_t multipv = std::clamp<std::size_t>(
            limits.multipv, 1, std::max<std::size_t>(report.moves.size(), 1));
        const auto update = [&] {
            leader->report();
            report.nodes = shared.nodes;
            report.seconds = seconds_since(began);
        };
        for (int depth = 1; depth <= limits.depth && !report.moves.empty(); ++depth) {
            const bool finished = search.search(root_, report.moves, depth, multipv);
            if (!finished && search.stopped() && depth == 1 && is_unknown(report.moves[0])) break;
            if (finished) report.depth = depth;
            if (finished) {
                for (std::size_t i = 0; i < multipv; ++i) {
                    RootMove& move = report.moves[i];
                    if (is_decided(move.score) && !is_exact(move.score))
                        search.confirm_move(root_, move);
                }
                report.proved =
                    is_proved(report.moves) || confirmed(search, limits, report.moves[0]);
            }
            update();
            if constexpr (MustEnd<G>) {
                // Try an exact solution, with a budget in proportion to the nodes spent so far.
                if (finished && !settled(report, multipv) && depth >= 5) {
                    Solver<G> solver(rules_, shared, *leader);
                    report.proved |=
                        solver.solve(root_, report.moves, multipv, try_share * report.nodes);
                    update();
                }
            }
            if (finished) on_report(report);
            if (!finished || settled(report, multipv)) break;
        }
        update();
        return report;
    }

private:
    // How much less than a draw a repetition is worth when playing to win.
    static constexpr int contempt = 20;

    /// While in scope, `stop` reaches the search.
    struct Sharing {
        Sharing(Deepening& its_owner, SharedSearch& shared) : owner(its_owner) {
            const std::lock_guard<std::mutex> lock(owner.sharing_);
            owner.shared_ = &shared;
            shared.stop = owner.asked_to_stop_;
        }
        ~Sharing() {
            const std::lock_guard<std::mutex> lock(owner.sharing_);
            owner.shared_ = nullptr;
        }
        Sharing(const Sharing&) = delete;
        Sharing& operator=(const Sharing&) = delete;

        Deepening& owner;
    };

    /// Helper threads, joined at the end of the scope.
    class Helpers {
    public:
        Helpers(const typename G::Rules& rules, SharedSearch& shared, int count)
            : pool_(shared.pool) {
            const auto serve = [&rules, &shared] {
                const auto helper = std::make_unique<AlphaBeta<G>>(rules, shared);
                shared.pool.serve(*helper);
            };
            try {
                while (count-- > 0) threads_.emplace_back(serve);
            } catch (const std::system_error&) {
                // Out of threads: the search is correct with fewer.
            }
        }
        ~Helpers() {
            pool_.finish();
            for (std::thread& thread : threads_) thread.join();
        }
        Helpers(const Helpers&) = delete;
        Helpers& operator=(const Helpers&) = delete;

    private:
        ThreadPool& pool_;
        std::vector<std::thread> threads_;
    };

    /// The root moves: immediate wins first, immediate losses last, the others by evaluation.
    std::vector<RootMove> root_moves(const Limits& limits) const {
        std::vector<std::pair<int, RootMove>> ranked;
        G::legal(rules_, root_).each([&](int move) {
            if (!is_searched(limits.searchmoves, move)) return;
            RootMove made{move, {-infinite_score, false, false, max_plies}, {move}};
            ranked.emplace_back(first_look(move), std::move(made));
        });
        std::stable_sort(ranked.begin(), ranked.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<RootMove> moves;
        for (auto& [look, move] : ranked) moves.push_back(std::move(move));
        return moves;
    }

    int first_look(int move) const {
        const auto next = G::play(rules_, root_, move);
        const Outcome outcome = G::outcome(rules_, next);
        const auto seat = static_cast<std::size_t>(G::seat(rules_, root_));
        if (outcome.over()) return (outcome.halves[seat] - 1) * infinite_score;
        if (is_free<G>(move)) return 1 - win_score;  // changes nothing on the board
        const bool same = side_to_move<G>(rules_, next) == side_to_move<G>(rules_, root_);
        if (Evaluator<G>::can_win(rules_, next)) return same ? win_score : -win_score;
        return ordering_score<G>(rules_, next, same);
    }

    // Nodes an attempt may take for each node spent before; those of a prover are cheap.
    static constexpr u64 try_share = HasProver<G> ? 4 : 1;

    static bool is_unknown(const RootMove& move) { return move.score.value == -infinite_score; }

    /// Whether the value of the best move is proved, and no other move is better.
    static bool is_proved(const std::vector<RootMove>& moves) {
        return moves[0].score.at_least &&
               std::all_of(moves.begin(), moves.end(),
                           [](const auto& move) { return move.score.at_most; });
    }

    /// Whether all values asked for are proved.
    static bool settled(const Report& report, std::size_t multipv) {
        const auto end = report.moves.begin() + static_cast<long>(multipv);
        return report.proved && std::all_of(report.moves.begin(), end, [](const RootMove& move) {
                   return is_exact(move.score);
               });
    }

    static bool is_decided(const Score& score) {
        return is_win(score.value) || is_loss(score.value);
    }
    static bool is_exact(const Score& score) { return score.at_least && score.at_most; }

    /// Whether the best move is proved best. Its own win or loss is exact; other moves may be
    /// better.
    bool confirmed(RootSearch<G>& search, const Limits& limits, const RootMove& best) {
        if (!limits.searchmoves.empty() || !is_decided(best.score) || !is_exact(best.score))
            return false;
        Score root = best.score;
        root.at_most = root.at_most && is_loss(root.value);
        root.at_least = root.at_least && is_win(root.value);
        search.confirm(root_, root);
        return is_exact(root);
    }

    const typename G::Rules rules_;
    const typename G::Position root_;
    std::mutex sharing_;
    SharedSearch* shared_ = nullptr;
    bool asked_to_stop_ = false;
};

}  // namespace quintet
