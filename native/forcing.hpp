// Whether a win can be forced within a number of plies: the plainest search there is. No looks, no
// memory, nothing left out; so it can check what cleverer searches and tables say.
#pragma once

#include <vector>

#include "game.hpp"

namespace quintet {

template <Game G>
class Forcing {
public:
    Forcing(const typename G::Rules& rules, int seat, int plies)
        : rules_(rules), seat_(seat), telling_(static_cast<std::size_t>(plies) + 1, -1) {}

    /// Whether the seat's side wins within so many plies, whatever the others do.
    bool wins(const typename G::Position& position, int plies) {
        const Outcome outcome = G::outcome(rules_, position);
        if (outcome.over()) return outcome.halves[static_cast<std::size_t>(seat_)] == 2;
        if (plies == 0) return false;
        // One good move is enough for who moves; all replies must fail the others.
        const bool moving = side_of(G::seat(rules_, position)) == side_of(seat_);
        int& telling = telling_[static_cast<std::size_t>(plies)];
        const auto legal = G::legal(rules_, position);
        const auto settles = [&](int move) {
            return wins(G::play(rules_, position, move), plies - 1) == moving;
        };
        // The move that settled the last such question is tried first in the next.
        if (telling >= 0 && legal.has(telling) && settles(telling)) return moving;
        bool settled = false;
        legal.each([&](int move) {
            if (settled || !settles(move)) return;
            settled = true;
            telling = move;
        });
        return settled ? moving : !moving;
    }

private:
    /// Partners of two teams sit opposite each other.
    static constexpr int side_of(int seat) { return G::seat_count == 4 ? seat & 1 : seat; }

    const typename G::Rules rules_;
    const int seat_;
    std::vector<int> telling_;
};

}  // namespace quintet
