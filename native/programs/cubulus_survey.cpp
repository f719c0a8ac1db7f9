// Searches set-ups of Cubulus for two (CB2) for forced wins of the starter, on any number of
// threads, without the Python package (tools/known_cubulus.py).
//
//   cubulus_survey random FIRST COUNT PLIES QUIET NODES CHECK THREADS FILE
//   cubulus_survey listed SET_UPS PLIES QUIET NODES CHECK THREADS FILE
//
// Random set-ups have numbers: the same number is the same set-up on every machine. SET_UPS is a
// file with a kind and a set-up a line, as `tools/known_cubulus.py --list` prints them. The wins of
// one set-up in CHECK are written down as strategies and checked by the rules alone (0: of none).
// FILE gets a JSON object a set-up as soon as it is searched, in the form that
// tools/known_cubulus.py reads; what it has already is not searched again.

#include <time.h>

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "arguments.hpp"
#include "set_ups.hpp"
#include "solve/cubulus/strategy.hpp"

namespace quintet {
namespace {

using G = Cubulus<2>;

struct Limits {
    u64 plies = 0;
    u64 quiet = 0;
    u64 nodes = 0;
};

inline constexpr std::size_t buckets = 1 << 20;  // 64 MB a thread

/// A file of results, to which each is added as a whole.
class Results {
public:
    explicit Results(const char* name) {
        const u64 whole = read(name);
        if (std::filesystem::exists(name)) std::filesystem::resize_file(name, whole);
        file_ = std::fopen(name, "a");
    }
    ~Results() {
        if (file_ != nullptr) std::fclose(file_);
    }
    Results(const Results&) = delete;
    Results& operator=(const Results&) = delete;

    bool open() const { return file_ != nullptr; }
    bool has(u64 neutral, const Limits& limits) const {
        return met_.contains({neutral, limits.plies, limits.quiet, limits.nodes});
    }

    bool add(const std::string& line) {
        const std::scoped_lock alone(writing_);
        return std::fputs(line.c_str(), file_) >= 0 && std::fflush(file_) == 0;
    }

private:
    /// Notes what the file has, and returns its length without a line that was cut off.
    u64 read(const char* name) {
        std::ifstream file(name, std::ios::binary);
        u64 length = 0;
        for (std::string line; std::getline(file, line) && !file.eof();) {
            length += line.size() + 1;
            char text[32];
            u64 neutral = 0;
            Limits limits;
            if (std::sscanf(line.c_str(),
                            "{\"set_up\": \"%31[^\"]\", \"kind\": \"%*[^\"]\", \"plies\": %" SCNu64
                            ", \"quiet\": %" SCNu64 ", \"nodes\": %" SCNu64,
                            text, &limits.plies, &limits.quiet, &limits.nodes) == 4 &&
                read_set_up(text, neutral))
                met_.insert({neutral, limits.plies, limits.quiet, limits.nodes});
        }
        return length;
    }

    std::set<std::array<u64, 4>> met_;
    std::FILE* file_ = nullptr;
    std::mutex writing_;
};

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Searches a set-up and returns the line of its result; nothing if a win fails the check.
std::string searched(const SetUp& set_up, const Limits& limits, bool checked,
                     const Progress& progress) {
    const double began = processor_seconds();
    const G::Position position{0, set_up.neutral};
    const int plies = static_cast<int>(limits.plies);
    const int quiet = static_cast<int>(limits.quiet);
    CubulusAttack attack(buckets);
    const Attack found = attack.wins_within(position, plies, quiet, limits.nodes, progress);
    const u64 nodes = attack.search().nodes();
    std::string strategy = "null";
    std::string longest = "null";
    if (checked && found == Attack::wins) {
        const CubulusPlans plans = CubulusPlanner(attack, progress).plans(position, plies, quiet);
        if (verify_cubulus(plans, position).mistakes != 0) return "";
        strategy = std::to_string(plans.size());
        longest = std::to_string(plans.at(words_of(G::canonical({}, position))).plies);
    }
    const char* wins = found == Attack::wins ? "true" : found == Attack::is_open ? "null" : "false";
    char line[512];
    std::snprintf(line, sizeof line,
                  "{\"set_up\": \"%s\", \"kind\": \"%s\", \"plies\": %d, \"quiet\": %d, \"nodes\": "
                  "%" PRIu64 ", \"wins\": %s, \"nodes_searched\": %" PRIu64
                  ", \"strategy\": %s, \"longest\": %s, \"seconds\": %.1f, \"soon\": null}\n",
                  written(set_up.neutral).c_str(), set_up.kind.c_str(), plies, quiet, limits.nodes,
                  wins, nodes, strategy.c_str(), longest.c_str(), processor_seconds() - began);
    return line;
}

bool survey(const std::vector<SetUp>& set_ups, const Limits& limits, u64 check, int threads,
            Results& results) {
    Progress progress;
    std::atomic<bool> right{true};
    share_work(set_ups.size(), 1, threads, progress, [&](u64 number, u64, int) {
        const SetUp& set_up = set_ups[number];
        if (results.has(set_up.neutral, limits)) return;
        const bool checked = check != 0 && number % check == 0;
        const std::string line = searched(set_up, limits, checked, progress);
        if (line.empty())
            std::printf("the win from %s is wrong\n", written(set_up.neutral).c_str());
        if (line.empty() || !results.add(line)) right = false;
    });
    return right;
}

}  // namespace
}  // namespace quintet

int main(int argc, char** argv) {
    using namespace quintet;
    AskedSetUps asked;
    Limits limits;
    u64 check = 0;
    u64 threads = 0;
    char** rest = argv + argc - 6;
    if (!parse(argc, argv, 6, asked) || !parse(rest[0], limits.plies) ||
        limits.plies > CubulusQuestion::max_plies || !parse(rest[1], limits.quiet) ||
        limits.quiet > CubulusQuestion::max_quiet || !parse(rest[2], limits.nodes) ||
        !parse(rest[3], check) || !parse(rest[4], threads) || threads == 0 || threads > 1024) {
        std::puts(
            "usage: cubulus_survey random FIRST COUNT PLIES QUIET NODES CHECK THREADS FILE\n"
            "       cubulus_survey listed SET_UPS PLIES QUIET NODES CHECK THREADS FILE");
        return 2;
    }
    std::vector<SetUp> set_ups;
    if (!gather(asked, set_ups)) return 1;
    Results results(rest[5]);
    if (!results.open()) {
        std::perror(rest[5]);
        return 1;
    }
    return survey(set_ups, limits, check, static_cast<int>(threads), results) ? 0 : 1;
}
