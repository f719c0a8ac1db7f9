// A game with its options fixed, behind one interface: what the Python classes need of it. Every
// game gets it from the one template below.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "../env/observation.hpp"
#include "../forcing.hpp"
#include "../game.hpp"
#include "../perft.hpp"
#include "../playouts.hpp"
#include "../search/best_first.hpp"
#include "../search/deepening.hpp"
#include "../search/pitfalls.hpp"
#include "../search/uct.hpp"

namespace quintet {

/// A position of any game, as words.
using Words = std::array<u64, max_words>;

template <Game G>
Words pack_words(const typename G::Position& position) {
    const auto shape = words_of(position);
    Words words{};
    for (std::size_t i = 0; i < shape.size(); ++i) words[i] = shape[i];
    return words;
}

template <Game G>
typename G::Position unpack_words(const Words& words) {
    std::array<u64, sizeof(typename G::Position) / sizeof(u64)> shape;
    for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = words[i];
    return std::bit_cast<typename G::Position>(shape);
}

class Simulator;

/// Defined in env/simulator.hpp, which is compiled apart from the searches.
template <Game G>
std::shared_ptr<Simulator> make_simulator(const typename G::Rules& rules);

/// How large a game is.
struct Sizes {
    int vocabulary, seats, cells, fields;
};

class Kernel {
public:
    explicit Kernel(const Sizes& its_sizes) : sizes(its_sizes) {}
    virtual ~Kernel() = default;
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    const Sizes sizes;

    virtual Words start() const = 0;
    /// Writes the legal moves' numbers in ascending order to `out` (room for the vocabulary).
    virtual int legal(const Words& words, int* out) const = 0;
    virtual bool is_legal(const Words& words, int move) const = 0;
    virtual Words play(const Words& words, int move) const = 0;
    virtual int seat(const Words& words) const = 0;
    virtual Outcome outcome(const Words& words) const = 0;
    virtual Words canonical(const Words& words) const = 0;
    virtual u64 hash(const Words& words) const = 0;
    virtual Facts facts(const Words& words) const = 0;
    virtual Words from_facts(const Facts& facts) const = 0;
    virtual u64 perft(const Words& words, int depth, int threads, Interrupt& interrupt) const = 0;
    /// Whether a seat's side can force a win within so many plies.
    virtual bool wins_within(const Words& words, int seat, int plies,
                             Interrupt& interrupt) const = 0;
    virtual Tally playouts(const Words& words, u64 games, u64 seed, int limit, int threads,
                           Interrupt& interrupt) const = 0;
    /// Plain UCT if its exploration is given (search/uct.hpp), or else the best search of the game.
    virtual std::unique_ptr<Searcher> searcher(const Words& words,
                                               std::optional<double> uct) const = 0;
    /// A search for how likely the next turn is a mistake; none where games need not end.
    virtual std::unique_ptr<Searcher> pitfalls(const Words& words, Mistake mistake) const = 0;
    /// The game over arrays; none where it has no observation.
    virtual std::shared_ptr<Simulator> simulator() const = 0;
    /// How the position looks to the side to move; 0 where there are more than two.
    virtual int evaluate(const Words& words) const = 0;
};

template <Game G>
class KernelOf final : public Kernel {
    using Position = typename G::Position;

public:
    explicit KernelOf(const typename G::Rules& rules)
        : Kernel({G::vocabulary, G::seat_count, G::cell_count, G::field_count}), rules_(rules) {}

    Words start() const override { return pack(G::start(rules_)); }

    int legal(const Words& words, int* out) const override {
        int count = 0;
        G::legal(rules_, unpack(words)).each([&](int move) { out[count++] = move; });
        return count;
    }

    bool is_legal(const Words& words, int move) const override {
        return G::legal(rules_, unpack(words)).has(move);
    }

    Words play(const Words& words, int move) const override {
        return pack(G::play(rules_, unpack(words), move));
    }

    int seat(const Words& words) const override { return G::seat(rules_, unpack(words)); }
    Outcome outcome(const Words& words) const override { return G::outcome(rules_, unpack(words)); }
    Words canonical(const Words& words) const override {
        return pack(G::canonical(rules_, unpack(words)));
    }
    u64 hash(const Words& words) const override { return hash_of(unpack(words)); }
    Facts facts(const Words& words) const override { return G::facts(rules_, unpack(words)); }
    Words from_facts(const Facts& facts) const override {
        return pack(G::from_facts(rules_, facts));
    }

    u64 perft(const Words& words, int depth, int threads, Interrupt& interrupt) const override {
        return quintet::perft<G>(rules_, unpack(words), depth, threads, interrupt);
    }

    bool wins_within(const Words& words, int seat, int plies, Interrupt& interrupt) const override {
        return Forcing<G>(rules_, seat, plies, interrupt).wins(unpack(words), plies);
    }

    Tally playouts(const Words& words, u64 games, u64 seed, int limit, int threads,
                   Interrupt& interrupt) const override {
        return quintet::playouts<G>(rules_, unpack(words), games, seed, limit, threads, interrupt);
    }

    std::unique_ptr<Searcher> searcher(const Words& words,
                                       std::optional<double> uct) const override {
        if constexpr (HasEvaluator<G>) {
            if (!uct) return std::make_unique<Deepening<G>>(rules_, unpack(words));
        } else {
            if (!uct) return std::make_unique<BestFirst<G>>(rules_, unpack(words));
        }
        return std::make_unique<Uct<G>>(rules_, unpack(words), *uct);
    }

    std::unique_ptr<Searcher> pitfalls(const Words& words, Mistake mistake) const override {
        if constexpr (MustEnd<G>)
            return std::make_unique<Pitfalls<G>>(rules_, unpack(words), mistake);
        return nullptr;
    }

    std::shared_ptr<Simulator> simulator() const override {
        if constexpr (HasObservation<G>) return make_simulator<G>(rules_);
        return nullptr;
    }

    int evaluate(const Words& words) const override {
        if constexpr (HasEvaluator<G>) return Evaluator<G>::evaluate(rules_, unpack(words));
        return 0;
    }

private:
    static Words pack(const Position& position) { return pack_words<G>(position); }
    static Position unpack(const Words& words) { return unpack_words<G>(words); }

    typename G::Rules rules_;
};

}  // namespace quintet
