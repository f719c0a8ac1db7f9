// Cubulus, for two or three players. Rules: docs/rules/cubulus.md; ids in comments (CB1 …) are
// those of that page.
//
// Slots are numbered layer * 9 + row * 3 + column, from the top, the back and the left; slot 13 is
// the centre. Facelets are numbered as cube solvers do, nine a face in the order U R F D L B. A row
// is known by the facelet where it is entered: its first slot, and the step from slot to slot.
//
// Move number: 0 to 53 insert at a facelet, 54 to 107 turn the row entered there, 108 is the
// centre.
#pragma once

#include "../game.hpp"
#include "../table.hpp"

namespace quintet {

namespace cubulus {

inline constexpr int slots = 27;
inline constexpr int facelets = 54;
inline constexpr int core = 2 * facelets;
inline constexpr int centre = 13;
inline constexpr u64 board = (1ULL << slots) - 1;

/// A row as seen from one end: the slots first, first + step, first + 2 * step.
struct Row {
    int first, step;

    constexpr int last() const { return first + 2 * step; }
};

constexpr Row row_at(int facelet) {
    const int down = facelet % 9 / 3;
    const int right = facelet % 3;
    switch (facelet / 9) {
        case 0: return {3 * down + right, 9};                 // U: back left first
        case 1: return {9 * down + 3 * (2 - right) + 2, -1};  // R: top front first
        case 2: return {9 * down + 6 + right, -3};            // F: top left first
        case 3: return {18 + 3 * (2 - down) + right, -9};     // D: front left first
        case 4: return {9 * down + 3 * right, 1};             // L: top back first
        default: return {9 * down + (2 - right), 3};          // B: top right first
    }
}

/// The facelet where the row that begins and ends with these slots is entered.
inline constexpr auto facelet_of = [] {
    std::array<std::array<u8, slots>, slots> made{};
    for (int facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(facelet);
        made[static_cast<std::size_t>(row.first)][static_cast<std::size_t>(row.last())] =
            static_cast<u8>(facelet);
    }
    return made;
}();

/// What a move does: the ball in `first` and one next to it go a step on, the ball in `returns`
/// goes two steps back, and a new ball appears in `placed`. Steps are rotations of a word.
struct Action {
    u32 first, returns, placed;
    u8 step, back, ban;
};

constexpr auto make_actions() {
    std::array<Action, core + 1> made{};
    for (std::size_t facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(static_cast<int>(facelet));
        const auto first = static_cast<std::size_t>(row.first);
        const auto last = static_cast<std::size_t>(row.last());
        const auto step = static_cast<u8>(row.step & 63);
        const auto back = static_cast<u8>(-2 * row.step & 63);
        const auto ban = static_cast<u8>(1 + facelet_of[last][first]);
        made[facelet] = {1U << first, 0, 1U << first, step, 0, 0};
        made[facelets + facelet] = {1U << first, 1U << last, 0, step, back, ban};
    }
    made[core] = {1U << centre, 0, 1U << centre, 0, 0, 0};
    return made;
}

inline constexpr Table<make_actions> actions;

/// The moves along the rows that lie in a layer, as bits of facelets of the top layer; those of a
/// lower layer have numbers greater by 3 each. Inserting here means pushing.
struct InLayer {
    u64 inserts, turns;
};

constexpr auto make_in_layer() {
    std::array<InLayer, 512> made{};
    for (int facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(facelet);
        if (row.first >= 9 || row.last() >= 9) continue;
        const unsigned first = 1U << row.first;
        const unsigned all = first | 1U << (row.first + row.step) | 1U << row.last();
        for (unsigned taken = 0; taken < 512; ++taken) {
            if ((taken & all) == all) {
                made[taken].turns |= 1ULL << facelet;  // CB5
            } else if ((taken & first) != 0) {
                made[taken].inserts |= 1ULL << facelet;  // CB4
            }
        }
    }
    return made;
}

inline constexpr Table<make_in_layer> in_layer;

/// The one facelet that names each slot when it is empty (CB13); `core` for the centre.
inline constexpr auto names = [] {
    std::array<u8, slots> made{};
    made[centre] = core;
    for (int facelet = facelets - 1; facelet >= 0; --facelet)
        made[static_cast<std::size_t>(row_at(facelet).first)] = static_cast<u8>(facelet);
    return made;
}();

/// The names of the empty outer slots of the middle and of the bottom layer. (Those of the top
/// layer are their bits.)
constexpr auto make_empty_names() {
    std::array<std::array<u64, 512>, 2> made{};
    for (unsigned taken = 0; taken < 512; ++taken) {
        for (unsigned slot = 9; slot < slots; ++slot) {
            if (slot == centre || (taken >> (slot % 9) & 1) != 0) continue;
            made[slot / 9 - 1][taken] |= 1ULL << names[slot];
        }
    }
    return made;
}

inline constexpr Table<make_empty_names> empty_names;

// Five symmetries that make up all 48 of the cube, for a board in either half of a word.
constexpr u64 left_right(u64 x) { return swap_bits(x, halves(0111111111), 2); }
constexpr u64 back_front(u64 x) { return swap_bits(x, halves(0007007007), 6); }
constexpr u64 top_bottom(u64 x) { return swap_bits(x, halves(0000000777), 18); }
constexpr u64 rows_columns(u64 x) {
    return swap_bits(swap_bits(x, halves(0042042042), 2), halves(0004004004), 4);
}
constexpr u64 rows_layers(u64 x) {
    return swap_bits(swap_bits(x, halves(0000700070), 6), halves(0000000700), 12);
}

inline constexpr std::size_t symmetries = 48;

/// All images of a board: 8 by the mirrors, the double by a swap of two axes, and three times that
/// by taking the axes round.
constexpr std::array<u64, symmetries> images(u64 x) {
    std::array<u64, symmetries> made{x};
    made[1] = left_right(made[0]);
    for (std::size_t i = 0; i < 2; ++i) made[2 + i] = back_front(made[i]);
    for (std::size_t i = 0; i < 4; ++i) made[4 + i] = top_bottom(made[i]);
    for (std::size_t i = 0; i < 8; ++i) made[8 + i] = rows_columns(made[i]);
    for (std::size_t i = 0; i < 16; ++i) made[16 + i] = rows_layers(rows_columns(made[i]));
    for (std::size_t i = 0; i < 16; ++i) made[32 + i] = rows_layers(rows_columns(made[16 + i]));
    return made;
}

/// The images of every ban, in the same order.
inline constexpr auto ban_images = [] {
    std::array<std::array<u8, symmetries>, facelets + 1> made{};
    for (std::size_t facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(static_cast<int>(facelet));
        const auto first = images(1ULL << row.first);
        const auto last = images(1ULL << row.last());
        for (std::size_t i = 0; i < symmetries; ++i) {
            const auto& from_first =
                facelet_of[static_cast<std::size_t>(std::countr_zero(first[i]))];
            made[1 + facelet][i] = static_cast<u8>(
                1 + from_first[static_cast<std::size_t>(std::countr_zero(last[i]))]);
        }
    }
    return made;
}();

/// The squares (CB8) in either half of a word: a half is zero exactly when it has none.
constexpr u64 squares(u64 x) {
    // Two balls at a distance make a pair, two pairs a square; the masks say where one may begin.
    const u64 one = x & x >> 1;
    const u64 two = x & x >> 2;
    const u64 six = x & x >> 6;
    const u64 eighteen = x & x >> 18;
    const u64 level_blocks = one & one >> 3 & halves(0033000033);
    const u64 front_blocks = one & one >> 9 & halves(0000303303);
    const u64 side_blocks = (x & x >> 3) & (x & x >> 3) >> 9 & halves(0000055055);
    const u64 level_corners = two & two >> 6 & halves(0001000001);
    const u64 front_corners = two & two >> 18 & halves(0000000101);
    const u64 side_corners = six & six >> 18 & halves(0000000005);
    const u64 level_edges = two >> 1 & two >> 5 & halves(0001000001);
    const u64 front_edges = two >> 9 & eighteen >> 1 & halves(0000000101);
    const u64 side_edges = six >> 9 & eighteen >> 3 & halves(0000000005);
    return level_blocks | front_blocks | side_blocks | level_corners | front_corners |
           side_corners | level_edges | front_edges | side_edges;
}

}  // namespace cubulus

template <int Players>
struct Cubulus {
    static_assert(Players == 2 || Players == 3);

    static constexpr int vocabulary = cubulus::core + 1;
    static constexpr int seat_count = Players;
    static constexpr int cell_count = cubulus::slots;
    static constexpr int field_count = 2;

    struct Rules {};

    struct Position {
        u64 players;  // bits 0 to 26: the balls of seat 0; bits 32 to 58: those of seat 1
        u64 rest;     // bits 0 to 26: the third colour; 27, 28: the seat to move; 29: a square
                      // stands; 58 to 63: the banned turn, counted from 1, or 0
    };

    static constexpr int seat_shift = 27;
    static constexpr int ban_shift = 58;
    static constexpr u64 decided_bit = 1ULL << 29;
    static constexpr int balls = 9;

    /// The cube is empty (CB1). With two players the one who does not start acts first (CB2).
    static constexpr Position start(const Rules&) {
        return {0, Players == 2 ? 1ULL << seat_shift : 0};
    }

    static constexpr int seat(const Rules&, const Position& position) { return to_move(position); }

    static constexpr MoveSet<vocabulary> legal(const Rules&, const Position& position) {
        using namespace cubulus;
        MoveSet<vocabulary> moves;
        if ((position.rest & decided_bit) != 0) return moves;
        const u64 taken = occupied(position);
        const u64 top = taken & 0x1ff;
        const u64 middle = taken >> 9 & 0x1ff;
        const u64 bottom = taken >> 18;
        const u64 empties = empty_names[0][middle] | empty_names[1][bottom];
        if (setting_up(position)) {
            moves.add_block(0, empties | (~top & 0x1ff));
            moves.add_block(core, ~taken >> centre & 1);  // CB11
            return moves;
        }
        const InLayer& above = in_layer[top];
        const InLayer& between = in_layer[middle];
        const InLayer& below = in_layer[bottom];
        // Of the nine upright rows a complete one can be turned from both ends, and any other is
        // open from above: to an empty slot, or to push.
        const u64 upright = top & middle & bottom;
        const u64 turns =
            above.turns | between.turns << 3 | below.turns << 6 | upright | from_below(upright);
        const u64 inserts = empties | above.inserts | between.inserts << 3 | below.inserts << 6 |
                            (~upright & 0x1ff) | from_below(bottom & ~upright);
        const u64 banned = (1ULL << (position.rest >> ban_shift)) >> 1;
        const bool has_balls = count_bits(own(position, to_move(position))) < balls;  // CB7
        moves.add_block(0, has_balls ? inserts : 0);
        moves.add_block(facelets, turns & ~banned);  // CB6
        return moves;
    }

    static constexpr Position play(const Rules&, const Position& position, int move) {
        using namespace cubulus;
        const Action& action = actions[static_cast<std::size_t>(move)];
        const bool neutral = setting_up(position);
        const int mover = to_move(position);
        // Pushing and turning alike: what stands before the first gap goes one step on.
        const u64 pushed = occupied(position) & action.first;
        const u64 moving = pushed | (occupied(position) & std::rotl(pushed, action.step));
        const auto moved = [&](u64 x) {
            const u64 on = std::rotl(x & halves(moving), action.step);
            const u64 returned = std::rotl(x & halves(action.returns), action.back);
            return (x & ~halves(moving | action.returns)) | on | returned;
        };
        const bool third = neutral || mover == 2;
        const u64 placed = static_cast<u64>(action.placed) << (mover == 1 ? 32 : 0);
        Position next;
        next.players = moved(position.players) | (third ? 0 : placed);
        next.rest = moved(position.rest & board) | (third ? action.placed : 0);
        const bool decided = any_square(next);  // CB14: after the whole action
        const int next_seat = neutral && setting_up(next) ? mover : following(mover);
        next.rest |= state(next_seat, decided, action.ban);
        return next;
    }

    static constexpr Outcome outcome(const Rules&, const Position& position) {
        using namespace cubulus;
        Outcome outcome;
        if ((position.rest & decided_bit) == 0) return outcome;
        const u64 standing = squares(position.players);
        const bool third = Players == 3 && squares(position.rest & board) != 0;
        std::array<bool, 3> has{(standing & board) != 0, standing >> 32 != 0, third};
        const auto mover = static_cast<std::size_t>(preceding(to_move(position)));
        const bool own_square = has[mover];
        has[mover] = false;
        const int others = has[0] + has[1] + has[2];
        if (others == 0 && own_square) {
            outcome.reason = Reason::square;  // CB8
            outcome.halves[mover] = 2;
            return outcome;
        }
        outcome.reason = Reason::gift;  // CB9, and CB12 when there are two
        for (std::size_t i = 0; i < has.size(); ++i) {
            if (has[i]) outcome.halves[i] = others == 2 ? 1 : 2;
        }
        return outcome;
    }

    /// The least of the 48 positions that are the same up to the symmetries of the cube.
    static constexpr Position canonical(const Rules&, const Position& position) {
        const auto ban = static_cast<std::size_t>(position.rest >> ban_shift);
        const auto players = cubulus::images(position.players);
        const auto rests = cubulus::images(position.rest & ((1ULL << ban_shift) - 1));
        Position best = position;
        for (const u64 image : players) best.players = image < best.players ? image : best.players;
        best.rest = ~0ULL;
        for (std::size_t i = 0; i < cubulus::symmetries; ++i) {
            if (players[i] != best.players) continue;
            const u64 rest = rests[i] | static_cast<u64>(cubulus::ban_images[ban][i]) << ban_shift;
            best.rest = rest < best.rest ? rest : best.rest;
        }
        return best;
    }

    /// Cells hold 0, 1 + seat, or 3 for a neutral ball; the fields are the seat to move and the
    /// banned turn counted from 1 (0: none).
    static constexpr Facts facts(const Rules&, const Position& position) {
        Facts facts;
        for (int colour = 0; colour < 3; ++colour) {
            each_bit(own(position, colour), [&](int slot) {
                facts.cells[static_cast<std::size_t>(slot)] = static_cast<u8>(1 + colour);
            });
        }
        facts.fields[0] = to_move(position);
        facts.fields[1] = static_cast<int>(position.rest >> ban_shift);
        return facts;
    }

    static constexpr Position from_facts(const Rules&, const Facts& facts) {
        Position position{};
        for (std::size_t slot = 0; slot < cubulus::slots; ++slot) {
            const u64 ball = 1ULL << slot;
            switch (facts.cells[slot]) {
                case 1: position.players |= ball; break;
                case 2: position.players |= ball << 32; break;
                case 3: position.rest |= ball; break;
                default: break;
            }
        }
        position.rest |= state(facts.fields[0], any_square(position), facts.fields[1]);
        return position;
    }

    static constexpr int to_move(const Position& position) {
        return static_cast<int>(position.rest >> seat_shift & 3);
    }

    static constexpr u64 own(const Position& position, int colour) {
        return (colour == 2 ? position.rest : position.players >> (32 * colour)) & cubulus::board;
    }

    static constexpr u64 occupied(const Position& position) {
        return (position.players | position.players >> 32 | position.rest) & cubulus::board;
    }

    /// Whether neutral balls are still to be placed (CB2).
    static constexpr bool setting_up(const Position& position) {
        return Players == 2 && count_bits(position.rest & cubulus::board) < balls;
    }

private:
    // CB10: clockwise.
    static constexpr int following(int mover) { return mover + 1 == Players ? 0 : mover + 1; }
    static constexpr int preceding(int mover) { return mover == 0 ? Players - 1 : mover - 1; }

    /// Whether some player has a square; what neutral balls form means nothing (CB11).
    static constexpr bool any_square(const Position& position) {
        const u64 third = Players == 3 ? position.rest & cubulus::board : 0;
        return (cubulus::squares(position.players) | cubulus::squares(third)) != 0;
    }

    /// What `rest` holds besides balls.
    static constexpr u64 state(int acting, bool decided, int ban) {
        return static_cast<u64>(acting) << seat_shift | (decided ? decided_bit : 0) |
               static_cast<u64>(ban) << ban_shift;
    }

    /// The facelets of the bottom face under these slots of a layer.
    static constexpr u64 from_below(u64 layer) {
        return ((layer & 07) << 6 | (layer & 070) | layer >> 6) << 27;
    }
};

static_assert(Game<Cubulus<2>> && Game<Cubulus<3>>);

}  // namespace quintet
