// The evaluation of Quantik.
#pragma once

#include "../../games/quantik.hpp"
#include "../evaluator.hpp"

namespace quintet {

template <>
struct Evaluator<Quantik> {
    static constexpr bool cycles = false;

    /// Mobility: the side that runs out of placements first loses.
    static int evaluate(const Quantik::Rules&, const Quantik::Position& position) {
        Quantik::Position turned = position;
        turned.state ^= 1;
        return 8 * (std::popcount(Quantik::placements(position)) -
                    std::popcount(Quantik::placements(turned)));
    }

    static int plies_left(const Quantik::Rules&, const Quantik::Position& position) {
        return 16 - std::popcount(position.pieces[0] | position.pieces[1]);
    }

    static bool can_win(const Quantik::Rules&, const Quantik::Position& position) {
        const u64 found = completing(position.pieces[0] | position.pieces[1]);
        return found != 0 && (found & Quantik::placements(position)) != 0;
    }

    /// The placements that may win: a shape wins on an empty space of a zone that holds the three
    /// other shapes.
    static constexpr u64 completing(u64 all) {
        const auto others = [](u64 x) {
            return std::rotl(x, 16) & std::rotl(x, 32) & std::rotl(x, 48);
        };
        return others(Quantik::rows(all)) * 0xf | others(Quantik::columns(all)) * 0x1111 |
               others(Quantik::regions(all)) * 0x33;
    }
};

}  // namespace quintet
