// What spoken calls (QT4) change: nothing about who wins between players who never miss one, but
// how long it takes. So a position of a spoken game is answered by the game in which the program
// calls; by its rules only if nothing was missed before. For alignments that share one feature.
#pragma once

#include "quarto.hpp"

namespace quintet {

struct QuartoCalls {
    using Spoken = Quarto<true>;
    using Plain = Quarto<false>;

    static constexpr Plain::Rules plain_rules(const Spoken::Rules& rules) {
        return {static_cast<int>(Spoken::gather(rules.counted)), rules.squares, false};
    }

    /// Whether nothing is left to be called or passed over in silence, so that the position without
    /// its windows says everything.
    static constexpr bool is_plain(const Spoken::Rules& rules, const Spoken::Position& position) {
        if (Spoken::occupied(position.state) == Spoken::full_board) return false;
        const int count = rules.squares ? 19 : 10;
        for (int alignment = 0; alignment < count; ++alignment) {
            if (Spoken::is_live(rules, position, alignment)) return false;
        }
        return true;
    }

    /// Whether the position without its windows can come up where the program calls: no alignment
    /// stands on the board. An uncalled one (QT7) would have ended that game, so its values
    /// do not apply; checks of alignments with an empty space still do.
    static constexpr bool comes_up_plain(const Spoken::Rules& rules,
                                         const Spoken::Position& position) {
        const u64 occupied = Spoken::occupied(position.state);
        const u64 ones = position.features & rules.counted;
        const u64 zeros = ~position.features & rules.counted & lanes(occupied);
        const u64 lines = Spoken::lines(ones, zeros);
        const u64 squares = Spoken::squares(ones, zeros);
        return occupied != Spoken::full_board && lines == 0 && (!rules.squares || squares == 0);
    }

    static constexpr Plain::Position plain(const Spoken::Position& position) {
        return {position.features, position.state & ((1ULL << Spoken::last_at) - 1)};
    }

    /// The plies left, by those of the plain game, in which the side to move wins or loses. The
    /// winner has to call, and the loser may make one false call after every placement (QT13).
    static constexpr int plies(const Spoken::Rules& rules, const Spoken::Position& position,
                               int plain_plies, bool wins) {
        const int placements = (plain_plies + 1) / 2;
        const int windows = placements - 1 + (has_window(rules, position, !wins) ? 1 : 0);
        return plain_plies + 1 + (rules.false_call_loses ? 0 : windows);
    }

private:
    /// Whether a side, to move or not, still has a call after the placement that was last: before
    /// it gives a piece, or before it places the one it is given (QT5, QT6).
    static constexpr bool has_window(const Spoken::Rules& rules, const Spoken::Position& position,
                                     bool to_move) {
        if (Spoken::occupied(position.state) == 0) return false;
        if (Spoken::hand(position.state) != 0 && !to_move) return false;
        const int mover = Spoken::seat(rules, position);
        const int seat = to_move ? mover : 1 - mover;
        return (position.state >> (Spoken::used_at + seat) & 1) == 0;
    }
};

}  // namespace quintet
