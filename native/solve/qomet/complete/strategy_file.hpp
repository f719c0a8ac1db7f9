// Compares the complete tablebase of Qomet with the strategy from the start, a tablebase file
// (docs/reference/tablebase-format.md) that was made by other methods.
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "session.hpp"

namespace quintet {

/// The positions of a strategy as words, with their plies to the win.
struct QometStrategyFile {
    std::vector<u64> positions;
    std::vector<u8> plies;

    explicit QometStrategyFile(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        constexpr std::size_t preamble = 64;
        if (bytes.size() < preamble || bytes.compare(0, 6, "QTABLE") != 0)
            throw std::runtime_error(path + " is not a tablebase");
        const std::string header = bytes.substr(preamble, number<u32>(bytes, 12));
        const std::string data = bytes.substr(number<u64>(bytes, 16));
        const std::string words = block(header, data, "\"positions\":[");
        const std::string its_plies = block(header, data, "\"plies\":[");
        positions.resize(words.size() / sizeof(u64));
        std::memcpy(positions.data(), words.data(), positions.size() * sizeof(u64));
        plies.assign(its_plies.begin(), its_plies.end());
        if (plies.size() != positions.size() || plies.empty())
            throw std::runtime_error(path + " is not a strategy");
    }

private:
    template <class Number>
    static Number number(const std::string& bytes, std::size_t first) {
        Number found;
        std::memcpy(&found, bytes.data() + first, sizeof found);
        return found;
    }

    static std::string block(const std::string& header, const std::string& data, const char* name) {
        const std::size_t at = header.find(name, header.find("\"blocks\""));
        if (at == std::string::npos) throw std::runtime_error("a block of the file is missing");
        std::size_t end = 0;
        const std::string entry = header.substr(at + std::strlen(name));
        const auto first = static_cast<std::size_t>(std::stoull(entry, &end));
        return data.substr(first, std::stoull(entry.substr(end + 1)));
    }
};

/// How many positions of a strategy have another value in the tablebase.
template <class Executor>
u64 count_disagreements(QometSession<Executor>& session, const QometStrategyFile& strategy) {
    const auto cells = session.look_up(strategy.positions);
    u64 differing = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) differing += cells[i] != strategy.plies[i];
    return differing;
}

}  // namespace quintet
