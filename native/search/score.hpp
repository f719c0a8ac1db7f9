// Scores of positions, and which of their bounds are proved.
#pragma once

#include "../bits.hpp"

namespace quintet {

// A win in n plies is `win_score - n`, a loss in n plies is `n - win_score`; 0 is a draw.
// Evaluations stay well inside.
inline constexpr int win_score = 30'000;
inline constexpr int decided_score = 29'000;
inline constexpr int infinite_score = 31'000;
inline constexpr int max_plies = 250;

constexpr bool is_win(int score) { return score >= decided_score; }
constexpr bool is_loss(int score) { return score <= -decided_score; }

// Scores count plies from the root in the search, and from the position in tables and provers.
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

/// The result of a search, for the side to move.
///
/// `at_least` and `at_most` say whether the score is a proved lower or upper bound, independent of
/// the horizon: a win is a proved lower bound, a refutation an upper one. With both, the value is
/// exact. `depends_on` is the ply of the earliest position of the line whose repetition the score
/// depends on; such a score is valid in this line only.
struct Score {
    int value = 0;
    bool at_least = false;
    bool at_most = false;
    int depends_on = max_plies;

    /// The score for the other side.
    constexpr Score flipped() const { return {-value, at_most, at_least, depends_on}; }
};

constexpr Score true_score(int value) { return {value, true, true, max_plies}; }

}  // namespace quintet
