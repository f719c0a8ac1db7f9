// Cubulus for three evaluated by a network that was learned.
#pragma once

#include <cmath>

#include "search/evaluation/cubulus_three.hpp"
#include "search/evaluation/cubulus_three_network.hpp"

namespace quintet {

namespace cubulus {

inline const NetworkForThree& network_for_three() {
    static constexpr NetworkForThree::Value learned[] = {
#include "search/evaluation/learned/cubulus_three.inc"
    };
    static const NetworkForThree network(learned);
    return network;
}

}  // namespace cubulus

/// A game that is evaluated by a network.
template <class G>
struct WithNetwork : G {};

template <>
struct Evaluator<WithNetwork<Cubulus<3>>> {
    using G = Cubulus<3>;
    using Shares = Evaluator<G>::Shares;

    static Shares judge(const G::Rules&, const G::Position& position,
                        std::array<float, G::vocabulary>& worth) {
        static thread_local cubulus::NetworkForThree::Memory memory;
        cubulus::NetworkForThree::Thought thought;
        const int mover = G::to_move(position);
        cubulus::network_for_three()({G::own(position, mover), G::own(position, (mover + 1) % 3),
                                      G::own(position, (mover + 2) % 3)},
                                     memory, thought);
        std::copy(thought.moves.begin(), thought.moves.end(), worth.begin());
        name_gaps(G::occupied(position), worth);
        Shares shares{};
        const float highest = std::max({thought.shares[0], thought.shares[1], thought.shares[2]});
        float total = 0;
        for (std::size_t after = 0; after < 3; ++after) {
            float& share = shares[(static_cast<std::size_t>(mover) + after) % 3];
            share = std::exp(thought.shares[after] - highest);
            total += share;
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    static Shares shares(const G::Rules& rules, const G::Position& position) {
        std::array<float, G::vocabulary> worth;
        return judge(rules, position, worth);
    }

    static bool can_win(const G::Rules& rules, const G::Position& position) {
        return Evaluator<G>::can_win(rules, position);
    }

    /// Whether the next seat could win at once if the one to move did nothing.
    static bool threatened(const G::Rules&, const G::Position& position) {
        G::Position passed = position;
        passed.rest &= cubulus::board;
        passed.rest |= static_cast<u64>((G::to_move(position) + 1) % 3) << G::seat_shift;
        return cubulus::can_make_square<G>(passed);
    }

private:
    /// A gap is named by one of its facelets (CB13) and entered from any: the mean of them counts.
    static void name_gaps(u64 taken, std::array<float, G::vocabulary>& worth) {
        each_bit(~taken & cubulus::board & ~(1ULL << cubulus::centre), [&](int slot) {
            float sum = 0;
            const auto& its = facelets_of[static_cast<std::size_t>(slot)];
            for (std::size_t i = 0; i < its.count; ++i) sum += worth[its.facelets[i]];
            worth[cubulus::names[static_cast<std::size_t>(slot)]] =
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
};

}  // namespace quintet
