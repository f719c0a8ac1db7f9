// The learned evaluations against those fitted by hand, at equal time or equal nodes: a sequential
// test.
//
//   evaluation_match GAME ROUNDS MILLISECONDS NODES SEED THREADS ELO [JOURNAL]
//
// A round is one random opening, played with the learned evaluation at every seat once, and with
// the other at all others. NODES 0 means no limit. The test (a generalized sequential probability
// ratio test over rounds, 5 % error either way) asks whether the learned evaluation gains ELO or
// nothing; it stops as soon as it knows. Rounds count in the order of their numbers, not in that in
// which they end: short games would weigh more.
//
// A JOURNAL keeps every game that was played, a line each. With the same one, a match that was
// interrupted goes on, also on another machine.

#include <cmath>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string_view>

#include "arguments.hpp"
#include "evaluations.hpp"
#include "match_journal.hpp"
#include "repetitions.hpp"
#include "search/best_first.hpp"
#include "search/deepening.hpp"
#include "solve/workers.hpp"

namespace quintet {

namespace {

struct Plan {
    u64 rounds = 0;
    u64 milliseconds = 0;
    u64 nodes = 0;
    u64 seed = 0;
    u64 threads = 1;
    u64 elo = 50;
};

inline constexpr u64 max_rounds = 1'000'000;
inline constexpr int max_plies_of_game = 400;  // H5
inline constexpr int opening_plies = 4;
inline constexpr u64 opening_nodes = 200'000;
inline constexpr double even_share = 0.1;  // more or less than an equal part

/// How many points for a side count as even: a chance between 35 and 65 %.
template <class Evaluated>
inline constexpr int even = 36;
template <>
inline constexpr int even<ByHand<Cubulus<2>>> = 10;  // its points are larger

template <class G>
class Match {
    using Position = typename G::Position;
    using Learned = typename Evaluations<G>::Learned;
    using Fitted = typename Evaluations<G>::Fitted;

public:
    explicit Match(const Plan& plan) : plan_(plan) {}

    /// A position after random plies that looks even with either evaluation, after a short search
    /// and after one as long as for a move: from one that is won for a side, that side wins, even
    /// if the other plays better.
    Position opening(u64 round) const {
        Random random(mix(plan_.seed) + round);
        Limits little;
        little.nodes = opening_nodes;
        for (;;) {
            Position position = Openings<G>::good(random);
            for (int ply = 0; ply < opening_plies && !G::outcome({}, position).over(); ++ply) {
                const auto legal = G::legal({}, position);
                position = G::play({}, position, legal.nth(random.below(legal.count())));
            }
            if (!G::outcome({}, position).over() && looks_even<Fitted>(position, little) &&
                looks_even<Fitted>(position, limits()) && looks_even<Learned>(position, limits()))
                return position;
        }
    }

    /// The share of the point, in sixths, of the learned evaluation at a seat.
    u64 game(Position position, int learned) const {
        Repetitions met;
        for (int ply = 0; ply < max_plies_of_game && !G::outcome({}, position).over(); ++ply) {
            if (met.add(hash_of(position))) break;
            const int move = G::seat({}, position) == learned ? choose<Learned>(position, met)
                                                              : choose<Fitted>(position, met);
            position = G::play({}, position, move);
        }
        const Outcome outcome = G::outcome({}, position);
        if (!outcome.over()) return MatchJournal::sixths / G::seat_count;
        return outcome.halves[static_cast<std::size_t>(learned)] * (MatchJournal::sixths / 2);
    }

private:
    template <class Evaluated>
    static bool looks_even(const Position& position, const Limits& limits) {
        const RootMove found = search<Evaluated>(position, limits).moves.at(0);
        if (found.estimate) return std::abs(*found.estimate - 1.0 / G::seat_count) <= even_share;
        return std::abs(found.score.value) <= even<Evaluated>;
    }

    /// Of the search for a move.
    Limits limits() const {
        Limits limits;
        limits.seconds = static_cast<double>(plan_.milliseconds) / 1000;
        if (plan_.nodes != 0) limits.nodes = plan_.nodes;
        return limits;
    }

    template <class Evaluated>
    int choose(const Position& position, const Repetitions& met) const {
        Limits here = limits();
        here.to_win = true;
        here.drawn = met.drawn();
        return search<Evaluated>(position, here).moves.at(0).move;
    }

    template <class Evaluated>
    static Report search(const Position& position, const Limits& limits) {
        const auto nothing = [](const Report&) {};
        if constexpr (HasEvaluator<Evaluated>) {
            return Deepening<Evaluated>({}, position).run(limits, nothing);
        } else {
            return BestFirst<Evaluated>({}, position).run(limits, nothing);
        }
    }

    Plan plan_;
};

/// Scores of rounds, and what they say of the gain.
class Test {
public:
    Test(int seats, double elo) : seats_(seats), elo_(elo) {}

    void add(double score) {
        ++count_;
        sum_ += score;
        squares_ += score * score;
    }

    double mean() const { return sum_ / static_cast<double>(count_); }

    /// The log-likelihood ratio of the gain against none.
    double ratio() const {
        if (count_ < 2) return 0;
        const double spread = squares_ / static_cast<double>(count_) - mean() * mean();
        if (spread < 1e-9) return 0;  // all the same, but for rounding
        const double none = score(0);
        const double gain = score(elo_);
        return static_cast<double>(count_) * (gain - none) * (2 * mean() - gain - none) /
               (2 * spread);
    }

    bool over() const { return count_ >= min_rounds && std::abs(ratio()) >= std::log(0.95 / 0.05); }

    void print(const char* game) const {
        const double n = static_cast<double>(count_);
        const double error = 1.96 * std::sqrt(std::max(squares_ / n - mean() * mean(), 0.0) / n);
        std::printf("%s: %llu rounds, score %.4f +- %.4f, Elo %+.0f (%+.0f to %+.0f), ratio %.2f\n",
                    game, static_cast<unsigned long long>(count_), mean(), error, elo(mean()),
                    elo(mean() - error), elo(mean() + error), ratio());
        std::fflush(stdout);
    }

private:
    /// The gain for which a score is expected: the odds, by those of an equal.
    double elo(double score) const {
        const double odds = std::clamp(score, 0.001, 0.999) / (1 - std::clamp(score, 0.001, 0.999));
        return 400 * std::log10(odds * (seats_ - 1));
    }
    double score(double elo) const {
        const double odds = std::pow(10, elo / 400) / (seats_ - 1);
        return odds / (1 + odds);
    }

    static constexpr u64 min_rounds = 16;  // the spread of fewer says little

    int seats_;
    double elo_;
    u64 count_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

/// Games are played side by side; a round is added once its games and all rounds before have ended.
template <class G>
class Rounds {
public:
    Rounds(const char* name, const Plan& plan, MatchJournal& journal)
        : name_(name),
          plan_(plan),
          match_(plan),
          test_(G::seat_count, static_cast<double>(plan.elo)),
          journal_(journal),
          rounds_(std::make_unique<Round[]>(plan.rounds)) {}

    void play() {
        add_rounds();
        share_work(plan_.rounds * seats, 1, static_cast<int>(plan_.threads), progress_,
                   [&](u64 number, u64, int) { play(number / seats, number % seats); });
    }

private:
    static constexpr u64 seats = G::seat_count;

    struct Round {
        std::once_flag once;
        typename G::Position opening;
    };

    void play(u64 number, u64 seat) {
        {
            const std::scoped_lock alone(adding_);
            if (journal_.has({number, seat})) return;
        }
        Round& round = rounds_[number];
        std::call_once(round.once, [&] { round.opening = match_.opening(number); });
        const u64 sixths = match_.game(round.opening, static_cast<int>(seat));
        const std::scoped_lock alone(adding_);
        journal_.add({number, seat}, sixths);
        add_rounds();
    }

    void add_rounds() {
        while (!progress_.stopped && added_ < plan_.rounds) {
            u64 sum = 0;
            for (u64 seat = 0; seat < seats; ++seat) {
                if (!journal_.has({added_, seat})) return;
                sum += journal_.sixths_of({added_, seat});
            }
            ++added_;
            test_.add(static_cast<double>(sum) / static_cast<double>(seats * MatchJournal::sixths));
            test_.print(name_);
            if (test_.over()) progress_.stopped = true;
        }
    }

    const char* name_;
    const Plan plan_;
    const Match<G> match_;
    Test test_;
    MatchJournal& journal_;
    std::unique_ptr<Round[]> rounds_;
    u64 added_ = 0;
    Progress progress_;
    std::mutex adding_;
};

template <class G>
void play(const char* name, const Plan& plan, MatchJournal& journal) {
    Rounds<G>(name, plan, journal).play();
}

auto game_called(std::string_view name) {
    return name == "cubulus"         ? play<Cubulus<2>>
           : name == "cubulus_three" ? play<Cubulus<3>>
           : name == "qomet"         ? play<Qomet>
           : name == "quixo"         ? play<Quixo<5, 2>>
                                     : nullptr;
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    Plan plan;
    const std::string_view game = argc == 8 || argc == 9 ? argv[1] : "";
    const auto play = game_called(game);
    if (play == nullptr || !parse(argv[2], plan.rounds) || plan.rounds > max_rounds ||
        !parse(argv[3], plan.milliseconds) || !parse(argv[4], plan.nodes) ||
        !parse(argv[5], plan.seed) || !parse(argv[6], plan.threads) || plan.threads == 0 ||
        !parse(argv[7], plan.elo)) {
        std::puts(
            "usage: evaluation_match cubulus|cubulus_three|qomet|quixo ROUNDS MILLISECONDS NODES"
            " SEED THREADS ELO [JOURNAL]\n"
            "       at most 1,000,000 rounds, at least one thread");
        return 2;
    }
    MatchJournal journal;
    if (argc == 9) {
        // All that a game depends on; threads and gain may differ.
        const std::string match = std::string(game) + " " + argv[3] + " " + argv[4] + " " + argv[5];
        if (const std::string problem = journal.open(argv[8], match); !problem.empty()) {
            std::fprintf(stderr, "evaluation_match: %s\n", problem.c_str());
            return 1;
        }
    }
    play(argv[1], plan, journal);
    return journal.is_whole() ? 0 : 1;
}
