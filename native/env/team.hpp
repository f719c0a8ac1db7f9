// Threads that stay: a batch shares out its work thousands of times a second, and starting threads
// would take longer than the work.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

#include "../bits.hpp"

namespace quintet {

class Team {
public:
    explicit Team(int threads) {
        for (int i = 1; i < threads; ++i) members_.emplace_back([this] { serve(); });
    }

    ~Team() {
        finished_.store(true);
        round_.fetch_add(1);
        round_.notify_all();
        for (std::thread& member : members_) member.join();
    }

    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Calls `work(from, to)` for all of `count` things, chunk by chunk. Chunks do not depend on
    /// the number of threads.
    template <class Work>
    void share(std::size_t count, std::size_t chunk, const Work& work) {
        if (members_.empty() || count <= chunk) {
            if (count != 0) work(std::size_t{0}, count);
            return;
        }
        const std::function<void()> labour = [&] {
            for (;;) {
                const std::size_t from = next_.fetch_add(chunk, std::memory_order_relaxed);
                if (from >= count) return;
                work(from, std::min(count, from + chunk));
            }
        };
        next_.store(0);
        labour_ = &labour;
        busy_.store(static_cast<int>(members_.size()));
        round_.fetch_add(1);
        round_.notify_all();
        labour();
        for (int busy = busy_.load(); busy != 0; busy = busy_.load()) wait(busy_, busy);
    }

private:
    void serve() {
        int seen = 0;
        for (;;) {
            wait(round_, seen);
            ++seen;
            if (finished_.load()) return;
            (*labour_)();
            if (busy_.fetch_sub(1) == 1) busy_.notify_all();
        }
    }

    /// Waits for a change, spinning first: the next round often comes sooner than a thread can
    /// sleep and wake up. To yield would be to lose the core for milliseconds on a busy machine.
    static void wait(std::atomic<int>& value, int seen) {
        for (int i = 0; i < max_spins; ++i) {
            if (value.load(std::memory_order_acquire) != seen) return;
            pause();
        }
        value.wait(seen);
    }

    /// Tells the processor that this loop waits.
    static void pause() {
#if defined(_MSC_VER) && defined(_M_X64)
        _mm_pause();
#elif defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__) && !defined(_MSC_VER)
        asm volatile("yield");
#endif
    }

    static constexpr int max_spins = 2'000;  // some 20 to 100 microseconds

    std::vector<std::thread> members_;
    const std::function<void()>* labour_ = nullptr;
    std::atomic<std::size_t> next_{0};
    std::atomic<int> round_{0};  // of work that was shared out
    std::atomic<int> busy_{0};   // members that have not finished this round
    std::atomic<bool> finished_{false};
};

}  // namespace quintet
