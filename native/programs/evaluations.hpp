// The two evaluations of each game that has learned: what was learned, and what was fitted by hand.
#pragma once

#include "by_hand.hpp"
#include "cubulus_three_points.hpp"
#include "openings.hpp"

namespace quintet {

template <class G>
struct Evaluations {
    using Learned = G;
    using Fitted = ByHand<G>;
};

/// The engine evaluates Cubulus for three by hand.
template <>
struct Evaluations<Cubulus<3>> {
    using Learned = WithPoints<Cubulus<3>>;
    using Fitted = Cubulus<3>;
};

template <class G>
struct Openings<ByHand<G>> : Openings<G> {};
template <class G>
struct Openings<WithPoints<G>> : Openings<G> {};

}  // namespace quintet
