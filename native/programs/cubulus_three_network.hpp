// Cubulus for three evaluated by a network that was learned. The engine does not use it: with a
// second a move it was not shown to gain.
#pragma once

#include <cmath>

#include "search/evaluation/cubulus_network.hpp"
#include "search/evaluation/cubulus_three.hpp"

namespace quintet {

namespace cubulus {

using NetworkForThree = Network<4, 3>;

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

    static Shares shares(const G::Rules&, const G::Position& position) {
        static thread_local std::array<cubulus::NetworkForThree::Memory, 3> memories;
        constexpr float scale = 60;  // so many points make a share 2.7 (e) times as large
        const int mover = G::to_move(position);
        Shares shares{};
        float total = 0;
        for (int wait = 0; wait < 3; ++wait) {
            const auto seat = [&](int after) { return (mover + wait + after) % 3; };
            const auto view = static_cast<std::size_t>(wait);
            const int points = cubulus::network_for_three()(
                {G::own(position, seat(0)), G::own(position, seat(1)), G::own(position, seat(2))},
                view, memories[view]);
            float& share = shares[static_cast<std::size_t>(seat(0))];
            share = std::exp(static_cast<float>(points) / scale);
            total += share;
        }
        for (float& share : shares) share /= total;
        return shares;
    }

    static bool can_win(const G::Rules& rules, const G::Position& position) {
        return Evaluator<G>::can_win(rules, position);
    }
};

}  // namespace quintet
