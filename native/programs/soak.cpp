// Walks random games of every variant through every function of the core. Built with the address,
// undefined-behaviour and thread sanitizers it finds what tests through Python cannot see.

#include <cstdio>
#include <cstdlib>

#include "env/batch.hpp"
#include "env/observations/cubulus.hpp"
#include "env/observations/qomet.hpp"
#include "env/observations/quantik.hpp"
#include "env/observations/quarto.hpp"
#include "env/observations/quixo.hpp"
#include "every_game.hpp"
#include "perft.hpp"
#include "playouts.hpp"
#include "search/best_first.hpp"
#include "search/deepening.hpp"
#include "search/uct.hpp"

namespace quintet {
namespace {

void need(bool holds, const char* what, const char* name) {
    if (holds) return;
    std::printf("%s: %s\n", name, what);
    std::exit(1);
}

template <Game G>
void walk(const char* name, const typename G::Rules& rules, Random& random) {
    auto position = G::start(rules);
    for (int ply = 0; ply < 400; ++ply) {
        const auto moves = G::legal(rules, position);
        const Outcome outcome = G::outcome(rules, position);
        need(moves.empty() == outcome.over(), "moves exist exactly while the game goes on", name);
        const auto again = G::from_facts(rules, G::facts(rules, position));
        need(words_of(again) == words_of(position), "facts give the position back", name);
        const auto canonical = G::canonical(rules, position);
        need(words_of(G::canonical(rules, canonical)) == words_of(canonical), "canonical twice",
             name);
        need(G::legal(rules, canonical).count() == moves.count(), "canonical keeps moves", name);
        need(hash_of(again) == hash_of(position), "equal positions hash alike", name);
        if (moves.empty()) return;
        int rank = 0;
        moves.each([&](int move) { need(moves.nth(rank++) == move, "moves in order", name); });
        position = G::play(rules, position, moves.nth(random.below(moves.count())));
    }
}

/// Searches a position some plies into a random game, on two threads.
template <Game G>
void search(const char* name, const typename G::Rules& rules, Random& random) {
    auto position = G::start(rules);
    playout<G>(rules, position, random, 6);
    if (G::outcome(rules, position).over()) return;
    Limits limits;
    limits.nodes = 20'000;
    limits.threads = 2;
    limits.table_bytes = std::size_t{1} << 20;
    Report report;
    if constexpr (HasEvaluator<G>) {
        report = Deepening<G>(rules, position).run(limits, [](const Report&) {});
    } else {
        report = BestFirst<G>(rules, position).run(limits, [](const Report&) {});
    }
    need(!report.moves.empty(), "a search names a move", name);
    limits.nodes = 500;
    report = Uct<G>(rules, position).run(limits, [](const Report&) {});
    need(!report.moves.empty(), "a search names a move", name);
    need(G::legal(rules, position).has(report.moves[0].move), "the move is legal", name);
}

/// The states of a batch after random steps, on so many threads.
template <Game G>
std::vector<u64> batch_states(const typename G::Rules& rules, int threads) {
    constexpr std::size_t games = 600;
    constexpr std::size_t words = sizeof(typename G::Position) / sizeof(u64);
    std::vector<u64> states(games * words), final_states(games * words);
    std::vector<u8> observations(games * std::size_t{Observation<G>::planes} * G::cell_count);
    std::vector<u8> masks(games * G::vocabulary), terminated(games), truncated(games);
    std::vector<u8> reasons(games);
    std::vector<i8> seats(games);
    std::vector<float> rewards(games * G::seat_count);
    std::vector<i32> plies(games);
    const BatchSettings settings{games, threads, 2, 50, 2, true, Autoreset::same_step};
    BatchOf<G> batch(
        rules, settings,
        {states.data(), final_states.data(), observations.data(), masks.data(), seats.data(),
         rewards.data(), terminated.data(), truncated.data(), reasons.data(), plies.data()});
    std::vector<i64> actions(games);
    for (int step = 0; step < 60; ++step) {
        batch.sample(actions.data());
        batch.step(actions.data(), nullptr);
    }
    return states;
}

}  // namespace
}  // namespace quintet

int main() {
    using namespace quintet;
    Random random(2026);
    every_game([&]<Game G>(const char* name, const typename G::Rules& rules) {
        for (int game = 0; game < 3000; ++game) walk<G>(name, rules, random);
        for (int game = 0; game < 20; ++game) search<G>(name, rules, random);
        Interrupt never;
        const u64 sequences = perft<G>(rules, G::start(rules), 3);
        need(perft<G>(rules, G::start(rules), 4, 2, never) == perft<G>(rules, G::start(rules), 4),
             "perft is the same on two threads", name);
        const u64 games = PlayoutBlocks::first_size + 3 * PlayoutBlocks::size;
        need(playouts<G>(rules, G::start(rules), games, 1, 5, 3, never).plies() ==
                 playouts<G>(rules, G::start(rules), games, 1, 5, 1, never).plies(),
             "playouts are the same on three threads", name);
        need(batch_states<G>(rules, 1) == batch_states<G>(rules, 3),
             "batches are the same on three threads", name);
        std::printf("%-20s 3000 games, 20 searches, perft(3) %llu\n", name,
                    static_cast<unsigned long long>(sequences));
    });
    return 0;
}
