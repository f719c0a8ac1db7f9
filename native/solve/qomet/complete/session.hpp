// A complete tablebase of Qomet in the memory of an executor: solving it, checking it, counting,
// and looking up positions.
#pragma once

#include "check.hpp"
#include "solver.hpp"
#include "statistics.hpp"

namespace quintet {

/// The results of a check, all slots together.
struct QometChecked {
    u64 boards = 0;
    u64 states = 0;  // boards without a ban, and with each ban that can stand on them
    u64 mistakes = 0;
    u64 wrong = 0;  // number of a wrong board plus 1, or 0
};

struct QometSummary {
    QometCounts counts{};
    QometExamples examples{};
};

template <class Executor>
class QometSession {
public:
    using Solver = QometCompleteSolver<Executor>;

    /// The cells belong to the caller, in memory of the executor.
    QometSession(const Qomet::Rules& rules, const QometNumbering& numbering,
                 const QometCells& cells, Executor& executor)
        : rules_(rules),
          numbering_(numbering),
          executor_(executor),
          cells_(cells),
          solver_(rules, numbering, cells_, executor),
          results_(executor.template allocate<u64>(executor.slots() * QometCheck::slot_size)) {}

    Solver& solver() { return solver_; }
    const Qomet::Rules& rules() const { return rules_; }
    const QometIndex& index() const { return numbering_.index(); }
    const QometCells& cells() const { return cells_; }
    Executor& executor() { return executor_; }

    /// Checks a whole class.
    QometChecked check(const QometClass& its) {
        const u64 first = its.first / QometIndex::chunk;
        const u64 chunks = (its.count + QometIndex::chunk - 1) / QometIndex::chunk;
        return checked([&](const QometCheck& work) {
            executor_.run(solver_.graph().index, first, chunks, work);
        });
    }

    /// Checks boards picked at random.
    QometChecked check_samples(u64 count, u64 seed) {
        return checked(
            [&](const QometCheck& work) { executor_.each(count, QometCheckSample{work, seed}); });
    }

    std::unique_ptr<QometSummary> count() {
        auto summary = std::make_unique<QometSummary>();
        auto* const counts = executor_.template allocate<QometCounts>(executor_.slots());
        auto* const examples = executor_.template allocate<QometExamples>(1);
        executor_.fill(reinterpret_cast<u8*>(examples), 0xff, sizeof(QometExamples));
        executor_.run(solver_.graph().index, 0, solver_.chunks(),
                      QometCount{solver_.graph().index, cells_, counts, examples});
        executor_.copy_out(&summary->examples, examples, 1);
        const auto share = std::make_unique<QometCounts>();
        for (u64 slot = 0; slot < executor_.slots(); ++slot) {
            executor_.copy_out(share.get(), counts + slot, 1);
            summary->counts.add(*share);
        }
        return summary;
    }

    /// The cells of positions that are not over, with seat 0 to move, as words.
    std::vector<qomet_cell::First> look_up(const std::vector<u64>& words) {
        if (words.size() > room_) {
            room_ = 2 * words.size() + 256;
            words_ = executor_.template allocate<u64>(room_);
            found_ = executor_.template allocate<qomet_cell::First>(room_);
        }
        executor_.copy_in(words_, words.data(), words.size());
        executor_.each(words.size(), QometLookUp{solver_.graph().index, cells_, words_, found_});
        std::vector<qomet_cell::First> found(words.size());
        executor_.copy_out(found.data(), found_, found.size());
        return found;
    }

    /// A move and the cell of what it leads to.
    struct Valued {
        QometMoves::Next next;
        qomet_cell::First cell;
    };

    /// The legal moves of a board with a ban, each with what it leads to.
    std::vector<Valued> moves(u64 board, int ban) {
        std::vector<Valued> all;
        std::vector<u64> words;
        const QometMoves moves{rules_, index().stars};
        moves.each(board, [&](const QometMoves::Next& next) {
            if (ban != 0 && next.move == QometBoard::banned_move(ban)) return true;
            all.push_back({next, next.gift ? qomet_cell::over_won : qomet_cell::over_lost});
            words.push_back(
                QometBoard::position(next.over ? 0 : next.board, next.over ? 0 : next.ban).word);
            return true;
        });
        const std::vector<qomet_cell::First> cells = look_up(words);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i].next.over) all[i].cell = cells[i];
        }
        return all;
    }

    /// The moves of best play from a decided board to the end, the first best one each time.
    std::vector<int> line(u64 board, int ban, qomet_cell::First cell) {
        std::vector<int> line;
        while (cell != 0 && qomet_cell::is_board(cell)) {
            const qomet_cell::First wanted =
                cell == 1 ? qomet_cell::over_lost : static_cast<qomet_cell::First>(cell - 1);
            bool found = false;
            for (const Valued& valued : moves(board, ban)) {
                if (valued.cell != wanted) continue;
                line.push_back(valued.next.move);
                board = valued.next.board;
                ban = valued.next.ban;
                cell = valued.cell;
                found = true;
                break;
            }
            if (!found) throw std::logic_error("a value does not follow from its moves");
        }
        return line;
    }

private:
    template <class Run>
    QometChecked checked(Run run) {
        const u64 size = executor_.slots() * QometCheck::slot_size;
        executor_.clear(results_, size);
        run(QometCheck{rules_, solver_.graph().index, cells_, results_});
        std::vector<u64> results(size);
        executor_.copy_out(results.data(), results_, size);
        QometChecked sum;
        for (u64 first = 0; first < size; first += QometCheck::slot_size) {
            sum.boards += results[first + QometCheck::boards];
            sum.states += results[first + QometCheck::states];
            sum.mistakes += results[first + QometCheck::mistakes];
            sum.wrong = std::max(sum.wrong, results[first + QometCheck::first_mistake]);
        }
        return sum;
    }

    Qomet::Rules rules_;
    const QometNumbering& numbering_;
    Executor& executor_;
    QometCells cells_;
    Solver solver_;
    u64* results_;
    u64 room_ = 0;
    u64* words_ = nullptr;
    qomet_cell::First* found_ = nullptr;
};

}  // namespace quintet
