// What a thread has learnt from its search: which moves were good before.
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

    /// A rank above all history for the moves that were good last at a ply; otherwise 0.
    int killer(int move, int ply) const {
        const auto& [last, before] = killers_[static_cast<std::size_t>(ply)];
        return move == last ? 500'000 : move == before ? 400'000 : 0;
    }

    /// How often a move was good for a side, by how much was searched below it.
    int history(int move, int side) const {
        return history_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move)];
    }

    /// A move was too good, with so many plies searched below.
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
