// The rings and rays of Qomet as patterns of a learned evaluation.
#pragma once

#include "patterns.hpp"

namespace quintet::qomet {

inline constexpr std::int16_t learned_values[] = {
#include "learned/qomet.inc"
};

/// A ring and the centre: all that squares are made of (QM8).
inline patterns::Family ring_and_centre(int ring) {
    patterns::Place place;
    for (int at = 0; at < 8; ++at) place.push_back(8 * ring + at);
    place.push_back(24);
    return {{place}, {{2, 3, 4, 5, 6, 7, 0, 1, 8}, {0, 7, 6, 5, 4, 3, 2, 1, 8}}};
}

/// Three points of each ring, in the middle a corner (first 0) or a mid-side (1).
inline patterns::Family sectors(int first) {
    patterns::Family made{{}, {{2, 1, 0, 5, 4, 3, 8, 7, 6}}};
    for (int middle = first; middle < 8; middle += 2) {
        patterns::Place place;
        for (int i = 0; i < 9; ++i) place.push_back(8 * (i / 3) + (middle + i % 3 + 7) % 8);
        made.places.push_back(place);
    }
    return made;
}

using Learned = patterns::Tables<11, 25>;

inline const Learned& learned() {
    static const Learned tables(
        {ring_and_centre(0), ring_and_centre(1), ring_and_centre(2), sectors(0), sectors(1)},
        learned_values);
    return tables;
}

}  // namespace quintet::qomet
