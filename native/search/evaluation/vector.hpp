// A few numbers that are computed with side by side. Compilers find such loops by themselves only
// sometimes, so it is said where they can be told.
#pragma once

#include <cstdint>
#include <cstring>

#include "../../bits.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace quintet {

template <class Number, std::size_t Size>
class Vector {
public:
    static constexpr std::size_t size = Size;

    Vector() : numbers_{} {}

    static Vector of(const Number* numbers) {
        Vector made;
        std::memcpy(&made.numbers_, numbers, sizeof made.numbers_);
        return made;
    }

    void write(Number* to) const { std::memcpy(to, &numbers_, sizeof numbers_); }

#if defined(__GNUC__)
    static Vector filled(Number number) {
        Vector made;
        made.numbers_ += number;
        return made;
    }

    void add(const Vector& other) { numbers_ += other.numbers_; }
    void subtract(const Vector& other) { numbers_ -= other.numbers_; }
    void add(const Vector& other, Number times) { numbers_ += other.numbers_ * times; }
    void shift_right(int bits) { numbers_ >>= bits; }

    void clamp(Number low, Number high) {
        const Numbers lowest = Numbers{} + low;
        const Numbers highest = Numbers{} + high;
        numbers_ = numbers_ < lowest ? lowest : numbers_;
        numbers_ = numbers_ > highest ? highest : numbers_;
    }

    template <class Wide>
    Vector<Wide, Size> squared() const {
        Vector<Wide, Size> made;
        const auto wide = __builtin_convertvector(numbers_, typename Vector<Wide, Size>::Numbers);
        made.numbers_ = wide * wide;
        return made;
    }

    /// Adds the products of the lower and of the upper halves of two others, for which processors
    /// have an instruction.
    void add_halves(const Vector& one, const Vector& other) {
        static_assert(sizeof(Number) == 4);
        const Numbers a = one.numbers_;
        const Numbers b = other.numbers_;
#if defined(__AVX512BW__)
        if constexpr (sizeof(Numbers) == 64) {
#if defined(__AVX512VNNI__)
            numbers_ = Numbers(_mm512_dpwssd_epi32(__m512i(numbers_), __m512i(a), __m512i(b)));
#else
            numbers_ += Numbers(_mm512_madd_epi16(__m512i(a), __m512i(b)));
#endif
            return;
        }
#endif
#if defined(__AVX2__)
        if constexpr (sizeof(Numbers) == 32) {
            numbers_ += Numbers(_mm256_madd_epi16(__m256i(a), __m256i(b)));
            return;
        }
#endif
#if defined(__SSE2__)
        if constexpr (sizeof(Numbers) == 16) {
            numbers_ += Numbers(_mm_madd_epi16(__m128i(a), __m128i(b)));
            return;
        }
#endif
        numbers_ += ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
    }
#else
    static Vector filled(Number number) {
        Vector made;
        for (Number& each : made.numbers_) each = number;
        return made;
    }

    void add(const Vector& other) { add(other, 1); }
    void subtract(const Vector& other) { add(other, -1); }
    void add_halves(const Vector& one, const Vector& other) {
        for (std::size_t i = 0; i < Size; ++i) {
            const auto lower = [&](Number number) { return static_cast<std::int16_t>(number); };
            numbers_[i] += lower(one.numbers_[i]) * lower(other.numbers_[i]) +
                           (one.numbers_[i] >> 16) * (other.numbers_[i] >> 16);
        }
    }
    void add(const Vector& other, Number times) {
        for (std::size_t i = 0; i < Size; ++i)
            numbers_[i] = static_cast<Number>(numbers_[i] + other.numbers_[i] * times);
    }
    void shift_right(int bits) {
        for (Number& number : numbers_) number = static_cast<Number>(number >> bits);
    }
    void clamp(Number low, Number high) {
        for (Number& number : numbers_) number = number < low ? low : number > high ? high : number;
    }
    template <class Wide>
    Vector<Wide, Size> squared() const {
        Vector<Wide, Size> made;
        for (std::size_t i = 0; i < Size; ++i)
            made.numbers_[i] = static_cast<Wide>(numbers_[i]) * numbers_[i];
        return made;
    }
#endif

private:
    template <class, std::size_t>
    friend class Vector;

#if defined(__GNUC__)
    typedef Number Numbers __attribute__((vector_size(Size * sizeof(Number))));
    Numbers numbers_;
#else
    Number numbers_[Size];
#endif
};

/// As many numbers as the processor adds at once.
#if defined(__AVX512BW__)
inline constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

template <class Number>
using WideVector = Vector<Number, vector_bytes / sizeof(Number)>;

}  // namespace quintet
