// How Cubulus for two looks to the search.
#pragma once

#include "../judge.hpp"
#include "cubulus_squares.hpp"

namespace quintet {

template <>
struct Judge<Cubulus<2>> {
    using G = Cubulus<2>;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        if (G::setting_up(position)) return in_the_way(position);
        const int side = G::to_move(position);
        const cubulus::ByCount own(cubulus::count_squares(G::own(position, side)));
        const cubulus::ByCount other(cubulus::count_squares(G::own(position, 1 - side)));
        const int to_move = 8;  // it is good to be
        return to_move + worth(own, other.any) - worth(other, own.any);
    }

    static bool can_win(const G::Rules&, const G::Position& position) {
        return !G::setting_up(position) && cubulus::can_make_square<G>(position);
    }

private:
    /// The set-up is made by the side that moves second: it wants neutral balls in the way.
    static int in_the_way(const G::Position& position) {
        const cubulus::ByCount neutral(cubulus::count_squares(G::own(position, 2)));
        return 4 * std::popcount(neutral.any);
    }

    /// What a colour's squares are worth; those in which the other has balls, too, are worth less.
    static int worth(const cubulus::ByCount& squares, u64 shared) {
        return 2 * std::popcount(squares.one) - std::popcount(squares.one & shared) +
               9 * std::popcount(squares.two) - 6 * std::popcount(squares.two & shared) +
               30 * std::popcount(squares.three) - 18 * std::popcount(squares.three & shared);
    }
};

}  // namespace quintet
