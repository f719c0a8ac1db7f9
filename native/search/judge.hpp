// What a game tells the search besides its rules: how a position looks, and whether it can be won
// at once. One specialisation a game, in judges/.
#pragma once

#include "../game.hpp"

namespace quintet {

template <class G>
concept Judged =
    Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position) {
        /// How the position looks to the side to move; far inside the scores of wins.
        { Judge<G>::evaluate(rules, position) } -> std::same_as<int>;
        /// Whether the side to move has a move that wins the game on the spot.
        { Judge<G>::can_win(rules, position) } -> std::same_as<bool>;
        /// Whether a position can come back.
        { Judge<G>::cycles } -> std::convertible_to<bool>;
    };

/// The side of a seat: partners face each other, so seats of two sides alternate.
template <Game G>
int side_to_move(const typename G::Rules& rules, const typename G::Position& position) {
    static_assert(G::seat_count == 2 || G::seat_count == 4);
    return G::seat(rules, position) & 1;
}

/// Whether one of the legal moves wins on the spot, found by playing them all.
template <Game G>
bool some_move_wins(const typename G::Rules& rules, const typename G::Position& position) {
    const auto seat = static_cast<std::size_t>(G::seat(rules, position));
    bool found = false;
    G::legal(rules, position).each([&](int move) {
        if (found) return;
        found = G::outcome(rules, G::play(rules, position, move)).halves[seat] == 2;
    });
    return found;
}

}  // namespace quintet
