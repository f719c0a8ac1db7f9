// Random numbers of a Dirichlet distribution, for noise at the roots of trees.
#pragma once

#include <cmath>
#include <numbers>

#include "../playout.hpp"

namespace quintet {

/// A number above 0 and at most 1.
inline double draw_uniform(Random& random) {
    return static_cast<double>((random.next() >> 11) + 1) * 0x1p-53;
}

inline double draw_normal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(draw_uniform(random)));
    return radius * std::cos(2 * std::numbers::pi * draw_uniform(random));
}

/// A number of the gamma distribution of this shape and scale 1 (Marsaglia and Tsang, 2000).
inline double draw_gamma(Random& random, double shape) {
    if (shape < 1) {
        const double larger = draw_gamma(random, shape + 1);
        return larger * std::pow(draw_uniform(random), 1 / shape);
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double normal = draw_normal(random);
        const double cube = std::pow(1 + c * normal, 3);
        if (cube <= 0) continue;
        const double bound = normal * normal / 2 + d - d * cube + d * std::log(cube);
        if (std::log(draw_uniform(random)) < bound) return d * cube;
    }
}

/// Shares that sum to 1, all of the same concentration.
inline void draw_dirichlet(Random& random, double concentration, double* out, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += out[i] = draw_gamma(random, concentration);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = sum > 0 ? out[i] / sum : 1 / static_cast<double>(count);
    }
}

}  // namespace quintet
