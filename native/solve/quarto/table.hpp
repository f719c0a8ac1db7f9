// What is stored of Quarto, and how it is found again: the values of boards with few pieces, on
// which a piece is to be given, and for those with the most pieces a gift that keeps the value.
// With more pieces a search proves them while one waits (search/provers/quarto.hpp).
#pragma once

#include <optional>
#include <vector>

#include "../../games/quarto_calls.hpp"
#include "../../search/evaluation/quarto.hpp"
#include "../function.hpp"
#include "../verdict.hpp"

namespace quintet {

/// The number that is stored for a board: 0 a tie, otherwise half the plies that are left. Only
/// placements end a game, and the giver does not make the next one: so these are odd for losses
/// and even for wins.
struct QuartoNumber {
    static constexpr u8 of(Verdict verdict) {
        return static_cast<u8>(verdict::is_decided(verdict) ? verdict::plies(verdict) / 2 : 0);
    }

    static constexpr Verdict verdict(u8 number) {
        if (number == 0) return verdict::tie;
        return number % 2 == 0 ? verdict::win_in(2 * number) : verdict::loss_in(2 * number);
    }
};

class QuartoTable {
    using G = Quarto<false>;

public:
    /// By the number of pieces on the board: its number by the code of the canonical board.
    using Layers = std::vector<StaticFunction>;

    /// `gifts` has, by the code of the canonical board of the last layer, the code in hand of a
    /// gift that keeps its value.
    QuartoTable(const G::Rules& rules, Layers layers, std::optional<StaticFunction> gifts = {})
        : rules_(rules), layers_(std::move(layers)), gifts_(gifts) {}

    /// For a game in which the program calls (QT16).
    Verdict operator()(const G::Position& position) const {
        const auto pieces = static_cast<std::size_t>(std::popcount(G::occupied(position.state)));
        const bool over = G::outcome(rules_, position).over();
        const bool in_hand = G::hand(position.state) != 0;
        if (!over && in_hand && gifts_ && pieces + 1 == layers_.size()) return after_gift(position);
        if (over || in_hand) return derived_verdict<G>(rules_, position, *this);
        if (pieces >= layers_.size()) return verdict::unknown;
        const u64 code = G::code(rules_, G::canonical(rules_, position));
        return QuartoNumber::verdict(layers_[pieces](code));
    }

    int layer_count() const { return static_cast<int>(layers_.size()); }

    /// For a game with spoken calls, by the values of the plain one; unknown where an alignment
    /// stands, dead or alive.
    template <class PlainValue>
    static Verdict spoken(const Quarto<true>::Rules& rules, const Quarto<true>::Position& position,
                          const PlainValue& plain_value) {
        const Outcome outcome = Quarto<true>::outcome(rules, position);
        if (outcome.over())
            return verdict::of_outcome(outcome, Quarto<true>::seat(rules, position));
        if (!QuartoCalls::comes_up_plain(rules, position)) return verdict::unknown;
        const Verdict plain = plain_value(QuartoCalls::plain(position));
        if (!verdict::is_decided(plain)) return plain;
        const bool wins = verdict::is_win(plain);
        const int plies = QuartoCalls::plies(rules, position, verdict::plies(plain), wins);
        return wins ? verdict::win_in(plies) : verdict::loss_in(plies);
    }

private:
    /// Known if what is in hand is the gift that keeps the value of the board.
    Verdict after_gift(const G::Position& position) const {
        const G::Position given = G::canonical(rules_, position);
        const u64 in_pool = 1ULL << (G::pool_at + static_cast<int>(G::hand(given.state)) - 1);
        const G::Position board{given.features, (given.state & ~(31ULL << G::hand_at)) | in_pool};
        const u64 code = G::code(rules_, board);
        if ((*gifts_)(code) != G::code_in_hand(rules_, given)) return verdict::unknown;
        return verdict::after(QuartoNumber::verdict(layers_.back()(code)));
    }

    G::Rules rules_;
    Layers layers_;
    std::optional<StaticFunction> gifts_;
};

}  // namespace quintet
