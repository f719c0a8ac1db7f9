// The two evaluations of each game that has learned: what was learned, and what was fitted by hand.
#pragma once

#include "by_hand.hpp"
#include "openings.hpp"

namespace quintet {

template <class G>
struct Evaluations {
    using Learned = G;
    using Fitted = ByHand<G>;
};

template <class G>
struct Openings<ByHand<G>> : Openings<G> {};

}  // namespace quintet
