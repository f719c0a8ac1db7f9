// e to a power, the same on every machine: libraries differ in the last bit, and one bit is enough
// for another search.
#pragma once

#include <bit>

#include "../bits.hpp"

namespace quintet {

/// Powers from -87 to 88; what lies beyond counts as these.
inline float exponential(float power) {
    constexpr float lowest = -87;
    constexpr float highest = 88;
    power = power < lowest ? lowest : power > highest ? highest : power;
    // e to the power is 2 to a whole number times e to a rest that is at most half of log 2. The
    // logarithm is in two parts, of which the first has few bits, so that its product is exact.
    const float twos = power * 1.44269504F;
    const int whole = static_cast<int>(twos < 0 ? twos - 0.5F : twos + 0.5F);
    const float number = static_cast<float>(whole);
    const float rest = power - number * 0.693359375F + number * 2.12194440e-4F;
    // The series of the exponential function, to the seventh term.
    float sum = 1.0F / 720;
    for (const float term : {1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F})
        sum = sum * rest + term;
    constexpr int bias = 127;
    return sum * std::bit_cast<float>(static_cast<u32>(whole + bias) << 23);
}

}  // namespace quintet
