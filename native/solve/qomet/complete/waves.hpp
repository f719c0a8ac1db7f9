// The waves of retrograde analysis: wins in 1, losses in 2, wins in 3, … over all boards of Qomet
// at once. What a wave decides marks the boards that lead there, and the next wave looks at all
// moves of the marked ones.
//
// These are works for an executor (host.hpp, device.cuh): `wants(number)` tells quickly whether a
// number needs work, `use(number, class, slot)` does it. Within a wave, threads read only values of
// the parity that the wave does not write, so their order does not matter.
#pragma once

#include "cells.hpp"

namespace quintet {

/// Everything the waves work on; a view that can be copied to a device.
struct QometGraph {
    QometMoves moves;
    const QometIndex* index;
    QometCells cells;
    u32* marks;                 // a bit for every number
    qomet_cell::First* recent;  // by chunk: the last wave that decided something there
    u64* found;                 // by slot: see `Found`

    static constexpr auto recent_unknown = static_cast<qomet_cell::First>(-1);

    /// What is counted: boards decided, boards decided with their ban, and cases that cannot be.
    enum Found { decided, decided_with_ban, impossible, found_kinds };

    QUINTET_BOTH void count(Found what, u64 slot) const {
        shared::add(found + slot * slot_size + what, 1);
    }

    QUINTET_BOTH void note(u64 number, qomet_cell::First plies) const {
        shared::store(recent + number / QometIndex::chunk, plies);
    }

    QUINTET_BOTH void set_first(u64 number, qomet_cell::First plies, u64 slot) const {
        shared::store(cells.first + number, plies);
        note(number, plies);
        count(decided, slot);
    }

    QUINTET_BOTH void set_second(u64 number, int ban, qomet_cell::First plies, u64 slot) const {
        shared::store(cells.second + number, qomet_cell::second(ban, plies));
        note(number, plies);
        count(decided_with_ban, slot);
    }

    QUINTET_BOTH bool is_marked(u64 number) const {
        return (marks[number / 32] >> (number % 32) & 1) != 0;
    }

    QUINTET_BOTH qomet_cell::First value_after(const QometMoves::Next& next) const {
        return cells.value((*index)(next.board), next.ban);
    }

    static constexpr u64 slot_size = 8;  // words: a line of its own for every thread
};

/// Cells before the first wave.
struct QometBegin {
    QometGraph graph;

    QUINTET_BOTH bool skips(u64) const { return false; }
    QUINTET_BOTH bool wants(u64) const { return true; }

    QUINTET_BOTH void use(u64 number, const QometClass& its, u64) const {
        graph.cells.second[number] = 0;
        graph.cells.first[number] = cell_of(number, its);
    }

private:
    QUINTET_BOTH qomet_cell::First cell_of(u64 number, const QometClass& its) const {
        if (number - its.first >= its.count) return qomet_cell::empty;
        const u64 board = graph.index->board(number, its);
        if ((*graph.index)(board).number != number) return qomet_cell::empty;
        const Qomet::Rules& rules = graph.moves.rules;
        // Words without the mark of the end are sound if nobody has a square.
        if (Qomet::is_sound(rules, QometBoard::position(board, 0))) return qomet_cell::open;
        Facts facts;
        for (int point = 0; point < QometBoard::cells; ++point) {
            facts.cells[static_cast<std::size_t>(point)] =
                static_cast<u8>((board >> point & 1) + 2 * (board >> (32 + point) & 1));
        }
        const Outcome outcome = Qomet::outcome(rules, Qomet::from_facts(rules, facts));
        return outcome.reason == Reason::gift ? qomet_cell::over_won : qomet_cell::over_lost;
    }
};

/// Marks the boards that lead to what the last wave decided.
struct QometMark {
    QometGraph graph;
    qomet_cell::First plies;

    QUINTET_BOTH bool skips(u64 chunk) const {
        const qomet_cell::First recent = graph.recent[chunk];
        return recent != plies && recent != QometGraph::recent_unknown;
    }

    QUINTET_BOTH bool wants(u64 number) const {
        return graph.cells.first[number] == plies ||
               qomet_cell::value(graph.cells.second[number]) == plies;
    }

    QUINTET_BOTH void use(u64 number, const QometClass& its, u64) const {
        const u64 board = graph.index->board(number, its);
        const auto mark = [&](u64 before) {
            shared::set_bit(graph.marks, (*graph.index)(before).number);
        };
        if (graph.cells.first[number] == plies) {
            graph.moves.each_before(board, mark);
        } else {
            const int ban = qomet_cell::ban(graph.cells.second[number]);
            graph.moves.each_before_ban(board, ban, mark);
        }
    }
};

/// What both kinds of waves share: which boards they look at.
struct QometWave {
    QometGraph graph;
    qomet_cell::First plies;
    bool all;  // boards, not only marked ones

    QUINTET_BOTH bool skips(u64) const { return false; }
    QUINTET_BOTH bool wants(u64 number) const {
        return (all || graph.is_marked(number)) && graph.cells.is_open(number);
    }
};

/// Wins in an odd number of plies: a move leads to a loss of the other side.
struct QometFindWins : QometWave {
    QUINTET_BOTH void use(u64 number, const QometClass& its, u64 slot) const {
        const u64 board = graph.index->board(number, its);
        const qomet_cell::Second second = graph.cells.second[number];
        if (graph.cells.first[number] != qomet_cell::open) {
            find_second_win(number, board, qomet_cell::ban(second), slot);
            return;
        }
        if (plies == 1 && !qomet::has_three(QometBoard::own(board))) return;
        int wins = 0;
        int fastest = 0;
        graph.moves.each(board, [&](const QometMoves::Next& next) {
            if (!loses(next)) return true;
            fastest = next.move;
            return ++wins < 2;
        });
        if (wins == 0) return;
        const int ban = wins == 1 ? QometBoard::ban_of(board, fastest) : 0;
        // If all others lose, that is known already.
        if (ban != 0 && second == 0)
            shared::store(graph.cells.second + number, qomet_cell::second(ban, qomet_cell::open));
        graph.set_first(number, plies, slot);
    }

private:
    QUINTET_BOTH void find_second_win(u64 number, u64 board, int ban, u64 slot) const {
        bool found = false;
        graph.moves.each(board, [&](const QometMoves::Next& next) {
            found = next.move != QometBoard::banned_move(ban) && loses(next);
            return !found;
        });
        if (found) graph.set_second(number, ban, plies, slot);
    }

    QUINTET_BOTH bool loses(const QometMoves::Next& next) const {
        if (next.over) return !next.gift;
        return plies > 1 && qomet_cell::is_loss(graph.value_after(next));
    }
};

/// Losses in an even number of plies: all moves lead to wins of the other side. If all but one do,
/// and that one can be banned, this is the value with the ban.
struct QometFindLosses : QometWave {
    QUINTET_BOTH void use(u64 number, const QometClass& its, u64 slot) const {
        const u64 board = graph.index->board(number, its);
        const qomet_cell::Second second = graph.cells.second[number];
        if (second != 0 && graph.cells.first[number] == qomet_cell::open) {
            // All moves but one lose.
            const int left = QometBoard::banned_move(qomet_cell::ban(second));
            if (wins(graph.moves.next(board, left))) graph.set_first(number, plies, slot);
            return;
        }
        const int except = second == 0 ? -1 : QometBoard::banned_move(qomet_cell::ban(second));
        bool only_gifts = true;
        int saving = 0;
        int ban = 0;
        graph.moves.each(board, [&](const QometMoves::Next& next) {
            if (next.move == except) return true;
            if (wins(next)) {
                only_gifts = only_gifts && next.over;
                return true;
            }
            ban = QometBoard::ban_of(board, next.move);
            return ++saving < 2 && ban != 0 && except < 0;
        });
        if (saving == 0 && except < 0) {
            graph.set_first(number, plies, slot);
        } else if (saving == 0) {
            graph.set_second(number, qomet_cell::ban(second), plies, slot);
        } else if (saving == 1 && ban != 0 && except < 0) {
            graph.set_second(number, ban, plies, slot);
        } else {
            return;
        }
        if (only_gifts) graph.count(QometGraph::impossible, slot);
    }

private:
    QUINTET_BOTH bool wins(const QometMoves::Next& next) const {
        return next.over ? next.gift : qomet_cell::is_win(graph.value_after(next));
    }
};

/// Takes back what an interrupted wave has written.
struct QometTakeBack {
    QometGraph graph;
    qomet_cell::First plies;

    QUINTET_BOTH bool skips(u64) const { return false; }
    QUINTET_BOTH bool wants(u64 number) const {
        return graph.cells.first[number] <= qomet_cell::max_plies;
    }

    QUINTET_BOTH void use(u64 number, const QometClass&, u64) const {
        qomet_cell::First& first = graph.cells.first[number];
        qomet_cell::Second& second = graph.cells.second[number];
        if (first == plies) first = qomet_cell::open;
        if (qomet_cell::value(second) == plies)
            second = qomet_cell::second(qomet_cell::ban(second), qomet_cell::open);
        // A ban without a value stands only beside a win.
        if (first == qomet_cell::open && qomet_cell::value(second) == qomet_cell::open) second = 0;
    }
};

}  // namespace quintet
