// The two evaluations of each game that has learned: what was learned, and what was fitted by hand.
#pragma once

#include "by_hand.hpp"
#include "cubulus_network/evaluation.hpp"
#include "openings.hpp"

namespace quintet {

template <class G>
struct Evaluations {
    using Learned = G;
    using Fitted = ByHand<G>;
};

/// The engine evaluates Cubulus by hand.
template <int Players>
struct Evaluations<Cubulus<Players>> {
    using Learned = WithNetwork<Cubulus<Players>>;
    using Fitted = Cubulus<Players>;
};

template <class G>
struct Openings<ByHand<G>> : Openings<G> {};
template <class G>
struct Openings<WithNetwork<G>> : Openings<G> {};

}  // namespace quintet
