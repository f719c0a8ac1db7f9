// A move of the position that is searched.
#pragma once

#include <optional>
#include <vector>

#include "score.hpp"

namespace quintet {

/// The value of a move and the line that follows. `estimate` is the expected share of the point,
/// from searches that give no score.
struct RootMove {
    int move = 0;
    Score score{-infinite_score, false, false, max_plies};
    std::vector<int> line;
    std::optional<double> estimate = std::nullopt;
};

inline bool better(const RootMove& a, const RootMove& b) { return a.score.value > b.score.value; }

}  // namespace quintet
