// Proves Quarto: follows every line to its end, a gift and a placement at a time.
#pragma once

#include "../judges/quarto.hpp"
#include "../prover.hpp"

namespace quintet {

template <>
class Prover<Quarto<false>> {
    using G = Quarto<false>;
    using Knowledge = Judge<G>;
    using Position = G::Position;

public:
    Prover(const G::Rules& rules, SharedSearch& shared, Worker& worker)
        : rules_(rules), shared_(shared), worker_(worker) {}

    int bound(const Position& position, int target) {
        const u64 hand = G::hand(position.state);
        if (hand == 0) {
            const u64 safe = Knowledge::safe_gifts(rules_, position);
            return give({position, safe, key_of(position, spaces_left(position)), 0}, target);
        }
        if (Knowledge::can_win(rules_, position)) return win_score - 1;
        const Position board{position.features, position.state & ~(31ULL << G::hand_at)};
        return place(board, static_cast<int>(hand - 1), target);
    }

private:
    /// A board on which a piece is to be given.
    struct Board {
        Position position;
        u64 safe;  // the pieces that complete nothing
        u64 key;   // in the memory
        int rank;  // what to look at first
    };
    using Boards = std::array<Board, 16>;

    // Smaller trees are searched again sooner than looked up.
    static constexpr int remember_from = 4;

    static int spaces_left(const Position& position) {
        return 16 - std::popcount(G::occupied(position.state));
    }

    /// What a value is worth one ply earlier, and what must be reached for that one ply later.
    static int one_earlier(int value) { return value > 0 ? value - 1 : value < 0 ? value + 1 : 0; }
    static int one_later(int target) {
        return target > 0 ? target + 1 : target < 0 ? target - 1 : 0;
    }

    /// `left` spaces are empty.
    u64 key_of(const Position& position, int left) const {
        return left >= remember_from ? Knowledge::memory_key(rules_, position) : 0;
    }

    /// The value for the giver, who must give a safe piece or lose with the next placement.
    int give(const Board& board, int target) {
        if (board.safe == 0) return 2 - win_score;
        // A safe piece wins nothing: the giver can win with the next one, the opponent with the
        // one after it.
        if (target > win_score - 4) return win_score - 4;
        if (target <= 6 - win_score) return 6 - win_score;
        const int left = spaces_left(board.position);
        const bool remembered = left >= remember_from;
        Remembered known;
        if (remembered && shared_.values.find(board.key, known)) {
            if (known.at_least && known.score >= target) return known.score;
            if (known.at_most && known.score < target) return known.score;
        }
        const int allowed = 1 - one_later(target);  // what the opponent must not reach
        int best = -infinite_score;
        for (u64 safe = board.safe; safe != 0 && best < target && !worker_.stopped();
             safe &= safe - 1) {
            const int answer = place(board.position, std::countr_zero(safe), allowed);
            best = std::max(best, one_earlier(-answer));
        }
        if (remembered && !worker_.stopped())
            remember(board.key, known, best, best >= target, left);
        return best;
    }

    /// The value for the one who must place a piece that completes nothing.
    int place(const Position& before, int piece, int target) {
        const u64 given = 1ULL << (G::pool_at + piece);
        const u64 look = G::spread(static_cast<u64>(piece));
        const int left = spaces_left(before) - 1;
        worker_.count(static_cast<u64>(left) + 2);
        if (left == 0) return 0;
        Boards boards;
        auto end = boards.begin();
        int best = 3 - win_score;
        each_bit(~before.state & G::full_board, [&](int space) {
            const Position after{before.features | look << space,
                                 (before.state & ~given) | 1ULL << space};
            const u64 safe = Knowledge::safe_gifts(rules_, after);
            if (safe == 0) return;
            if (left == 1 || Knowledge::is_dead(rules_, after)) {
                best = std::max(best, 0);
            } else {
                *end++ = {after, safe, 0, -std::popcount(safe)};
            }
        });
        if (best >= target) return best;
        for (auto board = boards.begin(); board != end; ++board)
            board->key = key_of(board->position, left);
        Choice choice(*this, boards, end, left, best, target);
        worker_.search_all(choice, [&](Pick& pick) { search(pick, target); });
        return choice.best;
    }

    struct Pick {
        const Board& board;
        int value = 0;
    };

    /// Boards of which one is to be chosen, and how good that is so far for the one who gives.
    struct Choice final : Split {
        static constexpr int share_from = 6;
        static constexpr int share_if_idle_from = 5;

        Choice(const Prover& its_owner, Boards& boards, Boards::iterator its_end, int left_empty,
               int its_best, int its_target)
            : Split(left_empty),
              owner(its_owner),
              next(boards.begin()),
              end(its_end),
              best(its_best),
              target(its_target) {}

        void help(Worker& helper) override {
            Prover prover(owner.rules_, owner.shared_, helper);
            helper.help_with(*this, [&](Pick& pick) { prover.search(pick, target); });
        }

        bool is_open() const { return next != end && best < target; }

        /// Placements that leave few safe pieces decide games soonest.
        Pick pick() {
            std::iter_swap(next, std::max_element(next, end, [](const Board& a, const Board& b) {
                               return a.rank < b.rank;
                           }));
            left.store(static_cast<int>(end - next) - 1, std::memory_order_relaxed);
            return {*next++};
        }

        void take(const Pick& pick) {
            best = std::max(best, one_earlier(pick.value));
            if (best >= target) cut.store(true, std::memory_order_relaxed);
        }

        const Prover& owner;
        Boards::iterator next, end;  // boards that nobody has taken
        int best;
        const int target;
    };

    void search(Pick& pick, int target) { pick.value = give(pick.board, one_later(target)); }

    void remember(u64 key, const Remembered& known, int value, bool from_below, int left) {
        Remembered now;
        now.score = value;
        now.at_least = from_below || (known.at_least && known.score == value);
        now.at_most = !from_below || (known.at_most && known.score == value);
        now.lower = now.at_least;
        now.upper = now.at_most;
        now.depth = now.lower && now.upper ? 255 : 2 * left;
        shared_.values.store(key, now);
    }

    const G::Rules& rules_;
    SharedSearch& shared_;
    Worker& worker_;
};

}  // namespace quintet
