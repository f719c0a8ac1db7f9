// Games played by random movers.
#pragma once

#include "game.hpp"

namespace quintet {

/// A small fast random source (a Weyl sequence, mixed); one seed gives one sequence everywhere.
class Random {
public:
    explicit constexpr Random(u64 seed) : state_(mix(seed + 0x9e37'79b9'7f4a'7c15ULL)) {}

    constexpr u64 next() {
        state_ += 0x9e37'79b9'7f4a'7c15ULL;
        return mix(state_);
    }

    /// A number from 0 to `bound` - 1.
    constexpr int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<u64>(bound)) >> 32);
    }

private:
    u64 state_;
};

/// Plays random moves until the game is over or `limit` plies are played; returns the plies played.
template <Game G>
int playout(const typename G::Rules& rules, typename G::Position& position, Random& random,
            int limit) {
    int plies = 0;
    for (; plies < limit; ++plies) {
        const auto moves = G::legal(rules, position);
        const int count = moves.count();
        if (count == 0) break;
        position = G::play(rules, position, moves.nth(random.below(count)));
    }
    return plies;
}

}  // namespace quintet
