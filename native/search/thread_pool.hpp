// Threads that search one tree together.
//
// A thread that has searched the first move of a position may share the others: idle threads take
// some of them, at the deepest such split first. A score counts at once for all threads there, and
// work that can no longer matter is given up.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace quintet {

class Worker;

/// A position whose moves several threads may search. It stands for as long as anybody works at it.
class Split {
public:
    explicit Split(int its_depth) : depth(its_depth) {}
    virtual ~Split() = default;
    Split(const Split&) = delete;
    Split& operator=(const Split&) = delete;

    /// Takes moves and searches them until none is left.
    virtual void help(Worker& helper) = 0;

    /// Whether work here is vain: a move was too good, at this split or above.
    bool is_vain() const {
        return cut.load(std::memory_order_relaxed) || (above != nullptr && above->is_vain());
    }

    bool is_below(const Split& other) const {
        return this == &other || (above != nullptr && above->is_below(other));
    }

    const int depth;               // of the search below
    const Split* above = nullptr;  // the split its owner was at when he opened it
    std::mutex mutex;              // for the moves and their scores
    std::atomic<int> left{0};      // moves that nobody has taken
    std::atomic<bool> cut{false};  // a move is too good, and the others do not matter
    std::atomic<int> helpers{0};
};

class ThreadPool {
public:
    /// Whether somebody has nothing to do.
    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    /// Lets others help at a split from now on.
    void open(Split& split) {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            open_.push_back(&split);
        }
        tell();
    }

    /// Waits until the last helper has left, and helps those meanwhile that are at work below.
    void close(Split& split, Worker& owner) {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            open_.erase(std::find(open_.begin(), open_.end(), &split));
        }
        for (;;) {
            const int seen = changes_.load();
            if (split.helpers.load() == 0) return;
            if (!help(owner, &split)) wait(seen);
        }
    }

    /// Helps wherever there is work, until `finish`.
    void serve(Worker& helper) {
        for (;;) {
            const int seen = changes_.load();
            if (finished_.load()) return;
            if (!help(helper, nullptr)) wait(seen);
        }
    }

    void finish() {
        finished_.store(true);
        tell();
    }

private:
    /// Helps at some split, below another one if that is given. False where there is none.
    bool help(Worker& helper, const Split* below) {
        Split* split = join(below);
        if (split == nullptr) return false;
        split->help(helper);
        split->helpers.fetch_sub(1);  // now it may be gone
        tell();
        return true;
    }

    Split* join(const Split* below) {
        const std::lock_guard<std::mutex> lock(mutex_);
        Split* best = nullptr;
        for (Split* split : open_) {
            if (split->left.load(std::memory_order_relaxed) == 0 || split->is_vain()) continue;
            if (below != nullptr && !split->is_below(*below)) continue;
            if (best == nullptr || split->depth > best->depth) best = split;
        }
        if (best != nullptr) best->helpers.fetch_add(1);
        return best;
    }

    void tell() {
        changes_.fetch_add(1);
        changes_.notify_all();
    }

    /// Waits for a change. Most come sooner than a thread falls asleep and wakes up again.
    void wait(int seen) {
        idle_.fetch_add(1, std::memory_order_relaxed);
        for (int i = 0; i < patience && changes_.load() == seen; ++i) std::this_thread::yield();
        changes_.wait(seen);
        idle_.fetch_sub(1, std::memory_order_relaxed);
    }

    static constexpr int patience = 200;

    std::mutex mutex_;
    std::vector<Split*> open_;
    std::atomic<int> changes_{0};  // of what there is to do
    std::atomic<int> idle_{0};
    std::atomic<bool> finished_{false};
};

}  // namespace quintet
