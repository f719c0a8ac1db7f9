// What is seen of a position of Qomet at a glance: the points that complete squares, and its shape.
// Both are put together from what is known of every ring.
#pragma once

#include "../../search/evaluation/qomet_wins.hpp"

namespace quintet {

namespace qomet {

/// What a side's stars on a ring tell.
struct Ring {
    /// The points that complete a square without the centre, the centre among them, and in the
    /// upper half the points that complete one with it.
    u64 wanted;
    /// A hash of the numbers of stars on corners and on mid-sides, for the side to move and in the
    /// upper half for the other. Its lowest five bits are how many stars there are.
    u64 hash;
};

inline constexpr int count_field = 31;

/// A hash for a side that has so many stars on corners and on mid-sides of a ring.
constexpr u64 ring_hash(int ring, int on_corners, int on_mid_sides, int side) {
    const u64 mixed =
        mix(static_cast<u64>(1 + side + 2 * (ring + 4 * (on_corners + 5 * on_mid_sides))));
    return (mixed & 0xffff'ffe0) + static_cast<u64>(on_corners + on_mid_sides);
}

constexpr std::array<std::array<Ring, 256>, 3> all_rings() {
    std::array<std::array<Ring, 256>, 3> made{};
    for (int ring = 0; ring < 3; ++ring) {
        for (u32 byte = 0; byte < 256; ++byte) {
            const u32 stars = byte << 8 * ring;
            const int on_corners = count_bits(byte & 0x55);
            const int on_mid_sides = count_bits(byte & 0xaa);
            made[static_cast<std::size_t>(ring)][byte] = {
                completing(stars) | completing(stars | centre) << 32,
                ring_hash(ring, on_corners, on_mid_sides, 0) |
                    ring_hash(ring, on_corners, on_mid_sides, 1) << 32};
        }
    }
    return made;
}

inline constexpr Table<all_rings> rings;

}  // namespace qomet

struct QometGlance {
    u64 wanted;  // the points that complete a square of seat 0, and in the upper half of seat 1
    u32 shape;   // the same for all images of a position; most are different for other positions
    u32 count;   // of the stars of seat 0

    explicit constexpr QometGlance(u64 word) {
        const Side own(static_cast<u32>(word));
        const Side other(static_cast<u32>(word >> 32));
        wanted = own.wanted | other.wanted << 32;
        shape = static_cast<u32>(own.hash + (other.hash >> 32)) >> (32 - shape_bits);
        count = static_cast<u32>(own.hash) & qomet::count_field;
    }

    static constexpr int shape_bits = 16;

private:
    struct Side {
        u64 wanted;
        u64 hash;

        explicit constexpr Side(u32 stars) {
            const qomet::Ring& outer = qomet::rings[0][stars & 0xff];
            const qomet::Ring& middle = qomet::rings[1][stars >> 8 & 0xff];
            const qomet::Ring& inner = qomet::rings[2][stars >> 16 & 0xff];
            const u64 all = outer.wanted | middle.wanted | inner.wanted;
            const u64 centre = stars >> 24 & 1;
            wanted = (all | (all >> 32 & -centre)) & ~u64{stars} & Qomet::points;
            hash = outer.hash + middle.hash + inner.hash + centre * centre_hash;
        }
    };

    static constexpr u64 centre_hash = qomet::ring_hash(3, 1, 0, 0) | qomet::ring_hash(3, 1, 0, 1)
                                                                          << 32;
};

}  // namespace quintet
