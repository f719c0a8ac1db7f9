// The program that solves all of Quixo (quixo_complete.cpp, quixo_complete.cu): a line of JSON for
// every class, as soon as it is solved, and lines of play at the end.
#pragma once

#include <cstdio>
#include <string>

#include "arguments.hpp"
#include "solve/quixo/complete/solver.hpp"

namespace quintet::quixo_complete {

struct Options {
    int size = 5;
    int blanks = 25;
    u64 check = 0;                 // boards of every class
    bool keep = true;              // all classes, not only those with a blank less
    u64 seconds = ~u64{0};         // after which no class is begun
    const char* folder = nullptr;  // for the bytes of all classes
};

class Clock {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

inline void print_counts(const char* name, const std::vector<u64>& counts) {
    std::printf(", \"%s\": {", name);
    bool first = true;
    for (std::size_t verdict = 0; verdict < counts.size(); ++verdict) {
        if (counts[verdict] == 0) continue;
        std::printf("%s\"%zu\": %llu", first ? "" : ", ", verdict,
                    static_cast<unsigned long long>(counts[verdict]));
        first = false;
    }
    std::printf("}");
}

inline void print(const Found& found, double now, double took) {
    std::printf("{\"own\": %d, \"other\": %d, \"at\": %.3f, \"seconds\": %.3f, \"late\": %llu",
                found.own, found.other, now, took, static_cast<unsigned long long>(found.late));
    print_counts("different", found.different);
    print_counts("all", found.all);
    if (found.longest != 0) {
        std::printf(", \"longest\": {\"plies\": %d, \"own\": %u, \"other\": %u}", found.longest,
                    static_cast<u32>(found.longest_cubes),
                    static_cast<u32>(found.longest_cubes >> 32));
    }
    std::puts("}");
    std::fflush(stdout);
}

inline void print(const Checked& checked, int own, int other) {
    std::printf(
        "{\"checked\": %llu, \"own\": %d, \"other\": %d, \"wrong\": %llu, \"sample\": %llu}\n",
        static_cast<unsigned long long>(checked.boards), own, other,
        static_cast<unsigned long long>(checked.wrong),
        static_cast<unsigned long long>(checked.sample));
    std::fflush(stdout);
}

/// Best play from a board: the pushes, by number.
template <int Size, class Executor>
void print_line(Solver<Size, Executor>& solver, u64 cubes) {
    using Board = QuixoBoard<Size>;
    std::printf("{\"line\": [%u, %u], \"pushes\": [", static_cast<u32>(cubes),
                static_cast<u32>(cubes >> 32));
    bool first = true;
    for (Verdict value = solver.look_up({cubes})[0]; verdict::plies(value) > 0;) {
        std::vector<u64> after;
        std::vector<int> pushes;
        for (int push = 0; push < Board::push_count; ++push) {
            if ((Board::other(cubes) & Board::origin(push)) != 0) continue;
            after.push_back(Board::pushed(cubes, push));
            pushes.push_back(push);
        }
        const std::vector<Verdict> values = solver.look_up(after);
        std::size_t best = 0;
        while (best < values.size() && values[best] != verdict::after(value)) ++best;
        if (best == values.size()) throw std::logic_error("no move leads where it should");
        std::printf("%s%d", first ? "" : ", ", pushes[best]);
        first = false;
        cubes = after[best];
        value = values[best];
    }
    std::puts("]}");
}

template <int Size, class Executor>
void write_bytes(Solver<Size, Executor>& solver, const Options& options, int own, int other) {
    const auto [bytes, late] = solver.bytes(own, other);
    const std::string name =
        std::string(options.folder) + "/" + std::to_string(own) + "-" + std::to_string(other);
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (file == nullptr) throw std::runtime_error("cannot write " + name);
    bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    whole = std::fwrite(late.data(), sizeof(u64), late.size(), file) == late.size() && whole;
    whole = std::fclose(file) == 0 && whole;
    if (!whole) throw std::runtime_error("cannot write " + name);
}

template <int Size, class Executor>
int solve(Executor& executor, const Options& options) {
    const Clock clock;
    Solver<Size, Executor> solver(executor, std::min(options.blanks, Size * Size));
    std::printf("{\"executor\": \"%s\", \"size\": %d, \"prepared\": %.3f}\n",
                executor.name().c_str(), Size, clock.seconds());
    Found longest{0, 0, 0, 0, {}, {}, 0};
    u64 wrong = 0;
    bool in_time = true;
    solver.each_pair([&](int own, int other) {
        in_time = in_time && clock.seconds() < static_cast<double>(options.seconds);
        if (!in_time) return;
        if (own == 0 && !options.keep && own + other + 2 <= Size * Size) {
            solver.forget(own + other + 2);
        }
        const double began = clock.seconds();
        for (Found& found : solver.solve(own, other)) {
            print(found, clock.seconds(), clock.seconds() - began);
            if (options.check != 0) {
                const Checked checked = solver.check(found.own, found.other, options.check);
                print(checked, found.own, found.other);
                wrong += checked.wrong;
            }
            if (options.folder != nullptr) write_bytes(solver, options, found.own, found.other);
            if (found.longest > longest.longest) longest = std::move(found);
        }
    });
    if (options.keep && longest.longest != 0) print_line(solver, longest.longest_cubes);
    std::printf("{\"whole\": %s, \"wrong\": %llu, \"seconds\": %.3f}\n", in_time ? "true" : "false",
                static_cast<unsigned long long>(wrong), clock.seconds());
    return wrong == 0 ? 0 : 1;
}

inline int usage() {
    std::puts(
        "usage: quixo_complete [--size 3|4|5] [--blanks N] [--check BOARDS] [--forget]"
        " [--seconds S] [--folder FOLDER]");
    return 2;
}

inline bool parse(int argc, char** argv, Options& options) {
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--forget") {
            options.keep = false;
            continue;
        }
        if (++i == argc) return false;
        if (name == "--folder") {
            options.folder = argv[i];
            continue;
        }
        u64 number = 0;
        if (!quintet::parse(argv[i], number)) return false;
        if (name == "--size" && number >= 3 && number <= 5) {
            options.size = static_cast<int>(number);
        } else if (name == "--blanks" && number <= 25) {
            options.blanks = static_cast<int>(number);
        } else if (name == "--check") {
            options.check = number;
        } else if (name == "--seconds") {
            options.seconds = number;
        } else {
            return false;
        }
    }
    return true;
}

template <class Executor>
int main_of(int argc, char** argv, Executor&& executor) {
    Options options;
    if (!parse(argc, argv, options)) return usage();
    try {
        switch (options.size) {
            case 3: return solve<3>(executor, options);
            case 4: return solve<4>(executor, options);
            default: return solve<5>(executor, options);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

}  // namespace quintet::quixo_complete
