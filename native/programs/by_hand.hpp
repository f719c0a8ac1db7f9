// The games with learned evaluations, evaluated as before those: to learn from, and to compare.
#pragma once

#include "search/evaluation/cubulus.hpp"
#include "search/evaluation/cubulus_three.hpp"
#include "search/evaluation/qomet.hpp"
#include "search/evaluation/quixo.hpp"

namespace quintet {

/// A game that is evaluated by hand.
template <class G>
struct ByHand : G {};

template <HasEvaluator G>
struct Evaluator<ByHand<G>> {
    static constexpr bool cycles = Evaluator<G>::cycles;
    static int evaluate(const typename G::Rules& rules, const typename G::Position& position) {
        return Evaluator<G>::by_hand(rules, position);
    }
    static bool can_win(const typename G::Rules& rules, const typename G::Position& position) {
        return Evaluator<G>::can_win(rules, position);
    }
};

template <HasShareEvaluator G>
struct Evaluator<ByHand<G>> {
    using Shares = typename Evaluator<G>::Shares;
    static Shares shares(const typename G::Rules& rules, const typename G::Position& position) {
        return Evaluator<G>::by_hand(rules, position);
    }
    static bool can_win(const typename G::Rules& rules, const typename G::Position& position) {
        return Evaluator<G>::can_win(rules, position);
    }
};

}  // namespace quintet
