// The number of move sequences of a given length: the usual check of a move generator.
#pragma once

#include <vector>

#include "game.hpp"
#include "interrupt.hpp"
#include "solve/workers.hpp"

namespace quintet {

inline constexpr int max_perft_depth = 100;

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

/// The same, until interrupted.
template <Game G>
u64 perft(const typename G::Rules& rules, const typename G::Position& position, int depth,
          Interrupt& interrupt) {
    if (interrupt.requested()) return 0;
    // Smaller trees take microseconds.
    if (depth <= 3) return perft<G>(rules, position, depth);
    u64 total = 0;
    G::legal(rules, position).each([&](int move) {
        total += perft<G>(rules, G::play(rules, position, move), depth - 1, interrupt);
    });
    return total;
}

/// The same on several threads, which share the positions two plies from here.
template <Game G>
u64 perft(const typename G::Rules& rules, const typename G::Position& position, int depth,
          int threads, Interrupt& interrupt) {
    if (threads == 1 || depth <= 3) return perft<G>(rules, position, depth, interrupt);
    std::vector<typename G::Position> parts;
    G::legal(rules, position).each([&](int first) {
        const auto next = G::play(rules, position, first);
        G::legal(rules, next).each([&](int second) {
            parts.push_back(G::play(rules, next, second));
        });
    });
    std::atomic<u64> total{0};
    Progress progress;
    share_work(parts.size(), 1, threads, progress, [&](u64 part, u64, int) {
        total += perft<G>(rules, parts[part], depth - 2, interrupt);
        if (interrupt.requested()) progress.stopped = true;
    });
    return total;
}

}  // namespace quintet
