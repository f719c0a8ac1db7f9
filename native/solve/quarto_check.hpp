// Checks values of Quarto in a plain way of its own: it knows the rules as this file says them, and
// asks of a board only whether the giver can be sure to win, or to lose, within so many placements.
#pragma once

#include <vector>

#include "../bits.hpp"

namespace quintet {

class QuartoCheck {
public:
    /// Which features count, as bits of a piece's number (QT9), and whether squares do (QT10).
    QuartoCheck(int features, bool squares) : features_(features), memory_(memory_size) {
        for (int i = 0; i < 4; ++i) {
            add({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
            add({i, i + 4, i + 8, i + 12});
        }
        add({0, 5, 10, 15});
        add({3, 6, 9, 12});
        for (int corner = 0; squares && corner < 11; ++corner) {
            if (corner % 4 < 3) add({corner, corner + 1, corner + 4, corner + 5});
        }
    }

    struct Board {
        std::array<int, 16> pieces;  // by space; -1: none
        unsigned pool;               // a bit a piece that is not on the board
        int left;                    // how many these are
        unsigned safe;               // those of them that complete no alignment
    };

    /// The board on which spaces hold these: 0 nothing, or 1 + piece.
    template <class Cells>
    Board board_of(const Cells& cells) const {
        Board board{{}, 0xffff, 16, 0};
        for (std::size_t space = 0; space < 16; ++space) {
            board.pieces[space] = cells[space] - 1;
            if (cells[space] == 0) continue;
            board.pool &= ~(1U << board.pieces[space]);
            --board.left;
        }
        board.safe = board.pool & ~completing(board);
        return board;
    }

    /// Whether the giver has a gift after which, whatever the opponent does, he completes an
    /// alignment himself with one of so many placements.
    bool wins(const Board& board, int placements) {
        if (placements < 2 || board.left < 2) return false;
        return remembered(board, placements, true, [&] {
            return some_gift(board, [&](int piece) {
                return !some_space(board, piece,
                                   [&](const Board& next) { return !loses(next, placements - 1); });
            });
        });
    }

    /// Whether, whatever he gives, the opponent completes one with one of so many placements.
    bool loses(const Board& board, int placements) {
        if (placements < 1 || board.left < 1) return false;
        return remembered(board, placements, false, [&] {
            return !some_gift(board, [&](int piece) {
                return !some_space(board, piece,
                                   [&](const Board& next) { return wins(next, placements - 1); });
            });
        });
    }

private:
    using Alignment = std::array<int, 4>;

    void add(const Alignment& spaces) { alignments_.push_back(spaces); }

    /// Tries safe gifts that look different until one does.
    template <class Try>
    bool some_gift(const Board& board, Try does) const {
        unsigned tried = 0;
        for (int piece = 0; piece < 16; ++piece) {
            const unsigned look = 1U << (piece & features_);
            if ((board.safe >> piece & 1) == 0 || (tried & look) != 0) continue;
            tried |= look;
            if (does(piece)) return true;
        }
        return false;
    }

    /// Places a piece on one space after the other until one does; first where few safe gifts are
    /// left, which decides games soonest.
    template <class Try>
    bool some_space(const Board& board, int piece, Try does) const {
        std::array<Board, 16> boards;
        std::size_t count = 0;
        for (std::size_t space = 0; space < 16; ++space) {
            if (board.pieces[space] >= 0) continue;
            Board& next = boards[count++] = board;
            next.pieces[space] = piece;
            next.pool &= ~(1U << piece);
            --next.left;
            next.safe = next.pool & ~completing(next);
        }
        for (int safe = 0; safe <= 16; ++safe) {
            for (std::size_t i = 0; i < count; ++i) {
                if (std::popcount(boards[i].safe) == safe && does(boards[i])) return true;
            }
        }
        return false;
    }

    /// The pieces that share a value with three pieces on an alignment whose fourth space is empty
    /// (QT3).
    unsigned completing(const Board& board) const {
        unsigned pieces = 0;
        for (const Alignment& alignment : alignments_) {
            int empty = 0;
            int ones = features_;
            int zeros = features_;
            for (const int space : alignment) {
                const int there = board.pieces[static_cast<std::size_t>(space)];
                empty += there < 0 ? 1 : 0;
                ones &= there;  // an empty space, -1, takes nothing away here
                zeros &= there < 0 ? -1 : ~there;
            }
            if (empty != 1) continue;
            for (int feature = 0; feature < 4; ++feature) {
                if ((ones >> feature & 1) != 0) pieces |= with[static_cast<std::size_t>(feature)];
                if ((zeros >> feature & 1) != 0) pieces |= ~with[static_cast<std::size_t>(feature)];
            }
        }
        return pieces;
    }

    /// By feature: the pieces whose number has its bit.
    static constexpr std::array<unsigned, 4> with = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

    /// A question and its answer; a board is a word of sixteen pieces, and its empty spaces.
    struct Answer {
        u64 pieces = 0;
        u16 empty = 0;
        u8 placements = 0;
        bool to_win = false;
        bool is = false;
    };

    template <class Find>
    bool remembered(const Board& board, int placements, bool to_win, Find find) {
        if (board.left < remember_from) return find();
        Answer asked{0, 0, static_cast<u8>(placements), to_win, false};
        for (std::size_t space = 0; space < 16; ++space) {
            const int piece = board.pieces[space];
            asked.pieces = asked.pieces << 4 | static_cast<u64>(piece < 0 ? 0 : piece);
            asked.empty = static_cast<u16>(asked.empty << 1 | (piece < 0 ? 1 : 0));
        }
        const u64 hash = mix(mix(asked.pieces) ^ asked.empty ^
                             static_cast<u64>(2 * placements + (to_win ? 1 : 0)) << 16);
        Answer& known = memory_[hash % memory_size];
        if (known.pieces != asked.pieces || known.empty != asked.empty ||
            known.placements != asked.placements || known.to_win != to_win) {
            asked.is = find();
            known = asked;
        }
        return known.is;
    }

    static constexpr int remember_from = 5;
    static constexpr std::size_t memory_size = 1 << 20;

    int features_;
    std::vector<Alignment> alignments_;
    std::vector<Answer> memory_;
};

}  // namespace quintet
