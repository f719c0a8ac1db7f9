// Many random games from one position, and their results.
#pragma once

#include <vector>

#include "interrupt.hpp"
#include "playout.hpp"
#include "solve/workers.hpp"

namespace quintet {

/// The results of random games: plies in all, and how often each outcome was reached. A game cut
/// off by the limit counts under an outcome that is not over.
class Tally {
public:
    struct Row {
        Outcome outcome;
        u64 times;
        u64 first;  // the number of the first game that ended so
    };

    void count(u64 game, int plies, const Outcome& outcome) {
        plies_ += static_cast<u64>(plies);
        for (Row& row : rows_) {
            if (row.outcome == outcome) {
                ++row.times;
                return;
            }
        }
        rows_.push_back({outcome, 1, game});
    }

    void add(const Tally& other) {
        plies_ += other.plies_;
        for (const Row& row : other.rows_) add(row);
    }

    u64 plies() const { return plies_; }

    /// The outcomes in the order in which they first came up.
    std::vector<Row> rows() const {
        auto sorted = rows_;
        std::sort(sorted.begin(), sorted.end(),
                  [](const Row& a, const Row& b) { return a.first < b.first; });
        return sorted;
    }

private:
    void add(const Row& row) {
        for (Row& mine : rows_) {
            if (mine.outcome == row.outcome) {
                mine.times += row.times;
                mine.first = std::min(mine.first, row.first);
                return;
            }
        }
        rows_.push_back(row);
    }

    u64 plies_ = 0;
    std::vector<Row> rows_;
};

/// Games are played in blocks, each with a random sequence of its own, so that the results do not
/// depend on the number of threads. The first block is large: few games are one sequence.
struct PlayoutBlocks {
    static constexpr u64 first_size = u64{1} << 16;
    static constexpr u64 size = u64{1} << 10;

    static constexpr u64 count(u64 games) {
        return games <= first_size ? 1 : 1 + (games - first_size + size - 1) / size;
    }
    static constexpr u64 begin(u64 block) {
        return block == 0 ? 0 : first_size + (block - 1) * size;
    }
    static constexpr u64 seed(u64 seed, u64 block) { return block == 0 ? seed : mix(seed) ^ block; }
};

/// Plays random games from a position, at most `limit` plies each.
template <Game G>
Tally playouts(const typename G::Rules& rules, const typename G::Position& start, u64 games,
               u64 seed, int limit, int threads, Interrupt& interrupt) {
    const auto play_block = [&](u64 block, Tally& tally) {
        Random random(PlayoutBlocks::seed(seed, block));
        const u64 end = std::min(games, PlayoutBlocks::begin(block + 1));
        for (u64 game = PlayoutBlocks::begin(block); game < end; ++game) {
            if (game % 16 == 0 && interrupt.requested()) return;
            auto position = start;
            const int plies = playout<G>(rules, position, random, limit);
            tally.count(game, plies, G::outcome(rules, position));
        }
    };
    std::vector<Tally> tallies(static_cast<std::size_t>(threads));
    Progress progress;
    share_work(PlayoutBlocks::count(games), 1, threads, progress, [&](u64 block, u64, int worker) {
        play_block(block, tallies[static_cast<std::size_t>(worker)]);
        if (interrupt.requested()) progress.stopped = true;
    });
    Tally all;
    for (const Tally& tally : tallies) all.add(tally);
    return all;
}

}  // namespace quintet
