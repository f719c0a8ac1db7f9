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

inline constexpr u8 open = 0;
inline constexpr u8 max_plies = 250;
inline constexpr u8 over_won = 252;   // the last move made a square for the side to move
inline constexpr u8 over_lost = 253;  // the other side has made a square
inline constexpr u8 empty = 255;      // no board has this number

constexpr bool is_board(u8 cell) { return cell <= max_plies; }
constexpr bool is_win(u8 cell) { return is_board(cell) && cell % 2 == 1; }
constexpr bool is_loss(u8 cell) { return is_board(cell) && cell != open && cell % 2 == 0; }

constexpr Verdict verdict_of(u8 cell) {
    if (cell == open) return verdict::draw;
    if (cell == over_won) return verdict::win_in(0);
    if (cell == over_lost) return verdict::loss_in(0);
    if (!is_board(cell)) return verdict::damaged;
    return cell % 2 == 1 ? verdict::win_in(cell) : verdict::loss_in(cell);
}

// Second cells: the ban, and from the eighth bit on the value with it.
constexpr u16 second(int ban, u8 value) { return static_cast<u16>(ban | value << 8); }
constexpr int ban(u16 cell) { return cell & 0xff; }
constexpr u8 value(u16 cell) { return static_cast<u8>(cell >> 8); }

}  // namespace qomet_cell

/// A view of the cells of all boards, by number.
struct QometCells {
    u8* first;
    u16* second;

    /// The value of the board at a place with a ban on it, or without one.
    QUINTET_BOTH u8 value(const QometIndex::Place& place, int ban) const {
        if (ban != 0) {
            const u16 cell = shared::load(second + place.number);
            if (cell != 0 && qomet_cell::ban(cell) == place.moved(ban))
                return qomet_cell::value(cell);
        }
        return shared::load(first + place.number);
    }

    /// Whether something about a board is still to be found out: its value; or, as long as one move
    /// alone wins fastest, its value with that move banned.
    QUINTET_BOTH bool is_open(u64 number) const {
        const u8 known = first[number];
        if (known == qomet_cell::open) return true;
        if (!qomet_cell::is_win(known)) return false;
        const u16 cell = second[number];
        return cell != 0 && qomet_cell::value(cell) == qomet_cell::open;
    }
};

}  // namespace quintet
