// Games for three. In the first, the only defence is the move that looks worst, the thirtieth.
// Seat 0 may share the point with seat 2 at once, or leave the game to seat 1. There, 29 moves that
// look good let seat 0 win, and one that looks bad wins for seat 1. Printed is what the search
// plays in each game.
#include <cstdio>

#include "search/best_first.hpp"

namespace quintet {

struct LateDefence {
    struct Rules {};
    struct Position {
        u64 at;
    };
    enum Place : u64 { root, shared, left_to_one, won_by_zero, won_by_one, won_by_two, to_two };

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

/// All moves of seat 1 lose: 29 let seat 2 win at once, and one lets seat 0 win later. Seat 1
/// resists as long as it can, so seat 0 should leave the game to it.
struct Kingmaker : LateDefence {
    static Position play(const Rules& rules, const Position& position, int move) {
        if (position.at < to_two) return LateDefence::play(rules, position, move);
        return {position.at == to_two + defence ? won_by_zero : won_by_two};
    }
    static Outcome outcome(const Rules& rules, const Position& position) {
        if (position.at == won_by_two) return {Reason::full, {0, 0, 2}};
        return LateDefence::outcome(rules, position);
    }
};

template <>
struct Evaluator<Kingmaker> : Evaluator<LateDefence> {
    static bool can_win(const G::Rules&, const G::Position& position) {
        return position.at >= G::to_two && position.at != G::to_two + G::defence;
    }
};

template <class G>
void print_best() {
    Limits limits;
    limits.nodes = 10'000;
    BestFirst<G> search({}, G::start({}));
    const Report report = search.run(limits, [](const Report&) {});
    std::printf("%d %.3f\n", report.moves.at(0).move, *report.moves.at(0).estimate);
}

}  // namespace quintet

int main() {
    quintet::print_best<quintet::LateDefence>();
    quintet::print_best<quintet::Kingmaker>();
    return 0;
}
