// What the complete tablebase of Qomet stores: for every board a byte, the plies to the end. An odd
// number is a win for the side to move and an even one a loss, for the winner always makes the last
// move (docs/explanation/known/qomet.md); 0 is a draw, or not decided yet.
//
// The value of a board with a ban (QM7) differs from the one without only if the banned move is the
// only best one. A board has at most one such move, and for it a second cell: the ban, and the
// value of the board with that ban.
#pragma once

#include "../../verdict.hpp"
#include "index.hpp"

namespace quintet {

namespace qomet_cell {

// Cells of two bytes are for programs only, should a win take more plies than a byte can count.
#if defined(QUINTET_WIDE_CELLS)
using First = u16;
using Second = u32;
inline constexpr int kinds = 2048;
#else
using First = u8;
using Second = u16;
inline constexpr int kinds = 256;
#endif

inline constexpr First open = 0;
inline constexpr First max_plies = kinds - 6;
inline constexpr First over_won = kinds - 4;   // the last move made the side to move a square
inline constexpr First over_lost = kinds - 3;  // the other side has made a square
inline constexpr First empty = kinds - 1;      // no board has this number

constexpr bool is_board(First cell) { return cell <= max_plies; }
constexpr bool is_win(First cell) { return is_board(cell) && cell % 2 == 1; }
constexpr bool is_loss(First cell) { return is_board(cell) && cell != open && cell % 2 == 0; }

constexpr Verdict verdict_of(First cell) {
    if (cell == open) return verdict::draw;
    if (cell == over_won) return verdict::win_in(0);
    if (cell == over_lost) return verdict::loss_in(0);
    if (!is_board(cell)) return verdict::damaged;
    return cell % 2 == 1 ? verdict::win_in(cell) : verdict::loss_in(cell);
}

// Second cells: the ban, and from the eighth bit on the value with it.
constexpr Second second(int ban, First value) { return static_cast<Second>(ban | value << 8); }
constexpr int ban(Second cell) { return cell & 0xff; }
constexpr First value(Second cell) { return static_cast<First>(cell >> 8); }

}  // namespace qomet_cell

/// A view of the cells of all boards, by number.
struct QometCells {
    qomet_cell::First* first;
    qomet_cell::Second* second;

    /// The value of the board at a place with a ban on it, or without one.
    QUINTET_BOTH qomet_cell::First value(const QometIndex::Place& place, int ban) const {
        if (ban != 0) {
            const qomet_cell::Second cell = shared::load(second + place.number);
            if (cell != 0 && qomet_cell::ban(cell) == place.moved(ban))
                return qomet_cell::value(cell);
        }
        return shared::load(first + place.number);
    }

    /// Whether something about a board is still to be found out: its value; or, as long as one move
    /// alone wins fastest, its value with that move banned.
    QUINTET_BOTH bool is_open(u64 number) const {
        const qomet_cell::First known = first[number];
        if (known == qomet_cell::open) return true;
        if (!qomet_cell::is_win(known)) return false;
        const qomet_cell::Second cell = second[number];
        return cell != 0 && qomet_cell::value(cell) == qomet_cell::open;
    }
};

}  // namespace quintet
