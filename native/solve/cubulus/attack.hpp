// Whether the side to move in Cubulus for two can force a win within so many plies with threats.
//
// A threat is a square that could be completed with the next move: there are few answers to it. So
// only moves that make one are looked at, except for so many quiet ones (a side begins with two at
// least, for it takes three balls to threaten). A win that is found is one against everything; that
// none is found says nothing of other ways to win.
#pragma once

#include "../../search/evaluation/cubulus.hpp"
#include "../proof_search.hpp"

namespace quintet {

/// The attacker is to move when the plies left are odd. It cannot complete a square at once in any
/// node, nor can the other side.
struct CubulusQuestion {
    using G = Cubulus<2>;
    using Position = G::Position;

    struct Key {
        u64 players, rest;

        bool operator==(const Key&) const = default;
        u64 mixed() const { return mix(players ^ mix(rest)); }
    };

    struct Node {
        Position position;  // canonical
        int plies;
        int quiet;  // how many more moves need not threaten
        bool threatened;

        Key key() const {
            static_assert(G::decided_bit == 1ULL << 29);  // what follows is free up to the ban
            return {position.players,
                    position.rest | static_cast<u64>(plies) << 30 | static_cast<u64>(quiet) << 38};
        }
    };

    static constexpr int max_plies = 255;
    static constexpr int max_quiet = 127;
    static constexpr std::size_t max_children = G::vocabulary;

    static bool can_win(const Position& position) { return Evaluator<G>::can_win({}, position); }

    template <class Use>
    void each_child(const Node& node, Use use) const {
        if (node.plies % 2 != 0) {
            each_attack(node, [&](int, const Node& child) { use(child); });
        } else {
            each_answer(node.position, [&](int, const Position& next) {
                use(Node{G::canonical({}, next), node.plies - 1, node.quiet, false});
            });
        }
    }

    /// Calls `use(move, node)` for what the attacker may try.
    template <class Use>
    void each_attack(const Node& node, Use use) const {
        G::legal({}, node.position).each([&](int move) {
            const Position next = G::play({}, node.position, move);
            if ((next.rest & G::decided_bit) != 0 || can_win(next)) return;
            const bool threatens = can_win(passed(next));
            if (!threatens && (node.quiet == 0 || node.plies <= 3)) return;
            use(move, Node{G::canonical({}, next), node.plies - 1,
                           threatens ? node.quiet : node.quiet - 1, threatens});
        });
    }

    /// Calls `use(move, next)` for the answers after which the attacker cannot win at once.
    template <class Use>
    void each_answer(const Position& position, Use use) const {
        // Most answers leave one of a few winning moves as it was.
        std::array<int, 8> winning{};
        std::size_t count = 0;
        G::legal({}, position).each([&](int move) {
            const Position next = G::play({}, position, move);
            if ((next.rest & G::decided_bit) != 0) return;
            for (std::size_t i = 0; i < count; ++i)
                if (cubulus::makes_square<G>(next, winning[i])) return;
            const int found = cubulus::square_maker<G>(next);
            if (found == cubulus::no_move) {
                use(move, next);
            } else if (count < winning.size()) {
                winning[count++] = found;
            }
        });
    }

    ProofNumbers look(const Node& node) const {
        if (node.plies % 2 != 0) {
            if (node.plies < 3) return ProofNumbers::failure();
            return {1 + scaled(60 - worth(node), 10, 12), 4};
        }
        if (!node.threatened) {
            u32 moves = 0;
            G::legal({}, node.position).each([&](int) { ++moves; });
            return {1, moves + scaled(80 + worth(node), 4, 60)};
        }
        u32 answers = 0;
        each_answer(node.position, [&](int, const Position&) { ++answers; });
        if (answers == 0) return ProofNumbers::failure();
        if (node.plies == 2) return ProofNumbers::success();
        return {1, answers};
    }

private:
    /// The position if the side to move did nothing.
    static Position passed(const Position& position) {
        return {position.players,
                (position.rest ^ 1ULL << G::seat_shift) & ((1ULL << G::ban_shift) - 1)};
    }

    static int worth(const Node& node) { return Evaluator<G>::evaluate({}, node.position); }

    /// What looks bad takes longer: these numbers were found by trial.
    static u32 scaled(int worth, int unit, int most) {
        return static_cast<u32>(std::clamp(worth / unit, 0, most));
    }
};

enum class Attack { wins, has_none, is_open };

class CubulusAttack {
    using Position = CubulusQuestion::Position;
    using Node = CubulusQuestion::Node;

public:
    CubulusAttack() : search_({}, buckets) {}

    /// What the side to move can do within so many plies, as far as so many nodes show.
    Attack wins_within(const Position& position, int plies, int quiet, u64 max_nodes,
                       const Progress& progress) {
        if (CubulusQuestion::can_win(position)) return plies >= 1 ? Attack::wins : Attack::has_none;
        if (plies < 3) return Attack::has_none;
        const ProofNumbers found =
            search_.settle(node_of(position, plies, quiet), max_nodes, progress);
        return found.succeeds() ? Attack::wins : found.fails() ? Attack::has_none : Attack::is_open;
    }

    /// The attacker's plies left are odd.
    static Node node_of(const Position& position, int plies, int quiet) {
        return {Cubulus<2>::canonical({}, position), plies - 1 + plies % 2, quiet, false};
    }

    ProofSearch<CubulusQuestion>& search() { return search_; }

private:
    static constexpr std::size_t buckets = 1 << 22;  // 512 MB, of which only what is used is taken

    ProofSearch<CubulusQuestion> search_;
};

}  // namespace quintet
