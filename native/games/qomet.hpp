// Qomet. Rules: docs/rules/qomet.md; ids in comments (QM1 …) are those of that page.
//
// A side's stars are 25 bits: a byte for each ring from the outside in, and the centre. A byte goes
// round its ring from the lower left corner (a1 d1 g1 g4 …), so even places are corners, odd ones
// mid-sides, places of the same number lie on one ray, and a turn of the board rotates every byte.
#pragma once

#include <algorithm>

#include "../game.hpp"
#include "../table.hpp"

namespace quintet {

namespace qomet {

// Move numbers: placements, then slides in twelve groups of eight, then exits.
inline constexpr int vocabulary = 129;
inline constexpr int first_slide = 25;

inline constexpr u32 centre = 1U << 24;

constexpr u32 on_ring(int ring, int place) { return 1U << (8 * ring + (place & 7)); }

/// What a move touches, as sets of at most one point, and the move that would play it in reverse.
struct Step {
    u32 from;    // nowhere if the star comes from the reserve
    u32 to;      // nowhere if the star leaves the board
    u32 beyond;  // where a star on `to` is pushed; nowhere if it is pushed off the board (QM6)
    u32 back;    // the slide from `beyond` to `to` as 1 + its place among the slides, or 0
};

constexpr Step step_of(int move) {
    if (move < first_slide) return {0, 1U << move, 0, 0};
    const int slide = move - first_slide;
    const int place = slide & 7;
    const auto number = [](int group, int at) {
        return static_cast<u32>(1 + 8 * group + (at & 7));
    };
    const int group = slide >> 3;
    if (group < 6) {  // along a ring, one way and the other; a side ends at its corner
        const int ring = group % 3;
        const int way = group < 3 ? 1 : -1;
        const bool ends = place % 2 != 0;
        return {on_ring(ring, place), on_ring(ring, place + way),
                ends ? 0 : on_ring(ring, place + 2 * way),
                ends ? 0 : number((group + 3) % 6, place + 2 * way)};
    }
    switch (group) {  // along a ray, outward and inward
        case 6: return {centre, on_ring(2, place), on_ring(1, place), number(10, place)};
        case 7: return {on_ring(2, place), on_ring(1, place), on_ring(0, place), number(11, place)};
        case 8: return {on_ring(1, place), on_ring(0, place), 0, 0};
        // QM12: straight on through the centre.
        case 9: return {on_ring(2, place), centre, on_ring(2, place + 4), number(9, place + 4)};
        case 10: return {on_ring(1, place), on_ring(2, place), centre, number(6, place)};
        case 11: return {on_ring(0, place), on_ring(1, place), on_ring(2, place), number(7, place)};
        default: return {on_ring(0, place), 0, 0, 0};  // off the board
    }
}

constexpr std::array<Step, vocabulary> all_steps() {
    std::array<Step, vocabulary> steps{};
    for (int move = 0; move < vocabulary; ++move) {
        steps[static_cast<std::size_t>(move)] = step_of(move);
    }
    return steps;
}

inline constexpr Table<all_steps> steps;

/// What a move touches, looked up.
constexpr Step step(int move) { return steps[static_cast<std::size_t>(move)]; }

}  // namespace qomet

struct Qomet {
    static constexpr int vocabulary = qomet::vocabulary;
    static constexpr int seat_count = 2;
    static constexpr int cell_count = 25;
    static constexpr int field_count = 2;

    struct Rules {
        bool strict_undo;  // undo=strict
        bool rays_only;    // corner_exit=rays
    };

    /// The starter's stars from bit 0, the other's from bit 32; bit 25: the seat to move; bit 26:
    /// the game is decided; from bit 57: the banned slide as 1 + its place among the slides, or 0.
    struct Position {
        u64 word;
    };

    static constexpr int stars_of_a_side = 7;  // QM2
    static constexpr u32 points = 0x1ff'ffff;
    static constexpr u64 both_points = halves(points);

    static constexpr Position start(const Rules&) { return {}; }

    static constexpr int seat(const Rules&, const Position& position) { return turn(position); }

    static constexpr MoveSet<vocabulary> legal(const Rules& rules, const Position& position) {
        MoveSet<vocabulary> moves;
        if ((position.word & decided_bit) != 0) return moves;
        const u32 own = stars(position, turn(position));
        const u32 free = ~(own | stars(position, 1 - turn(position))) & points;

        // QM3: exactly one action, and no pass among them.
        const bool has_reserve = count_bits(own) < stars_of_a_side;
        moves.add_block(0, has_reserve ? free : 0);

        // QM4, QM5 along the sides: onto a free point, or from a corner onto a star in mid-side
        // that has a free corner behind it. Nothing is behind a corner but, on the outer ring, the
        // edge of the board, and QM11 says whether a star may be pushed over it.
        const u32 over_corner = rules.rays_only ? 0 : outer_sides;
        const u32 free_after = after(free);
        const u32 free_before = before(free);
        moves.add_block(25, own & (free_after | (after(free_after) & corners) | over_corner));
        moves.add_block(49, own & (free_before | (before(free_before) & corners) | over_corner));

        // QM4, QM5 along the rays: onto a free point or a star with a free point behind it, where
        // QM12 has the centre's far side, and QM6 makes the edge of the board always free.
        const Rays mine(own);
        const Rays open(free);
        moves.add_block(73, (mine.centre & (open.inner | open.middle)) |
                                (mine.inner & (open.middle | open.outer)) << 8 | mine.middle << 16);
        const u32 opposite = (open.inner << 4 | open.inner >> 4) & 0xff;
        moves.add_block(97, (mine.inner & (open.centre | opposite)) |
                                (mine.middle & (open.inner | open.centre)) << 8 |
                                (mine.outer & (open.middle | open.inner)) << 16);

        moves.add_block(121, mine.outer);  // QM6

        const int banned = ban(position);
        if (banned != 0) moves.remove(qomet::first_slide - 1 + banned);
        return moves;
    }

    static constexpr Position play(const Rules& rules, const Position& position, int move) {
        const qomet::Step step = qomet::step(move);
        const int mover = turn(position);
        u32 own = stars(position, mover);
        u32 other = stars(position, 1 - mover);

        // QM5: a star of either side in the way goes one step on, or off the board into reserve.
        const bool pushes_own = (own & step.to) != 0;
        const bool pushes_other = (other & step.to) != 0;
        own = (own & ~step.from) | step.to | (pushes_own ? step.beyond : 0);
        other = (other & ~step.to) | (pushes_other ? step.beyond : 0);

        // QM7, QM10: banned is pushing back what was pushed; if strict, pushing back what moved.
        const bool answers = rules.strict_undo ? (other & step.beyond) != 0 : pushes_other;
        const u64 both =
            mover == 0 ? own | static_cast<u64>(other) << 32 : other | static_cast<u64>(own) << 32;
        return joined(both, 1 - mover, answers ? step.back : 0);
    }

    static constexpr Outcome outcome(const Rules&, const Position& position) {
        Outcome outcome;
        if ((position.word & decided_bit) == 0) return outcome;
        // QM9: a square of the side now to move was made for it, and counts before the mover's own.
        const int side = turn(position);
        const bool gift = (squares(position.word & both_points) >> (32 * side) & points) != 0;
        outcome.reason = gift ? Reason::gift : Reason::square;
        outcome.halves[static_cast<std::size_t>(gift ? side : 1 - side)] = 2;
        return outcome;
    }

    /// The least of the eight images of the position under the symmetries of the board.
    static constexpr Position canonical(const Rules&, const Position& position) {
        u64 best = position.word;
        u64 turned = position.word;
        for (int image = 1; image < 8; ++image) {
            turned = image == 4 ? mirrored(turned) : turned_by_quarter(turned);
            best = std::min(best, turned);
        }
        return {best};
    }

    /// The position with the colours exchanged, which is the same to the side to move.
    static constexpr Position exchanged(const Position& position) {
        const u64 both = position.word & both_points;
        const u64 rest = position.word & ~both_points;
        return {(rest ^ turn_bit) | both >> 32 | both << 32};
    }

    /// The same, if need be, so that seat 0 is to move.
    static constexpr Position seen_by_mover(const Position& position) {
        const u64 both = position.word & both_points;
        const u64 rest = position.word & ~(both_points | turn_bit);
        return {std::rotr(both, 32 * turn(position)) | rest};
    }

    static constexpr bool is_decided(const Position& position) {
        return (position.word & decided_bit) != 0;
    }

    /// Cells hold 0, 1 for the starter's stars and 2 for the other's. Fields: the seat to move, and
    /// the banned slide as 1 + its place among the slides, or 0.
    static constexpr Facts facts(const Rules&, const Position& position) {
        Facts facts;
        for (int side = 0; side < 2; ++side) {
            each_bit(stars(position, side), [&](int point) {
                facts.cells[static_cast<std::size_t>(point)] = static_cast<u8>(1 + side);
            });
        }
        facts.fields[0] = turn(position);
        facts.fields[1] = ban(position);
        return facts;
    }

    static constexpr Position from_facts(const Rules&, const Facts& facts) {
        u64 both = 0;
        for (int point = 0; point < cell_count; ++point) {
            const int star = facts.cells[static_cast<std::size_t>(point)];
            if (star != 0) both |= 1ULL << (point + 32 * (star - 1));
        }
        return joined(both, facts.fields[0], static_cast<u32>(facts.fields[1]));
    }

    /// Whether words from outside are a position: what `from_facts` makes of its facts, told
    /// faster.
    static constexpr bool is_sound(const Rules&, const Position& position) {
        const u64 both = position.word & both_points;
        const bool decided = (position.word & decided_bit) != 0;
        return (position.word & ~(both_points | turn_bit | decided_bit | ban_bits)) == 0 &&
               (both & both >> 32) == 0 && decided == (squares(both) != 0) &&
               ban(position) <= slide_count;
    }

    static constexpr u32 stars(const Position& position, int side) {
        return static_cast<u32>(position.word >> (32 * side)) & points;
    }

    /// The banned slide as 1 + its place among the slides, or 0.
    static constexpr int ban(const Position& position) {
        return static_cast<int>(position.word >> 57);
    }

    /// QM8: marks for the squares that stand, in the half of the side that owns them. A ring's four
    /// corners; or the centre with a corner and the mid-sides next to it on one ring.
    static constexpr u64 squares(u64 both) {
        const u64 rings = both & both >> 2 & both >> 4 & both >> 6 & halves(0x01'0101);
        const u64 mid_before = (both << 1 & halves(0x54'5454)) | (both >> 7 & halves(0x01'0101));
        const u64 centres = (both >> 24 & halves(1)) * corners;
        return rings | (both & both >> 1 & mid_before & centres);
    }

private:
    friend struct Evaluator<Qomet>;

    static constexpr u32 corners = 0x55'5555;
    static constexpr u32 outer_sides = 0xaa;
    static constexpr u64 turn_bit = 1ULL << 25;
    static constexpr u64 decided_bit = 1ULL << 26;
    static constexpr u64 ban_bits = 127ULL << 57;
    static constexpr int slide_count = 96;

    static constexpr int turn(const Position& position) {
        return static_cast<int>(position.word >> 25 & 1);
    }

    static constexpr Position joined(u64 both, int side, u64 banned) {
        const u64 decided = squares(both) != 0 ? decided_bit : 0;
        return {both | static_cast<u64>(side) << 25 | decided | banned << 57};
    }

    // The points whose next point round the ring is in the set, and those whose last one is.
    static constexpr u32 after(u32 x) { return (x >> 1 & 0x7f'7f7f) | (x << 7 & 0x80'8080); }
    static constexpr u32 before(u32 x) { return (x << 1 & 0xfe'fefe) | (x >> 7 & 0x01'0101); }

    /// A set of points taken apart by distance from the centre, a bit for every ray; the centre is
    /// on all of them.
    struct Rays {
        u32 outer, middle, inner, centre;

        explicit constexpr Rays(u32 x)
            : outer(x & 0xff),
              middle(x >> 8 & 0xff),
              inner(x >> 16 & 0xff),
              centre((x >> 24 & 1) * 0xff) {}
    };

    // Slides are in groups of eight like the bytes of a ring, so a ban moves with the board by its
    // last three bits; a mirror also swaps the two ways round a ring.

    static constexpr u64 turned_by_quarter(u64 word) {
        const u64 rings = (word << 2 & halves(0xfc'fcfc)) | (word >> 6 & halves(0x03'0303));
        const u64 banned = word >> 57;
        const u64 slide = banned - 1;
        const u64 turned = (slide & ~7ULL) | ((slide + 2) & 7);
        return rings | (word & fixed_bits) | (banned != 0 ? turned + 1 : 0) << 57;
    }

    /// Mirrored in the diagonal of the first corner: place n of a ring becomes place -n.
    static constexpr u64 mirrored(u64 word) {
        u64 rings = word & halves(0xff'ffff);
        rings = (rings >> 1 & halves(0x55'5555)) | (rings & halves(0x55'5555)) << 1;
        rings = (rings >> 2 & halves(0x33'3333)) | (rings & halves(0x33'3333)) << 2;
        rings = (rings >> 4 & halves(0x0f'0f0f)) | (rings & halves(0x0f'0f0f)) << 4;
        rings = (rings << 1 & halves(0xfe'fefe)) | (rings >> 7 & halves(0x01'0101));
        const u64 banned = word >> 57;
        const u64 slide = banned - 1;
        const u64 group = slide >> 3;
        const u64 across = group < 3 ? group + 3 : group < 6 ? group - 3 : group;
        const u64 image = across << 3 | ((8 - (slide & 7)) & 7);
        return rings | (word & fixed_bits) | (banned != 0 ? image + 1 : 0) << 57;
    }

    // What a symmetry leaves where it is: the centre, the seat to move, the mark of the end.
    static constexpr u64 fixed_bits = halves(1U << 24) | turn_bit | decided_bit;
};

static_assert(Game<Qomet>);

}  // namespace quintet
