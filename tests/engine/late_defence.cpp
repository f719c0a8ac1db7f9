// Games for three. In the first, the only defence is the move that looks worst, the thirtieth.
// Seat 0 may share the point with seat 2 at once, or leave the game to seat 1. There, 29 moves that
// look good let seat 0 win, and one that looks bad wins for seat 1. Printed is what the search
// plays.
#include <cstdio>

#include "search/best_first.hpp"

namespace quintet {

struct LateDefence {
    struct Rules {};
    struct Position {
        u64 at;
    };
    enum Place : u64 { root, shared, left_to_one, won_by_zero, won_by_one, to_two };

    static constexpr int vocabulary = 30;
    static constexpr int seat_count = 3;
    static constexpr int cell_count = 1;
    static constexpr int field_count = 0;
    static constexpr int defence = 29;

    static Position start(const Rules&) { return {root}; }
    static int seat(const Rules&, const Position& position) {
        return position.at >= to_two ? 2 : position.at == left_to_one ? 1 : 0;
    }
    static MoveSet<vocabulary> legal(const Rules& rules, const Position& position) {
        MoveSet<vocabulary> moves;
        const int count = outcome(rules, position).over() ? 0
                          : position.at == root           ? 2
                          : position.at == left_to_one    ? vocabulary
                                                          : 1;
        for (int move = 0; move < count; ++move) moves.add(move);
        return moves;
    }
    static Position play(const Rules&, const Position& position, int move) {
        if (position.at == root) return {move == 0 ? shared : left_to_one};
        if (position.at == left_to_one) return {to_two + static_cast<u64>(move)};
        return {position.at == to_two + defence ? won_by_one : won_by_zero};
    }
    static Outcome outcome(const Rules&, const Position& position) {
        if (position.at == shared) return {Reason::full, {1, 0, 1}};
        if (position.at == won_by_zero) return {Reason::full, {2, 0, 0}};
        if (position.at == won_by_one) return {Reason::full, {0, 2, 0}};
        return {};
    }
    static Position canonical(const Rules&, const Position& position) { return position; }
    static Facts facts(const Rules&, const Position&) { return {}; }
    static Position from_facts(const Rules&, const Facts&) { return {root}; }
};

template <>
struct Evaluator<LateDefence> {
    using G = LateDefence;
    using Shares = std::array<float, 3>;

    static Shares shares(const G::Rules&, const G::Position& position) {
        const bool looks_bad = position.at == G::to_two + G::defence;
        return looks_bad ? Shares{0.8F, 0.1F, 0.1F} : Shares{0.2F, 0.6F, 0.2F};
    }
    static bool can_win(const G::Rules&, const G::Position&) { return false; }
};

/// The same game with priors, which do not know the defence either.
struct WithPriors : LateDefence {};

template <>
struct Evaluator<WithPriors> : Evaluator<LateDefence> {
    static Shares judge(const G::Rules& rules, const G::Position& position,
                        std::array<float, G::vocabulary>& priors) {
        for (std::size_t move = 0; move < priors.size(); ++move)
            priors[move] = move == G::defence ? -5.0F : 0.01F * static_cast<float>(move);
        return shares(rules, position);
    }
    static int threat(const G::Rules&, const G::Position&) { return -1; }
    static bool wins_with(const G::Rules&, const G::Position&, int) { return false; }
};

/// All moves of seat 1 lose: 29 let seat 2 win at once, and one lets seat 0 win later. It may play
/// any of them, so seat 0 should share the point.
struct Kingmaker : LateDefence {
    static Position play(const Rules& rules, const Position& position, int move) {
        if (position.at >= to_two) return {won_by_zero};
        return LateDefence::play(rules, position, move);
    }
};

template <>
struct Evaluator<Kingmaker> : Evaluator<WithPriors> {
    static int threat(const G::Rules&, const G::Position& position) {
        return position.at == G::left_to_one ? 0 : -1;
    }
    static bool can_win(const G::Rules&, const G::Position& position) {
        return position.at >= G::to_two && position.at != G::to_two + G::defence;
    }
    static bool wins_with(const G::Rules& rules, const G::Position& position, int) {
        return can_win(rules, position);
    }
};

/// A game that goes round in a circle of forced moves for ever, from a choice of two.
struct Circle : LateDefence {
    static int seat(const Rules&, const Position& position) {
        return static_cast<int>(position.at % 3);
    }
    static MoveSet<vocabulary> legal(const Rules&, const Position& position) {
        MoveSet<vocabulary> moves;
        moves.add(0);
        if (position.at == root) moves.add(1);
        return moves;
    }
    static Position play(const Rules&, const Position& position, int) {
        return {position.at % 3 + 1};
    }
    static Outcome outcome(const Rules&, const Position&) { return {}; }
};

template <>
struct Evaluator<Circle> : Evaluator<WithPriors> {};

template <class G>
void print_best() {
    Limits limits;
    limits.nodes = 10'000;
    const Report report = BestFirst<G>({}, G::start({})).run(limits, [](const Report&) {});
    std::printf("%d %.3f\n", report.moves.at(0).move, *report.moves.at(0).estimate);
}

}  // namespace quintet

int main() {
    using namespace quintet;
    static_assert(HasPriors<WithPriors> && !HasPriors<LateDefence>);
    print_best<LateDefence>();
    print_best<WithPriors>();
    print_best<Kingmaker>();
    print_best<Circle>();
    return 0;
}
