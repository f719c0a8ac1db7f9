// Verifies values of Quarto by an independent method: whether the giver can force a win, or is
// forced to lose, within a number of placements.
#pragma once

#include "../workers.hpp"
#include "check_table.hpp"

namespace quintet {

/// Thread-safe. Results are meaningless once the work is stopped.
class QuartoCheck {
public:
    using Board = QuartoCheckBoard;

    QuartoCheck(int features, bool squares, std::size_t memory, const Progress& progress)
        : rules_(features, squares), keys_(rules_), memory_(memory), progress_(progress) {}

    /// The board on which spaces hold these: 0 nothing, or 1 + piece.
    template <class Cells>
    Board board_of(const Cells& cells) const {
        Board board = rules_.board_of(cells);
        find_key(board);
        return board;
    }

    /// Whether the giver has a gift that forces an alignment of their own within so many
    /// placements.
    bool wins(const Board& board, int placements) {
        if (placements < 2 || board.left < 2 || rules_.is_dead(board)) return false;
        return memoized(board, placements, true, [&] {
            const Outlook outlook = rules_.outlook(board);
            return some_gift(board,
                             [&](int gift) { return wins_by(board, outlook, gift, placements); });
        });
    }

    /// Whether after every gift the opponent forces an alignment within so many placements.
    bool loses(const Board& board, int placements) {
        if (placements < 1 || board.left < 1) return false;
        if (board.safe == 0) return true;
        if (placements < 3 || rules_.is_dead(board)) return false;
        return memoized(board, placements, false, [&] {
            const Outlook outlook = rules_.outlook(board);
            return !some_gift(
                board, [&](int gift) { return !loses_by(board, outlook, gift, placements); });
        });
    }

    /// The same for a given gift.
    bool wins_by(const Board& board, int gift, int placements) {
        return is_safe(board, gift) && wins_by(board, rules_.outlook(board), gift, placements);
    }

    bool loses_by(const Board& board, int gift, int placements) {
        if (!is_safe(board, gift)) return placements >= 1;
        return loses_by(board, rules_.outlook(board), gift, placements);
    }

private:
    using Outlook = QuartoCheckRules::Outlook;

    // With fewer empty spaces, searching is faster than ordering, a lookup, or canonicalisation.
    static constexpr int order_from = 5;
    static constexpr int store_from = 8;
    static constexpr int canonical_from = 9;

    static bool is_safe(const Board& board, int gift) { return (board.safe >> gift & 1) != 0; }

    bool wins_by(const Board& board, const Outlook& outlook, int gift, int placements) {
        return !some_answer(board, outlook, gift, [&](const Board& next, bool at_once) {
            if (!at_once) return !loses(next, placements - 1);
            return placements < 4 || rules_.is_dead(next) ||
                   known(next, placements - 1, false) == false;
        });
    }

    bool loses_by(const Board& board, const Outlook& outlook, int gift, int placements) {
        return some_answer(board, outlook, gift, [&](const Board& next, bool at_once) {
            return at_once ? known(next, placements - 1, true) == true : wins(next, placements - 1);
        });
    }

    /// Tries safe gifts that look different until one does.
    template <class Try>
    bool some_gift(const Board& board, Try does) const {
        unsigned tried = 0;
        for (int piece = 0; piece < 16; ++piece) {
            const unsigned look = 1U << (piece & rules_.features());
            if (!is_safe(board, piece) || (tried & look) != 0) continue;
            tried |= look;
            if (does(piece)) return true;
        }
        return false;
    }

    /// Tries placements until one succeeds: first those decided at once, then the others, ordered
    /// by the fewest safe gifts they leave to the opponent, which decides games soonest.
    /// Placements that leave no safe gift lose and are skipped.
    template <class Try>
    bool some_answer(const Board& board, const Outlook& outlook, int piece, Try does) const {
        std::array<Board, 16> boards;
        std::array<std::pair<int, std::size_t>, 16> order;
        std::size_t count = 0;
        for (std::size_t space = 0; space < 16; ++space) {
            if (board.pieces[space] >= 0) continue;
            const u16 safe = rules_.safe_after(board, outlook, piece, space);
            if (safe == 0) continue;
            Board& next = boards[count] = board;
            rules_.place(next, space, piece, safe);
            find_key(next);
            if (does(next, true)) return true;
            order[count] = {rank(next), count};
            ++count;
        }
        std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i) {
            if (does(boards[order[i].second], false)) return true;
        }
        return false;
    }

    /// How many safe gifts are left, all answers to the strongest gift together.
    int rank(const Board& board) const {
        if (board.left < order_from) return std::popcount(board.safe);
        const Outlook outlook = rules_.outlook(board);
        int least = 16 * 16;
        some_gift(board, [&](int gift) {
            int options = 0;
            for (std::size_t space = 0; space < 16; ++space) {
                if (board.pieces[space] < 0)
                    options += std::popcount(rules_.safe_after(board, outlook, gift, space));
            }
            least = std::min(least, options);
            return false;
        });
        return least;
    }

    void find_key(Board& board) const {
        if (board.left >= store_from)
            board.key = board.left >= canonical_from ? keys_.canonical(board) : keys_.plain(board);
    }

    std::optional<bool> known(const Board& board, int placements, bool to_win) const {
        if (board.left < store_from) return {};
        return memory_.find({board.key, placements, to_win});
    }

    template <class Find>
    bool memoized(const Board& board, int placements, bool to_win, Find find) {
        if (board.left < store_from) return find();
        if (progress_.stopped.load(std::memory_order_relaxed)) return false;
        if (const auto answer = memory_.find({board.key, placements, to_win})) return *answer;
        const bool is = find();
        if (progress_.stopped.load(std::memory_order_relaxed)) return false;
        memory_.keep({board.key, placements, to_win}, is);
        return is;
    }

    QuartoCheckRules rules_;
    QuartoCheckKeys keys_;
    QuartoCheckTable memory_;
    const Progress& progress_;
};

}  // namespace quintet
