// Whether a win can be forced within a number of plies: a plain full-width search. No evaluation,
// no transposition table, nothing left out, so that it can check what cleverer searches and tables
// say.
#pragma once

#include <vector>

#include "game.hpp"
#include "interrupt.hpp"

namespace quintet {

inline constexpr int max_forcing_plies = 1'000;

template <Game G>
class Forcing {
public:
    Forcing(const typename G::Rules& rules, int seat, int plies, Interrupt& interrupt)
        : rules_(rules),
          seat_(seat),
          refutations_(static_cast<std::size_t>(plies) + 1, -1),
          interrupt_(interrupt) {}

    /// Whether the seat's side wins within so many plies, whatever the others do. Meaningless once
    /// interrupted.
    bool wins(const typename G::Position& position, int plies) {
        const Outcome outcome = G::outcome(rules_, position);
        if (outcome.over()) return outcome.halves[static_cast<std::size_t>(seat_)] == 2;
        if (plies == 0) return false;
        // Smaller subtrees take less time than asking.
        if (plies >= 2 && interrupt_.requested()) return false;
        // One good move is enough for who moves; all replies must fail the others.
        const bool moving = side_of(G::seat(rules_, position)) == side_of(seat_);
        int& refutation = refutations_[static_cast<std::size_t>(plies)];
        const auto legal = G::legal(rules_, position);
        const auto settles = [&](int move) {
            return wins(G::play(rules_, position, move), plies - 1) == moving;
        };
        // The move that settled the last such question is tried first in the next.
        if (refutation >= 0 && legal.has(refutation) && settles(refutation)) return moving;
        bool settled = false;
        legal.each([&](int move) {
            if (settled || !settles(move)) return;
            settled = true;
            refutation = move;
        });
        return settled ? moving : !moving;
    }

private:
    /// Partners of two teams sit opposite each other.
    static constexpr int side_of(int seat) { return G::seat_count == 4 ? seat & 1 : seat; }

    const typename G::Rules rules_;
    const int seat_;
    std::vector<int> refutations_;
    Interrupt& interrupt_;
};

}  // namespace quintet
