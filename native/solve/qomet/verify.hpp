// Checks the plies of a strategy of Qomet with the method it was not made by: every position is won
// within its plies, and not within fewer. That the moves win is for the rules alone to check
// (src/quintet/tablebase/qomet_rules.py).
#pragma once

#include <memory>

#include "../verify.hpp"
#include "proof.hpp"
#include "strategy.hpp"

namespace quintet {

inline Checked verify_qomet(const Qomet::Rules& rules, const QometStrategy& strategy, int threads,
                            Progress& progress) {
    std::vector<std::unique_ptr<QometProof>> proofs;
    for (int i = 0; i < threads; ++i) proofs.push_back(std::make_unique<QometProof>(rules));
    Checks checks(threads);
    share_work(strategy.size(), 1, threads, progress, [&](u64 from, u64 to, int worker) {
        QometProof& proof = *proofs[static_cast<std::size_t>(worker)];
        for (u64 i = from; i < to; ++i) {
            const Qomet::Position position = strategy.position(i);
            const int plies = strategy.plies(i);
            checks.count(position,
                         proof.wins_within(position, plies, progress) &&
                             !proof.wins_within(position, plies - 2, progress),
                         worker);
        }
    });
    return checks.sum();
}

}  // namespace quintet
