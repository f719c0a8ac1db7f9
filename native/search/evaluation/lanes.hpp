// Sums of small numbers in many lanes at once, for the networks.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "../../bits.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace quintet {

#if defined(__GNUC__)

/// Bytes that the processor adds at once.
#if defined(__AVX512BW__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

/// Copied one by one: several at once may be copied in pieces, which then have to be waited for.
template <class Vector, class Number>
Vector vector_at(const Number* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}

#endif

/// Adds rows of `Lanes` numbers to sums, and takes others away. A piece of the sums goes through
/// all rows before the next.
template <std::size_t Lanes>
void add_rows(std::span<const std::int16_t* const> added,
              std::span<const std::int16_t* const> taken, std::int16_t* sums) {
#if defined(__GNUC__)
    typedef std::int16_t Part __attribute__((vector_size(vector_bytes)));
    constexpr std::size_t in_part = vector_bytes / sizeof(std::int16_t);
    constexpr std::size_t parts = 4;
    static_assert(Lanes % (parts * in_part) == 0);
    for (std::size_t lane = 0; lane < Lanes; lane += parts * in_part) {
        Part piece[parts];
        for (std::size_t i = 0; i < parts; ++i)
            piece[i] = vector_at<Part>(sums + lane + i * in_part);
        for (const std::int16_t* row : added)
            for (std::size_t i = 0; i < parts; ++i)
                piece[i] += vector_at<Part>(row + lane + i * in_part);
        for (const std::int16_t* row : taken)
            for (std::size_t i = 0; i < parts; ++i)
                piece[i] -= vector_at<Part>(row + lane + i * in_part);
        for (std::size_t i = 0; i < parts; ++i)
            std::memcpy(sums + lane + i * in_part, &piece[i], sizeof piece[i]);
    }
#else
    for (const std::int16_t* row : added)
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            sums[lane] = static_cast<std::int16_t>(sums[lane] + row[lane]);
    for (const std::int16_t* row : taken)
        for (std::size_t lane = 0; lane < Lanes; ++lane)
            sums[lane] = static_cast<std::int16_t>(sums[lane] - row[lane]);
#endif
}

/// Adds the products of numbers with their rows to sums.
template <std::size_t Count, std::size_t Lanes>
void add_scaled_rows(const std::int32_t* numbers,
                     const std::array<std::array<std::int32_t, Lanes>, Count>& rows,
                     std::array<std::int32_t, Lanes>& sums) {
#if defined(__GNUC__)
    typedef std::int32_t Part __attribute__((vector_size(vector_bytes)));
    constexpr std::size_t in_part = vector_bytes / sizeof(std::int32_t);
    static_assert(Lanes % in_part == 0);
    Part pieces[Lanes / in_part];
    std::memcpy(pieces, sums.data(), sizeof pieces);
    for (std::size_t i = 0; i < Count; ++i)
        for (std::size_t part = 0; part < Lanes / in_part; ++part)
            pieces[part] += numbers[i] * vector_at<Part>(rows[i].data() + part * in_part);
    std::memcpy(sums.data(), pieces, sizeof pieces);
#else
    for (std::size_t i = 0; i < Count; ++i)
        for (std::size_t lane = 0; lane < Lanes; ++lane) sums[lane] += numbers[i] * rows[i][lane];
#endif
}

inline constexpr std::size_t pair_lanes = 48;

/// Writes the pairs of all lanes, with each number between 0 and `highest`, and returns the sums of
/// the first and of the second numbers. These must fit into 16 bits.
inline std::array<std::int32_t, 2> clip_pairs(const std::int16_t* from, std::int16_t highest,
                                              std::int16_t* to) {
#if defined(__GNUC__)
    constexpr std::size_t bytes = std::min<std::size_t>(vector_bytes, 32);  // few are left to sum
    typedef std::int16_t Part __attribute__((vector_size(bytes)));
    constexpr std::size_t in_part = bytes / sizeof(std::int16_t);
    Part total{};
    for (std::size_t i = 0; i < 2 * pair_lanes; i += in_part) {
        Part part = vector_at<Part>(from + i);
        const Part most = Part{} + highest;
        part = part < 0 ? Part{} : part;
        part = part > most ? most : part;
        std::memcpy(to + i, &part, sizeof part);
        total += part;
    }
    std::array<std::int16_t, in_part> sums;
    std::memcpy(sums.data(), &total, sizeof total);
#else
    std::array<std::int16_t, 2 * pair_lanes> sums;
    for (std::size_t i = 0; i < sums.size(); ++i)
        to[i] = sums[i] = std::clamp<std::int16_t>(from[i], 0, highest);
#endif
    std::array<std::int32_t, 2> both{};
    for (std::size_t i = 0; i < sums.size(); i += 2) {
        both[0] += sums[i];
        both[1] += sums[i + 1];
    }
    return both;
}

/// Sums of products, one a lane. The numbers of a lane come in pairs, since processors have an
/// instruction for those.
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
    typedef std::int32_t Part __attribute__((vector_size(vector_bytes)));
    static constexpr std::size_t in_part = vector_bytes / sizeof(std::int32_t);
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
    constexpr std::size_t at_once = std::max<std::size_t>(1, 12 / parts);  // that fit in registers
    for (std::size_t first = 0; first < 4; first += at_once) {
        Part added_up[at_once][parts];
        for (std::size_t i = 0; i < at_once; ++i)
            for (std::size_t part = 0; part < parts; ++part)
                added_up[i][part] = sums[first + i].sums_[part];
        for (std::size_t pair = 0; pair < Pairs; ++pair) {
            Part here[parts];
            for (std::size_t part = 0; part < parts; ++part)
                here[part] = vector_at<Part>(numbers + 2 * (pair * pair_lanes + part * in_part));
            for (std::size_t i = 0; i < at_once; ++i) {
                std::int32_t both;
                std::memcpy(&both, weights[first + i] + 2 * pair, sizeof both);
                const Part weight = Part{} + both;
                for (std::size_t part = 0; part < parts; ++part)
                    added_up[i][part] = added(added_up[i][part], here[part], weight);
            }
        }
        for (std::size_t i = 0; i < at_once; ++i)
            for (std::size_t part = 0; part < parts; ++part)
                sums[first + i].sums_[part] = added_up[i][part];
    }
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
