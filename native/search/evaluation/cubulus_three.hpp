// The evaluation of Cubulus for three.
#pragma once

#include "../evaluator.hpp"
#include "../exponential.hpp"
#include "cubulus_points.hpp"

namespace quintet {

template <>
struct Evaluator<Cubulus<3>> {
    using G = Cubulus<3>;
    using Shares = std::array<float, 3>;

    static Shares shares(const G::Rules&, const G::Position& position) {
        constexpr float scale = 60 * cubulus::Points::in_a_point;
        return by_points(
            cubulus::points()({G::own(position, 0), G::own(position, 1), G::own(position, 2)},
                              static_cast<std::size_t>(G::to_move(position))),
            scale);
    }

    /// What the learned points are measured against: each seat's chances grow with its balls in
    /// squares, those without foreign balls above all.
    static Shares by_hand(const G::Rules&, const G::Position& position) {
        using cubulus::ByCount;
        using cubulus::count_squares;
        const std::array<ByCount, 3> squares{ByCount(count_squares(G::own(position, 0))),
                                             ByCount(count_squares(G::own(position, 1))),
                                             ByCount(count_squares(G::own(position, 2)))};
        const auto mover = static_cast<std::size_t>(G::to_move(position));
        std::array<int, 3> points{};
        for (std::size_t seat = 0; seat < points.size(); ++seat) {
            const u64 shared = squares[(seat + 1) % 3].any | squares[(seat + 2) % 3].any;
            const std::size_t wait = (seat + 3 - mover) % 3;
            points[seat] = worth(squares[seat], shared) + tempo[wait];
        }
        return by_points(points, 60);
    }

    static bool can_win(const G::Rules&, const G::Position& position) {
        return cubulus::can_make_square<G>(position);
    }

private:
    /// So many points as `unit` make a share 2.7 (e) times as large.
    static Shares by_points(const std::array<int, 3>& points, float unit) {
        Shares shares{};
        float total = 0;
        for (std::size_t seat = 0; seat < shares.size(); ++seat) {
            shares[seat] = exponential(static_cast<float>(points[seat]) / unit);
            total += shares[seat];
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    // For who moves now, next, and last.
    static constexpr std::array<int, 3> tempo{8, 4, 0};

    /// What a colour's squares are worth; those with foreign balls are worth less.
    static int worth(const cubulus::ByCount& squares, u64 shared) {
        return 2 * std::popcount(squares.one) - std::popcount(squares.one & shared) +
               9 * std::popcount(squares.two) - 6 * std::popcount(squares.two & shared) +
               30 * std::popcount(squares.three) - 18 * std::popcount(squares.three & shared);
    }
};

}  // namespace quintet
