// Cubulus for three evaluated by a network that was learned. The engine does not use it: with a
// second a move it was not shown to gain.
#pragma once

#include "search/evaluation/cubulus_network.hpp"
#include "search/evaluation/cubulus_three.hpp"

namespace quintet {

namespace cubulus {

using NetworkForThree = Network<3>;

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

    /// What the network thinks of the seat that moved last, and how it shares the rest between the
    /// others.
    static Shares shares(const G::Rules& rules, const G::Position& position) {
        const auto mover = static_cast<std::size_t>(G::to_move(position));
        const float last = last_share(rules, position);
        const float ahead = chance(points(position, 0) - points(position, 1));
        Shares shares{};
        shares[mover] = (1 - last) * ahead;
        shares[(mover + 1) % 3] = (1 - last) * (1 - ahead);
        shares[(mover + 2) % 3] = last;
        return shares;
    }

    static float last_share(const G::Rules&, const G::Position& position) {
        return chance(points(position, 2));
    }

    static bool can_win(const G::Rules& rules, const G::Position& position) {
        return Evaluator<G>::can_win(rules, position);
    }

private:
    static float chance(int points) {
        constexpr float scale = 60;  // so many points make the odds 2.7 (e) times as large
        return 1 / (1 + exponential(static_cast<float>(-points) / scale));
    }

    /// The network's points of the seat that moves after so many others.
    static int points(const G::Position& position, int wait) {
        static thread_local std::array<cubulus::NetworkForThree::Memory, 3> memories;
        const auto view = static_cast<std::size_t>(wait);
        const auto balls = [&](int after) {
            return G::own(position, (G::to_move(position) + wait + after) % 3);
        };
        return cubulus::network_for_three()({balls(0), balls(1), balls(2)}, view, memories[view]);
    }
};

}  // namespace quintet
