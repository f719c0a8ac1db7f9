// Runs works over all numbers of Qomet's boards on the threads of this machine.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "../../workers.hpp"
#include "index.hpp"

namespace quintet {

class QometHost {
public:
    QometHost(int threads, Progress& progress) : threads_(threads), progress_(&progress) {}

    /// Reports to another progress from now on.
    void attach(Progress& progress) { progress_ = &progress; }

    u64 slots() const { return static_cast<u64>(threads_); }
    static constexpr const char* name = "cpu";

    /// Memory that works can use, all zero; it is freed with the executor.
    template <class Item>
    Item* allocate(u64 count) {
        // Pages that are never touched take no room.
        memory_.emplace_back(std::calloc(count, sizeof(Item)), &std::free);
        if (memory_.back() == nullptr) throw std::bad_alloc();
        return static_cast<Item*>(memory_.back().get());
    }

    template <class Item>
    static void clear(Item* items, u64 count) {
        std::memset(items, 0, count * sizeof(Item));
    }

    static void fill(u8* items, u8 value, u64 count) { std::memset(items, value, count); }

    template <class Item>
    static void copy_in(Item* to, const Item* from, u64 count) {
        std::memcpy(to, from, count * sizeof(Item));
    }

    template <class Item>
    static void copy_out(Item* to, const Item* from, u64 count) {
        std::memcpy(to, from, count * sizeof(Item));
    }

    /// An index that works can use.
    static const QometIndex* install(const QometNumbering& numbering) { return &numbering.index(); }

    /// Runs a work over the numbers of some chunks.
    template <class Work>
    void run(const QometIndex* index, u64 first_chunk, u64 chunks, const Work& work) {
        share_work(chunks, 1, threads_, *progress_, [&](u64 from, u64 to, int worker) {
            for (u64 chunk = first_chunk + from; chunk < first_chunk + to; ++chunk) {
                if (work.skips(chunk)) continue;
                const u64 first = chunk * QometIndex::chunk;
                const QometClass its = index->class_of(first);
                for (u64 number = first; number < first + QometIndex::chunk; ++number) {
                    if (work.wants(number)) work.use(number, its, static_cast<u64>(worker));
                }
            }
        });
    }

    /// Calls `work(i, slot)` for all i below a count.
    template <class Work>
    void each(u64 count, const Work& work) {
        share_work(count, 256, threads_, *progress_, [&](u64 from, u64 to, int worker) {
            for (u64 i = from; i < to; ++i) work(i, static_cast<u64>(worker));
        });
    }

private:
    int threads_;
    Progress* progress_;
    std::vector<std::unique_ptr<void, void (*)(void*)>> memory_;
};

}  // namespace quintet
