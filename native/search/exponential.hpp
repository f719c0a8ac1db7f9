// The exponential function, the same on every platform: those of the standard libraries differ in
// the last bit, and with it searches.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace quintet {

/// e to a power from -87 to 88, right to five digits; for others, e to the nearest of these.
inline float exponential(float power) {
    constexpr float log2_e = 1.44269504F;
    constexpr int bias = 127;
    constexpr int mantissa_bits = 23;
    const float doublings = std::clamp(power, -87.0F, 88.0F) * log2_e;
    const int whole = static_cast<int>(doublings + bias) - bias;  // rounds down
    const float part = doublings - static_cast<float>(whole);
    // Two to the part, from 0 to 1: a polynomial fitted for the least relative error.
    constexpr std::array<float, 6> fitted{0.693147042F, 0.240229325F, 0.055485219F,
                                          0.009675536F, 0.001246734F, 0.000216139F};
    float mantissa = 0;
    for (auto factor = fitted.rbegin(); factor != fitted.rend(); ++factor)
        mantissa = (mantissa + *factor) * part;
    mantissa += 1;
    const auto scale = static_cast<std::uint32_t>(whole + bias) << mantissa_bits;
    return mantissa * std::bit_cast<float>(scale);
}

}  // namespace quintet
