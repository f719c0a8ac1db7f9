// A proof search of Quarto: follows every line to its end, a gift and a placement at a time.
#pragma once

#include "../evaluation/quarto.hpp"
#include "../prover.hpp"
#include "quarto_alignments.hpp"

namespace quintet {

/// `Words` as QuartoAlignments has them.
template <int Words>
class QuartoProof {
    using G = Quarto<false>;
    using Knowledge = Evaluator<G>;
    using Position = G::Position;
    using Alignments = QuartoAlignments<Words>;

public:
    QuartoProof(const G::Rules& rules, SharedSearch& shared, Worker& worker)
        : rules_(rules),
          alike_(pieces_alike[G::gather(rules.counted)]),
          shared_(shared),
          worker_(worker) {}

    /// As a prover's (prover.hpp).
    int bound(const Position& position, int target) {
        if (Knowledge::can_win(rules_, position)) return win_score - 1;
        Board board = board_of(position);
        const u64 hand = G::hand(position.state);
        if (hand == 0) return give(board, target);
        survey(board);
        const u64 alike = alike_[hand - 1] & G::pool(board.position.state);
        return place(board, static_cast<u64>(std::countr_zero(alike)), target);
    }

    /// The first gift, in the order in which they are looked at, that is worth `target` or more to
    /// the giver; one of the pool in any case.
    int gift(const Position& position, int target) {
        Board board = board_of(position);
        survey(board);
        const int allowed = 1 - one_later(target);
        const auto end = board.gifts.begin() + board.gift_count;
        std::sort(board.gifts.begin(), end);
        const auto found = std::find_if(board.gifts.begin(), end, [&](u16 each) {
            return place(board, each & 15u, allowed) < allowed;
        });
        const u64 pool = G::pool(position.state);
        return std::countr_zero(found == end ? pool : alike_[*found & 15u] & pool);
    }

private:
    /// A board on which a piece is to be given.
    struct Board {
        Position position;
        Alignments alignments;
        u64 safe;  // the pieces that complete nothing
        u64 key;   // in the transposition table
        int left;  // spaces
        int rank;  // move-ordering score
        // What is surveyed: all spaces, and the gifts worth a try with how much each leaves to the
        // opponent.
        typename Alignments::Outlook outlook;
        std::array<u16, 16> gifts;
        int gift_count;
    };
    using Boards = std::array<Board, 16>;
    using Iterator = typename Boards::iterator;

    // Searching a smaller tree is faster than ordering its moves, or than a lookup.
    static constexpr int survey_from = 5;
    static constexpr int store_from = 8;

    // With more pieces on the board symmetry rarely helps.
    static constexpr int max_symmetric = 7;

    /// Returns the piece in hand to the pool.
    Board board_of(const Position& position) const {
        Board board{};
        const u64 in_hand = (1ULL << G::hand(position.state)) >> 1;
        const u64 pool = named_alike(G::pool(position.state) | in_hand);
        board.position.features = position.features;
        board.position.state = G::occupied(position.state) | pool << G::pool_at;
        board.alignments = Alignments::empty(G::gather(rules_.counted));
        each_bit(G::occupied(position.state), [&](int space) {
            board.alignments.add(G::gather(position.features >> space), space);
        });
        board.safe = Knowledge::safe_gifts(rules_, board.position);
        board.left = 16 - std::popcount(G::occupied(position.state));
        prepare(board);
        return board;
    }

    /// By the features that count and by piece: the pieces that look the same (QT9).
    static constexpr auto pieces_alike = [] {
        std::array<std::array<u16, 16>, 16> alike{};
        for (unsigned features = 0; features < 16; ++features) {
            for (unsigned pair = 0; pair < 256; ++pair) {
                const bool same = ((pair ^ pair / 16) & features) == 0;
                if (same) alike[features][pair % 16] |= static_cast<u16>(1u << pair / 16);
            }
        }
        return alike;
    }();

    /// A pool whose pieces that look the same are those with the greatest numbers. As the least is
    /// given first, it stays so.
    u64 named_alike(u64 pool) const {
        u64 named = 0;
        each_bit(pool, [&](int piece) {
            named |= std::bit_floor(alike_[static_cast<std::size_t>(piece)] & ~named);
        });
        return named;
    }

    void prepare(Board& board) const {
        board.rank = -std::popcount(board.safe);
        if (board.left >= survey_from) survey(board);
        if (board.left >= store_from) board.key = key_of(board.position, board.left);
    }

    /// A key that no other board has, up to symmetry.
    u64 key_of(const Position& position, int left) const {
        return mix(16 - left <= max_symmetric ? G::code(rules_, G::canonical(rules_, position))
                                              : G::code(rules_, position));
    }

    /// Counts, for every safe gift, the safe gifts that its placements leave: the fewer, the
    /// harder it is to answer. A board is ranked by its best gift.
    void survey(Board& board) const {
        const u64 empty = ~board.position.state & G::full_board;
        const u64 pool = G::pool(board.position.state);
        board.alignments.look(empty, board.outlook);
        board.gift_count = 0;
        u16 least = 0xffff;
        for (u64 safe = board.safe; safe != 0;) {
            const auto piece = static_cast<u64>(std::countr_zero(safe));
            const u64 rest = pool & ~(1ULL << piece);
            int options = 0;
            each_bit(empty, [&](int space) {
                options += std::popcount(safe_after(board, rest, piece, space));
            });
            const auto gift = static_cast<u16>(static_cast<u64>(options) << 4 | piece);
            board.gifts[static_cast<std::size_t>(board.gift_count++)] = gift;
            least = std::min(least, gift);
            safe &= ~u64{alike_[piece]};
        }
        board.rank = -(least >> 4);
    }

    /// The pieces of the rest of the pool that complete nothing after a placement.
    static u64 safe_after(const Board& board, u64 rest, u64 piece, int space) {
        const u64 values = Alignments::values_of(piece);
        return rest & ~u64{Knowledge::pieces_with_any[board.outlook.wanted(space, values)]};
    }

    /// The value for the giver, who must give a safe piece or lose with the next placement.
    int give(Board& board, int target) {
        if (board.safe == 0) return 2 - win_score;
        // A safe piece wins nothing: the giver can win with the next one, the opponent with the
        // one after it.
        if (target > win_score - 4) return win_score - 4;
        if (target <= 6 - win_score) return 6 - win_score;
        if (board.left == 1 || (board.left == 2 && target <= 0)) return 0;
        if (board.left < survey_from) survey(board);
        if (board.rank == 0) return win_score - 4;  // a gift that leaves nothing safe to give
        if (board.left <= 3 && target > 0) return 0;
        const bool stored = board.left >= store_from;
        StoredValue known;
        if (stored && shared_.values.find(board.key, known)) {
            if (known.at_least && known.score >= target) return known.score;
            if (known.at_most && known.score < target) return known.score;
        }
        const int allowed = 1 - one_later(target);  // the opponent's window
        int best = -infinite_score;
        const auto end = board.gifts.begin() + board.gift_count;
        for (auto gift = board.gifts.begin(); gift != end && best < target && !worker_.stopped();
             ++gift) {
            std::iter_swap(gift, std::min_element(gift, end));
            best = std::max(best, one_earlier(-place(board, *gift & 15u, allowed)));
        }
        if (stored && !worker_.stopped()) store(board, known, best, best >= target);
        return best;
    }

    /// The value for the side that must place a piece that completes nothing.
    int place(const Board& before, u64 piece, int target) {
        const u64 given = 1ULL << (G::pool_at + piece);
        const u64 look = G::spread(piece);
        const u64 rest = G::pool(before.position.state & ~given);
        const int left = before.left - 1;
        worker_.count(static_cast<u64>(left) + 2);
        if (left == 0) return 0;
        Boards boards;
        auto end = boards.begin();
        int best = 3 - win_score;
        each_bit(~before.position.state & G::full_board, [&](int space) {
            const u64 safe = safe_after(before, rest, piece, space);
            if (safe == 0) return;
            end->alignments = before.alignments;
            end->alignments.add(piece, space);
            if (left == 1 || end->alignments.is_dead()) {
                best = std::max(best, 0);
                return;
            }
            end->position = {before.position.features | look << space,
                             (before.position.state & ~given) | 1ULL << space};
            end->safe = safe;
            end->left = left;
            ++end;
        });
        if (best >= target) return best;
        std::for_each(boards.begin(), end, [&](Board& board) { prepare(board); });
        const int later = one_later(target);
        if (left < Choice::share_if_idle_from) {
            for (auto next = boards.begin(); next != end && best < target && !worker_.stopped();) {
                best = std::max(best, one_earlier(give(next_of(next, end), later)));
            }
            return best;
        }
        if (const int known = best_known(boards.begin(), end, later); known >= later)
            return one_earlier(known);
        Choice choice(*this, boards.begin(), end, left, best, target);
        worker_.search_all(choice, [&](Pick& pick) { search(pick, target); });
        return choice.best;
    }

    /// The stored value of a board that reaches the target, if there is one.
    int best_known(Iterator board, Iterator end, int target) const {
        for (; board != end && board->left >= store_from; ++board) {
            StoredValue known;
            if (shared_.values.find(board->key, known) && known.at_least && known.score >= target)
                return known.score;
        }
        return -infinite_score;
    }

    /// Swaps the best-ordered board to the front and advances past it.
    static Board& next_of(Iterator& next, Iterator end) {
        std::iter_swap(next, std::max_element(next, end, [](const auto& a, const auto& b) {
                           return a.rank < b.rank;
                       }));
        return *next++;
    }

    struct Pick {
        Board& board;
        int value = 0;
    };

    /// A split point: the boards to choose from, and the best value so far for the giver.
    struct Choice final : Split {
        static constexpr int share_from = 9;
        static constexpr int share_if_idle_from = 7;

        Choice(const QuartoProof& its_owner, Iterator begin, Iterator its_end, int left_empty,
               int its_best, int its_target)
            : Split(left_empty),
              owner(its_owner),
              next(begin),
              end(its_end),
              best(its_best),
              target(its_target) {}

        void help(Worker& helper) override {
            QuartoProof proof(owner.rules_, owner.shared_, helper);
            helper.help_with(*this, [&](Pick& pick) { proof.search(pick, target); });
        }

        bool has_next() const { return next != end && best < target; }

        Pick pick() {
            Pick picked{next_of(next, end)};
            left.store(static_cast<int>(end - next), std::memory_order_relaxed);
            return picked;
        }

        void take(const Pick& pick) {
            best = std::max(best, one_earlier(pick.value));
            if (best >= target) cut.store(true, std::memory_order_relaxed);
        }

        const QuartoProof& owner;
        Iterator next, end;  // boards not taken yet
        int best;
        const int target;
    };

    void search(Pick& pick, int target) { pick.value = give(pick.board, one_later(target)); }

    void store(const Board& board, const StoredValue& known, int value, bool from_below) {
        StoredValue now;
        now.score = value;
        now.at_least = from_below || (known.at_least && known.score == value);
        now.at_most = !from_below || (known.at_most && known.score == value);
        now.lower = now.at_least;
        now.upper = now.at_most;
        now.depth = now.lower && now.upper ? 255 : 2 * board.left;
        shared_.values.store(board.key, now);
    }

    const G::Rules& rules_;
    const std::array<u16, 16>& alike_;
    SharedSearch& shared_;
    Worker& worker_;
};

}  // namespace quintet
