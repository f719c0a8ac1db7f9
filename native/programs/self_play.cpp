// Games of the engine against itself, to learn an evaluation from (tools/train_evaluation.py).
//
//   self_play GAME by-hand|learned GAMES NODES SEED THREADS FILE
//
// A game begins with random moves (Cubulus for two with a set-up), and some later ones are random,
// too; all others are the search's. Written are the positions from which the result followed
// without a random move, and in which the side to move cannot win at once: the search evaluates no
// others. Most positions that a search meets are after bad moves, so some one or two random moves
// aside are written, too, with the search's score alone. The same seed makes the same games on any
// number of threads, in the order in which they end.

#include <cstdio>
#include <string_view>

#include "evaluations.hpp"
#include "repetitions.hpp"
#include "search/deepening.hpp"
#include "written_games.hpp"

namespace quintet {
namespace {

/// A position as it is written: what stands where, from the view of nobody.
struct Record {
    std::array<u8, 27> cells;
    u8 seat;             // to move
    std::int16_t score;  // of the search, for that seat
    u8 winner;           // the seat and one, 0 for a draw, or `no_result` aside of the game
    u8 ply;
};
static_assert(sizeof(Record) == 32);

inline constexpr u8 no_result = 255;
inline constexpr int max_plies = 200;
inline constexpr int one_random_in = 64;
inline constexpr int written_score = 10'000;  // of a win, at most
inline constexpr std::size_t table_bytes = 1 << 20;

template <class G>
class SelfPlay {
    using Position = typename G::Position;

public:
    SelfPlay(const GamesPlan& plan, int opening) : plan_(plan), opening_(opening) {}

    /// The positions of one game.
    std::vector<Record> game(u64 number) const {
        Random random(mix(plan_.seed) + number);
        Position position = Openings<G>::diverse(random);
        std::vector<Record> records;
        std::vector<Record> asides;
        Repetitions met;
        const int opening = random.below(opening_ + 1);
        for (int ply = 0; ply < max_plies && !G::outcome({}, position).over(); ++ply) {
            if (met.add(hash_of(position))) break;
            int move;
            if (ply < opening || random.below(one_random_in) == 0) {
                const auto legal = G::legal({}, position);
                move = legal.nth(random.below(legal.count()));
                records.clear();
            } else {
                const RootMove found = search(position, met);
                move = found.move;
                if (!Evaluator<G>::can_win({}, position))
                    records.push_back(record(position, found, ply));
                add_aside(position, ply, random, asides);
            }
            position = G::play({}, position, move);
        }
        const Outcome outcome = G::outcome({}, position);
        for (Record& each : records) {
            for (std::size_t seat = 0; seat < G::seat_count; ++seat)
                if (outcome.halves[seat] == 2) each.winner = static_cast<u8>(seat + 1);
        }
        records.insert(records.end(), asides.begin(), asides.end());
        return records;
    }

private:
    /// Adds a position one or two random moves after one of the game.
    void add_aside(Position position, int ply, Random& random, std::vector<Record>& asides) const {
        playout<G>({}, position, random, 1 + random.below(2));
        if (G::outcome({}, position).over() || Evaluator<G>::can_win({}, position)) return;
        asides.push_back(record(position, search(position, {}), ply));
        asides.back().winner = no_result;
    }

    RootMove search(const Position& position, const Repetitions& met) const {
        Limits limits;
        limits.nodes = plan_.nodes;
        limits.table_bytes = table_bytes;
        limits.to_win = true;
        limits.drawn = met.drawn();
        const auto nothing = [](const Report&) {};
        return Deepening<G>({}, position).run(limits, nothing).moves.at(0);
    }

    static Record record(const Position& position, const RootMove& found, int ply) {
        Record made{};
        const Facts facts = G::facts({}, position);
        std::copy_n(facts.cells.begin(), G::cell_count, made.cells.begin());
        made.seat = static_cast<u8>(G::seat({}, position));
        made.score =
            static_cast<std::int16_t>(std::clamp(found.score.value, -written_score, written_score));
        made.ply = static_cast<u8>(std::min(ply, 255));
        return made;
    }

    GamesPlan plan_;
    int opening_;  // random plies at most
};

template <class G>
bool write_positions(const GamesPlan& plan, int opening, std::FILE* file) {
    const SelfPlay<G> players(plan, opening);
    return write_games(plan, file, [&](u64 number) { return players.game(number); });
}

template <class G, int Opening>
bool write_positions(bool by_hand, const GamesPlan& plan, std::FILE* file) {
    return by_hand ? write_positions<typename Evaluations<G>::Fitted>(plan, Opening, file)
                   : write_positions<typename Evaluations<G>::Learned>(plan, Opening, file);
}

auto game_called(std::string_view name) {
    return name == "cubulus" ? write_positions<Cubulus<2>, 6>
           : name == "qomet" ? write_positions<Qomet, 8>
           : name == "quixo" ? write_positions<Quixo<5, 2>, 10>
                             : nullptr;
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    GamesPlan plan;
    const std::string_view game = argc == 8 ? argv[1] : "";
    const std::string_view how = argc == 8 ? argv[2] : "";
    const auto play = game_called(game);
    if (play == nullptr || (how != "by-hand" && how != "learned") || !parse(argv + 3, plan)) {
        std::puts(
            "usage: self_play cubulus|qomet|quixo by-hand|learned GAMES NODES SEED"
            " THREADS FILE");
        return 2;
    }
    return write_to(argv[7], [&](std::FILE* file) { return play(how == "by-hand", plan, file); });
}
