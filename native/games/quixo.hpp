// Quixo. Rules: docs/rules/quixo.md; ids in comments (QX1 …) are those of that page.
//
// All symbols are one word, a side a half of it; a bit is a cell, file by file (a1, a2, … b1, …).
// Move number: the rank of its word (a1a5, a1e1, a2a1, …) in the alphabet. Four players: twice
// that, plus 1 when the dot points at north or east; the last number is `pass`.
#pragma once

#include "../game.hpp"
#include "../table.hpp"

namespace quintet {

template <int Players>
struct QuixoPosition {
    u64 cubes;  // x in the low half, o in the high half; above them: over, the seat to move
};

template <>
struct QuixoPosition<4> {
    u64 cubes;  // the same, with south and north in the low half, west and east in the high half
    u64 dots;   // the cells whose dot points at north or east
};

/// What solvers use of the board besides the rules (solve/quixo_board.hpp).
template <int Size>
struct QuixoBoard;

template <int Size, int Players>
    requires(Size >= 3 && Size <= 5 && (Players == 2 || Players == 4))
struct Quixo {
    static constexpr int push_count = 12 * Size - 16;  // QX4: three ends, two from a corner
    static constexpr int vocabulary = Players == 2 ? push_count : 2 * push_count + 1;
    static constexpr int seat_count = Players;
    static constexpr int cell_count = Size * Size;
    static constexpr int field_count = 1;

    struct Rules {};

    using Position = QuixoPosition<Players>;

    // The seat stands at the very top of the word, so that adding a turn comes round by itself
    // (QX1, QX8).
    static constexpr int seat_place = Players == 2 ? 63 : 62;
    static constexpr u64 turn = 1ULL << seat_place;
    static constexpr u64 over = 1ULL << 61;

    static constexpr int pass = vocabulary - 1;  // four players only

    static constexpr Position start(const Rules&) { return {}; }

    static constexpr int seat(const Rules&, const Position& position) {
        return static_cast<int>(position.cubes >> seat_place);
    }

    static constexpr MoveSet<vocabulary> legal(const Rules& rules, const Position& position) {
        MoveSet<vocabulary> moves;
        if (is_over(position)) return moves;
        const u64 cubes = takeable(rules, position);
        int first = 0;
        for (int file = 0; file < Size; ++file) {
            const auto here = static_cast<std::size_t>(cubes >> (Size * file) & file_cells);
            const bool outer = file == 0 || file == Size - 1;
            moves.add_block(first, outer ? outer_moves[here] : inner_moves[here]);
            first += count_bits(outer ? outer_moves[file_cells] : inner_moves[file_cells]);
        }
        if constexpr (Players == 4) {
            if (cubes == 0) moves.add(pass);  // QX12
        }
        return moves;
    }

    static constexpr Position play(const Rules& rules, const Position& position, int move) {
        Position next;
        const Push& push = pushes[static_cast<std::size_t>(Players == 2 ? move : move / 2)];
        const int side = seat(rules, position) & 1;
        next.cubes = pushed(position.cubes, push) | push.end << (32 * side);  // QX3
        if constexpr (Players == 4) {
            const u64 dot = static_cast<u64>(move & 1);
            next.dots = pushed(position.dots, push) | (push.end & (0 - dot));  // QX10
        }
        const bool ended = lines(next.cubes) != 0;
        next.cubes += turn;
        // A branch, since it is rarely taken: so the next move need not wait for the lines.
        if (ended) [[unlikely]]
            next.cubes |= over;
        return next;
    }

    /// QX5, QX13: a line of the opponents of the side that moved last decides before a line of its
    /// own.
    static constexpr Outcome outcome(const Rules& rules, const Position& position) {
        Outcome outcome;
        if (!is_over(position)) return outcome;
        const int opponents = seat(rules, position) & 1;
        const bool given = static_cast<u32>(lines(position.cubes) >> (32 * opponents)) != 0;
        outcome.reason = given ? Reason::gift : Reason::line;
        for (int winner = given ? opponents : 1 - opponents; winner < Players; winner += 2) {
            outcome.halves[static_cast<std::size_t>(winner)] = 2;
        }
        return outcome;
    }

    /// The least of the eight positions that are the same up to turning and mirroring the board.
    static constexpr Position canonical(const Rules&, const Position& position) {
        Position best = position;
        for (const Position& upright : {position, moved(position, transpose)}) {
            const Position mirrored = moved(upright, mirror_files);
            best = least(best, least(upright, mirrored));
            best = least(best, least(moved(upright, mirror_ranks), moved(mirrored, mirror_ranks)));
        }
        return best;
    }

    /// Cells hold 0, or 1 + the seat: that of the symbol, or the one its dot points at.
    static constexpr Facts facts(const Rules& rules, const Position& position) {
        Facts facts;
        for (unsigned side = 0; side < 2; ++side) {
            each_bit(position.cubes >> (32 * side) & board, [&](int cell) {
                unsigned code = 1 + side;
                if constexpr (Players == 4) {
                    code += 2 * static_cast<unsigned>(position.dots >> cell & 1);
                }
                facts.cells[static_cast<std::size_t>(cell)] = static_cast<u8>(code);
            });
        }
        facts.fields[0] = seat(rules, position);
        return facts;
    }

    static constexpr Position from_facts(const Rules&, const Facts& facts) {
        Position position{};
        for (unsigned cell = 0; cell < cell_count; ++cell) {
            const unsigned code = facts.cells[cell];
            if (code == 0) continue;
            position.cubes |= 1ULL << (32 * ((code - 1) & 1) + cell);
            if constexpr (Players == 4) {
                position.dots |= static_cast<u64>((code - 1) >> 1 & 1) << cell;
            }
        }
        if (lines(position.cubes) != 0) position.cubes |= over;
        position.cubes |= static_cast<u64>(facts.fields[0]) << seat_place;
        return position;
    }

    /// Whether words from outside are a position: what `from_facts` makes of its facts, told
    /// faster.
    static constexpr bool is_sound(const Rules&, const Position& position) {
        const u64 cubes = position.cubes;
        const u64 marked = (cubes | cubes >> 32) & board;
        bool sound = (cubes & ~(halves(board) | over | (0 - turn))) == 0;
        sound = sound && (cubes & cubes >> 32 & board) == 0;
        sound = sound && is_over(position) == (lines(cubes) != 0);
        if constexpr (Players == 4) sound = sound && (position.dots & ~marked) == 0;
        return sound;
    }

    static constexpr u64 board = (1ULL << cell_count) - 1;
    static constexpr u64 file_cells = (1ULL << Size) - 1;  // the leftmost file
    static constexpr u64 rank_cells = board / file_cells;  // the lowest rank
    static constexpr u64 border =
        file_cells | file_cells << (cell_count - Size) | rank_cells | rank_cells << (Size - 1);

    // For every set of cubes that may be taken from a file: their moves, counted from the file's
    // first. The cubes in the middle of an inner file are not on the border.
    using FileMoves = std::array<u64, file_cells + 1>;

    template <bool Outer>
    static constexpr FileMoves file_moves() {
        FileMoves table{};
        for (std::size_t taken = 0; taken < table.size(); ++taken) {
            int first = 0;
            for (int rank = 0; rank < Size; ++rank) {
                const bool at_end = rank == 0 || rank == Size - 1;
                if (!Outer && !at_end) continue;
                const int count = (Outer && at_end ? 2 : 3) * (Players == 2 ? 1 : 2);
                if ((taken >> rank & 1) != 0) table[taken] |= ((1ULL << count) - 1) << first;
                first += count;
            }
        }
        return table;
    }

    static constexpr Table<file_moves<true>> outer_moves{};
    static constexpr Table<file_moves<false>> inner_moves{};

    /// What a move does to the board, for both sides at once.
    struct Push {
        u64 path = 0;      // all cells from where the cube leaves to where it goes in
        u64 moving = 0;    // those without the first: one step into the gap
        u64 end = 0;       // where the cube goes in (low half only)
        int rotation = 0;  // the step, as a rotation of the word to the left
    };

    /// QX4. After all the pushes one that does nothing: `pass`.
    static constexpr std::array<Push, push_count + 1> make_pushes() {
        std::array<Push, push_count + 1> made{};
        std::size_t number = 0;
        for (int from = 0; from < cell_count; ++from) {
            if ((border >> from & 1) == 0) continue;
            for (int end = 0; end < cell_count; ++end) {
                const bool in_file = end / Size == from / Size && end % Size % (Size - 1) == 0;
                const bool in_rank = end % Size == from % Size && end / Size % (Size - 1) == 0;
                if (end == from || !(in_file || in_rank)) continue;
                const int step = (in_file ? 1 : Size) * (end > from ? 1 : -1);
                Push& push = made[number++];
                for (int cell = from + step; cell != end + step; cell += step) {
                    push.moving |= halves(1ULL << cell);
                }
                push.path = push.moving | halves(1ULL << from);
                push.end = 1ULL << end;
                push.rotation = (64 - step) % 64;
            }
        }
        return made;
    }

    static constexpr Table<make_pushes> pushes{};

private:
    friend struct Evaluator<Quixo>;
    template <int>
    friend struct QuixoBoard;

    static constexpr bool is_over(const Position& position) { return (position.cubes & over) != 0; }

    /// The cubes of the border that the seat to move may take.
    static constexpr u64 takeable(const Rules& rules, const Position& position) {
        const int mover = seat(rules, position);
        const u64 cubes = position.cubes;
        if constexpr (Players == 2) {
            return border & ~(cubes >> (32 - 32 * mover));  // QX2
        } else {
            const u64 blank = ~(cubes | cubes >> 32);
            const u64 facing = position.dots ^ (static_cast<u64>(mover >> 1) - 1);
            const u64 own = cubes >> (32 * (mover & 1)) & facing;  // QX9
            const bool first_round = count_bits(cubes & halves(board)) < 4;
            return border & (blank | (first_round ? 0 : own));  // QX11
        }
    }

    static constexpr u64 pushed(u64 cubes, const Push& push) {
        return (cubes & ~push.path) | std::rotl(cubes & push.moving, push.rotation);
    }

    /// The first cells of all lines (QX5, QX7), each in the half of its side.
    static constexpr u64 lines(u64 cubes) {
        return (run(cubes, 1) & halves(rank_cells)) | (run(cubes, Size) & halves(file_cells)) |
               (run(cubes, Size + 1) & halves(1)) |
               (run(cubes, Size - 1) & halves(1ULL << (Size - 1)));
    }

    /// Where a run of `Size` set bits begins, `step` apart.
    static constexpr u64 run(u64 x, int step) {
        const u64 two = x & x >> step;
        if constexpr (Size == 3) return two & x >> (2 * step);
        const u64 four = two & two >> (2 * step);
        return Size == 4 ? four : four & x >> (4 * step);
    }

    template <class Symmetry>
    static constexpr Position moved(Position position, Symmetry symmetry) {
        position.cubes = symmetry(position.cubes);
        if constexpr (Players == 4) position.dots = symmetry(position.dots);
        return position;
    }

    static constexpr Position least(const Position& a, const Position& b) {
        return words_of(b) < words_of(a) ? b : a;
    }

    static constexpr auto mirror_files = [](u64 x) {
        for (int i = 0; i < Size / 2; ++i) {
            x = swap_bits(x, halves(file_cells << (Size * i)), Size * (Size - 1 - 2 * i));
        }
        return x;
    };

    static constexpr auto mirror_ranks = [](u64 x) {
        for (int i = 0; i < Size / 2; ++i) {
            x = swap_bits(x, halves(rank_cells << i), Size - 1 - 2 * i);
        }
        return x;
    };

    /// Files with ranks: every diagonal above the long one changes places with one below it.
    static constexpr auto transpose = [](u64 x) {
        for (int i = 1; i < Size; ++i) {
            u64 diagonal = 0;
            for (int file = 0; file + i < Size; ++file) diagonal |= 1ULL << (file * (Size + 1) + i);
            x = swap_bits(x, halves(diagonal), i * (Size - 1));
        }
        return x;
    };
};

static_assert(Game<Quixo<3, 2>> && Game<Quixo<4, 2>> && Game<Quixo<5, 2>> && Game<Quixo<5, 4>>);

}  // namespace quintet
