// A game over arrays of positions, for agents that learn: functions without a memory of their own.
// A row of an array of states is the words of a position.
#pragma once

#include "batch.hpp"
#include "tree_search.hpp"

namespace quintet {

/// The sizes of a game's arrays.
struct SimulatorSizes {
    int words, vocabulary, seats, planes, cells;
};

class Simulator {
public:
    explicit Simulator(const SimulatorSizes& its_sizes) : sizes(its_sizes) {}
    virtual ~Simulator() = default;
    Simulator(const Simulator&) = delete;
    Simulator& operator=(const Simulator&) = delete;

    const SimulatorSizes sizes;

    /// The first state that is no position of the game, or `count`. All others expect sound states.
    virtual std::size_t first_unsound(const u64* states, std::size_t count) const = 0;
    virtual void start(u64* states, std::size_t count) const = 0;
    virtual void masks(const u64* states, std::size_t count, u8* out) const = 0;
    virtual void seats(const u64* states, std::size_t count, i8* out) const = 0;
    /// As the given seats see the states, or the seats to move if there are none given.
    virtual void observe(const u64* states, const i8* viewers, std::size_t count,
                         u8* out) const = 0;
    /// How every game stands: rewards by seat, and the reason if it is over.
    virtual void outcomes(const u64* states, std::size_t count, int sides, float* rewards,
                          u8* reasons) const = 0;
    /// Plays a move in every state whose game is not over. Returns `count`, or the first state
    /// with a move that is not legal.
    virtual std::size_t play(const u64* states, const i64* actions, std::size_t count,
                             u64* out) const = 0;
    virtual void canonical(const u64* states, std::size_t count, u64* out) const = 0;
    virtual void hashes(const u64* states, std::size_t count, u64* out) const = 0;

    virtual std::unique_ptr<Batch> batch(const BatchSettings& settings,
                                         const BatchArrays& out) const = 0;
    virtual std::unique_ptr<TreeSearch> tree_search(const TreeSettings& settings,
                                                    const LeafArrays& out) const = 0;
};

template <Game G>
class SimulatorOf final : public Simulator {
    using Position = typename G::Position;

    static constexpr std::size_t words = sizeof(Position) / sizeof(u64);
    static constexpr int planes = Observation<G>::planes;

public:
    explicit SimulatorOf(const typename G::Rules& rules)
        : Simulator({static_cast<int>(words), G::vocabulary, G::seat_count, planes, G::cell_count}),
          rules_(rules) {}

    std::size_t first_unsound(const u64* states, std::size_t count) const override {
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_sound<G>(rules_, load(states, i))) return i;
        }
        return count;
    }

    void start(u64* states, std::size_t count) const override {
        const Position first = G::start(rules_);
        for (std::size_t i = 0; i < count; ++i) store(states, i, first);
    }

    void masks(const u64* states, std::size_t count, u8* out) const override {
        for (std::size_t i = 0; i < count; ++i) {
            expand_moves(G::legal(rules_, load(states, i)), out + i * G::vocabulary);
        }
    }

    void seats(const u64* states, std::size_t count, i8* out) const override {
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = static_cast<i8>(G::seat(rules_, load(states, i)));
        }
    }

    void observe(const u64* states, const i8* viewers, std::size_t count, u8* out) const override {
        constexpr std::size_t observed = std::size_t{planes} * G::cell_count;
        for (std::size_t i = 0; i < count; ++i) {
            const Position position = load(states, i);
            const int viewer = viewers == nullptr ? G::seat(rules_, position) : viewers[i];
            Observation<G>::write(rules_, position, viewer, out + i * observed);
        }
    }

    void outcomes(const u64* states, std::size_t count, int sides, float* rewards,
                  u8* reasons) const override {
        const Rewards of(sides);
        for (std::size_t i = 0; i < count; ++i) {
            const Outcome outcome = G::outcome(rules_, load(states, i));
            of.write(outcome, G::seat_count, rewards + i * G::seat_count);
            reasons[i] = static_cast<u8>(outcome.reason);
        }
    }

    std::size_t play(const u64* states, const i64* actions, std::size_t count,
                     u64* out) const override {
        for (std::size_t i = 0; i < count; ++i) {
            Position position = load(states, i);
            const auto moves = G::legal(rules_, position);
            if (!moves.empty()) {
                const bool known = actions[i] >= 0 && actions[i] < G::vocabulary;
                if (!known || !moves.has(static_cast<int>(actions[i]))) return i;
                position = G::play(rules_, position, static_cast<int>(actions[i]));
            }
            store(out, i, position);
        }
        return count;
    }

    void canonical(const u64* states, std::size_t count, u64* out) const override {
        for (std::size_t i = 0; i < count; ++i) {
            store(out, i, G::canonical(rules_, load(states, i)));
        }
    }

    void hashes(const u64* states, std::size_t count, u64* out) const override {
        for (std::size_t i = 0; i < count; ++i) out[i] = hash_of(load(states, i));
    }

    std::unique_ptr<Batch> batch(const BatchSettings& settings,
                                 const BatchArrays& out) const override {
        return std::make_unique<BatchOf<G>>(rules_, settings, out);
    }

    std::unique_ptr<TreeSearch> tree_search(const TreeSettings& settings,
                                            const LeafArrays& out) const override {
        return std::make_unique<TreeSearchOf<G>>(rules_, settings, out);
    }

private:
    static Position load(const u64* states, std::size_t i) {
        Position position;
        std::memcpy(&position, states + i * words, sizeof position);
        return position;
    }

    static void store(u64* states, std::size_t i, const Position& position) {
        std::memcpy(states + i * words, &position, sizeof position);
    }

    typename G::Rules rules_;
};

/// Makes the simulator of a game; instantiated in bindings/simulators/, a file a game.
template <Game G>
std::shared_ptr<Simulator> make_simulator(const typename G::Rules& rules) {
    return std::make_shared<SimulatorOf<G>>(rules);
}

}  // namespace quintet
