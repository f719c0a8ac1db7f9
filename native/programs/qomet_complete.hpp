// Builds the complete tablebase of Qomet, checks it, and reports what it says. The same program for
// the threads of this machine (qomet_complete.cpp) and for a CUDA device (qomet_complete.cu).
#pragma once

#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <string>

#include "solve/qomet/complete/report.hpp"
#include "solve/qomet/complete/strategy_file.hpp"

namespace quintet {

struct QometProgramOptions {
    int stars = QometBoard::max_stars;
    int threads = 1;
    bool strict_undo = false;
    bool rays_only = false;
    bool check_all = false;   // every board, not only samples and the classes below
    int check_classes = 2;    // greatest number of stars a side of classes that are checked whole
    u64 samples = 1'000'000;  // boards checked besides
    std::string strategy;     // file of the strategy from the start
    std::string report;       // where the JSON goes
    std::string values;       // file the cells are written into
    u64 offset = 0;           // where in it
    u64 measured = 0;         // chunks to measure passes on, instead of solving
};

inline constexpr const char* qomet_program_usage =
    "Options: --stars N, --threads N, --undo exact|strict, --corner-exit any|rays,\n"
    "--check-all, --check-classes N, --samples N, --strategy FILE, --report FILE,\n"
    "--values FILE, --offset BYTES, --measure CHUNKS\n";

/// Options of a command line; throws `std::invalid_argument` for others.
inline QometProgramOptions read_options(int count, char** words) {
    QometProgramOptions options;
    for (int i = 1; i < count; ++i) {
        const std::string name = words[i];
        if (name == "--check-all") {
            options.check_all = true;
            continue;
        }
        if (i + 1 == count) throw std::invalid_argument(name);
        const std::string value = words[++i];
        if (name == "--stars") {
            options.stars = std::stoi(value);
        } else if (name == "--threads") {
            options.threads = std::stoi(value);
        } else if (name == "--undo" && (value == "exact" || value == "strict")) {
            options.strict_undo = value == "strict";
        } else if (name == "--corner-exit" && (value == "any" || value == "rays")) {
            options.rays_only = value == "rays";
        } else if (name == "--check-classes") {
            options.check_classes = std::stoi(value);
        } else if (name == "--samples") {
            options.samples = std::stoull(value);
        } else if (name == "--strategy") {
            options.strategy = value;
        } else if (name == "--report") {
            options.report = value;
        } else if (name == "--values") {
            options.values = value;
        } else if (name == "--measure") {
            options.measured = std::stoull(value);
        } else if (name == "--offset") {
            options.offset = std::stoull(value);
        } else {
            throw std::invalid_argument(name);
        }
    }
    const bool possible =
        options.stars >= 0 && options.stars <= QometBoard::max_stars && options.threads >= 1;
    if (!possible) throw std::invalid_argument("--stars or --threads");
    if (!options.strategy.empty() && options.stars != QometBoard::max_stars)
        throw std::invalid_argument("--strategy: it is of the game with all stars");
    return options;
}

template <class Executor>
class QometProgram {
public:
    QometProgram(const QometProgramOptions& options, Executor& executor)
        : options_(options),
          numbering_(options.stars),
          session_({options.strict_undo, options.rays_only}, numbering_,
                   {executor.template allocate<qomet_cell::First>(numbering_.index().size),
                    executor.template allocate<qomet_cell::Second>(numbering_.index().size)},
                   executor) {}

    /// Returns whether all checks found the values right.
    bool run() {
        print("%llu numbers, %.1f GB, on %s", session_.index().size,
              1e-9 * cell_bytes * static_cast<double>(session_.index().size), Executor::name);
        if (options_.measured != 0) {
            measure();
            return true;
        }
        solve();
        const bool right = check();
        write_report(right);
        if (!options_.values.empty()) write_values();
        return right;
    }

private:
    using Clock = std::chrono::steady_clock;

    static constexpr double cell_bytes = sizeof(qomet_cell::First) + sizeof(qomet_cell::Second);

    template <class... Values>
    void print(const char* format, Values... values) {
        std::printf("%8.2f s  ", seconds());
        std::printf(format, printable(values)...);
        std::printf("\n");
        std::fflush(stdout);
    }

    static unsigned long long printable(u64 value) { return value; }
    template <class Value>
    static Value printable(Value value) {
        return value;
    }

    double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

    /// Times passes over some chunks in the middle of the class with the most stars.
    void measure() {
        const QometGraph& graph = session_.solver().graph();
        const QometClass& its = session_.index().classes[options_.stars][options_.stars];
        const u64 chunks = std::min(options_.measured, its.count / QometIndex::chunk);
        if (chunks == 0) throw std::invalid_argument("--stars");
        const u64 first = (its.first + its.count / 2) / QometIndex::chunk - chunks / 2;
        const auto pass = [&](const char* what, const auto& work) {
            const std::clock_t before = std::clock();  // of all threads
            session_.executor().run(graph.index, first, chunks, work);
            const double spent = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
            const double boards = static_cast<double>(chunks * QometIndex::chunk);
            print("%s: %.2f million boards a second of processor time", what,
                  1e-6 * boards / spent);
        };
        // Cells that are read must be in memory, as in a real run.
        session_.executor().fill(reinterpret_cast<u8*>(session_.cells().first), qomet_cell::open,
                                 session_.index().size * sizeof(qomet_cell::First));
        pass("numbering", QometBegin{graph});
        pass("wins in 1", QometFindWins{{graph, 1, true}});
        pass("marks of wins in 1", QometMark{graph, 1});
        pass("losses in 2", QometFindLosses{{graph, 2, true}});
        pass("all moves looked up", QometFindWins{{graph, 3, true}});
    }

    void solve() {
        session_.solver().begin();
        print("%s", "numbered");
        for (int plies = 1;; ++plies) {
            const auto wave = session_.solver().wave(plies);
            print("%s in %d: %llu boards, %llu with a ban", plies % 2 == 1 ? "won" : "lost", plies,
                  wave.decided, wave.decided_with_ban);
            if (wave.decided + wave.decided_with_ban == 0) break;
        }
        solved_ = seconds();
    }

    bool check() {
        note("samples", session_.check_samples(options_.samples, 1));
        const int stars =
            options_.check_all ? options_.stars : std::min(options_.stars, options_.check_classes);
        for (int own = 0; own <= stars; ++own) {
            for (int other = 0; other <= stars; ++other) {
                note("class " + std::to_string(own) + " " + std::to_string(other),
                     session_.check(session_.index().classes[own][other]));
            }
        }
        if (!options_.strategy.empty()) {
            const QometStrategyFile strategy(options_.strategy);
            strategy_positions_ = strategy.positions.size();
            disagreements_ = count_disagreements(session_, strategy);
            print("%llu positions of the strategy, %llu disagree", strategy_positions_,
                  disagreements_);
        }
        return mistakes_ == 0 && disagreements_ == 0;
    }

    void note(const std::string& what, const QometChecked& checked) {
        print("%s: %llu boards checked, %llu states, %llu mistakes", what.c_str(), checked.boards,
              checked.states, checked.mistakes);
        boards_ += checked.boards;
        states_ += checked.states;
        mistakes_ += checked.mistakes;
    }

    void write_report(bool right) {
        if (options_.report.empty()) return;
        std::ofstream file(options_.report);
        {
            JsonObject all(file);
            all.key("stars") << options_.stars;
            all.key("undo") << (options_.strict_undo ? "\"strict\"" : "\"exact\"");
            all.key("corner_exit") << (options_.rays_only ? "\"rays\"" : "\"any\"");
            all.key("executor") << quoted(Executor::name);
            all.key("seconds_to_solve") << solved_;
            {
                JsonObject checks(all.key("checks"));
                checks.key("right") << (right ? "true" : "false");
                checks.key("boards") << boards_;
                checks.key("states") << states_;
                checks.key("mistakes") << mistakes_;
                checks.key("strategy_positions") << strategy_positions_;
                checks.key("disagreements") << disagreements_;
            }
            QometReport<Executor>(session_, all.key("result")).write();
        }
        file << '\n';
        file.close();
        if (!file) throw std::runtime_error("cannot write " + options_.report);
        print("%s", "reported");
    }

    void write_values() {
        std::fstream file(options_.values, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(options_.offset));
        write_cells(file, session_.cells().first);
        write_cells(file, session_.cells().second);
        file.close();
        if (!file) throw std::runtime_error("cannot write " + options_.values);
        print("%s", "written");
    }

    template <class Cell>
    void write_cells(std::ostream& out, const Cell* cells) {
        constexpr u64 piece = 1 << 24;
        std::vector<Cell> part(piece);
        for (u64 first = 0; first < session_.index().size; first += piece) {
            const u64 count = std::min(piece, session_.index().size - first);
            session_.executor().copy_out(part.data(), cells + first, count);
            out.write(reinterpret_cast<const char*>(part.data()),
                      static_cast<std::streamsize>(count * sizeof(Cell)));
        }
    }

    const QometProgramOptions& options_;
    const Clock::time_point begun_ = Clock::now();
    QometNumbering numbering_;
    QometSession<Executor> session_;
    double solved_ = 0;
    u64 boards_ = 0;
    u64 states_ = 0;
    u64 mistakes_ = 0;
    u64 strategy_positions_ = 0;
    u64 disagreements_ = 0;
};

/// The program: 0 if all checks found the values right, 1 if not, 2 if it could not be run, 3 if a
/// win takes more plies than a cell can count: QUINTET_WIDE_CELLS makes larger ones.
template <class WithExecutor>
int run_qomet_program(int count, char** words, WithExecutor with_executor) {
    try {
        const QometProgramOptions options = read_options(count, words);
        return with_executor(options) ? 0 : 1;
    } catch (const std::logic_error& error) {
        std::fprintf(stderr, "%s\n%s", error.what(), qomet_program_usage);
    } catch (const std::overflow_error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 3;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    return 2;
}

}  // namespace quintet
