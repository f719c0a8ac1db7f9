// Prints how far the exponential function is from that of the standard library at most (parts in a
// million), what it makes of powers out of range, and the sum of its bits at many powers.
#include "search/exponential.hpp"

#include <cmath>
#include <cstdio>

int main() {
    using quintet::exponential;
    double furthest = 0;
    std::uint32_t bits = 0;
    for (int step = -87'000; step <= 88'000; ++step) {
        const float power = static_cast<float>(step) / 1000;
        const float found = exponential(power);
        furthest = std::max(furthest, std::abs(found / std::exp(static_cast<double>(power)) - 1));
        bits += std::bit_cast<std::uint32_t>(found);
    }
    const bool held = exponential(-1e6F) == exponential(-87) && exponential(1e6F) == exponential(88);
    std::printf("%.1f %d %08x\n", 1e6 * furthest, held, bits);
    return exponential(0) == 1 ? 0 : 1;
}
