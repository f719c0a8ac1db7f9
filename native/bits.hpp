// Words of bits: the few operations every game uses.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>

// Code for a device (a CUDA compiler's) has none of the processor's own instructions.
#if defined(__BMI2__) && !defined(__CUDA_ARCH__)
#include <immintrin.h>
#define QUINTET_BMI2
#endif

namespace quintet {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

// The standard library's 64-bit popcount does not compile for devices: use the compiler's builtin.
#if defined(__CUDA_ARCH__)
constexpr int count_bits(u64 word) { return __builtin_popcountll(word); }
constexpr int lowest_bit(u64 word) { return count_bits((word & -word) - 1); }
#else
constexpr int count_bits(u64 word) { return std::popcount(word); }
constexpr int lowest_bit(u64 word) { return std::countr_zero(word); }
#endif

/// A 16-bit board repeated in the four lanes of a word.
constexpr u64 lanes(u64 board) { return board * 0x0001'0001'0001'0001ULL; }

/// A board of at most 32 bits repeated in both halves of a word.
constexpr u64 halves(u64 board) { return board | board << 32; }

/// The word with every bit of `low` and the one `distance` above it exchanged.
constexpr u64 swap_bits(u64 word, u64 low, int distance) {
    const u64 difference = (word ^ word >> distance) & low;
    return word ^ difference ^ difference << distance;
}

/// The place of the set bit number `rank` (counted from 0) of a word with more than `rank` bits
/// set.
constexpr int nth_bit(u64 word, int rank) {
#if defined(QUINTET_BMI2)
    if (!std::is_constant_evaluated()) return lowest_bit(_pdep_u64(1ULL << rank, word));
#endif
    // Bit counts of every byte, summed from below; the byte that passes `rank` holds the bit.
    u64 counts = word - ((word >> 1) & 0x5555'5555'5555'5555ULL);
    counts = (counts & 0x3333'3333'3333'3333ULL) + ((counts >> 2) & 0x3333'3333'3333'3333ULL);
    counts = (counts + (counts >> 4)) & 0x0f0f'0f0f'0f0f'0f0fULL;
    const u64 sums = counts * 0x0101'0101'0101'0101ULL;
    const u64 ranks = static_cast<u64>(rank) * 0x0101'0101'0101'0101ULL;
    const u64 passed = ((ranks | 0x8080'8080'8080'8080ULL) - sums) & 0x8080'8080'8080'8080ULL;
    const int byte = count_bits(passed) * 8;
    u64 rest = word >> byte;
    const u64 before = byte == 0 ? 0 : (sums >> (byte - 8)) & 0xff;
    for (int left = rank - static_cast<int>(before); left > 0; --left) rest &= rest - 1;
    return byte + lowest_bit(rest);
}

/// The bits of a word at the places of `mask`, moved together to the bottom, one after another.
constexpr u64 gather_each_bit(u64 word, u64 mask) {
    u64 gathered = 0;
    for (u64 bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
        if ((word & mask & -mask) != 0) gathered |= bit;
    }
    return gathered;
}

#if !defined(QUINTET_BMI2) && !defined(__CUDA_ARCH__)
/// All bytes gathered by all masks, for processors without an instruction for it.
struct GatheredBytes {
    // Not constexpr: every file would take seconds to compile.
    GatheredBytes() {
        for (u64 mask = 0; mask < 256; ++mask)
            for (u64 byte = 0; byte < 256; ++byte)
                of[mask][byte] = static_cast<u8>(gather_each_bit(byte, mask));
    }

    std::array<std::array<u8, 256>, 256> of;
};
inline const GatheredBytes gathered_bytes;
#endif

/// The bits of a word at the places of `mask`, moved together to the bottom.
constexpr u64 gather_bits(u64 word, u64 mask) {
#if defined(QUINTET_BMI2)
    if (!std::is_constant_evaluated()) return _pext_u64(word, mask);
#elif !defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) {
        u64 gathered = 0;
        for (int below = 0; mask != 0; mask >>= 8, word >>= 8) {
            gathered |= u64{gathered_bytes.of[mask & 0xff][word & 0xff]} << below;
            below += count_bits(mask & 0xff);
        }
        return gathered;
    }
#endif
    return gather_each_bit(word, mask);
}

/// The bits from the bottom of a word, moved to the places of `mask`: the way back.
constexpr u64 scatter_bits(u64 word, u64 mask) {
#if defined(QUINTET_BMI2)
    if (!std::is_constant_evaluated()) return _pdep_u64(word, mask);
#endif
    u64 scattered = 0;
    for (; mask != 0; mask &= mask - 1, word >>= 1) {
        if ((word & 1) != 0) scattered |= mask & -mask;
    }
    return scattered;
}

/// Calls `use(place)` for every set bit, lowest first.
template <class Use>
constexpr void each_bit(u64 word, Use use) {
    for (; word != 0; word &= word - 1) use(lowest_bit(word));
}

/// Asks for memory that is read soon.
inline void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
    __builtin_prefetch(place);
#endif
}

/// The bytes of a word in the opposite order.
constexpr u64 reversed(u64 word) {
    u64 turned = 0;
    for (int byte = 0; byte < 8; ++byte) turned |= (word >> 8 * byte & 0xff) << (56 - 8 * byte);
    return turned;
}

/// A well-mixed 64-bit value: no two words share one, near words have far values.
constexpr u64 mix(u64 value) {
    value = (value ^ (value >> 30)) * 0xbf58'476d'1ce4'e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d0'49bb'1331'11ebULL;
    return value ^ (value >> 31);
}

}  // namespace quintet
