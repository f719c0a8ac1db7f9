// Whether the side to move in Cubulus for two can force a win within so many plies with threats.
//
// A threat is a square that could be completed with the next move: there are few answers to it. So
// only moves that make one are looked at, except for so many quiet ones (a side begins with two at
// least, for it takes three balls to threaten). A win that is found is one against everything; that
// none is found says nothing of other ways to win.
#pragma once

#include "../../search/evaluation/cubulus.hpp"
#include "../proof_search.hpp"
#include "threats.hpp"

namespace quintet {

/// The attacker is to move when the plies left are odd. It cannot complete a square at once in any
/// node, nor can the other side.
struct CubulusQuestion {
    using G = Cubulus<2>;
    using Position = G::Position;
    using Balls = cubulus::Balls;

    struct Node {
        Position position;
        ProofKey stored_as;
        int plies;
        int quiet;       // how many more moves need not threaten
        int threat;      // with which the attacker would complete a square, or none
        bool symmetric;  // whether positions are the same up to symmetry

        ProofKey key() const { return stored_as; }
    };

    static constexpr int max_plies = 255;
    static constexpr int max_quiet = 127;
    static constexpr std::size_t max_children = G::vocabulary;

    static bool can_win(const Position& position) { return Evaluator<G>::can_win({}, position); }

    /// A symmetric set-up has many positions that are the same, any other hardly one: then it does
    /// not pay to look for the least of 48.
    static bool is_symmetric(const Position& position) {
        const u64 neutral = G::own(position, 2);
        const auto images = cubulus::images(neutral);
        return std::count(images.begin(), images.end(), neutral) > 1;
    }

    static Node node_of(const Position& position, int plies, int quiet, int threat,
                        bool symmetric) {
        const Position same = symmetric ? G::canonical({}, position) : position;
        return {position, key_of(same, plies, quiet), plies, quiet, threat, symmetric};
    }

    template <class Use>
    void each_child(const Node& node, Use use) const {
        if (node.plies % 2 != 0) {
            each_attack(node, [&](int, const Node& child) { use(child); });
        } else {
            const int attacker = 1 - G::to_move(node.position);
            each_answer(node, [&](int move, const Balls& next) {
                use(node_of(next.position(attacker, move), node.plies - 1, node.quiet,
                            cubulus::no_move, node.symmetric));
            });
        }
    }

    /// Calls `use(move, node)` for what the attacker may try.
    template <class Use>
    void each_attack(const Node& node, Use use) const {
        const int seat = G::to_move(node.position);
        const Balls balls = Balls::of(node.position);
        const bool may_be_quiet = node.quiet > 0 && node.plies > 3;
        const int menace = cubulus::completing_move(balls, 1 - seat, cubulus::no_ban);
        const auto consider = [&](int move, const Balls& next) {
            const int threat = cubulus::completing_move(next, seat, cubulus::no_ban);
            const bool is_quiet = threat == cubulus::no_move;
            if (is_quiet && !may_be_quiet) return;
            use(move, node_of(next.position(1 - seat, move), node.plies - 1, node.quiet - is_quiet,
                              threat, node.symmetric));
        };
        cubulus::each_defence(balls, seat, cubulus::legal_moves(node.position), menace, consider);
    }

    /// Calls `use(move, balls)` for the answers after which the attacker cannot win at once.
    template <class Use>
    void each_answer(const Node& node, Use use) const {
        cubulus::each_defence(Balls::of(node.position), G::to_move(node.position),
                              cubulus::legal_moves(node.position), node.threat, use);
    }

    /// All these numbers were found by trial. What looks bad takes longer.
    ProofNumbers look(const Node& node) const {
        const int worth = Evaluator<G>::by_hand({}, node.position);
        if (node.plies % 2 != 0) {
            if (node.plies < 3) return ProofNumbers::failure();
            // The better the answer, the sooner it is tried: one that holds saves all the others.
            return {1 + scaled(60 - worth, 8, 12), 1 + scaled(200 + worth, 1, 500)};
        }
        const u32 doubt = scaled(80 + worth, 4, 60);
        if (node.threat == cubulus::no_move) {
            const auto moves = static_cast<u32>(cubulus::legal_moves(node.position).count());
            return {1, moves + doubt};
        }
        const u32 answers = estimate_answers(node);
        if (answers == 0) return ProofNumbers::failure();
        if (node.plies == 2) return ProofNumbers::success();
        return {1, answers + doubt};
    }

private:
    static constexpr int quiet_shift = 8;
    static_assert(max_plies < 1 << quiet_shift);
    static_assert(max_quiet < 1 << (ProofKey::extra_bits - quiet_shift));

    /// Two bits a slot, the seat and the ban.
    static ProofKey key_of(const Position& position, int plies, int quiet) {
        const u64 neutral = G::own(position, 2);
        const u64 ban = position.rest >> G::ban_shift;
        const auto seat = static_cast<u64>(G::to_move(position));
        return {(G::own(position, 0) | neutral) | (G::own(position, 1) | neutral) << 27 |
                    ban << 54 | seat << 60,
                static_cast<u32>(plies) | static_cast<u32>(quiet) << quiet_shift};
    }

    /// About how many answers there are to a threat; 0 only if there is none. To try all of them
    /// would take half of the time of a search.
    static u32 estimate_answers(const Node& node) {
        u32 answers = 0;
        cubulus::search_defences(Balls::of(node.position), G::to_move(node.position),
                                 cubulus::legal_moves(node.position), node.threat,
                                 [&](int, const Balls&, const cubulus::Moves& left) {
                                     answers = 1 + static_cast<u32>(std::min(left.count() / 2, 7));
                                     return true;
                                 });
        return answers;
    }

    static u32 scaled(int worth, int unit, int most) {
        return static_cast<u32>(std::clamp(worth / unit, 0, most));
    }
};

enum class Attack { wins, has_none, is_open };

class CubulusAttack {
    using Position = CubulusQuestion::Position;
    using Node = CubulusQuestion::Node;

public:
    /// In bytes; only what is used is taken.
    static constexpr u64 default_memory = 256 << 20;

    /// The buckets of a table with at most so much memory: a power of two, and one at least.
    static constexpr std::size_t buckets_in(u64 memory) {
        return std::bit_floor(std::max<u64>(memory / ProofTable::bucket_bytes, 1));
    }

    explicit CubulusAttack(std::size_t buckets = buckets_in(default_memory))
        : search_({}, buckets) {}

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
        return CubulusQuestion::node_of(position, plies - 1 + plies % 2, quiet, cubulus::no_move,
                                        CubulusQuestion::is_symmetric(position));
    }

    ProofSearch<CubulusQuestion>& search() { return search_; }

private:
    ProofSearch<CubulusQuestion> search_;
};

}  // namespace quintet
