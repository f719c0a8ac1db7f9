// What differs between a device and the host in code that runs on both: how a function is declared,
// and how threads share memory.
#pragma once

#include <atomic>

#include "../bits.hpp"

#if defined(__CUDACC__)
#define QUINTET_BOTH __host__ __device__
#else
#define QUINTET_BOTH
#endif

namespace quintet::shared {

/// A value other threads may be writing: either the old one or the new one.
template <class Word>
QUINTET_BOTH Word load(const Word* place) {
#if defined(__CUDA_ARCH__)
    return *place;
#else
    return std::atomic_ref(*const_cast<Word*>(place)).load(std::memory_order_relaxed);
#endif
}

template <class Word>
QUINTET_BOTH void store(Word* place, Word value) {
#if defined(__CUDA_ARCH__)
    *place = value;
#else
    std::atomic_ref(*place).store(value, std::memory_order_relaxed);
#endif
}

QUINTET_BOTH inline void set_bit(u32* words, u64 number) {
    u32* const word = words + number / 32;
    const u32 bit = 1U << (number % 32);
#if defined(__CUDA_ARCH__)
    atomicOr(word, bit);
#else
    const std::atomic_ref shared(*word);
    // Most bits are set already, and reading does not take the line from other threads.
    if ((shared.load(std::memory_order_relaxed) & bit) == 0)
        shared.fetch_or(bit, std::memory_order_relaxed);
#endif
}

/// Adds to one of many counters of the same thing. On the host every thread has its own.
QUINTET_BOTH inline void add(u64* counter, u64 count) {
#if defined(__CUDA_ARCH__)
    static_assert(sizeof(unsigned long long) == sizeof(u64));
    atomicAdd(reinterpret_cast<unsigned long long*>(counter), count);
#else
    *counter += count;
#endif
}

/// Adds to a counter that all threads share, and says what it was.
QUINTET_BOTH inline u64 fetch_add(u64* counter, u64 count) {
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(counter), count);
#else
    return std::atomic_ref(*counter).fetch_add(count, std::memory_order_relaxed);
#endif
}

/// Raises a value that all threads share.
QUINTET_BOTH inline void raise(u64* greatest, u64 value) {
    if (load(greatest) >= value) return;
#if defined(__CUDA_ARCH__)
    atomicMax(reinterpret_cast<unsigned long long*>(greatest), value);
#else
    const std::atomic_ref shared(*greatest);
    u64 known = shared.load(std::memory_order_relaxed);
    while (known < value && !shared.compare_exchange_weak(known, value)) continue;
#endif
}

/// Lowers a value that all threads share.
QUINTET_BOTH inline void lower(u64* least, u64 value) {
    if (load(least) <= value) return;
#if defined(__CUDA_ARCH__)
    atomicMin(reinterpret_cast<unsigned long long*>(least), value);
#else
    const std::atomic_ref shared(*least);
    u64 known = shared.load(std::memory_order_relaxed);
    while (known > value && !shared.compare_exchange_weak(known, value)) continue;
#endif
}

}  // namespace quintet::shared
