// A game may have a prover of its own, which finds exact values of positions.
#pragma once

#include "evaluator.hpp"
#include "worker.hpp"

namespace quintet {

/// `bound` answers for a position that is not over: is it worth `target` or more to the side to
/// move? If so it returns a bound from below, otherwise one from above; both are proved.
/// Wins count from the position. The result is meaningless once the worker is stopped.
template <class G>
concept HasProver =
    MustEnd<G> && requires(Prover<G> prover, const typename G::Position& position, int target) {
        { prover.bound(position, target) } -> std::same_as<int>;
    };

}  // namespace quintet
