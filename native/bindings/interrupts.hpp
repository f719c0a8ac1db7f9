// Ctrl-C during compiled work. Python runs signal handlers on its main thread only, and only when
// that thread holds the interpreter's lock: what runs long on it must ask now and then.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "../interrupt.hpp"

namespace quintet {

/// The longest time between a signal and its handler.
inline constexpr std::chrono::milliseconds signal_interval{20};

inline bool on_main_thread() {
    const auto threading = nanobind::module_::import_("threading");
    const auto ident = nanobind::cast<unsigned long>(threading.attr("main_thread")().attr("ident"));
    return ident == PyThread_get_thread_ident();
}

/// For work on the calling thread, which has released the interpreter's lock. Takes it from time
/// to time to run the handlers of signals; one that raises ends the work.
class SignalInterrupt final : public Interrupt {
public:
    /// Raises what a handler has raised.
    void rethrow() const {
        if (raised_) throw nanobind::python_error();
    }

protected:
    bool poll() override {
        if (++calls_ % calls_between_clocks != 0) return false;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        const nanobind::gil_scoped_acquire held;
        // Elsewhere no handler ever runs, and asking would cost others the lock.
        next_ =
            on_main_thread() ? now + signal_interval : std::chrono::steady_clock::time_point::max();
        if (PyErr_CheckSignals() == 0) return false;
        raised_ = true;
        request();
        return true;
    }

private:
    static constexpr unsigned calls_between_clocks = 16;

    unsigned calls_ = 0;
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + signal_interval;
    bool raised_ = false;
};

/// Lets work on another thread have things done on the calling one.
class Errands {
public:
    /// Runs `errand` on the calling thread and waits for it. For the working thread.
    void run(const std::function<void()>& errand) {
        std::unique_lock<std::mutex> lock(mutex_);
        errand_ = &errand;
        changed_.notify_all();
        changed_.wait(lock, [&] { return errand_ == nullptr; });
    }

    void finish() {
        const std::lock_guard<std::mutex> lock(mutex_);
        finished_ = true;
        changed_.notify_all();
    }

    /// Waits for an errand and runs it, at most `interval`. False once all is finished.
    bool serve(std::chrono::milliseconds interval) {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait_for(lock, interval, [&] { return finished_ || errand_ != nullptr; });
        if (errand_ == nullptr) return !finished_;
        lock.unlock();
        (*errand_)();
        lock.lock();
        errand_ = nullptr;
        changed_.notify_all();
        return true;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* errand_ = nullptr;
    bool finished_ = false;
};

/// Runs `work(errand)` without the interpreter's lock, on a thread of its own if this is Python's
/// main one, and calls `stop` when a signal handler raises; that exception is then raised here.
/// `errand(f)` runs `f` on the calling thread, still without the lock.
template <class Work, class Stop>
auto run_interruptibly(const Work& work, const Stop& stop) {
    using Result = decltype(work([](const std::function<void()>& errand) { errand(); }));
    const auto in_place = [&] {
        const nanobind::gil_scoped_release released;
        return work([](const std::function<void()>& errand) { errand(); });
    };
    if (!on_main_thread()) return in_place();
    Errands errands;
    std::optional<Result> result;
    std::exception_ptr thrown;
    std::thread worker;
    try {
        worker = std::thread([&] {
            try {
                result.emplace(
                    work([&](const std::function<void()>& errand) { errands.run(errand); }));
            } catch (...) {
                thrown = std::current_exception();
            }
            errands.finish();
        });
    } catch (const std::system_error&) {
        return in_place();  // the system has no more threads
    }
    std::optional<nanobind::python_error> raised;
    {
        const nanobind::gil_scoped_release released;
        while (errands.serve(signal_interval)) {
            if (raised) continue;
            const nanobind::gil_scoped_acquire held;
            if (PyErr_CheckSignals() == 0) continue;
            raised.emplace();
            stop();
        }
        worker.join();
    }
    if (raised) throw nanobind::python_error(std::move(*raised));
    if (thrown) std::rethrow_exception(thrown);
    return std::move(*result);
}

}  // namespace quintet
