// The board of Qomet as the complete tablebase sees it: one word, the stars of the side to move in
// its low half, the other's in its high half. Colours change nothing.
#pragma once

#include "../../../games/qomet.hpp"
#include "../../portable.hpp"

namespace quintet {

struct QometBoard {
    static constexpr int cells = Qomet::cell_count;
    static constexpr u32 points = (1U << cells) - 1;
    static constexpr u32 outer = 0xff;
    static constexpr int max_stars = Qomet::stars_of_a_side;
    static constexpr int symmetry_count = 8;
    static constexpr int first_slide = qomet::first_slide;
    static constexpr int slide_count = 96;

    static constexpr u32 own(u64 board) { return static_cast<u32>(board); }
    static constexpr u32 other(u64 board) { return static_cast<u32>(board >> 32); }
    static constexpr u64 joined(u32 own, u32 other) { return own | u64{other} << 32; }
    static constexpr u64 exchanged(u64 board) { return board << 32 | board >> 32; }

    /// The board of a position, seen by the side to move.
    static constexpr u64 of(const Qomet::Rules& rules, const Qomet::Position& position) {
        const u64 both = position.word & halves(points);
        return Qomet::seat(rules, position) == 0 ? both : exchanged(both);
    }

    /// The slide that a position bans: 1 + its place among the slides, or 0.
    static constexpr int ban(const Qomet::Position& position) {
        return static_cast<int>(position.word >> ban_shift);
    }

    /// A position with seat 0 to move in which nobody has a square.
    static constexpr Qomet::Position position(u64 board, int ban) {
        return {board | static_cast<u64>(ban) << ban_shift};
    }

    /// The move that a ban forbids.
    static constexpr int banned_move(int ban) { return first_slide - 1 + ban; }

    /// The ban that forbids a move, if such a ban can stand (QM10): a slide that pushes a star of
    /// the other side to a point of the board. Otherwise 0.
    static constexpr int ban_of(u64 board, int move) {
        const qomet::Step step = qomet::step(move);
        const bool pushes = (other(board) & step.to) != 0 && step.beyond != 0;
        return pushes ? move - first_slide + 1 : 0;
    }

    /// Symmetries: quarter turns in the two low bits, after a mirror in the diagonal of the first
    /// corner if the third is set. Place n of a ring becomes place -n in the mirror.
    static constexpr u32 moved(u32 set, int symmetry) {
        u32 rings = set & 0xff'ffff;
        if ((symmetry & 4) != 0) {
            rings = (rings >> 1 & 0x55'5555) | (rings & 0x55'5555) << 1;
            rings = (rings >> 2 & 0x33'3333) | (rings & 0x33'3333) << 2;
            rings = (rings >> 4 & 0x0f'0f0f) | (rings & 0x0f'0f0f) << 4;
            rings = (rings << 1 & 0xfe'fefe) | (rings >> 7 & 0x01'0101);
        }
        const int turn = 2 * (symmetry & 3);
        const u32 carried = ((1U << turn) - 1) * 0x01'0101;
        return (rings << turn & ~carried & 0xff'ffff) | (rings >> (8 - turn) & carried) |
               (set & qomet::centre);
    }

    /// A ban after a symmetry. Slides stand in groups of eight like the places of a ring; a mirror
    /// also exchanges the two ways round a ring.
    static constexpr int moved_ban(int ban, int symmetry) {
        if (ban == 0) return 0;
        int group = (ban - 1) >> 3;
        int place = (ban - 1) & 7;
        if ((symmetry & 4) != 0) {
            group = group < 3 ? group + 3 : group < 6 ? group - 3 : group;
            place = -place;
        }
        return 1 + 8 * group + ((place + 2 * (symmetry & 3)) & 7);
    }

    /// How many boards are the same as this one up to symmetry, itself included.
    static constexpr int copies(u64 board) {
        int same = 0;
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            same += moved(own(board), symmetry) == own(board) &&
                    moved(other(board), symmetry) == other(board);
        }
        return symmetry_count / same;
    }

private:
    static constexpr int ban_shift = 57;
};

namespace qomet {

/// QM8: a ring's four corners; or the centre with a corner and the mid-sides next to it.
constexpr std::array<u32, 15> all_squares() {
    std::array<u32, 15> squares{};
    std::size_t count = 0;
    for (int ring = 0; ring < 3; ++ring) {
        squares[count++] = 0x55U << (8 * ring);
        for (int corner = 0; corner < 8; corner += 2) {
            squares[count++] = on_ring(ring, corner) | on_ring(ring, corner + 1) |
                               on_ring(ring, corner + 7) | centre;
        }
    }
    return squares;
}

inline constexpr Table<all_squares> squares;

/// Whether three stars of a side stand on a square, without which no move makes one.
constexpr bool has_three(u32 stars) {
    bool found = false;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        found = found || count_bits(stars & squares[i]) >= 3;
    }
    return found;
}

}  // namespace qomet

/// The rules of a game with so many stars a side: seven in Qomet, fewer in the small games on which
/// methods are tried. Boards have no squares, and no bans.
struct QometMoves {
    using Board = QometBoard;

    /// A move and the position after it.
    struct Next {
        int move;
        u64 board;  // seen by the side that moves next
        int ban;    // its answer that is banned, or 0
        bool over;
        bool gift;  // QM9: the game is over, and the side that moves next has won
    };

    Qomet::Rules rules;
    int stars;

    constexpr Next next(u64 board, int move) const {
        const Qomet::Position after = Qomet::play(rules, Board::position(board, 0), move);
        const Outcome outcome = Qomet::outcome(rules, after);
        return {move, Board::of(rules, after), Board::ban(after), outcome.over(),
                outcome.reason == Reason::gift};
    }

    /// Calls `use(next)` for every move until it returns false.
    template <class Use>
    QUINTET_BOTH constexpr void each(u64 board, Use use) const {
        const auto legal = Qomet::legal(rules, Board::position(board, 0));
        const bool places = count_bits(Board::own(board)) < stars;  // QM3
        for (int word = 0; word < 3; ++word) {
            u64 left = legal.word(word);
            if (word == 0 && !places) left &= ~u64{Board::points};
            for (; left != 0; left &= left - 1) {
                if (!use(next(board, word * 64 + lowest_bit(left)))) return;
            }
        }
    }

    /// Calls `use(board)` for every board from which a move leads to this one, each seen by the
    /// side that moves there; for some from which none does, too, but for none with too many stars.
    template <class Use>
    QUINTET_BOTH constexpr void each_before(u64 board, Use use) const {
        const u32 mover = Board::other(board);
        const u32 answerer = Board::own(board);
        const u32 free = ~(mover | answerer) & Board::points;
        const bool mover_had_more = count_bits(mover) < stars;
        const bool answerer_had_more = count_bits(answerer) < stars;
        for (u32 left = mover; left != 0; left &= left - 1) {  // a star was placed
            use(Board::joined(mover & ~(left & -left), answerer));
        }
        if (mover_had_more) {  // a star left the board
            for (u32 left = free & Board::outer; left != 0; left &= left - 1) {
                use(Board::joined(mover | (left & -left), answerer));
            }
        }
        for (int slide = 0; slide < Board::slide_count; ++slide) {
            const qomet::Step step = qomet::step(Board::first_slide + slide);
            if ((free & step.from) == 0 || (mover & step.to) == 0) continue;
            const u32 before = mover ^ step.to ^ step.from;
            use(Board::joined(before, answerer));
            if ((mover & step.beyond) != 0)
                use(Board::joined(mover ^ step.beyond ^ step.from, answerer));
            if ((answerer & step.beyond) != 0)
                use(Board::joined(before, answerer ^ step.beyond ^ step.to));
            if (step.beyond != 0 || (step.to & Board::outer) == 0) continue;
            if (mover_had_more) use(Board::joined(mover | step.from, answerer));  // QM6
            if (answerer_had_more) use(Board::joined(before, answerer | step.to));
        }
    }

    /// Calls `use(board)` for every board from which a move leads to this one with this ban.
    template <class Use>
    QUINTET_BOTH constexpr void each_before_ban(u64 board, int ban, Use use) const {
        const qomet::Step back = qomet::step(Board::banned_move(ban));
        const u32 before = Board::other(board) ^ back.to ^ back.beyond;
        use(Board::joined(before, Board::own(board) ^ back.from ^ back.to));
        if (rules.strict_undo) use(Board::joined(before, Board::own(board)));
    }
};

}  // namespace quintet
