// The evaluation of Quixo.
#pragma once

#include "../../games/quixo.hpp"
#include "../evaluator.hpp"
#include "quixo_patterns.hpp"

namespace quintet {

template <int Size, int Players>
struct Evaluator<Quixo<Size, Players>> {
    using G = Quixo<Size, Players>;
    static constexpr bool cycles = true;

    static int evaluate(const typename G::Rules& rules, const typename G::Position& position) {
        if constexpr (Size == 5 && Players == 2) {
            const int side = G::seat(rules, position) & 1;
            return quixo::learned()(position.cubes >> (32 * side) & G::board,
                                    position.cubes >> (32 - 32 * side) & G::board);
        } else {
            return by_hand(rules, position);
        }
    }

    /// For the boards and players without learned tables, and what those are measured against.
    static int by_hand(const typename G::Rules& rules, const typename G::Position& position) {
        const int side = G::seat(rules, position) & 1;
        const u64 own = position.cubes >> (32 * side);
        const u64 other = position.cubes >> (32 - 32 * side);
        int score = 16;  // it is good to be to move
        score += cube * (std::popcount(own & G::board) - std::popcount(other & G::board));
        for (const u64 line : lines) {
            score += worth[static_cast<std::size_t>(std::popcount(own & line))] -
                     worth[static_cast<std::size_t>(std::popcount(other & line))];
        }
        return score;
    }

    /// A push changes one cell of every line it crosses, so all but one must stand already.
    static bool can_win(const typename G::Rules& rules, const typename G::Position& position) {
        const u64 own = position.cubes >> (32 * (G::seat(rules, position) & 1));
        bool near = false;
        for (const u64 line : lines) near |= std::popcount(own & line) >= Size - 1;
        return near && some_move_wins<G>(rules, position);
    }

private:
    static constexpr std::array<u64, 2 * Size + 2> lines = [] {
        std::array<u64, 2 * Size + 2> made{};
        for (int i = 0; i < Size; ++i) {
            made[static_cast<std::size_t>(i)] = G::file_cells << (Size * i);
            made[static_cast<std::size_t>(Size + i)] = G::rank_cells << i;
            made[2 * Size] |= 1ULL << (i * (Size + 1));
            made[2 * Size + 1] |= 1ULL << ((i + 1) * (Size - 1));
        }
        return made;
    }();

    // Only its own side can move a cube with a symbol: their number matters more than where they
    // are.
    static constexpr int cube = 22;
    // By the number of own symbols in a line.
    static constexpr std::array<int, 6> worth{0, 0, 1, 4, 14, 0};
};

}  // namespace quintet
