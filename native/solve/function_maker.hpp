// Makes the bytes of a StaticFunction from keys and their numbers.
#pragma once

#include <stdexcept>

#include "function.hpp"
#include "workers.hpp"

namespace quintet {

struct KeyAndNumber {
    u64 key;
    u8 number;
};

class FunctionMaker {
public:
    /// The keys must be different from each other, and the numbers fit into so many bits (1 to 8).
    FunctionMaker(std::vector<KeyAndNumber> entries, u32 bits)
        : bits_(bits), bucket_count_(static_cast<u32>(entries.size() / bucket_size + 1)) {
        buckets_.resize(bucket_count_);
        for (const KeyAndNumber& entry : entries) {
            buckets_[StaticFunction::bucket_of(entry.key, bucket_count_)].entries.push_back(entry);
        }
        // In this order the same function always has the same bytes.
        for (Bucket& bucket : buckets_) {
            std::sort(bucket.entries.begin(), bucket.entries.end(),
                      [](const auto& a, const auto& b) { return a.key < b.key; });
        }
    }

    std::vector<u8> make(int threads, Progress& progress) {
        share_work(bucket_count_, 1, threads, progress,
                   [&](u64 from, u64, int) { solve(buckets_[from]); });
        return written();
    }

private:
    static constexpr std::size_t bucket_size = 10'000;
    static constexpr u32 max_seeds = 1'000;

    struct Bucket {
        std::vector<KeyAndNumber> entries;
        u32 seed = 0;
        std::vector<u8> cells;
    };

    /// Enough cells that nearly every seed will do.
    static u32 row_length(std::size_t entries) {
        return static_cast<u32>((entries * 123 / 100 + 32) / 3 + 1);
    }

    static void solve(Bucket& bucket) {
        for (; bucket.seed < max_seeds; ++bucket.seed) {
            if (fill(bucket)) return;
        }
        throw std::logic_error("no seed fits: a key was given twice");
    }

    /// Takes away, one by one, keys that have a cell for themselves; in the opposite order, that
    /// cell can always be set so that the key's number comes out.
    static bool fill(Bucket& bucket) {
        const u32 length = row_length(bucket.entries.size());
        struct Cell {
            u32 users = 0;
            u32 crossed = 0;  // the entries that use it
        };
        std::vector<Cell> cells(3 * length);
        const auto places = [&](u32 entry) {
            return StaticFunction::cells_of(bucket.entries[entry].key, bucket.seed, length);
        };
        for (u32 entry = 0; entry < bucket.entries.size(); ++entry) {
            for (const u32 cell : places(entry)) {
                ++cells[cell].users;
                cells[cell].crossed ^= entry;
            }
        }
        std::vector<u32> lonely;
        for (u32 cell = 0; cell < cells.size(); ++cell) {
            if (cells[cell].users == 1) lonely.push_back(cell);
        }
        std::vector<std::pair<u32, u32>> taken;  // entry, the cell that was its own
        while (!lonely.empty()) {
            const u32 own = lonely.back();
            lonely.pop_back();
            if (cells[own].users != 1) continue;
            const u32 entry = cells[own].crossed;
            taken.emplace_back(entry, own);
            for (const u32 cell : places(entry)) {
                cells[cell].crossed ^= entry;
                if (--cells[cell].users == 1) lonely.push_back(cell);
            }
        }
        if (taken.size() != bucket.entries.size()) return false;
        bucket.cells.assign(cells.size(), 0);
        for (auto step = taken.rbegin(); step != taken.rend(); ++step) {
            const auto [entry, own] = *step;
            u8 number = bucket.entries[entry].number;
            for (const u32 cell : places(entry)) number ^= bucket.cells[cell];
            bucket.cells[own] ^= number;
        }
        return true;
    }

    std::vector<u8> written() const {
        std::vector<u32> head{bits_, bucket_count_};
        u32 first = 0;
        for (const Bucket& bucket : buckets_) {
            head.push_back(first);
            head.push_back(bucket.seed);
            first += static_cast<u32>(bucket.cells.size());
        }
        head.push_back(first);
        head.push_back(0);
        const std::size_t head_bytes = 4 * head.size();
        std::vector<u8> bytes(head_bytes + (u64{first} * bits_ + 7) / 8 + 1);
        std::memcpy(bytes.data(), head.data(), head_bytes);
        u64 place = 0;
        for (const Bucket& bucket : buckets_) {
            for (const u8 cell : bucket.cells) {
                u8* at = bytes.data() + head_bytes + place / 8;
                const u32 shifted = static_cast<u32>(cell) << (place % 8);
                at[0] = static_cast<u8>(at[0] | shifted);
                at[1] = static_cast<u8>(at[1] | shifted >> 8);
                place += bits_;
            }
        }
        return bytes;
    }

    u32 bits_;
    u32 bucket_count_;
    std::vector<Bucket> buckets_;
};

}  // namespace quintet
