// A winning strategy of Qomet, looked up: for every position its owner can meet, the plies to the
// win when both sides play as well as can be.
#pragma once

#include <cstring>

#include "../verdict.hpp"
#include "moves.hpp"

namespace quintet {

/// The canonical positions with seat 0 to move, in ascending order, eight bytes each, and a byte
/// for each with its plies. What can be won at once is not among them.
class QometStrategy {
    using Position = Qomet::Position;

public:
    QometStrategy(const Qomet::Rules& rules, const u8* positions, const u8* plies,
                  std::size_t count)
        : rules_(rules), positions_(positions), plies_(plies), count_(count) {}

    /// The verdict of a position, for either side.
    Verdict operator()(const Position& position) const {
        const Verdict mine = owners_verdict(position);
        if (mine != verdict::unknown) return mine;
        // The side to move may be the one that loses: it does when all its moves are covered.
        return derived_verdict<Qomet>(rules_, position,
                                      [&](const Position& next) { return owners_verdict(next); });
    }

    std::size_t size() const { return count_; }
    Position position(std::size_t index) const { return {at(index)}; }
    int plies(std::size_t index) const { return plies_[index]; }

private:
    Verdict owners_verdict(const Position& position) const {
        if (Qomet::outcome(rules_, position).over()) return verdict::unknown;
        if (Evaluator<Qomet>::can_win(rules_, position)) return verdict::win_in(1);
        const bool is_first = Qomet::seat(rules_, position) == 0;
        const u64 wanted =
            Qomet::canonical(rules_, is_first ? position : Qomet::exchanged(position)).word;
        std::size_t first = 0;
        for (std::size_t length = count_; length > 0;) {
            const std::size_t half = length / 2;
            const bool is_after = at(first + half) < wanted;
            first = is_after ? first + half + 1 : first;
            length = is_after ? length - half - 1 : half;
        }
        if (first == count_ || at(first) != wanted) return verdict::unknown;
        return verdict::win_in(plies_[first]);
    }

    u64 at(std::size_t index) const {
        u64 word;
        std::memcpy(&word, positions_ + 8 * index, sizeof word);
        return word;
    }

    const Qomet::Rules rules_;
    const u8* positions_;
    const u8* plies_;
    std::size_t count_;
};

}  // namespace quintet
