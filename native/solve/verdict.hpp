// Values in tablebases: the value for the side to move, and the plies to the end with best play.
#pragma once

#include "../game.hpp"

namespace quintet {

using Verdict = u16;

namespace verdict {

inline constexpr Verdict draw = 0;          // play never ends
inline constexpr Verdict tie = 1;           // the game ends without a winner
inline constexpr Verdict unknown = 0xffff;  // not in the tablebase
inline constexpr Verdict damaged = 0xfffe;  // an impossible value: the file is damaged

inline constexpr int max_plies = 30'000;

constexpr Verdict win_in(int plies) { return static_cast<Verdict>(2 + 2 * plies); }
constexpr Verdict loss_in(int plies) { return static_cast<Verdict>(3 + 2 * plies); }

constexpr bool is_decided(Verdict verdict) { return verdict >= 2 && verdict < damaged; }
constexpr bool is_win(Verdict verdict) { return is_decided(verdict) && verdict % 2 == 0; }
constexpr bool is_loss(Verdict verdict) { return is_decided(verdict) && verdict % 2 == 1; }
constexpr int plies(Verdict verdict) { return verdict / 2 - 1; }

/// A sort key: fast wins are greatest, then draws and ties, then slow losses.
constexpr int worth(Verdict verdict) {
    if (!is_decided(verdict)) return 0;
    const int soon = max_plies + 1 - plies(verdict);
    return is_win(verdict) ? soon : -soon;
}

/// The verdict one ply earlier, for the side that moves there.
constexpr Verdict before(Verdict verdict, bool same_side) {
    if (!is_decided(verdict)) return verdict;
    const int longer = plies(verdict) + 1;
    return is_win(verdict) == same_side ? win_in(longer) : loss_in(longer);
}

/// The verdict of the position that a best move leads to, which passes the turn.
constexpr Verdict after(Verdict verdict) {
    if (!is_decided(verdict)) return verdict;
    return is_win(verdict) ? loss_in(plies(verdict) - 1) : win_in(plies(verdict) - 1);
}

/// The verdict of a game that is over.
constexpr Verdict of_outcome(const Outcome& outcome, int seat) {
    const int halves = outcome.halves[static_cast<std::size_t>(seat)];
    return halves == 2 ? win_in(0) : halves == 0 ? loss_in(0) : tie;
}

}  // namespace verdict

/// The value of a position derived from those of its children: the invariant of every tablebase.
/// `value_of` is called for positions that are not over.
template <Game G, class ValueOf>
constexpr Verdict derived_verdict(const typename G::Rules& rules,
                                  const typename G::Position& position, const ValueOf& value_of) {
    const int seat = G::seat(rules, position);
    const Outcome outcome = G::outcome(rules, position);
    if (outcome.over()) return verdict::of_outcome(outcome, seat);
    Verdict best = verdict::unknown;
    bool some_unknown = false;
    G::legal(rules, position).each([&](int move) {
        if (some_unknown) return;
        const auto next = G::play(rules, position, move);
        const int next_seat = G::seat(rules, next);
        const Outcome end = G::outcome(rules, next);
        const Verdict its = end.over() ? verdict::of_outcome(end, next_seat) : value_of(next);
        some_unknown = some_unknown || its == verdict::unknown;
        const Verdict here = verdict::before(its, (seat ^ next_seat) % 2 == 0);
        if (best == verdict::unknown || verdict::worth(here) > verdict::worth(best)) best = here;
    });
    return some_unknown ? verdict::unknown : best;
}

}  // namespace quintet
