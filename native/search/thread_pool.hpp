// Threads that search one tree together.
//
// Young brothers wait: a thread that has searched the first move of a position may open a split
// point, where idle threads help with the other moves. Helpers join the split point with the most
// depth left. A score raises alpha for all of them at once, and after a cutoff they abandon their
// searches.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace quintet {

class Worker;

/// A split point: a position whose moves several threads search. It outlives its last helper.
class Split {
public:
    explicit Split(int its_depth) : depth(its_depth) {}
    virtual ~Split() = default;
    Split(const Split&) = delete;
    Split& operator=(const Split&) = delete;

    /// Searches moves of this split point until none is left.
    virtual void help(Worker& helper) = 0;

    /// Whether the search here is abandoned: after a cutoff at this split point or above it.
    bool is_abandoned() const {
        return cut.load(std::memory_order_relaxed) || (above != nullptr && above->is_abandoned());
    }

    bool is_below(const Split& other) const {
        return this == &other || (above != nullptr && above->is_below(other));
    }

    const int depth;               // of the search below
    const Split* above = nullptr;  // the split point its owner was at when opening it
    std::mutex mutex;              // for the moves and their scores
    std::atomic<int> left{0};      // moves not taken yet
    std::atomic<bool> cut{false};  // beta cutoff: the other moves do not matter
    std::atomic<int> helpers{0};
};

class ThreadPool {
public:
    /// Whether a thread is idle.
    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    /// Opens a split point to helpers.
    void open(Split& split) {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            open_.push_back(&split);
        }
        notify();
    }

    /// Closes a split point and waits for its helpers; meanwhile the owner helps below it.
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

    /// Helps at any split point until `finish`.
    void serve(Worker& helper) {
        for (;;) {
            const int seen = changes_.load();
            if (finished_.load()) return;
            if (!help(helper, nullptr)) wait(seen);
        }
    }

    void finish() {
        finished_.store(true);
        notify();
    }

private:
    /// Helps at a split point, if given only below `below`. Returns false if there is none.
    bool help(Worker& helper, const Split* below) {
        Split* split = join(below);
        if (split == nullptr) return false;
        split->help(helper);
        split->helpers.fetch_sub(1);  // it may be destroyed from here on
        notify();
        return true;
    }

    Split* join(const Split* below) {
        const std::lock_guard<std::mutex> lock(mutex_);
        Split* best = nullptr;
        for (Split* split : open_) {
            if (split->left.load(std::memory_order_relaxed) == 0 || split->is_abandoned()) continue;
            if (below != nullptr && !split->is_below(*below)) continue;
            if (best == nullptr || split->depth > best->depth) best = split;
        }
        if (best != nullptr) best->helpers.fetch_add(1);
        return best;
    }

    void notify() {
        changes_.fetch_add(1);
        changes_.notify_all();
    }

    /// Waits for a change, spinning first: most come sooner than a thread can sleep and wake up.
    void wait(int seen) {
        idle_.fetch_add(1, std::memory_order_relaxed);
        for (int i = 0; i < max_spins && changes_.load() == seen; ++i) std::this_thread::yield();
        changes_.wait(seen);
        idle_.fetch_sub(1, std::memory_order_relaxed);
    }

    static constexpr int max_spins = 200;

    std::mutex mutex_;
    std::vector<Split*> open_;
    std::atomic<int> changes_{0};  // split points opened, helpers done
    std::atomic<int> idle_{0};
    std::atomic<bool> finished_{false};
};

}  // namespace quintet
