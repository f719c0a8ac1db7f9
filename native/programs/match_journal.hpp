// The games of a match that have been played, in memory and, if asked for, in a text file, from
// which the match can go on later.
#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "bits.hpp"

namespace quintet {

class MatchJournal {
public:
    using Game = std::pair<u64, u64>;  // round and seat
    static constexpr u64 sixths = 6;   // of a point: halves and thirds are shared

    MatchJournal() = default;
    MatchJournal(const MatchJournal&) = delete;
    MatchJournal& operator=(const MatchJournal&) = delete;
    ~MatchJournal() {
        if (file_ != nullptr) std::fclose(file_);
    }

    /// Reads the games of a match from a file, which is begun if there is none, and appends further
    /// ones to it. Returns what is wrong; nothing if all is well.
    std::string open(const std::string& path, const std::string& match) {
        std::string line;
        u64 read = 0;
        std::ifstream before(path);
        while (std::getline(before, line)) {
            // A line without its end was being written when the match was interrupted.
            if (before.eof()) return path + " ends in the middle of a line. Remove that line.";
            if (++read == 1) {
                if (line != match)
                    return path + " is of the match \"" + line + "\", not \"" + match + "\".";
                continue;
            }
            std::istringstream words(line);
            Game game;
            u64 points = 0;
            if (!(words >> game.first >> game.second >> points) || points > sixths ||
                !(words >> std::ws).eof() || !games_.emplace(game, points).second)
                return path + ", line " + std::to_string(read) +
                       ": expected a round, a seat and sixths of a point, each game once.";
        }
        file_ = std::fopen(path.c_str(), "a");
        if (file_ == nullptr) return path + " cannot be written.";
        if (read == 0) write(match);
        return {};
    }

    bool has(const Game& game) const { return games_.contains(game); }
    u64 sixths_of(const Game& game) const { return games_.at(game); }

    void add(const Game& game, u64 points) {
        games_[game] = points;
        if (file_ == nullptr) return;
        write(std::to_string(game.first) + " " + std::to_string(game.second) + " " +
              std::to_string(points));
    }

    /// Whether all was written.
    bool is_whole() const { return whole_; }

private:
    void write(const std::string& line) {
        whole_ = std::fprintf(file_, "%s\n", line.c_str()) > 0 && std::fflush(file_) == 0 && whole_;
    }

    std::map<Game, u64> games_;
    std::FILE* file_ = nullptr;
    bool whole_ = true;
};

}  // namespace quintet
