// Stopping long work from outside.
#pragma once

#include <atomic>

namespace quintet {

/// Polled by long work to see whether to give up; its result is then meaningless.
class Interrupt {
public:
    virtual ~Interrupt() = default;

    /// Whether to give up. Cheap enough for every few microseconds of work.
    bool requested() { return stop_.load(std::memory_order_relaxed) || poll(); }
    void request() { stop_.store(true, std::memory_order_relaxed); }

protected:
    /// Looks for a reason to give up; `request` makes it known to the other threads.
    virtual bool poll() { return false; }

private:
    std::atomic<bool> stop_{false};
};

}  // namespace quintet
