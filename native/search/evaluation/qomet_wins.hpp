// Qomet: the points that complete a square, and the slides that win by bringing a star to one.
#pragma once

#include "../../games/qomet.hpp"

namespace quintet::qomet {

/// QM8: the corners of the rings, and the quarters of the rings with the centre.
inline constexpr std::array<u32, 15> squares = [] {
    std::array<u32, 15> made{};
    std::size_t count = 0;
    for (int ring = 0; ring < 24; ring += 8) {
        made[count++] = 0x55U << ring;
        for (int corner = 0; corner < 8; corner += 2) {
            made[count++] = centre | 1U << (ring + (corner + 7) % 8) | 1U << (ring + corner) |
                            1U << (ring + corner + 1);
        }
    }
    return made;
}();

/// A byte for every ring of both sides.
constexpr u64 every_byte(u64 byte) { return byte * 0x0101'0101'0101'0101ULL; }

/// Every ring turned: what was so many places ahead comes to a place.
template <int Places>
constexpr u64 turned_back(u64 rings) {
    constexpr u64 stay = 0xffU >> Places;
    return (rings >> Places & every_byte(stay)) | (rings << (8 - Places) & every_byte(0xff - stay));
}

/// QM8: the points that would complete a square, for the stars of a side in either half. On a ring
/// from a mid-side the next point is a corner and the one after it a mid-side; from a corner, the
/// other way about.
constexpr u64 completing(u64 both) {
    constexpr u64 corners = every_byte(0x55);
    const u64 rings = both & halves(0xff'ffff);
    const u64 next = turned_back<1>(rings);
    const u64 last = turned_back<7>(rings);
    const u64 second = turned_back<2>(rings);
    const u64 second_last = turned_back<6>(rings);
    const u64 opposite = turned_back<4>(rings);
    const u64 of_rings = corners & second & opposite & second_last;
    const u64 of_quarters =
        (corners & next & last) | (~corners & ((next & second) | (last & second_last)));
    const u64 with_centre = (both >> 24 & halves(1)) * 0xff'ffff;
    // A quarter that lacks the centre alone carries into it.
    const u64 carried = (rings & next & last & corners) + halves(0xff'ffff);
    return (of_rings | (of_quarters & with_centre) | (carried & halves(centre))) & ~both;
}

/// How a star comes to a point.
struct Approach {
    std::array<u32, 2> squares;  // the rest of those the point belongs to; none for the centre
    u32 next;                    // where slides onto it start
    u32 second;                  // where slides start that push a star onto it
    u32 guards;                  // where a star of the other side may be what stops such a slide
    std::array<u8, 25> slides;   // by the point where they start
};

inline constexpr std::array<Approach, 25> approaches = [] {
    std::array<Approach, 25> made{};
    for (int point = 0; point < 25; ++point) {
        Approach& approach = made[static_cast<std::size_t>(point)];
        const u32 bit = 1U << point;
        std::size_t count = 0;
        for (const u32 square : squares) {
            if ((square & bit) != 0 && bit != centre) approach.squares[count++] = square & ~bit;
        }
        for (int move = first_slide; move < vocabulary; ++move) {
            const Step step = step_of(move);
            if (((step.to | step.beyond) & bit) == 0) continue;
            (step.to == bit ? approach.next : approach.second) |= step.from;
            approach.guards |= bit | (step.to == bit ? step.beyond : 0);
            approach.slides[static_cast<std::size_t>(lowest_bit(step.from))] =
                static_cast<u8>(move);
        }
    }
    return made;
}();

constexpr const Approach& approach_to(int point) {
    return approaches[static_cast<std::size_t>(point)];
}

/// By move: whether it pushes a star on its target off the board (QM6, QM11).
constexpr std::array<bool, vocabulary> pushing_off(const Qomet::Rules& rules) {
    std::array<bool, vocabulary> made{};
    for (int move = first_slide; move < vocabulary; ++move) {
        const Step step = step_of(move);
        const u64 both = step.from | static_cast<u64>(step.to) << 32;
        made[static_cast<std::size_t>(move)] =
            step.to != 0 && step.beyond == 0 && Qomet::legal(rules, {both}).has(move);
    }
    return made;
}

inline constexpr std::array<std::array<bool, vocabulary>, 2> pushes_off{pushing_off({false, false}),
                                                                        pushing_off({false, true})};

/// The stars of a side, without a square, that may leave their points when one comes to a point
/// that completes a square.
inline u32 spare_stars(u32 own, const Approach& approach, u32 point) {
    u32 spare = 0;
    if (point == centre) {
        each_bit(own & (approach.next | approach.second), [&](int star) {
            const u32 left = own & ~(1U << star);
            if (Qomet::squares(left | centre) != 0) spare |= 1U << star;
        });
        return spare;
    }
    for (const u32 rest : approach.squares) {
        if ((rest & ~own) == 0) spare |= own & ~rest;
    }
    return spare;
}

/// Whether one of some stars can slide to a free point, or push an own star there.
inline bool can_reach(u32 own, u32 spare, const Approach& approach) {
    if ((spare & approach.next) != 0) return true;
    for (u32 from = spare & approach.second; from != 0; from &= from - 1) {
        if ((own & step(approach.slides[static_cast<std::size_t>(lowest_bit(from))]).to) != 0)
            return true;
    }
    return false;
}

/// Whether a slide pushes the other side's star off its target without making it a square, which
/// would count first (QM9).
inline bool can_push(const Qomet::Rules& rules, u32 own, u32 other, int move) {
    const Step its = step(move);
    if (its.beyond == 0) return pushes_off[rules.rays_only][static_cast<std::size_t>(move)];
    return ((own | other) & its.beyond) == 0 && Qomet::squares((other & ~its.to) | its.beyond) == 0;
}

/// Tells of the ways to complete a square by a slide, and so win, until one is the right one:
/// `is_reach(point)` of the free points that a slide brings a star to, `is_push(step)` of slides
/// that push a star of the other side away. `wanted` are points that complete a square. Whether
/// there was a right one.
template <class IsReach, class IsPush>
bool some_winning_slide(const Qomet::Rules& rules, const Qomet::Position& position, u32 wanted,
                        IsReach is_reach, IsPush is_push) {
    const int side = Qomet::seat(rules, position);
    const u32 own = Qomet::stars(position, side);
    const u32 other = Qomet::stars(position, 1 - side);
    const int ban = Qomet::ban(position);
    for (; wanted != 0; wanted &= wanted - 1) {
        const u32 point = wanted & -wanted;
        const Approach& approach = approach_to(lowest_bit(wanted));
        u32 spare = spare_stars(own, approach, point);
        if (ban != 0) {
            const Step banned = step(first_slide - 1 + ban);
            if (((banned.to | banned.beyond) & point) != 0) spare &= ~banned.from;
        }
        if ((point & other) == 0) {
            if (can_reach(own, spare, approach) && is_reach(point)) return true;
            continue;
        }
        for (u32 from = spare & approach.next; from != 0; from &= from - 1) {
            const int move = approach.slides[static_cast<std::size_t>(lowest_bit(from))];
            if (can_push(rules, own, other, move) && is_push(step(move))) return true;
        }
    }
    return false;
}

}  // namespace quintet::qomet
