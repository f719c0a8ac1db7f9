// The number of move sequences of a given length: the field's check of a move generator.
#pragma once

#include "game.hpp"

namespace quintet {

template <Game G>
u64 perft(const typename G::Rules& rules, const typename G::Position& position, int depth) {
    if (depth == 0) return 1;
    const auto moves = G::legal(rules, position);
    if (depth == 1) return static_cast<u64>(moves.count());
    u64 total = 0;
    moves.each(
        [&](int move) { total += perft<G>(rules, G::play(rules, position, move), depth - 1); });
    return total;
}

}  // namespace quintet
