// How Cubulus for two looks to the search. (With three, no side's gain is another's loss alone:
// that is for the tree of random games.)
#pragma once

#include "../../games/cubulus.hpp"
#include "../judge.hpp"

namespace quintet {

template <>
struct Judge<Cubulus<2>> {
    using G = Cubulus<2>;
    static constexpr bool cycles = true;

    static int evaluate(const G::Rules&, const G::Position& position) {
        if (G::setting_up(position)) return in_the_way(position);
        const int side = G::to_move(position);
        const u64 own = G::own(position, side);
        const u64 other = G::own(position, 1 - side);
        int score = 8;  // it is good to be to move
        for (const u64 square : squares) {
            const int mine = std::popcount(own & square);
            const int theirs = std::popcount(other & square);
            score += worth[theirs != 0][mine] - worth[mine != 0][theirs];
        }
        return score;
    }

    /// A move that wins needs three balls of a square, or two and a push that brings two more.
    static bool can_win(const G::Rules& rules, const G::Position& position) {
        if (G::setting_up(position)) return false;
        const u64 own = G::own(position, G::to_move(position));
        bool near = false;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            near |= std::popcount(own & squares[i]) >= (i < blocks ? 3 : 2);
        }
        return near && some_move_wins<G>(rules, position);
    }

private:
    /// The set-up is made by the side that moves second: it wants neutral balls in the way.
    static int in_the_way(const G::Position& position) {
        const u64 neutral = G::own(position, 2);
        int blocked = 0;
        for (const u64 square : squares) blocked += (neutral & square) != 0 ? 1 : 0;
        return 4 * blocked;
    }

    static constexpr std::size_t blocks = 24;

    /// CB8: the 24 blocks of a face (no row has two of their slots at its ends), then the corners
    /// and the mid-edges.
    static constexpr std::array<u64, 36> squares = [] {
        constexpr std::array<std::array<int, 4>, 6> on_a_face{
            {{0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}, {0, 2, 6, 8}, {1, 3, 5, 7}}};
        std::array<u64, 36> made{};
        std::size_t block = 0;
        std::size_t wide = blocks;
        for (int face = 0; face < 6; ++face) {
            for (std::size_t kind = 0; kind < 6; ++kind) {
                u64 square = 0;
                for (const int at : on_a_face[kind]) {
                    square |= 1ULL << cubulus::row_at(9 * face + at).first;
                }
                made[kind < 4 ? block++ : wide++] = square;
            }
        }
        return made;
    }();

    static constexpr std::array<std::array<int, 5>, 2> worth{{{0, 2, 9, 30, 0}, {0, 1, 3, 12, 0}}};
};

}  // namespace quintet
