// The evaluation of Cubulus for three: by hand, for searches that look only so far ahead, and by a
// network.
#pragma once

#include "../evaluator.hpp"
#include "../exponential.hpp"
#include "cubulus_squares.hpp"
#include "cubulus_three_network.hpp"

namespace quintet {

template <>
struct Evaluator<Cubulus<3>> {
    using G = Cubulus<3>;
    using Shares = std::array<float, 3>;

    /// Each seat's chances grow with its balls in squares, those without foreign balls above all.
    static Shares shares(const G::Rules&, const G::Position& position) {
        using cubulus::ByCount;
        using cubulus::count_squares;
        const std::array<ByCount, 3> squares{ByCount(count_squares(G::own(position, 0))),
                                             ByCount(count_squares(G::own(position, 1))),
                                             ByCount(count_squares(G::own(position, 2)))};
        const auto mover = static_cast<std::size_t>(G::to_move(position));
        Shares shares{};
        float total = 0;
        for (std::size_t seat = 0; seat < 3; ++seat) {
            const u64 shared = squares[(seat + 1) % 3].any | squares[(seat + 2) % 3].any;
            const std::size_t wait = (seat + 3 - mover) % 3;
            const int points = worth(squares[seat], shared) + tempo[wait];
            shares[seat] = exponential(static_cast<float>(points) / scale);
            total += shares[seat];
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    /// The shares by the network, and the logarithms of its priors.
    static Shares judge(const G::Rules&, const G::Position& position,
                        std::array<float, G::vocabulary>& priors) {
        static thread_local cubulus::NetworkForThree::Memory memory;
        cubulus::NetworkForThree::Judgement judgement;
        const int mover = G::to_move(position);
        cubulus::network_for_three()({G::own(position, mover), G::own(position, (mover + 1) % 3),
                                      G::own(position, (mover + 2) % 3)},
                                     memory, judgement);
        std::copy(judgement.moves.begin(), judgement.moves.end(), priors.begin());
        name_gaps(G::occupied(position), priors);
        Shares shares{};
        const float highest =
            std::max({judgement.shares[0], judgement.shares[1], judgement.shares[2]});
        float total = 0;
        for (std::size_t after = 0; after < 3; ++after) {
            float& share = shares[(static_cast<std::size_t>(mover) + after) % 3];
            share = exponential(judgement.shares[after] - highest);
            total += share;
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    static bool can_win(const G::Rules&, const G::Position& position) {
        return cubulus::can_make_square<G>(position);
    }

    /// A move with which the next seat would win if the one to move did nothing; -1 if none.
    static int threat(const G::Rules&, const G::Position& position) {
        G::Position passed = position;
        passed.rest &= cubulus::board;
        passed.rest |= static_cast<u64>((G::to_move(position) + 1) % 3) << G::seat_shift;
        return cubulus::square_maker<G>(passed);
    }

    /// Whether a move is legal and wins at once.
    static bool wins_with(const G::Rules&, const G::Position& position, int move) {
        return cubulus::makes_square<G>(position, move);
    }

private:
    /// A gap is named by one of its facelets (CB13) and entered from any: the mean of them counts.
    static void name_gaps(u64 taken, std::array<float, G::vocabulary>& priors) {
        each_bit(~taken & cubulus::board & ~(1ULL << cubulus::centre), [&](int slot) {
            float sum = 0;
            const auto& its = facelets_of[static_cast<std::size_t>(slot)];
            for (std::size_t i = 0; i < its.count; ++i) sum += priors[its.facelets[i]];
            priors[cubulus::names[static_cast<std::size_t>(slot)]] =
                sum / static_cast<float>(its.count);
        });
    }

    struct Facelets {
        std::array<u8, 3> facelets;
        std::size_t count;
    };
    static constexpr auto facelets_of = [] {
        std::array<Facelets, cubulus::slots> made{};
        for (int facelet = 0; facelet < cubulus::facelets; ++facelet) {
            Facelets& here = made[static_cast<std::size_t>(cubulus::row_at(facelet).first)];
            here.facelets[here.count++] = static_cast<u8>(facelet);
        }
        return made;
    }();

    // This many points make a share 2.7 (e) times as large.
    static constexpr float scale = 60;
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
