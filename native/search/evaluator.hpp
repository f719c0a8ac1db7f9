// The interface between a game and the search: an evaluation, and whether the side to move can win
// at once. One specialisation a game, in evaluation/.
#pragma once

#include "../game.hpp"

namespace quintet {

template <class G>
concept HasEvaluator =
    Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position) {
        /// The evaluation for the side to move, far inside the scores of wins.
        { Evaluator<G>::evaluate(rules, position) } -> std::same_as<int>;
        /// Whether the side to move has a winning move.
        { Evaluator<G>::can_win(rules, position) } -> std::same_as<bool>;
        /// Whether positions can repeat.
        { Evaluator<G>::cycles } -> std::convertible_to<bool>;
    };

/// A game of more than two sides estimates each seat's share of the point instead.
template <class G>
concept HasShareEvaluator =
    Game<G> && requires(const typename G::Rules& rules, const typename G::Position& position) {
        { Evaluator<G>::shares(rules, position) } -> std::same_as<typename Evaluator<G>::Shares>;
        { Evaluator<G>::can_win(rules, position) } -> std::same_as<bool>;
    };

/// A game may name at once all moves after which the opponent can win with the next one; otherwise
/// the search asks `can_win` after each.
template <class G>
concept NamesLosingMoves = HasEvaluator<G> && requires(const typename G::Rules& rules,
                                                       const typename G::Position& position) {
    { Evaluator<G>::losing_moves(rules, position) } -> std::same_as<MoveSet<G::vocabulary>>;
};

/// A game may define its own transposition key; otherwise the canonical position is hashed.
template <class G>
concept HasTranspositionKey = HasEvaluator<G> && requires(const typename G::Rules& rules,
                                                          const typename G::Position& position) {
    { Evaluator<G>::transposition_key(rules, position) } -> std::same_as<u64>;
};

template <HasEvaluator G>
u64 transposition_key(const typename G::Rules& rules, const typename G::Position& position) {
    if constexpr (HasTranspositionKey<G>) return Evaluator<G>::transposition_key(rules, position);
    return hash_of(G::canonical(rules, position));
}

/// A game may define how moves are ordered by the position they lead to; otherwise the evaluation
/// decides.
template <class G>
concept HasOrderingScore = HasEvaluator<G> && requires(const typename G::Rules& rules,
                                                       const typename G::Position& position) {
    { Evaluator<G>::ordering_score(rules, position) } -> std::same_as<int>;
};

template <HasEvaluator G>
int ordering_score(const typename G::Rules& rules, const typename G::Position& position,
                   bool same_side) {
    if constexpr (HasOrderingScore<G>) return Evaluator<G>::ordering_score(rules, position);
    const int looks = Evaluator<G>::evaluate(rules, position);
    return same_side ? looks : -looks;
}

/// A game may have moves that change nothing on the board; they cost the search no depth, so that
/// they cannot push anything beyond the horizon.
template <class G>
concept HasFreeMoves = HasEvaluator<G> && requires(int move) {
    { Evaluator<G>::is_free(move) } -> std::same_as<bool>;
};

template <HasEvaluator G>
bool is_free(int move) {
    if constexpr (HasFreeMoves<G>) return Evaluator<G>::is_free(move);
    return false;
}

/// A game that must end also says how many plies are left at most (`plies_left`).
template <class G>
concept MustEnd = HasEvaluator<G> && !Evaluator<G>::cycles &&
                  requires(const typename G::Rules& rules, const typename G::Position& position) {
                      { Evaluator<G>::plies_left(rules, position) } -> std::same_as<int>;
                  };

/// The side of a seat: partners face each other, so seats of two sides alternate.
template <Game G>
int side_to_move(const typename G::Rules& rules, const typename G::Position& position) {
    static_assert(G::seat_count == 2 || G::seat_count == 4);
    return G::seat(rules, position) & 1;
}

/// Whether one of the legal moves wins at once, found by playing them all.
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
