// The transposition table, and a table of best moves, shared by all search threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "score.hpp"

namespace quintet {

/// A stored value. Wins count from the position, not from the root.
struct StoredValue {
    int score = 0;
    int depth = 0;  // plies searched below
    bool lower = false;
    bool upper = false;  // the score is a lower bound, an upper bound, or both
    bool at_least = false;
    bool at_most = false;  // which of the bounds are proved
};

/// Zeroed memory for `count` plain objects. The system allocates pages on first use, so a large
/// table costs little until it fills.
template <class T>
class LazyArray {
public:
    explicit LazyArray(std::size_t count) {
        const std::size_t bytes = count * sizeof(T);
        const bool large = bytes >= 16 * large_page;
        const std::size_t alignment = large ? large_page : alignof(T);
        std::size_t room = bytes + alignment;
        memory_.reset(std::calloc(room, 1));
        if (memory_ == nullptr) throw std::bad_alloc();
        void* place = memory_.get();
        items_ = static_cast<T*>(std::align(alignment, bytes, place, room));
        if (large) prefer_large_pages(place, bytes);
    }

    T& operator[](std::size_t index) const { return items_[index]; }

private:
    static constexpr std::size_t large_page = std::size_t{2} << 20;

    /// Large pages save a long search tens of thousands of page faults, and TLB misses on
    /// lookups.
    static void prefer_large_pages([[maybe_unused]] void* place,
                                   [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
        madvise(place, bytes, MADV_HUGEPAGE);
#endif
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    T* items_ = nullptr;
};

/// The largest power of two of objects of a size that fit into so many bytes.
constexpr std::size_t fitting(std::size_t bytes, std::size_t size) {
    return std::bit_floor(std::max(bytes / size, std::size_t{1}));
}

/// Values by canonical position: fixed memory, four entries a bucket, shared without locks. An
/// entry is two words; the key is stored XORed with the data, so that a torn entry never
/// matches.
class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t bytes)
        : buckets_(fitting(bytes, sizeof(Bucket))), mask_(fitting(bytes, sizeof(Bucket)) - 1) {}

    bool find(u64 key, StoredValue& found) const {
        const Bucket& bucket = buckets_[key & mask_];
        for (const Entry& entry : bucket.entries) {
            const u64 data = entry.data.load(std::memory_order_relaxed);
            if ((entry.crossed.load(std::memory_order_relaxed) ^ data) != key || data == 0)
                continue;
            found.score = static_cast<int>(data & 0xffff) - 32'768;
            found.depth = static_cast<int>(data >> 16 & 0xff);
            found.lower = (data >> 24 & 1) != 0;
            found.upper = (data >> 25 & 1) != 0;
            found.at_least = (data >> 26 & 1) != 0;
            found.at_most = (data >> 27 & 1) != 0;
            return true;
        }
        return false;
    }

    void store(u64 key, const StoredValue& value) {
        const u64 data = static_cast<u64>(value.score + 32'768) |
                         static_cast<u64>(value.depth) << 16 | static_cast<u64>(value.lower) << 24 |
                         static_cast<u64>(value.upper) << 25 |
                         static_cast<u64>(value.at_least) << 26 |
                         static_cast<u64>(value.at_most) << 27 | 1ULL << 28;
        Bucket& bucket = buckets_[key & mask_];
        Entry* chosen = nullptr;
        int least = 1'000;
        for (Entry& entry : bucket.entries) {
            const u64 old = entry.data.load(std::memory_order_relaxed);
            if ((entry.crossed.load(std::memory_order_relaxed) ^ old) == key) {
                // Do not replace a proved bound by a heuristic one.
                if ((old >> 26 & 3) != 0 && (data >> 26 & 3) == 0) return;
                chosen = &entry;
                break;
            }
            const int worth = old == 0 ? -1 : static_cast<int>(old >> 16 & 0xff);
            if (worth < least) {
                least = worth;
                chosen = &entry;
            }
        }
        chosen->data.store(data, std::memory_order_relaxed);
        chosen->crossed.store(key ^ data, std::memory_order_relaxed);
    }

private:
    struct Entry {
        std::atomic<u64> crossed;
        std::atomic<u64> data;
    };
    struct alignas(64) Bucket {
        Entry entries[4];
    };

    LazyArray<Bucket> buckets_;
    std::size_t mask_;
};

/// The best move by position, without symmetry: move numbers depend on the orientation.
class MoveTable {
public:
    explicit MoveTable(std::size_t bytes)
        : entries_(fitting(bytes, sizeof(u64))), mask_(fitting(bytes, sizeof(u64)) - 1) {}

    int find(u64 key) const {
        const u64 entry = entries_[key & mask_].load(std::memory_order_relaxed);
        return (entry ^ key) >> 8 == 0 && entry != 0 ? static_cast<int>(entry & 0xff) : -1;
    }

    void store(u64 key, int move) {
        entries_[key & mask_].store((key & ~0xffULL) | static_cast<u64>(move),
                                    std::memory_order_relaxed);
    }

private:
    LazyArray<std::atomic<u64>> entries_;
    std::size_t mask_;
};

}  // namespace quintet
