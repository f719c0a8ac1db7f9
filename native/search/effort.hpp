// What all threads of one search share, and how much a thread has done of it.
#pragma once

#include <chrono>
#include <vector>

#include "table.hpp"

namespace quintet {

/// What all threads of one search share.
struct SharedSearch {
    explicit SharedSearch(std::size_t table_bytes) : values(table_bytes), moves(table_bytes / 8) {}

    ValueTable values;
    MoveTable moves;
    BusyTable busy;
    std::atomic<bool> stop{false};
    std::atomic<int> iteration{0};  // threads that search an older one give up
    std::atomic<u64> nodes{0};
    u64 node_limit = ~0ULL;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    bool several_threads = false;
    // Positions that end the game as a draw when they come up once more (H1).
    std::vector<u64> drawn;
    int contempt = 0;  // what a draw by repetition costs the side that moves at the root
    int root_side = 0;
};

/// The work of one thread: counted, and stopped when it is enough.
class Effort {
public:
    explicit Effort(SharedSearch& shared) : shared_(shared) {}

    /// Starts anew with what the threads do together now, for so many nodes at most.
    void begin(u64 most_nodes = ~0ULL) {
        stopped_ = false;
        give_up_at_ = most_nodes < ~0ULL - nodes_ ? nodes_ + most_nodes : ~0ULL;
        iteration_ = shared_.iteration.load(std::memory_order_relaxed);
    }

    bool stopped() const { return stopped_; }

    /// A node is a move made.
    void count(u64 moves = 1) {
        nodes_ += moves;
        if (nodes_ - reported_ >= 256) look_up();
        if (nodes_ >= shared_.node_limit || nodes_ >= give_up_at_) stopped_ = true;
    }

    /// Adds the nodes counted since the last time to the shared count.
    void report() {
        shared_.nodes.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
        reported_ = nodes_;
    }

private:
    /// Looks up from the work: has somebody stopped it, is the time over?
    void look_up() {
        report();
        if (shared_.stop.load(std::memory_order_relaxed) ||
            shared_.iteration.load(std::memory_order_relaxed) != iteration_ ||
            shared_.nodes.load(std::memory_order_relaxed) >= shared_.node_limit ||
            std::chrono::steady_clock::now() >= shared_.deadline) {
            stopped_ = true;
        }
    }

    SharedSearch& shared_;
    u64 nodes_ = 0;
    u64 reported_ = 0;
    u64 give_up_at_ = ~0ULL;
    bool stopped_ = false;
    int iteration_ = 0;
};

}  // namespace quintet
