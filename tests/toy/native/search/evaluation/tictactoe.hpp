// How tic-tac-toe looks to the search.
#pragma once

#include "../../games/tictactoe.hpp"
#include "search/evaluator.hpp"

namespace quintet {

template <>
struct Evaluator<TicTacToe> {
    static constexpr bool cycles = false;

    /// Lines that are still open to a side.
    static int evaluate(const TicTacToe::Rules& rules, const TicTacToe::Position& position) {
        const auto own = static_cast<std::size_t>(TicTacToe::seat(rules, position));
        const auto open_to = [&](std::size_t side) {
            return std::ranges::count_if(
                TicTacToe::lines, [&](u64 line) { return (position.signs[1 - side] & line) == 0; });
        };
        return static_cast<int>(8 * (open_to(own) - open_to(1 - own)));
    }

    static int plies_left(const TicTacToe::Rules&, const TicTacToe::Position& position) {
        return TicTacToe::cell_count - count_bits(TicTacToe::taken(position));
    }

    static bool can_win(const TicTacToe::Rules& rules, const TicTacToe::Position& position) {
        return some_move_wins<TicTacToe>(rules, position);
    }
};

}  // namespace quintet
