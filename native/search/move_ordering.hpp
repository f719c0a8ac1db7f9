// Killer moves and history scores of a search thread.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "score.hpp"

namespace quintet {

template <int vocabulary>
class MoveOrdering {
public:
    MoveOrdering() { killers_.fill({-1, -1}); }

    /// A score above all history scores for the killer moves of a ply; otherwise 0.
    int killer(int move, int ply) const {
        const auto& [last, before] = killers_[static_cast<std::size_t>(ply)];
        return move == last ? 500'000 : move == before ? 400'000 : 0;
    }

    /// The history score of a move: its cutoffs, weighted by depth.
    int history(int move, int side) const {
        return history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move)];
    }

    /// Records a beta cutoff at a depth.
    void record_cutoff(int move, int side, int ply, int depth) {
        auto& [last, before] = killers_[static_cast<std::size_t>(ply)];
        if (last != move) before = std::exchange(last, move);
        int& times = history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move)];
        times = std::min(times + depth * depth, 100'000);
    }

private:
    std::array<std::pair<int, int>, max_plies> killers_;
    std::array<std::array<int, vocabulary>, 2> history_{};
};

}  // namespace quintet
