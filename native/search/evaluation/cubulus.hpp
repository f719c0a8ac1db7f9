// The evaluation of Cubulus for two.
#pragma once

#include "../evaluator.hpp"
#include "cubulus_network.hpp"
#include "cubulus_squares.hpp"

namespace quintet {

template <>
struct Evaluator<Cubulus<2>> {
    using G = Cubulus<2>;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        if (G::setting_up(position)) return in_the_way(position, starts_at);
        static thread_local cubulus::Network::Memory memory;
        const int side = G::to_move(position);
        return cubulus::network()(
            {G::own(position, side), G::own(position, 1 - side), G::own(position, 2)}, memory);
    }

    /// What the network is measured against, and what orders the moves of the attack search.
    static int by_hand(const G::Rules&, const G::Position& position) {
        if (G::setting_up(position)) return in_the_way(position, to_move);
        const int side = G::to_move(position);
        const cubulus::ByCount own(cubulus::count_squares(G::own(position, side)));
        const cubulus::ByCount other(cubulus::count_squares(G::own(position, 1 - side)));
        return to_move + squares_worth(own, other.any) - squares_worth(other, own.any) +
               places_worth(G::own(position, side)) - places_worth(G::own(position, 1 - side));
    }

    static bool can_win(const G::Rules&, const G::Position& position) {
        return !G::setting_up(position) && cubulus::can_make_square<G>(position);
    }

private:
    /// The set-up is made by the side that moves second: it wants neutral balls in the way of as
    /// many squares as so many balls can be. Where it has that, it looks as after the set-up, when
    /// the other side is to move; otherwise a search would think the better of every ball that is
    /// still to come.
    static int in_the_way(const G::Position& position, int for_starter) {
        constexpr std::array<int, 9> most{0, 6, 12, 18, 24, 30, 32, 34, 36};
        const u64 balls = G::own(position, 2);
        const cubulus::ByCount neutral(cubulus::count_squares(balls));
        const int missed =
            most[static_cast<std::size_t>(std::popcount(balls))] - std::popcount(neutral.any);
        return -for_starter - 4 * missed;
    }

    // What the network thinks of the starter's chances, whatever the set-up.
    static constexpr int starts_at = 85;

    // All these numbers were fitted to how games between equals ended.
    static constexpr int to_move = 18;  // it is good to be

    /// What a colour's squares are worth; those in which the other has balls, too, are worth less,
    /// and less than nothing where one ball is all it has there.
    static int squares_worth(const cubulus::ByCount& squares, u64 shared) {
        return 2 * std::popcount(squares.one) - 11 * std::popcount(squares.one & shared) +
               6 * std::popcount(squares.two) - 9 * std::popcount(squares.two & shared) +
               23 * std::popcount(squares.three) - 11 * std::popcount(squares.three & shared);
    }

    /// What a colour's balls are worth by where they are: it is good to have them in, and better to
    /// have them where more squares meet.
    static int places_worth(u64 balls) {
        constexpr std::array<int, 4> worth{10, 6, 3, 8};
        int sum = 0;
        for (std::size_t place = 0; place < worth.size(); ++place)
            sum += worth[place] * std::popcount(balls & cubulus::places[place]);
        return sum;
    }
};

}  // namespace quintet
