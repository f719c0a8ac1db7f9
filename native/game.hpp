// What a game is: everything generic (playouts, perft, bindings) is written against this.
#pragma once

#include <concepts>
#include <type_traits>

#include "bits.hpp"
#include "move_set.hpp"

namespace quintet {

inline constexpr int max_seats = 4;
inline constexpr int max_cells = 27;
inline constexpr int max_fields = 4;
inline constexpr int max_words = 3;
inline constexpr int max_vocabulary = 255;  // the searches keep moves, and their number, in bytes

/// Why a game ended on the board. The Python side names them in this order.
enum class Reason : u8 { none, line, square, blocked, called, gift, full, false_call };

/// How a game ended: the score of every seat in halves (2 a win, 1 half a point, 0 nothing).
struct Outcome {
    Reason reason = Reason::none;
    std::array<u8, max_seats> halves{};

    constexpr bool over() const { return reason != Reason::none; }
    friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

/// A position as plain facts, for reading and writing: what stands in every cell (0: nothing), and
/// the few fields a game has besides its board.
struct Facts {
    std::array<u8, max_cells> cells{};
    std::array<int, max_fields> fields{};
};

/// The evaluation of a game (search/evaluator.hpp), a friend of its class.
template <class G>
struct Evaluator;

/// Proves values of positions, for games that have a program for it (search/prover.hpp).
template <class G>
class Prover;

/// Whether a game is small enough for the fixed sizes above.
template <class G>
concept FitsBounds =
    G::vocabulary <= max_vocabulary && G::cell_count <= max_cells && G::field_count <= max_fields &&
    G::seat_count <= max_seats && sizeof(typename G::Position) <= max_words * sizeof(u64);

/// A game is a type that holds no data: its options are in `Rules`, its state in `Position`, which
/// is a few whole words, so that comparing, hashing and copying positions need no code of the game.
/// `legal` is empty exactly when the game is over; `play` takes a legal move.
template <class G>
concept Game = FitsBounds<G> && std::is_trivially_copyable_v<typename G::Position> &&
               std::has_unique_object_representations_v<typename G::Position> &&
               sizeof(typename G::Position) % sizeof(u64) == 0 &&
               requires(const typename G::Rules& rules, const typename G::Position& position,
                        int move, const Facts& facts) {
                   { G::start(rules) } -> std::same_as<typename G::Position>;
                   { G::legal(rules, position) } -> std::same_as<MoveSet<G::vocabulary>>;
                   { G::play(rules, position, move) } -> std::same_as<typename G::Position>;
                   { G::seat(rules, position) } -> std::same_as<int>;
                   { G::outcome(rules, position) } -> std::same_as<Outcome>;
                   { G::canonical(rules, position) } -> std::same_as<typename G::Position>;
                   { G::facts(rules, position) } -> std::same_as<Facts>;
                   { G::from_facts(rules, facts) } -> std::same_as<typename G::Position>;
               };

/// The words a position is made of.
template <class Position>
constexpr auto words_of(const Position& position) {
    return std::bit_cast<std::array<u64, sizeof(Position) / sizeof(u64)>>(position);
}

template <class Position>
constexpr u64 hash_of(const Position& position) {
    u64 hash = 0;
    for (const u64 word : words_of(position)) hash = mix(hash ^ word) + 0x9e37'79b9'7f4a'7c15ULL;
    return hash;
}

}  // namespace quintet
