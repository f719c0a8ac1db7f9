// The prover of Quarto.
#pragma once

#include "quarto_proof.hpp"

namespace quintet {

template <>
class Prover<Quarto<false>> {
    using G = Quarto<false>;

public:
    Prover(const G::Rules& rules, SharedSearch& shared, Worker& worker)
        : rules_(rules), shared_(shared), worker_(worker) {}

    int bound(const G::Position& position, int target) {
        return rules_.squares ? QuartoProof<3>(rules_, shared_, worker_).bound(position, target)
                              : QuartoProof<2>(rules_, shared_, worker_).bound(position, target);
    }

    /// A gift that is worth `target` or more to the giver, if there is one; always the same one.
    int gift(const G::Position& board, int target) {
        return rules_.squares ? QuartoProof<3>(rules_, shared_, worker_).gift(board, target)
                              : QuartoProof<2>(rules_, shared_, worker_).gift(board, target);
    }

private:
    const G::Rules& rules_;
    SharedSearch& shared_;
    Worker& worker_;
};

}  // namespace quintet
