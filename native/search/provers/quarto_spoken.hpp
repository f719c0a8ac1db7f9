// The prover of Quarto with spoken calls.
#pragma once

#include "../../games/quarto_calls.hpp"
#include "quarto.hpp"

namespace quintet {

template <>
class Prover<Quarto<true>> {
    using G = Quarto<true>;
    using Position = G::Position;

public:
    Prover(const G::Rules& rules, SharedSearch& shared, Worker& worker)
        : rules_(rules),
          plain_rules_(QuartoCalls::plain_rules(rules)),
          plain_(plain_rules_, shared, worker),
          worker_(worker) {}

    int bound(const Position& position, int target) {
        if (!QuartoCalls::is_plain(rules_, position)) return by_moves(position, target);
        const int plain_target = plain_of(position, target);
        if (plain_target > win_score - 1) return target - 1;  // no win is that fast
        return spoken_of(position, plain_.bound(QuartoCalls::plain(position), plain_target));
    }

private:
    /// Converts a score of the plain game.
    int spoken_of(const Position& position, int score) const {
        if (!is_win(score) && !is_loss(score)) return 0;
        const int plies =
            QuartoCalls::plies(rules_, position, win_score - std::abs(score), is_win(score));
        return is_win(score) ? win_score - plies : plies - win_score;
    }

    /// The least score of the plain game that is worth a target here; beyond all scores if there is
    /// none.
    int plain_of(const Position& position, int target) const {
        if (!is_win(target) && !is_loss(target)) return target > 0 ? 1 : 0;
        for (int plies = 1; plies <= max_plain_plies; ++plies) {
            const int score =
                is_win(target) ? win_score - max_plain_plies - 1 + plies : plies - win_score;
            if (spoken_of(position, score) >= target) return score;
        }
        return is_win(target) ? win_score : 0;
    }

    static constexpr int max_plain_plies = 32;

    /// Searches all moves, where there is something to call or the board is full.
    int by_moves(const Position& position, int target) {
        const int later = one_later(target);
        const int seat = G::seat(rules_, position);
        int best = -infinite_score;
        G::legal(rules_, position).each([&](int move) {
            if (best >= target || worker_.stopped()) return;
            worker_.count();
            const Position next = G::play(rules_, position, move);
            const Outcome outcome = G::outcome(rules_, next);
            int value = 0;
            if (outcome.over()) {
                value = (outcome.halves[static_cast<std::size_t>(seat)] - 1) * win_score;
            } else if (G::seat(rules_, next) == seat) {
                value = bound(next, later);
            } else {
                value = -bound(next, 1 - later);
            }
            best = std::max(best, one_earlier(value));
        });
        return best;
    }

    const G::Rules& rules_;
    const Quarto<false>::Rules plain_rules_;
    Prover<Quarto<false>> plain_;
    Worker& worker_;
};

}  // namespace quintet
