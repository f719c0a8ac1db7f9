// A move of the position that is thought about.
#pragma once

#include <vector>

#include "score.hpp"

namespace quintet {

/// What is known of a move, and the line that follows.
struct RootMove {
    int move = 0;
    Score score{-infinite_score, false, false, most_plies};
    std::vector<int> line;
};

inline bool better(const RootMove& a, const RootMove& b) { return a.score.value > b.score.value; }

}  // namespace quintet
