// Checks the complete tablebase of Qomet: every value is derived again from those of its moves,
// with nothing but the rules (games/qomet.hpp) and lookups, for every board and every ban that can
// stand on it. Since wins and losses carry their distance to the end, consistent values are
// correct, by induction on the distance; and a draw has no winning move, and a move that draws.
#pragma once

#include "cells.hpp"

namespace quintet {

struct QometCheck {
    using Board = QometBoard;

    Qomet::Rules rules;
    const QometIndex* index;
    QometCells cells;
    u64* results;  // by slot: see `Result`

    enum Result { boards, states, mistakes, first_mistake, result_kinds };
    static constexpr u64 slot_size = 8;

    QUINTET_BOTH bool skips(u64) const { return false; }
    QUINTET_BOTH bool wants(u64) const { return true; }

    /// A mistake at number n is kept as n + 1.
    QUINTET_BOTH void use(u64 number, const QometClass& its, u64 slot) const {
        u64* const found = results + slot * slot_size;
        const qomet_cell::First cell = cells.first[number];
        const bool is_filler = number - its.first >= its.count;
        const u64 board = is_filler ? 0 : index->board(number, its);
        u64 wrong = 0;
        if (is_filler || (*index)(board).number != number) {
            wrong = cell != qomet_cell::empty;
        } else {
            u64 checked = 0;
            wrong = wrong_states(number, board, checked);
            shared::add(found + boards, 1);
            shared::add(found + states, checked);
        }
        if (wrong == 0) return;
        shared::add(found + mistakes, wrong);
        shared::store(found + first_mistake, number + 1);
    }

private:
    /// How many of the values of a board, without a ban and with each, do not follow from its
    /// moves.
    QUINTET_BOTH u64 wrong_states(u64 number, u64 board, u64& checked) const {
        const qomet_cell::First cell = cells.first[number];
        const Qomet::Position position = placed(board);
        const Outcome end = Qomet::outcome(rules, position);
        ++checked;
        if (end.over())
            return qomet_cell::verdict_of(cell) != verdict::of_outcome(end, 0) ||
                   cells.second[number] != 0;
        if (!qomet_cell::is_board(cell)) return 1;

        Verdict after[Qomet::vocabulary];
        u64 wrong = 0;
        const auto legal = Qomet::legal(rules, position);
        legal.each([&](int move) { after[move] = verdict_after(position, move); });
        wrong += qomet_cell::verdict_of(cell) != best(legal, after, board);
        legal.each([&](int move) {
            const int ban = Board::ban_of(board, move);
            if (ban == 0) return;
            ++checked;
            const auto left = Qomet::legal(rules, Board::position(board, ban));
            wrong += qomet_cell::verdict_of(cells.value({number, 0, 0}, ban)) !=
                     best(left, after, board);
        });
        return wrong;
    }

    QUINTET_BOTH Verdict best(const MoveSet<Qomet::vocabulary>& legal, const Verdict* after,
                              u64 board) const {
        const bool places = count_bits(Board::own(board)) < index->stars;
        Verdict found = verdict::unknown;
        legal.each([&](int move) {
            if (move < Board::first_slide && !places) return;
            const Verdict here = verdict::before(after[move], false);
            if (found == verdict::unknown || verdict::worth(here) > verdict::worth(found))
                found = here;
        });
        return found;
    }

    QUINTET_BOTH Verdict verdict_after(const Qomet::Position& position, int move) const {
        const Qomet::Position next = Qomet::play(rules, position, move);
        const Outcome end = Qomet::outcome(rules, next);
        if (end.over()) return verdict::of_outcome(end, 1);
        const u64 board = Board::of(rules, next);
        if (count_bits(Board::other(board)) > index->stars) return verdict::unknown;
        return qomet_cell::verdict_of(cells.value((*index)(board), Board::ban(next)));
    }

    /// The position with seat 0 to move, decided if somebody has a square.
    QUINTET_BOTH Qomet::Position placed(u64 board) const {
        Facts facts;
        for (int point = 0; point < Board::cells; ++point) {
            facts.cells[static_cast<std::size_t>(point)] =
                static_cast<u8>((board >> point & 1) + 2 * (board >> (32 + point) & 1));
        }
        return Qomet::from_facts(rules, facts);
    }
};

/// Checks boards picked at random.
struct QometCheckSample {
    QometCheck check;
    u64 seed;

    QUINTET_BOTH void operator()(u64 i, u64 slot) const {
        u64 number = mix(seed ^ mix(i + 1)) % check.index->size;
        while (check.cells.first[number] == qomet_cell::empty) {
            number = number + 1 < check.index->size ? number + 1 : 0;
        }
        check.use(number, check.index->class_of(number), slot);
    }
};

/// Looks up positions of seat 0 as words, with their bans.
struct QometLookUp {
    const QometIndex* index;
    QometCells cells;
    const u64* words;
    qomet_cell::First* out;

    QUINTET_BOTH void operator()(u64 i, u64) const {
        const Qomet::Position position{words[i]};
        const u64 board = position.word & halves(QometBoard::points);
        out[i] = cells.value((*index)(board), QometBoard::ban(position));
    }
};

}  // namespace quintet
