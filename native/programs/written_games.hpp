// What the programs share that play games and write positions of them to a file, to learn from.
#pragma once

#include <cstdio>
#include <mutex>

#include "arguments.hpp"
#include "solve/workers.hpp"

namespace quintet {

struct GamesPlan {
    u64 games = 0;
    u64 nodes = 0;
    u64 seed = 0;
    u64 threads = 1;
};

/// Whether these arguments are GAMES NODES SEED THREADS.
inline bool parse(const char* const* arguments, GamesPlan& plan) {
    return parse(arguments[0], plan.games) && parse(arguments[1], plan.nodes) &&
           parse(arguments[2], plan.seed) && parse(arguments[3], plan.threads) && plan.threads != 0;
}

/// Writes the records that `play` makes of the game with a number, in the order in which games end.
template <class Play>
bool write_games(const GamesPlan& plan, std::FILE* file, const Play& play) {
    Progress progress;
    std::mutex writing;
    bool whole = true;
    share_work(plan.games, 1, static_cast<int>(plan.threads), progress, [&](u64 number, u64, int) {
        const auto records = play(number);
        const std::scoped_lock alone(writing);
        const auto written = std::fwrite(records.data(), sizeof(records[0]), records.size(), file);
        whole = written == records.size() && whole;
    });
    return whole;
}

/// Opens a file for what `write` writes there; returns what the program exits with.
template <class Write>
int write_to(const char* path, const Write& write) {
    std::FILE* file = std::fopen(path, "wb");
    if (file == nullptr) {
        std::perror(path);
        return 1;
    }
    const bool whole = write(file);
    return std::fclose(file) == 0 && whole ? 0 : 1;
}

}  // namespace quintet
