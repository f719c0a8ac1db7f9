// Values of positions: how good, and how far it is true.
#pragma once

#include "../bits.hpp"

namespace quintet {

// A win in n plies is `win_score - n`, a loss in n plies is `n - win_score`; 0 is a draw. What an
// evaluation gives stays well inside.
inline constexpr int win_score = 30'000;
inline constexpr int decided_score = 29'000;
inline constexpr int infinite_score = 31'000;
inline constexpr int max_plies = 250;

constexpr bool is_win(int score) { return score >= decided_score; }
constexpr bool is_loss(int score) { return score <= -decided_score; }

// In the search a score counts from the root; remembered, or told by a prover, from the position.
constexpr int from_root(int score, int ply) {
    return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}
constexpr int from_here(int score, int ply) {
    return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}

/// What a value is worth one ply earlier, and what must be reached for that one ply later, in
/// proofs without evaluations.
constexpr int one_earlier(int value) { return value > 0 ? value - 1 : value < 0 ? value + 1 : 0; }
constexpr int one_later(int target) {
    return target > 0 ? target + 1 : target < 0 ? target - 1 : 0;
}

/// What a search says of a position, for the side to move.
///
/// `at_least` and `at_most` say whether the score is a bound that holds in truth, whatever lies
/// beyond the horizon: a win that is found is at least that good, a refutation at most that bad.
/// When both hold the value is proved. `depends_on` is the ply of the earliest position of the
/// present line whose coming back the score rests on; such a score is true of this line only.
struct Score {
    int value = 0;
    bool at_least = false;
    bool at_most = false;
    int depends_on = max_plies;

    /// The same for the side that moved here.
    constexpr Score flipped() const { return {-value, at_most, at_least, depends_on}; }
};

constexpr Score true_score(int value) { return {value, true, true, max_plies}; }

}  // namespace quintet
