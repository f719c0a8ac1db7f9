// A search of one position: its limits, and what it reports.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "root_move.hpp"
#include "transposition_table.hpp"

namespace quintet {

inline constexpr int max_depth = 200;
inline constexpr std::size_t default_megabytes = 64;

/// When to stop; nothing set means until the value is proved.
struct Limits {
    u64 nodes = ~0ULL;
    double seconds = 1e9;
    int depth = max_depth;
    int threads = 1;
    std::size_t table_bytes = default_megabytes << 20;
    // Shared with other searches of a game that must end; if null, the search has its own.
    std::shared_ptr<TranspositionTable> transpositions;
    std::size_t multipv = 1;       // how many of the best moves get exact values and lines
    std::vector<int> searchmoves;  // search these moves only; empty: all
    u64 seed = 1;                  // for searches that play at random
    std::vector<u64> drawn;  // hashes of positions that end the game when they come up again (H1)
    bool to_win = false;     // play to win: avoid draws by repetition
};

/// Whether a move is to be searched: one of those named, or any if none is.
inline bool is_searched(const std::vector<int>& searchmoves, int move) {
    return searchmoves.empty() ||
           std::find(searchmoves.begin(), searchmoves.end(), move) != searchmoves.end();
}

/// The results of a search so far.
struct Report {
    int depth = 0;
    u64 nodes = 0;
    double seconds = 0;
    bool proved = false;  // the value of the best move is exact, and no other is better
    std::vector<RootMove> moves;
};

class Searcher {
public:
    virtual ~Searcher() = default;
    virtual Report run(const Limits& limits,
                       const std::function<void(const Report&)>& on_report) = 0;
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
