// What a complete tablebase of Qomet says, as JSON: counts by class and distance, longest wins with
// a line, zugzwang, bans that matter, and the first moves.
#pragma once

#include <map>
#include <ostream>

#include "notation.hpp"
#include "session.hpp"

namespace quintet {

/// A JSON object that is written entry by entry.
class JsonObject {
public:
    explicit JsonObject(std::ostream& out) : out_(out) { out_ << '{'; }
    ~JsonObject() { out_ << '}'; }
    JsonObject(const JsonObject&) = delete;
    JsonObject& operator=(const JsonObject&) = delete;

    std::ostream& key(const std::string& name) {
        out_ << (some_ ? ",\n" : "\n") << '"' << name << "\":";
        some_ = true;
        return out_;
    }

private:
    std::ostream& out_;
    bool some_ = false;
};

inline std::string quoted(const std::string& text) { return '"' + text + '"'; }

inline std::string value_text(qomet_cell::First cell) {
    if (cell == qomet_cell::open) return "draw";
    if (cell == qomet_cell::over_won) return "win in 0";
    if (cell == qomet_cell::over_lost) return "loss in 0";
    return (cell % 2 == 1 ? "win in " : "loss in ") + std::to_string(cell);
}

template <class Executor>
class QometReport {
public:
    QometReport(QometSession<Executor>& session, std::ostream& out)
        : session_(session), out_(out), summary_(session.count()) {}

    u64 positions() const {
        u64 sum = 0;
        each_class([&](const QometClass& its) {
            for (const u64 count : summary_->counts.different[its.own][its.other]) sum += count;
        });
        return sum;
    }

    void write() {
        JsonObject report(out_);
        report.key("positions") << positions();
        write_totals(report.key("totals"));
        write_classes(report.key("classes"));
        write_matrix(report.key("value_and_value_with_the_other_to_move"), summary_->counts.turns,
                     summary_->examples.turns);
        write_matrix(report.key("value_and_value_with_the_only_best_move_banned"),
                     summary_->counts.bans, summary_->examples.bans);
        write_longest(report.key("longest"));
        write_first_moves(report.key("values_after_first_moves"));
    }

private:
    static constexpr const char* result_names[] = {"win", "draw", "loss"};

    template <class Use>
    void each_class(Use use) const {
        for (int own = 0; own <= session_.index().stars; ++own) {
            for (int other = 0; other <= session_.index().stars; ++other) {
                use(session_.index().classes[own][other]);
            }
        }
    }

    static std::string name_of(const QometClass& its) {
        return std::to_string(its.own) + " " + std::to_string(its.other);
    }

    void write_cells(std::ostream& out, const u64 (&counts)[qomet_cell::kinds]) {
        JsonObject cells(out);
        for (int cell = 0; cell < qomet_cell::kinds; ++cell) {
            if (counts[cell] != 0)
                cells.key(value_text(static_cast<qomet_cell::First>(cell))) << counts[cell];
        }
    }

    void write_totals(std::ostream& out) {
        u64 different[qomet_cell::kinds] = {};
        u64 all[qomet_cell::kinds] = {};
        each_class([&](const QometClass& its) {
            for (int cell = 0; cell < qomet_cell::kinds; ++cell) {
                different[cell] += summary_->counts.different[its.own][its.other][cell];
                all[cell] += summary_->counts.all[its.own][its.other][cell];
            }
        });
        JsonObject totals(out);
        write_cells(totals.key("different"), different);
        write_cells(totals.key("all"), all);
    }

    void write_classes(std::ostream& out) {
        JsonObject classes(out);
        each_class([&](const QometClass& its) {
            JsonObject entry(classes.key(name_of(its)));
            write_cells(entry.key("different"), summary_->counts.different[its.own][its.other]);
            write_cells(entry.key("all"), summary_->counts.all[its.own][its.other]);
        });
    }

    /// Counts by two results, in all, and an example of each in the class with the most stars.
    template <class Matrix>
    void write_matrix(std::ostream& out, const Matrix& counts, const Matrix& examples) {
        JsonObject matrix(out);
        for (int first = 0; first < QometCounts::results; ++first) {
            for (int second = 0; second < QometCounts::results; ++second) {
                u64 count = 0;
                u64 example = 0;
                each_class([&](const QometClass& its) {
                    const u64 here = counts[its.own][its.other][first][second];
                    count += here;
                    if (here != 0) example = examples[its.own][its.other][first][second];
                });
                if (count == 0) continue;
                JsonObject entry(
                    matrix.key(std::string(result_names[first]) + ", " + result_names[second]));
                entry.key("count") << count;
                write_example(entry, example - 1);
            }
        }
    }

    void write_example(JsonObject& entry, u64 number) {
        const QometClass& its = session_.index().class_of(number);
        const u64 board = session_.index().board(number, its);
        qomet_cell::First cell = 0;
        qomet_cell::Second second = 0;
        session_.executor().copy_out(&cell, session_.cells().first + number, 1);
        session_.executor().copy_out(&second, session_.cells().second + number, 1);
        entry.key("position") << quoted(qomet_text::position(board, 0));
        entry.key("value") << quoted(value_text(cell));
        if (second != 0) {
            entry.key("only_best_move")
                << quoted(qomet_text::move(QometBoard::banned_move(qomet_cell::ban(second))));
            entry.key("without_it") << quoted(value_text(qomet_cell::value(second)));
        }
        if (cell == qomet_cell::open || !qomet_cell::is_board(cell)) return;
        std::string words;
        for (const int move : session_.line(board, 0, cell)) {
            words += (words.empty() ? "" : " ") + qomet_text::move(move);
        }
        entry.key("line") << quoted(words);
    }

    /// The longest win and the longest loss of every class, with a line of best play.
    void write_longest(std::ostream& out) {
        JsonObject longest(out);
        each_class([&](const QometClass& its) {
            JsonObject entry(longest.key(name_of(its)));
            for (const int odd : {1, 0}) {
                int cell = qomet_cell::max_plies - (odd == 1 ? 1 : 0);
                const auto& counts = summary_->counts.different[its.own][its.other];
                while (cell > 0 && counts[cell] == 0) cell -= 2;
                if (cell <= 0) continue;
                JsonObject example(entry.key(odd == 1 ? "win" : "loss"));
                write_example(example, summary_->examples.cells[its.own][its.other][cell] - 1);
            }
        });
    }

    void write_first_moves(std::ostream& out) {
        JsonObject moves(out);
        for (const auto& first : session_.moves(0, 0)) {
            moves.key(qomet_text::move(first.next.move)) << quoted(value_text(first.cell));
        }
    }

    QometSession<Executor>& session_;
    std::ostream& out_;
    std::unique_ptr<QometSummary> summary_;
};

}  // namespace quintet
