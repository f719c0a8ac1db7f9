// Sets of bits as arrays of bytes: what array libraries read as booleans.
#pragma once

#include <cstring>

#include "../move_set.hpp"

namespace quintet {

/// The lowest eight bits as eight bytes that are 0 or 1, the lowest bit in the lowest byte.
constexpr u64 bytes_of_bits(u64 bits) {
    constexpr u64 ones = 0x0101'0101'0101'0101ULL;
#if defined(QUINTET_BMI2)
    if (!std::is_constant_evaluated()) return _pdep_u64(bits, ones);
#endif
    // A copy of the bits in every byte, each byte with its own bit left; what is left becomes a 1.
    const u64 chosen = (bits & 0xff) * ones & 0x8040'2010'0804'0201ULL;
    return (chosen + 0x7f * ones) >> 7 & ones;
}

/// Writes the lowest `Count` bits as bytes that are 0 or 1.
template <int Count>
inline void expand_bits(u64 bits, u8* out) {
    static_assert(Count <= 64);
    if constexpr (std::endian::native == std::endian::little) {
        for (int i = 0; i + 8 <= Count; i += 8) {
            const u64 eight = bytes_of_bits(bits >> i);
            std::memcpy(out + i, &eight, sizeof eight);
        }
        if constexpr (Count % 8 != 0) {
            const u64 rest = bytes_of_bits(bits >> (Count / 8 * 8));
            std::memcpy(out + Count / 8 * 8, &rest, Count % 8);
        }
    } else {
        for (int i = 0; i < Count; ++i) out[i] = bits >> i & 1;
    }
}

/// Writes a byte for every move of the vocabulary: 1 if the set has it.
template <int Size>
inline void expand_moves(const MoveSet<Size>& moves, u8* out) {
    constexpr int full = Size / 64;
    for (int word = 0; word < full; ++word) expand_bits<64>(moves.word(word), out + 64 * word);
    if constexpr (Size % 64 != 0) expand_bits<Size % 64>(moves.word(full), out + 64 * full);
}

}  // namespace quintet
