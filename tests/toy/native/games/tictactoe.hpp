// Tic-tac-toe, the toy game of the tests. Rules: TT1 a board of 3×3 spaces and two sides, x first;
// TT2 a side puts its sign on an empty space; TT3 three in a line win; TT4 a full board is a draw.
//
// A side's signs are nine bits: a1, b1, c1, a2 … c3. Move number: the space.
#pragma once

#include <algorithm>

#include "game.hpp"

namespace quintet {

struct TicTacToe {
    static constexpr int vocabulary = 9;
    static constexpr int seat_count = 2;
    static constexpr int cell_count = 9;
    static constexpr int field_count = 0;

    struct Rules {};

    struct Position {
        std::array<u64, 2> signs;
    };

    static constexpr u64 board = 0777;
    static constexpr std::array<u64, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

    static constexpr Position start(const Rules&) { return {}; }

    static constexpr int seat(const Rules&, const Position& position) {
        return count_bits(taken(position)) & 1;  // TT1
    }

    static constexpr MoveSet<vocabulary> legal(const Rules& rules, const Position& position) {
        MoveSet<vocabulary> moves;
        if (!outcome(rules, position).over()) moves.add_block(0, board & ~taken(position));  // TT2
        return moves;
    }

    static constexpr Position play(const Rules& rules, const Position& position, int move) {
        Position next = position;
        next.signs[static_cast<std::size_t>(seat(rules, position))] |= 1ULL << move;
        return next;
    }

    static constexpr Outcome outcome(const Rules&, const Position& position) {
        Outcome outcome;
        for (std::size_t side = 0; side < 2; ++side) {
            if (!has_line(position.signs[side])) continue;
            outcome.reason = Reason::line;  // TT3
            outcome.halves[side] = 2;
            return outcome;
        }
        if (taken(position) == board) {
            outcome.reason = Reason::full;  // TT4
            outcome.halves[0] = outcome.halves[1] = 1;
        }
        return outcome;
    }

    /// The least of the eight images of a position.
    static constexpr Position canonical(const Rules&, const Position& position) {
        auto best = position.signs;
        auto image = position.signs;
        for (int turns = 0; turns < 4; ++turns) {
            image = {turned(image[0]), turned(image[1])};
            best = std::min({best, image, {mirrored(image[0]), mirrored(image[1])}});
        }
        return {best};
    }

    /// Cells hold 0, 1 for x and 2 for o.
    static constexpr Facts facts(const Rules&, const Position& position) {
        Facts facts;
        for (std::size_t side = 0; side < 2; ++side) {
            each_bit(position.signs[side], [&](int space) {
                facts.cells[static_cast<std::size_t>(space)] = static_cast<u8>(1 + side);
            });
        }
        return facts;
    }

    static constexpr Position from_facts(const Rules&, const Facts& facts) {
        Position position{};
        for (std::size_t space = 0; space < cell_count; ++space) {
            const std::size_t sign = facts.cells[space];
            if (sign != 0) position.signs[sign - 1] |= 1ULL << space;
        }
        return position;
    }

    static constexpr u64 taken(const Position& position) {
        return position.signs[0] | position.signs[1];
    }

    static constexpr bool has_line(u64 signs) {
        return std::ranges::any_of(lines, [&](u64 line) { return (signs & line) == line; });
    }

private:
    /// The bits of the spaces `from[i]`, moved to space i.
    static constexpr u64 moved(u64 signs, const std::array<int, 9>& from) {
        u64 result = 0;
        for (std::size_t i = 0; i < from.size(); ++i) result |= (signs >> from[i] & 1) << i;
        return result;
    }

    static constexpr u64 turned(u64 signs) { return moved(signs, {6, 3, 0, 7, 4, 1, 8, 5, 2}); }
    static constexpr u64 mirrored(u64 signs) { return moved(signs, {2, 1, 0, 5, 4, 3, 8, 7, 6}); }
};

static_assert(Game<TicTacToe>);

}  // namespace quintet
