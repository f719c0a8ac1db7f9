// Thinking about one position: what a search is asked for, and what it reports.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "root_move.hpp"
#include "transposition_table.hpp"

namespace quintet {

/// When to stop; nothing set means until the value is proved.
struct Limits {
    u64 nodes = ~0ULL;
    double seconds = 1e9;
    int depth = most_plies - 10;
    int threads = 1;
    std::size_t table_bytes = std::size_t{64} << 20;
    // What other searches of the game have learnt, and will; for games that must end.
    std::shared_ptr<ValueTable> memory;
    std::size_t wanted = 1;  // how many of the best moves get exact values and lines
    std::vector<int> only;   // look at these moves alone; empty: at all
    u64 seed = 1;            // for searches that play at random
    std::vector<u64> drawn;  // hashes of positions that end the game when they come up again (H1)
    bool to_win = false;     // a move to play, not the truth alone: rather no draw
};

/// What is known so far. `chance` is the expected share of the point, for searches that count
/// games.
struct Report {
    int depth = 0;
    u64 nodes = 0;
    double seconds = 0;
    bool proved = false;  // the value of the best move is exact, and no other is better
    std::vector<RootMove> moves;
    std::vector<double> chances;
};

class Thinker {
public:
    virtual ~Thinker() = default;
    virtual Report think(const Limits& limits, const std::function<void(const Report&)>& tell) = 0;
    virtual void stop() = 0;
};

inline double seconds_since(std::chrono::steady_clock::time_point began) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

inline std::chrono::steady_clock::time_point deadline_after(
    std::chrono::steady_clock::time_point began, double seconds) {
    return began + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                       std::chrono::duration<double>(std::min(seconds, 1e6)));
}

}  // namespace quintet
