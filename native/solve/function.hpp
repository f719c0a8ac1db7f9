// A function from keys to small numbers, in little more room than the numbers alone take: the keys
// themselves are not kept. Asked for a key it was not made from, it answers with anything.
//
// The keys are spread over buckets. A bucket has three equal rows of cells; a key has one cell in
// each row, and its number is the three cells crossed (exclusive or).
// docs/reference/tablebase-format.md has the bytes.
#pragma once

#include <cstring>

#include "../bits.hpp"

namespace quintet {

/// A view of the bytes of such a function, for asking.
class StaticFunction {
public:
    StaticFunction() = default;
    explicit StaticFunction(const u8* bytes) : bytes_(bytes) {}

    /// Where a key is kept: its bucket, and a cell in each of three rows so many cells long.
    static constexpr u32 bucket_of(u64 key, u32 bucket_count) {
        return static_cast<u32>((mix(key) >> 32) * bucket_count >> 32);
    }
    static constexpr std::array<u32, 3> cells_of(u64 key, u32 seed, u32 row_length) {
        const u64 hash = mix(key ^ mix(seed + 1ULL));
        const auto scaled = [&](int shift) {
            return static_cast<u32>((hash >> shift & 0x1f'ffff) * row_length >> 21);
        };
        return {scaled(0), row_length + scaled(21), 2 * row_length + scaled(42)};
    }

    u8 operator()(u64 key) const {
        const u32 bits = word(0);
        const u32 bucket_count = word(1);
        const u32 bucket = bucket_of(key, bucket_count);
        const u32 first = word(2 + 2 * bucket);
        const u32 seed = word(3 + 2 * bucket);
        const u32 row_length = (word(4 + 2 * bucket) - first) / 3;
        const u8* cells = bytes_ + 4 * (4 + 2 * bucket_count);
        u32 value = 0;
        for (const u32 cell : cells_of(key, seed, row_length)) {
            value ^= read(cells, first + cell, bits);
        }
        return static_cast<u8>(value & ((1U << bits) - 1));
    }

    /// A cell, with bits of others above it. One byte more is read than the cells fill.
    static constexpr u32 read(const u8* cells, u64 cell, u32 bits) {
        const u64 place = cell * bits;
        const u8* at = cells + place / 8;
        return (at[0] | static_cast<u32>(at[1]) << 8) >> (place % 8);
    }

private:
    u32 word(u32 number) const {
        u32 value;
        std::memcpy(&value, bytes_ + 4 * number, sizeof value);
        return value;
    }

    const u8* bytes_ = nullptr;
};

}  // namespace quintet
