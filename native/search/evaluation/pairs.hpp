// Sums of products of small numbers in 48 lanes at once. The numbers of a lane come in pairs, since
// processors have an instruction for those.
#pragma once

#include <algorithm>
#include <cstring>

#include "../../bits.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace quintet {

inline constexpr std::size_t pair_lanes = 48;

/// One number a lane.
class PairSums {
public:
    explicit PairSums(std::int32_t number) { fill(number); }

    void write(std::int32_t* to) const { std::memcpy(to, &sums_, sizeof sums_); }

    /// Writes pairs of numbers of two sums, divided by a power of two and between 0 and `highest`.
    static void write_pairs(const PairSums& first, const PairSums& second, int shift,
                            std::int32_t highest, std::int16_t* to);

    /// Adds to four sums, for every lane, its numbers times the weights of each.
    template <std::size_t Pairs>
    static void add_products(const std::int16_t* numbers,
                             const std::array<const std::int16_t*, 4>& weights,
                             std::array<PairSums, 4>& sums);

private:
#if defined(__GNUC__)
#if defined(__AVX512BW__)
    static constexpr std::size_t bytes = 64;
#elif defined(__AVX2__)
    static constexpr std::size_t bytes = 32;
#else
    static constexpr std::size_t bytes = 16;
#endif
    typedef std::int32_t Part __attribute__((vector_size(bytes)));
    static constexpr std::size_t in_part = bytes / sizeof(std::int32_t);
    static constexpr std::size_t parts = pair_lanes / in_part;

    void fill(std::int32_t number) {
        for (Part& part : sums_) part = Part{} + number;
    }

    /// Adds both numbers of every pair times those of another.
    static Part added(Part sum, Part a, Part b) {
#if defined(__AVX512VNNI__)
        return Part(_mm512_dpwssd_epi32(__m512i(sum), __m512i(a), __m512i(b)));
#elif defined(__AVX512BW__)
        return sum + Part(_mm512_madd_epi16(__m512i(a), __m512i(b)));
#elif defined(__AVX2__)
        return sum + Part(_mm256_madd_epi16(__m256i(a), __m256i(b)));
#elif defined(__SSE2__)
        return sum + Part(_mm_madd_epi16(__m128i(a), __m128i(b)));
#else
        return sum + ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
#endif
    }

    Part sums_[parts];
#else
    void fill(std::int32_t number) { std::fill_n(sums_, pair_lanes, number); }

    std::int32_t sums_[pair_lanes];
#endif
};

#if defined(__GNUC__)

inline void PairSums::write_pairs(const PairSums& first, const PairSums& second, int shift,
                                  std::int32_t highest, std::int16_t* to) {
    const auto clipped = [&](Part part) {
        part >>= shift;
        part = part < 0 ? Part{} : part;
        const Part most = Part{} + highest;
        return part > most ? most : part;
    };
    for (std::size_t i = 0; i < parts; ++i) {
        const Part pairs = clipped(first.sums_[i]) | clipped(second.sums_[i]) << 16;
        std::memcpy(to + 2 * i * in_part, &pairs, sizeof pairs);
    }
}

template <std::size_t Pairs>
void PairSums::add_products(const std::int16_t* numbers,
                            const std::array<const std::int16_t*, 4>& weights,
                            std::array<PairSums, 4>& sums) {
    std::array<PairSums, 4> added_up = sums;
    for (std::size_t pair = 0; pair < Pairs; ++pair) {
        Part here[parts];
        std::memcpy(here, numbers + 2 * pair * pair_lanes, sizeof here);
        for (std::size_t i = 0; i < 4; ++i) {
            std::int32_t both;
            std::memcpy(&both, weights[i] + 2 * pair, sizeof both);
            const Part weight = Part{} + both;
            for (std::size_t part = 0; part < parts; ++part)
                added_up[i].sums_[part] = added(added_up[i].sums_[part], here[part], weight);
        }
    }
    sums = added_up;
}

#else

inline void PairSums::write_pairs(const PairSums& first, const PairSums& second, int shift,
                                  std::int32_t highest, std::int16_t* to) {
    for (std::size_t lane = 0; lane < pair_lanes; ++lane) {
        to[2 * lane] = std::int16_t(std::clamp(first.sums_[lane] >> shift, 0, highest));
        to[2 * lane + 1] = std::int16_t(std::clamp(second.sums_[lane] >> shift, 0, highest));
    }
}

template <std::size_t Pairs>
void PairSums::add_products(const std::int16_t* numbers,
                            const std::array<const std::int16_t*, 4>& weights,
                            std::array<PairSums, 4>& sums) {
    for (std::size_t pair = 0; pair < Pairs; ++pair)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t lane = 0; lane < pair_lanes; ++lane) {
                const std::int16_t* here = numbers + 2 * (pair * pair_lanes + lane);
                sums[i].sums_[lane] +=
                    here[0] * weights[i][2 * pair] + here[1] * weights[i][2 * pair + 1];
            }
}

#endif

}  // namespace quintet
