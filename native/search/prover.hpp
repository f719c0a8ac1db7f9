// A game may bring a program of its own that proves what its positions are worth.
#pragma once

#include "evaluator.hpp"
#include "worker.hpp"

namespace quintet {

/// `bound` answers for a position that is not over: is it worth `target` or more to the side to
/// move? If so it returns a bound from below, otherwise one from above; both are true for good.
/// Wins count from the position. Without meaning once the worker is stopped.
template <class G>
concept HasProver =
    MustEnd<G> && requires(Prover<G> prover, const typename G::Position& position, int target) {
        { prover.bound(position, target) } -> std::same_as<int>;
    };

}  // namespace quintet
