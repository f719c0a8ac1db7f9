// Counts over the complete tablebase of Qomet: boards by class and value, how much it matters whose
// turn it is (zugzwang), and how much a ban changes; with an example of each.
#pragma once

#include "cells.hpp"

namespace quintet {

/// The counts of one slot, or of all together.
struct QometCounts {
    static constexpr int sizes = QometIndex::sizes;
    static constexpr int results = 3;  // won, drawn, lost

    u64 different[sizes][sizes][qomet_cell::kinds];  // by class and cell, up to symmetry
    u64 all[sizes][sizes][qomet_cell::kinds];        // by class and cell, every board
    u64 turns[sizes][sizes][results][results];  // by result, and by result with the other to move
    u64 bans[sizes][sizes][results][results];   // by result, and by result with the ban

    constexpr void add(const QometCounts& other) {
        const u64* from = &other.different[0][0][0];
        u64* to = &different[0][0][0];
        for (u64 i = 0; i < sizeof(QometCounts) / sizeof(u64); ++i) to[i] += from[i];
    }
};

static_assert(sizeof(QometCounts) % sizeof(u64) == 0);

/// The least number of a board of each kind, plus 1.
struct QometExamples {
    static constexpr int sizes = QometIndex::sizes;
    static constexpr int results = QometCounts::results;

    u64 cells[sizes][sizes][qomet_cell::kinds];
    u64 turns[sizes][sizes][results][results];
    u64 bans[sizes][sizes][results][results];
};

struct QometCount {
    using Board = QometBoard;

    const QometIndex* index;
    QometCells cells;
    QometCounts* counts;      // by slot
    QometExamples* examples;  // of all slots, each at most the greatest number at first

    QUINTET_BOTH bool skips(u64) const { return false; }
    QUINTET_BOTH bool wants(u64 number) const { return cells.first[number] != qomet_cell::empty; }

    QUINTET_BOTH void use(u64 number, const QometClass& its, u64 slot) const {
        QometCounts& sums = counts[slot];
        const u64 board = index->board(number, its);
        const qomet_cell::First cell = cells.first[number];
        shared::add(&sums.different[its.own][its.other][cell], 1);
        shared::add(&sums.all[its.own][its.other][cell], static_cast<u64>(Board::copies(board)));
        shared::lower(&examples->cells[its.own][its.other][cell], number + 1);
        if (!qomet_cell::is_board(cell)) return;

        const int result = result_of(cell);
        const qomet_cell::First turned = cells.first[(*index)(Board::exchanged(board)).number];
        if (qomet_cell::is_board(turned)) {
            const int other = result_of(turned);
            shared::add(&sums.turns[its.own][its.other][result][other], 1);
            shared::lower(&examples->turns[its.own][its.other][result][other], number + 1);
        }
        const qomet_cell::Second second = cells.second[number];
        if (second == 0) return;
        const int with_ban = result_of(qomet_cell::value(second));
        shared::add(&sums.bans[its.own][its.other][result][with_ban], 1);
        shared::lower(&examples->bans[its.own][its.other][result][with_ban], number + 1);
    }

private:
    static constexpr int result_of(qomet_cell::First cell) {
        return cell == qomet_cell::open ? 1 : qomet_cell::is_win(cell) ? 0 : 2;
    }
};

}  // namespace quintet
