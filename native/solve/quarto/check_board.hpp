// Boards of Quarto for verification: the pieces, and the state of every alignment. It implements
// the rules independently of the game's own code.
#pragma once

#include <vector>

#include "../../bits.hpp"

namespace quintet {

/// What tells a board from all others: the looks of its pieces, four bits a space, and its empty
/// spaces. Which pieces are left follows from that, as far as it matters.
struct QuartoCheckKey {
    u64 looks = 0;
    u16 empty = 0;

    friend bool operator==(const QuartoCheckKey&, const QuartoCheckKey&) = default;
};

/// A board on which a piece is to be given.
struct QuartoCheckBoard {
    /// An alignment: how many pieces it has, and what these share: a bit a feature that all have,
    /// and above these four a bit a feature that all lack.
    struct Line {
        u8 count;
        u8 shared;
    };

    std::array<signed char, 16> pieces;  // by space; -1: none
    std::array<Line, 19> lines;          // ten, and nine squares
    u16 pool;                            // a bit a piece that is not on the board
    u16 safe;                            // those of them that complete no alignment
    int left;                            // how many spaces are empty
    QuartoCheckKey key;                  // in the transposition table
};

class QuartoCheckRules {
public:
    using Board = QuartoCheckBoard;
    using Alignment = std::array<std::size_t, 4>;

    /// Which features count, as bits of a piece's number (QT9), and whether squares do (QT10).
    QuartoCheckRules(int features, bool squares) : features_(features) {
        for (std::size_t i = 0; i < 4; ++i) {
            add({4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3});
            add({i, i + 4, i + 8, i + 12});
        }
        add({0, 5, 10, 15});
        add({3, 6, 9, 12});
        for (std::size_t corner = 0; squares && corner < 11; ++corner) {
            if (corner % 4 < 3) add({corner, corner + 1, corner + 4, corner + 5});
        }
        for (unsigned shared = 0; shared < 256; ++shared) {
            for (int piece = 0; piece < 16; ++piece) {
                if ((shared & has(piece)) != 0) sharing_[shared] |= static_cast<u16>(1 << piece);
            }
        }
    }

    int features() const { return features_; }
    const std::vector<Alignment>& alignments() const { return alignments_; }

    /// The board on which spaces hold these: 0 nothing, or 1 + piece.
    template <class Cells>
    Board board_of(const Cells& cells) const {
        Board board{{}, {}, 0xffff, 0, 16, {}};
        board.pieces.fill(-1);
        board.lines.fill({0, static_cast<u8>(features_ | features_ << 4)});
        for (std::size_t space = 0; space < 16; ++space) {
            if (cells[space] != 0) place(board, space, cells[space] - 1, 0);
        }
        board.safe = static_cast<u16>(board.pool & ~outlook(board).any);
        return board;
    }

    /// What completes an alignment (QT3), space by space: the pieces that do so there, anywhere,
    /// and on two spaces or more.
    struct Outlook {
        std::array<u16, 16> there{};
        unsigned any = 0;
        unsigned twice = 0;
    };

    Outlook outlook(const Board& board) const {
        Outlook found;
        for (std::size_t i = 0; i < alignments_.size(); ++i) {
            if (board.lines[i].count != 3) continue;
            for (const std::size_t space : alignments_[i]) {
                if (board.pieces[space] < 0) found.there[space] |= sharing_[board.lines[i].shared];
            }
        }
        for (const unsigned pieces : found.there) {
            found.twice |= found.any & pieces;
            found.any |= pieces;
        }
        return found;
    }

    /// The pieces that complete nothing once a piece stands on a space.
    u16 safe_after(const Board& board, const Outlook& now, int piece, std::size_t space) const {
        unsigned completing = now.twice | (now.any & ~unsigned{now.there[space]});
        for (const std::size_t line : through_[space]) {
            if (board.lines[line].count == 2)
                completing |= sharing_[board.lines[line].shared & has(piece)];
        }
        return static_cast<u16>(board.pool & ~completing & ~(1U << piece));
    }

    void place(Board& board, std::size_t space, int piece, u16 safe) const {
        board.pieces[space] = static_cast<signed char>(piece);
        board.pool = static_cast<u16>(board.pool & ~(1U << piece));
        board.safe = safe;
        --board.left;
        for (const std::size_t line : through_[space]) {
            ++board.lines[line].count;
            board.lines[line].shared &= has(piece);
        }
    }

    /// Whether nothing can be completed any more.
    bool is_dead(const Board& board) const {
        for (std::size_t i = 0; i < alignments_.size(); ++i) {
            if (board.lines[i].count < 4 && board.lines[i].shared != 0) return false;
        }
        return true;
    }

private:
    void add(const Alignment& spaces) {
        for (const std::size_t space : spaces) through_[space].push_back(alignments_.size());
        alignments_.push_back(spaces);
    }

    /// What a piece has and lacks, as lines share it.
    static constexpr u8 has(int piece) {
        return static_cast<u8>((piece & 15) | (~piece & 15) << 4);
    }

    int features_;
    std::vector<Alignment> alignments_;
    std::array<std::vector<std::size_t>, 16> through_;
    std::array<u16, 256> sharing_{};  // by what is shared: the pieces that share some of it
};

}  // namespace quintet
