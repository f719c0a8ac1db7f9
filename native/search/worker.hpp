// The state that the threads of a search share, and one such thread.
#pragma once

#include <chrono>
#include <vector>

#include "thread_pool.hpp"
#include "transposition_table.hpp"

namespace quintet {

/// The task of a search below a root.
struct Task {
    int root_depth = 0;
    bool confirming = false;  // a proof is wanted, so there are no reductions
    // The first ply of the path that repetitions are checked against; 1 lets the root recur.
    int first_on_path = 1;
};

/// The state that all threads of a search share.
struct SharedSearch {
    /// Uses the given transposition table, or makes one of this size.
    explicit SharedSearch(std::size_t table_bytes,
                          std::shared_ptr<TranspositionTable> its_table = nullptr)
        : table(its_table ? std::move(its_table)
                          : std::make_shared<TranspositionTable>(table_bytes)),
          values(*table),
          moves(table_bytes / 8) {}

    const std::shared_ptr<TranspositionTable> table;
    TranspositionTable& values;
    MoveTable moves;
    // Fields that threads write often have their own cache lines, to avoid false sharing.
    alignas(64) ThreadPool pool;
    alignas(64) std::atomic<u64> nodes{0};
    alignas(64) std::atomic<u64> nodes_to_stop_at{~0ULL};  // in the current task
    std::atomic<bool> stop{false};
    const std::atomic<bool>* cancelled = nullptr;  // an additional stop flag, if any
    Task task;
    u64 node_limit = ~0ULL;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    bool several_threads = false;
    // Positions that end the game as a draw when repeated once more (H1).
    std::vector<u64> drawn;
    int contempt = 0;  // what a draw by repetition costs the side that moves at the root
    int root_side = 0;
};

/// A search thread: counts nodes, and stops at limits or when its search is abandoned.
class Worker {
public:
    explicit Worker(SharedSearch& shared) : shared_(shared) {}

    /// Begins a task of at most `max_nodes` nodes, over all threads.
    void begin(u64 max_nodes = ~0ULL) {
        report();
        const u64 spent = shared_.nodes.load(std::memory_order_relaxed);
        const u64 left = shared_.node_limit - std::min(spent, shared_.node_limit);
        shared_.nodes_to_stop_at.store(spent + std::min(left, max_nodes),
                                       std::memory_order_relaxed);
        stopped_ = false;
    }

    bool stopped() const { return stopped_; }

    /// A node is a move made.
    void count(u64 moves = 1) {
        nodes_ += moves;
        if (nodes_ - reported_ >= 256) check_stop();
        if (nodes_ >= shared_.nodes_to_stop_at.load(std::memory_order_relaxed)) stopped_ = true;
    }

    /// Adds the nodes counted since the last call to the shared count.
    void report() {
        shared_.nodes.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
        reported_ = nodes_;
    }

    /// Searches the moves of a position with `search`. The first is never shared: it often causes a
    /// cutoff, and it sets alpha for the others.
    template <class Moves, class Search>
    void search_all(Moves& moves, const Search& search) {
        for (bool first = true; moves.has_next() && !stopped_; first = false) {
            if (!first && is_worth_sharing(moves)) return share(moves, search);
            auto move = moves.pick();
            search(move);
            if (!stopped_) moves.take(move);
        }
    }

    /// Helps at a split point of another thread.
    template <class Moves, class Search>
    void help_with(Moves& moves, const Search& search) {
        const Split* before = split_;
        split_ = &moves;
        stopped_ = false;
        check_stop();  // the search may be over already
        work_at(moves, search);
        leave_for(before);
    }

protected:
    SharedSearch& shared_;

private:
    /// Deep nodes always become split points; shallower ones only when a thread is idle.
    template <class Moves>
    bool is_worth_sharing(const Moves& moves) const {
        if (!shared_.several_threads || moves.depth < Moves::share_if_idle_from) return false;
        return moves.depth >= Moves::share_from || shared_.pool.has_idle();
    }

    template <class Moves, class Search>
    void share(Moves& moves, const Search& search) {
        moves.above = split_;
        split_ = &moves;
        shared_.pool.open(moves);
        work_at(moves, search);
        shared_.pool.close(moves, *this);
        leave_for(moves.above);
    }

    template <class Moves, class Search>
    void work_at(Moves& moves, const Search& search) {
        std::unique_lock<std::mutex> lock(moves.mutex);
        while (moves.has_next() && !stopped_) {
            auto move = moves.pick();
            lock.unlock();
            search(move);
            lock.lock();
            if (!stopped_) moves.take(move);
        }
    }

    /// A cutoff abandons only the search at its split point and below. Every other stop condition
    /// persists and stops all threads there, so no result depends on an abandoned search.
    void leave_for(const Split* above) {
        split_ = above;
        stopped_ = false;
        check_stop();
    }

    /// Stops if the search was stopped, abandoned, or is out of nodes or time.
    void check_stop() {
        report();
        if (shared_.stop.load(std::memory_order_relaxed) ||
            (shared_.cancelled != nullptr && shared_.cancelled->load(std::memory_order_relaxed)) ||
            shared_.nodes.load(std::memory_order_relaxed) >=
                shared_.nodes_to_stop_at.load(std::memory_order_relaxed) ||
            (split_ != nullptr && split_->is_abandoned()) ||
            std::chrono::steady_clock::now() >= shared_.deadline) {
            stopped_ = true;
        }
    }

    const Split* split_ = nullptr;  // the current split point
    u64 nodes_ = 0;
    u64 reported_ = 0;
    bool stopped_ = false;
};

}  // namespace quintet
