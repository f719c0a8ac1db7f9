// What the solvers of Qomet share: the moves that matter.
#pragma once

#include "../../search/evaluation/qomet.hpp"

namespace quintet {

/// Asks `is(move, next)` of the moves that do not lose at once (after which the game goes on and
/// the other side cannot win with its next move) until one is; whether there was one.
template <class Is>
bool some_holding_move(const Qomet::Rules& rules, const Qomet::Position& position, Is is) {
    bool found = false;
    Qomet::legal(rules, position).each([&](int move) {
        if (found) return;
        const Qomet::Position next = Qomet::play(rules, position, move);
        if (Qomet::outcome(rules, next).over() || Evaluator<Qomet>::can_win(rules, next)) return;
        found = is(move, next);
    });
    return found;
}

template <class Use>
void each_holding_move(const Qomet::Rules& rules, const Qomet::Position& position, Use use) {
    some_holding_move(rules, position, [&](int move, const Qomet::Position& next) {
        use(move, next);
        return false;
    });
}

/// Whether some stars can slide round their rings onto free points, in two ways at least: one may
/// be banned.
constexpr bool have_ring_slides(u32 stars, u32 free) {
    return ((stars & free << 1 & 0xfe'fefe) != 0) & ((stars & free >> 1 & 0x7f'7f7f) != 0);
}

inline bool can_hold(const Qomet::Rules& rules, const Qomet::Position& position) {
    return some_holding_move(rules, position, [](int, const Qomet::Position&) { return true; });
}

}  // namespace quintet
