// Positions of Cubulus for three, and what searches found of them, to learn an evaluation from
// (tools/train_cubulus_three.py).
//
//   searched_positions by-hand|learned GAMES NODES SEED THREADS FILE
//
// The engine plays all seats. A game begins with random moves, and some later ones are random, too.
// Written is every position in the tree of a search that was searched often enough there, and in
// which the side to move cannot win at once: the search evaluates no others. Who won the game is
// not: among equals that says little of a position. The same seed makes the same games on any
// number of threads, in the order in which they end.

#include <cstdio>
#include <string_view>

#include "evaluations.hpp"
#include "search/best_first.hpp"
#include "written_games.hpp"

namespace quintet {
namespace {

using G = Cubulus<3>;
using Position = G::Position;

/// A position as it is written: what stands where, from the view of nobody.
struct Record {
    std::array<u8, 27> cells;
    u8 seat;  // to move
    std::array<float, 3> shares;
};
static_assert(sizeof(Record) == 40);

inline constexpr int max_plies = 120;
inline constexpr int max_opening = 8;  // random plies
inline constexpr int one_random_in = 16;
inline constexpr u32 often = 60;  // visits
inline constexpr std::size_t table_bytes = std::size_t{64} << 20;

Record record(const Position& position, const std::array<float, 3>& shares) {
    const Facts facts = G::facts({}, position);
    Record made{{}, static_cast<u8>(G::seat({}, position)), shares};
    std::copy_n(facts.cells.begin(), made.cells.size(), made.cells.begin());
    return made;
}

/// The positions of one game.
template <class Evaluated>
std::vector<Record> play(const GamesPlan& plan, u64 number) {
    Random random(mix(plan.seed) + number);
    Position position = G::start({});
    std::vector<Record> records;
    Limits limits;
    limits.nodes = plan.nodes;
    limits.table_bytes = table_bytes;
    limits.to_win = true;
    const int opening = random.below(max_opening + 1);
    for (int ply = 0; ply < max_plies && !G::outcome({}, position).over(); ++ply) {
        int move;
        if (ply < opening || random.below(one_random_in) == 0) {
            const auto legal = G::legal({}, position);
            move = legal.nth(random.below(legal.count()));
        } else {
            BestFirst<Evaluated> search({}, position);
            move = search.run(limits, [](const Report&) {}).moves.at(0).move;
            search.each_searched(often, [&](const Position& found, const auto& shares) {
                if (!Evaluator<G>::can_win({}, found)) records.push_back(record(found, shares));
            });
        }
        position = G::play({}, position, move);
    }
    return records;
}

template <class Evaluated>
bool write_positions(const GamesPlan& plan, std::FILE* file) {
    return write_games(plan, file, [&](u64 number) { return play<Evaluated>(plan, number); });
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    GamesPlan plan;
    const std::string_view how = argc == 7 ? argv[1] : "";
    if ((how != "by-hand" && how != "learned") || !parse(argv + 2, plan)) {
        std::puts("usage: searched_positions by-hand|learned GAMES NODES SEED THREADS FILE");
        return 2;
    }
    return write_to(argv[6], [&](std::FILE* file) {
        return how == "by-hand" ? write_positions<Evaluations<G>::Fitted>(plan, file)
                                : write_positions<Evaluations<G>::Learned>(plan, file);
    });
}
