// Many games of one kind at once, over arrays that belong to the caller.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../playout.hpp"
#include "history.hpp"
#include "observation.hpp"
#include "team.hpp"

namespace quintet {

using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

/// Why a game of a batch ended although the rules of the board would let it go on.
inline constexpr u8 ended_by_repetition = 8;
inline constexpr u8 ended_by_limit = 9;

/// What happens to a game that is over.
enum class Autoreset : u8 { disabled, next_step, same_step };

/// The reward of a seat for 0, 1 and 2 halves of the point: 1 for a win, and nothing in sum.
struct Rewards {
    std::array<float, 3> of_halves;

    explicit Rewards(int sides) {
        for (int halves = 0; halves <= 2; ++halves) {
            of_halves[static_cast<std::size_t>(halves)] =
                (static_cast<float>(sides * halves) / 2 - 1) / static_cast<float>(sides - 1);
        }
    }

    void write(const Outcome& outcome, int seats, float* out) const {
        for (int seat = 0; seat < seats; ++seat) {
            const auto at = static_cast<std::size_t>(seat);
            out[seat] = outcome.over() ? of_halves[outcome.halves[at]] : 0;
        }
    }
};

/// One row a game. `observations` may be missing.
struct BatchArrays {
    u64* states;
    u64* final_states;
    u8* observations;
    u8* masks;
    i8* seats;
    float* rewards;
    u8* terminated;
    u8* truncated;
    u8* reasons;
    i32* plies;
};

struct BatchSettings {
    std::size_t games;
    int threads;
    int sides;
    int limit;         // plies
    int random_plies;  // that every game begins with
    bool repetition;   // H1: the third time a position comes up is a draw
    Autoreset autoreset;
};

class Batch {
public:
    virtual ~Batch() = default;

    virtual void reset(u64 seed) = 0;
    /// Begins the chosen games again; their random numbers go on.
    virtual void restart(const u8* chosen) = 0;
    /// Plays a move in every game, or in the active ones if they are given. Returns the number of
    /// games; or, if a move is not legal, the first game with such a move, and nothing is changed.
    virtual std::size_t step(const i64* actions, const u8* active) = 0;
    /// Chooses a legal move at random in every game; 0 in games that are over.
    virtual void sample(i64* actions) = 0;
};

template <Game G>
class BatchOf final : public Batch {
    using Position = typename G::Position;
    using Moves = MoveSet<G::vocabulary>;

    static constexpr std::size_t words = sizeof(Position) / sizeof(u64);
    static constexpr std::size_t observed = std::size_t{Observation<G>::planes} * G::cell_count;
    static constexpr std::size_t chunk = 256;
    static constexpr int max_tries = 1000;

public:
    BatchOf(const typename G::Rules& rules, const BatchSettings& settings, const BatchArrays& out)
        : rules_(rules),
          settings_(settings),
          out_(out),
          rewards_(settings.sides),
          team_(settings.threads),
          games_(settings.games) {
        if (settings.repetition) history_.emplace(settings.games, settings.limit);
        reset(0);
    }

    void reset(u64 seed) override {
        team_.share(settings_.games, chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t game = from; game < to; ++game) {
                games_[game].random = Random(mix(seed) ^ game);
                clear_end(game);
                show(game, begin(game));
            }
        });
    }

    void restart(const u8* chosen) override {
        team_.share(settings_.games, chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t game = from; game < to; ++game) {
                if (chosen[game] == 0) continue;
                clear_end(game);
                show(game, begin(game));
            }
        });
    }

    std::size_t step(const i64* actions, const u8* active) override {
        const std::size_t refused = first_illegal(actions, active);
        if (refused != settings_.games) return refused;
        team_.share(settings_.games, chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t game = from; game < to; ++game) {
                if (active != nullptr && active[game] == 0) {
                    rest(game);
                } else {
                    advance(game, static_cast<int>(actions[game]));
                }
            }
        });
        return refused;
    }

    void sample(i64* actions) override {
        team_.share(settings_.games, chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t game = from; game < to; ++game) {
                const Moves& legal = games_[game].legal;
                const int count = legal.count();
                actions[game] = count == 0 ? 0 : legal.nth(games_[game].random.below(count));
            }
        });
    }

private:
    /// A game as it stands. The arrays outside only show it: whoever holds them may write to them.
    struct Running {
        Position position;
        Moves legal;  // none if the game is over
        Random random{0};
        int plies = 0;
    };

    /// The first game that goes on and is given a move that is not legal, or the number of games.
    std::size_t first_illegal(const i64* actions, const u8* active) {
        std::atomic<std::size_t> first{settings_.games};
        team_.share(settings_.games, 8 * chunk, [&](std::size_t from, std::size_t to) {
            for (std::size_t game = from; game < to; ++game) {
                if (active != nullptr && active[game] == 0) continue;
                const i64 action = actions[game];
                const bool known = action >= 0 && action < G::vocabulary;
                const Moves& legal = games_[game].legal;
                if (known && legal.has(static_cast<int>(action))) continue;
                if (legal.empty()) continue;  // over: no move is played
                std::size_t seen = first.load();
                while (game < seen && !first.compare_exchange_weak(seen, game)) continue;
                return;
            }
        });
        return first.load();
    }

    void advance(std::size_t game, int move) {
        Running& running = games_[game];
        if (running.legal.empty()) return follow_end(game);
        clear_end(game);
        const Position position = G::play(rules_, running.position, move);
        const int plies = ++running.plies;
        const Moves moves = G::legal(rules_, position);
        if (moves.empty()) {
            const Outcome outcome = G::outcome(rules_, position);
            rewards_.write(outcome, G::seat_count, out_.rewards + game * G::seat_count);
            end(game, static_cast<u8>(outcome.reason), false);
        } else if (is_third(game, plies, position)) {
            end(game, ended_by_repetition, false);
        } else if (plies >= settings_.limit) {
            end(game, ended_by_limit, true);
        } else {
            show(game, position, moves);
            return;
        }
        store(out_.final_states, game, position);
        if (settings_.autoreset == Autoreset::same_step) {
            show(game, begin(game));
        } else {
            show(game, position, Moves{});
        }
    }

    /// A step that leaves a game alone: one that is over stays so, and nothing ended in another.
    void rest(std::size_t game) {
        if (games_[game].legal.empty()) {
            write_no_rewards(game);
        } else {
            clear_end(game);
        }
    }

    /// A step in a game that is over.
    void follow_end(std::size_t game) {
        if (settings_.autoreset == Autoreset::next_step) {
            clear_end(game);
            show(game, begin(game));
        } else {
            write_no_rewards(game);
        }
    }

    /// The first position of a new game, after its random plies.
    Position begin(std::size_t game) {
        for (int tries = 0; tries < max_tries; ++tries) {
            Position position = G::start(rules_);
            games_[game].plies = 0;
            is_third(game, 0, position);
            if (play_random(game, position)) return position;
        }
        games_[game].plies = 0;
        return G::start(rules_);
    }

    /// Whether the game goes on after its random plies.
    bool play_random(std::size_t game, Position& position) {
        Running& running = games_[game];
        while (running.plies < settings_.random_plies) {
            const Moves moves = G::legal(rules_, position);
            if (moves.empty()) return false;
            const int rank = running.random.below(moves.count());
            position = G::play(rules_, position, moves.nth(rank));
            is_third(game, ++running.plies, position);
        }
        return settings_.random_plies == 0 || !G::legal(rules_, position).empty();
    }

    /// Remembers a position; whether it is there for the third time.
    bool is_third(std::size_t game, int plies, const Position& position) {
        return history_ && history_->add(game, plies, position);
    }

    void end(std::size_t game, u8 reason, bool truncated) {
        out_.terminated[game] = !truncated;
        out_.truncated[game] = truncated;
        out_.reasons[game] = reason;
    }

    void clear_end(std::size_t game) {
        end(game, 0, false);
        out_.terminated[game] = 0;
        write_no_rewards(game);
    }

    void write_no_rewards(std::size_t game) {
        rewards_.write(Outcome{}, G::seat_count, out_.rewards + game * G::seat_count);
    }

    void show(std::size_t game, const Position& position) {
        show(game, position, G::legal(rules_, position));
    }

    /// Writes what can be seen of a game.
    void show(std::size_t game, const Position& position, const Moves& moves) {
        Running& running = games_[game];
        running.position = position;
        running.legal = moves;
        store(out_.states, game, position);
        out_.plies[game] = running.plies;
        const int seat = G::seat(rules_, position);
        out_.seats[game] = static_cast<i8>(seat);
        expand_moves(moves, out_.masks + game * G::vocabulary);
        if (out_.observations == nullptr) return;
        Observation<G>::write(rules_, position, seat, out_.observations + game * observed);
    }

    static void store(u64* states, std::size_t game, const Position& position) {
        std::memcpy(states + game * words, &position, sizeof position);
    }

    const typename G::Rules rules_;
    const BatchSettings settings_;
    const BatchArrays out_;
    const Rewards rewards_;
    Team team_;
    std::vector<Running> games_;
    std::optional<History<G>> history_;  // if repetition counts
};

}  // namespace quintet
