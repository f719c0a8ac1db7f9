// Long work on several threads, with progress and a stop flag.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "../bits.hpp"

namespace quintet {

/// Shared by the worker threads and those that watch or stop them.
struct Progress {
    std::atomic<u64> done{0};
    std::atomic<bool> stopped{false};
};

/// Threads that are joined at the end of the scope. (Not every standard library has std::jthread.)
class JoinedThreads {
public:
    JoinedThreads() = default;
    ~JoinedThreads() {
        for (std::thread& thread : threads_) thread.join();
    }
    JoinedThreads(const JoinedThreads&) = delete;
    JoinedThreads& operator=(const JoinedThreads&) = delete;

    template <class... Call>
    void start(Call&&... call) {
        threads_.emplace_back(std::forward<Call>(call)...);
    }

private:
    std::vector<std::thread> threads_;
};

/// Calls `work(from, to, worker)` for all of `count` things, chunk by chunk, on so many threads;
/// workers are numbered from 0. Returns early when the work was stopped. An exception stops the
/// other workers and is rethrown here.
template <class Work>
void share_work(u64 count, u64 chunk, int threads, Progress& progress, Work work) {
    std::atomic<u64> next{0};
    std::exception_ptr thrown;
    std::mutex throwing;
    const auto labour = [&](int worker) {
        try {
            while (!progress.stopped.load(std::memory_order_relaxed)) {
                const u64 from = next.fetch_add(chunk, std::memory_order_relaxed);
                if (from >= count) return;
                const u64 to = std::min(count, from + chunk);
                work(from, to, worker);
                progress.done.fetch_add(to - from, std::memory_order_relaxed);
            }
        } catch (...) {
            const std::scoped_lock alone(throwing);
            thrown = std::current_exception();
            progress.stopped = true;
        }
    };
    {
        JoinedThreads others;
        for (int worker = 1; worker < threads; ++worker) others.start(labour, worker);
        labour(0);
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace quintet
