// Games of Cubulus for three by the engine against itself, to learn shares and priors from
// (tools/train_cubulus_three.py).
//
//   self_play_three by-hand|learned GAMES NODES SEED THREADS FILE
//
// A game begins with random moves, and some later ones are random, too. A third of the others is
// searched with NODES and written, with what the search thought of the position and of each move;
// the rest is played with an eighth of that. Most positions that a search meets are after bad
// moves, so half as many, one or two random moves aside of a game, are written, too. The same seed
// makes the same games on any number of threads, in the order in which they end.

#include <cmath>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "arguments.hpp"
#include "evaluations.hpp"
#include "repetitions.hpp"
#include "search/best_first.hpp"
#include "solve/workers.hpp"

namespace quintet {
namespace {

inline constexpr std::size_t written_moves = 16;

/// A position as it is written: what stands where, from the view of nobody.
struct Record {
    std::array<u8, 27> cells;
    u8 seat;                    // to move
    u8 ban;                     // the banned turn, counted from 1
    u8 winner;                  // the seat and one, 0 for a draw, or `no_result` aside of the game
    std::array<u16, 3> shares;  // by seat, in parts of `whole`
    std::array<u8, written_moves> moves;    // the most visited
    std::array<u16, written_moves> visits;  // in parts of `whole`
};
static_assert(sizeof(Record) == 84);

inline constexpr double whole = 60'000;
inline constexpr u8 no_result = 255;
inline constexpr int max_plies = 240;
inline constexpr int random_plies = 8;
inline constexpr int one_random_in = 160;
inline constexpr std::size_t table_bytes = 8 << 20;

struct Plan {
    u64 games = 0;
    u64 nodes = 0;
    u64 seed = 0;
    u64 threads = 1;
};

template <class G>
class SelfPlay {
    using Position = typename G::Position;

public:
    explicit SelfPlay(const Plan& plan) : plan_(plan) {}

    std::vector<Record> game(u64 number) const {
        Random random(mix(plan_.seed) + number);
        Position position = G::start({});
        std::vector<Record> records;
        std::vector<Record> asides;
        Repetitions met;
        const int opening = random.below(random_plies + 1);
        for (int ply = 0; ply < max_plies && !G::outcome({}, position).over(); ++ply) {
            if (met.add(hash_of(position))) break;
            int move;
            if (ply < opening || random.below(one_random_in) == 0) {
                const auto legal = G::legal({}, position);
                move = legal.nth(random.below(legal.count()));
                // Its result does not follow from what came before.
                for (Record& each : records) each.winner = no_result;
                asides.insert(asides.end(), records.begin(), records.end());
                records.clear();
            } else if (Evaluator<G>::can_win({}, position) || random.below(3) != 0) {
                BestFirst<G> search({}, position);
                move =
                    search.run(limits(plan_.nodes / 8, met), [](const Report&) {}).moves.at(0).move;
            } else {
                BestFirst<G> search({}, position);
                const auto best =
                    search.run(limits(plan_.nodes, met), [](const Report&) {}).moves.at(0);
                move = best.move;
                records.push_back(record(position, search, move));
                if (random.below(2) == 0) add_aside(position, random, asides);
                // Early moves are drawn by visits, so that games differ.
                if (ply < 30) move = drawn(search, move, random);
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
    Limits limits(u64 nodes, const Repetitions& met) const {
        Limits limits;
        limits.nodes = nodes;
        limits.table_bytes = table_bytes;
        limits.to_win = true;
        limits.drawn = met.drawn();
        return limits;
    }

    void add_aside(Position position, Random& random, std::vector<Record>& asides) const {
        playout<G>({}, position, random, 1 + random.below(2));
        if (G::outcome({}, position).over() || Evaluator<G>::can_win({}, position)) return;
        BestFirst<G> search({}, position);
        const auto best = search.run(limits(plan_.nodes, {}), [](const Report&) {}).moves.at(0);
        asides.push_back(record(position, search, best.move));
        asides.back().winner = no_result;
    }

    static int drawn(const BestFirst<G>& search, int best, Random& random) {
        u64 sum = 0;
        search.each_root_move(
            [&](int, u32 visits, bool settled, const auto&) { sum += settled ? 0 : visits; });
        if (sum == 0) return best;
        u64 left = random.next() % sum;
        int move = best;
        bool found = false;
        search.each_root_move([&](int each, u32 visits, bool settled, const auto&) {
            if (found || settled) return;
            if (left < visits) {
                move = each;
                found = true;
            } else
                left -= visits;
        });
        return move;
    }

    static Record record(const Position& position, const BestFirst<G>& search, int best) {
        Record made{};
        const Facts facts = G::facts({}, position);
        std::copy_n(facts.cells.begin(), G::cell_count, made.cells.begin());
        made.seat = static_cast<u8>(G::seat({}, position));
        made.ban = static_cast<u8>(facts.fields[1]);
        std::vector<std::pair<double, int>> moves;
        double sum = 0;
        auto shares = search.root_shares();
        search.each_root_move([&](int move, u32 visits, bool settled, const auto& its) {
            if (move == best) shares = its;
            double weight = settled ? 0 : visits;
            if (move == best && settled) weight = 1e9;
            moves.emplace_back(weight, move);
            sum += weight;
        });
        for (std::size_t i = 0; i < 3; ++i)
            made.shares[i] = static_cast<u16>(std::clamp(shares[i], 0.0F, 1.0F) * whole);
        std::stable_sort(moves.begin(), moves.end(), std::greater<>());
        for (std::size_t i = 0; i < std::min(written_moves, moves.size()); ++i) {
            made.moves[i] = static_cast<u8>(moves[i].second);
            made.visits[i] =
                static_cast<u16>(std::lround(whole * moves[i].first / std::max(sum, 1.0)));
        }
        return made;
    }

    Plan plan_;
};

template <class G>
bool write_games(const Plan& plan, std::FILE* file) {
    const SelfPlay<G> players(plan);
    Progress progress;
    std::mutex writing;
    bool good = true;
    share_work(plan.games, 1, static_cast<int>(plan.threads), progress, [&](u64 number, u64, int) {
        const std::vector<Record> records = players.game(number);
        const std::scoped_lock alone(writing);
        good =
            std::fwrite(records.data(), sizeof(Record), records.size(), file) == records.size() &&
            good;
    });
    return good;
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    Plan plan;
    const std::string_view how = argc == 7 ? argv[1] : "";
    if ((how != "by-hand" && how != "learned") || !parse(argv[2], plan.games) ||
        !parse(argv[3], plan.nodes) || !parse(argv[4], plan.seed) ||
        !parse(argv[5], plan.threads) || plan.threads == 0) {
        std::puts("usage: self_play_three by-hand|learned GAMES NODES SEED THREADS FILE");
        return 2;
    }
    std::FILE* file = std::fopen(argv[6], "wb");
    if (file == nullptr) {
        std::perror(argv[6]);
        return 1;
    }
    const bool good = how == "by-hand" ? write_games<ByHand<Cubulus<3>>>(plan, file)
                                       : write_games<Cubulus<3>>(plan, file);
    return std::fclose(file) == 0 && good ? 0 : 1;
}
