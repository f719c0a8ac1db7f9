// A few numbers that are computed with side by side. Compilers find such loops by themselves only
// sometimes, so it is said where they can be told.
#pragma once

#include <cstring>

#include "../../bits.hpp"

namespace quintet {

template <class Number, std::size_t Size>
class Vector {
public:
    Vector() : numbers_{} {}

    static Vector of(const Number* numbers) {
        Vector made;
        std::memcpy(&made.numbers_, numbers, sizeof made.numbers_);
        return made;
    }

    void write(Number* to) const { std::memcpy(to, &numbers_, sizeof numbers_); }

#if defined(__GNUC__)
    void add(const Vector& other) { numbers_ += other.numbers_; }
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
#else
    void add(const Vector& other) { add(other, 1); }
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

}  // namespace quintet
