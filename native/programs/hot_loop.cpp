// A fixed amount of random play of one game, to count instructions with callgrind: the count is the
// same on every run, however busy the machine is. Usage: hot_loop GAME GAMES

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "every_game.hpp"
#include "playout.hpp"

int main(int argc, char** argv) {
    using namespace quintet;
    if (argc != 3) {
        std::puts("usage: hot_loop GAME GAMES");
        return 2;
    }
    const long games = std::atol(argv[2]);
    bool found = false;
    every_game([&]<Game G>(const char* name, const typename G::Rules& rules) {
        if (std::strcmp(name, argv[1]) != 0) return;
        found = true;
        Random random(1);
        long long plies = 0;
        for (long game = 0; game < games; ++game) {
            auto position = G::start(rules);
            plies += playout<G>(rules, position, random, 400);
        }
        std::printf("%s: %lld plies\n", name, plies);
    });
    return found ? 0 : 2;
}
