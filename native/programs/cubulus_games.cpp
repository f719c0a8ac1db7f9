// How well set-ups of Cubulus for two (CB2) hold in games: the engine as the second player against
// itself, or against plain UCT.
//
//   cubulus_games random FIRST COUNT GAMES NODES PLAYOUTS SEED THREADS
//   cubulus_games listed SET_UPS GAMES NODES PLAYOUTS SEED THREADS
//
// Set-ups are chosen as in cubulus_survey. A move of the engine has NODES nodes in the mean:
// between half and one and a half times as many, or games would be the same. If PLAYOUTS is 0, the
// starter is the engine, too, otherwise UCT with so many playouts and half the textbook's constant.
// Printed are a line a set-up, with its games and the starter's points, and the score in all.

#include <mutex>

#include "arguments.hpp"
#include "repetitions.hpp"
#include "search/deepening.hpp"
#include "search/evaluation/cubulus.hpp"
#include "search/uct.hpp"
#include "set_ups.hpp"
#include "solve/workers.hpp"

namespace quintet {
namespace {

using G = Cubulus<2>;

struct Plan {
    u64 games = 0;
    u64 nodes = 0;
    u64 playouts = 0;
    u64 seed = 0;
    u64 threads = 1;
};

inline constexpr int max_plies_of_game = 400;  // H5
inline constexpr double exploration = 0.5;
inline constexpr std::size_t table_bytes = 16 << 20;
inline constexpr std::size_t tree_bytes = 512 << 20;

int engine_move(const G::Position& position, const Plan& plan, const Repetitions& met,
                Random& random) {
    Limits limits;
    limits.nodes = plan.nodes / 2 + static_cast<u64>(random.below(static_cast<int>(plan.nodes)));
    limits.drawn = met.drawn();
    limits.to_win = true;
    limits.table_bytes = table_bytes;
    return Deepening<G>({}, position).run(limits, [](const Report&) {}).moves.at(0).move;
}

int uct_move(const G::Position& position, const Plan& plan, Random& random) {
    Limits limits;
    limits.nodes = plan.playouts;
    limits.seed = random.next();
    limits.table_bytes = tree_bytes;
    return Uct<G>({}, position, exploration).run(limits, [](const Report&) {}).moves.at(0).move;
}

/// The starter's points in one game, from a random image of the set-up.
double game(u64 set_up, const Plan& plan, u64 number) {
    Random random(mix(plan.seed ^ mix(set_up)) + number);
    const u64 neutral =
        cubulus::images(set_up)[static_cast<std::size_t>(random.below(cubulus::symmetries))];
    G::Position position{0, neutral};
    Repetitions met;
    for (int ply = 0; ply < max_plies_of_game; ++ply) {
        const Outcome outcome = G::outcome({}, position);
        if (outcome.over()) return outcome.halves[0] / 2.0;
        if (met.add(hash_of(position))) break;
        const bool by_uct = plan.playouts != 0 && G::to_move(position) == 0;
        position = G::play(
            {}, position,
            by_uct ? uct_move(position, plan, random) : engine_move(position, plan, met, random));
    }
    return 0.5;
}

void play(const std::vector<SetUp>& set_ups, const Plan& plan) {
    std::vector<double> points(set_ups.size());
    Progress progress;
    std::mutex adding;
    share_work(set_ups.size() * plan.games, 1, static_cast<int>(plan.threads), progress,
               [&](u64 number, u64, int) {
                   const u64 at = number / plan.games;
                   const double won = game(set_ups[at].neutral, plan, number % plan.games);
                   const std::scoped_lock alone(adding);
                   points[at] += won;
               });
    double all = 0;
    for (std::size_t at = 0; at < set_ups.size(); ++at) {
        all += points[at];
        std::printf("%s %s %llu %g\n", set_ups[at].kind.c_str(),
                    written(set_ups[at].neutral).c_str(),
                    static_cast<unsigned long long>(plan.games), points[at]);
    }
    const auto games = static_cast<double>(set_ups.size() * plan.games);
    std::printf("%.0f games, starter's score %.1f %%\n", games, 100 * all / games);
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    AskedSetUps asked;
    Plan plan;
    char** rest = argv + argc - 5;
    if (!parse(argc, argv, 5, asked) || !parse(rest[0], plan.games) ||
        !parse(rest[1], plan.nodes) || plan.nodes == 0 || plan.nodes > 1'000'000'000 ||
        !parse(rest[2], plan.playouts) || !parse(rest[3], plan.seed) ||
        !parse(rest[4], plan.threads) || plan.threads == 0 || plan.threads > 1024) {
        std::puts(
            "usage: cubulus_games random FIRST COUNT GAMES NODES PLAYOUTS SEED THREADS\n"
            "       cubulus_games listed SET_UPS GAMES NODES PLAYOUTS SEED THREADS");
        return 2;
    }
    std::vector<SetUp> set_ups;
    if (!gather(asked, set_ups)) return 1;
    if (set_ups.empty() || plan.games == 0) return 0;
    play(set_ups, plan);
    return 0;
}
