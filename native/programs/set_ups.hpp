// Set-ups of Cubulus for two (CB2) as programs read and write them.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "games/cubulus.hpp"
#include "playout.hpp"

namespace quintet {

struct SetUp {
    std::string kind;
    u64 neutral;
};

inline std::string written(u64 neutral) {
    std::string text;
    for (int slot = 0; slot < cubulus::slots; ++slot) {
        if (slot == 9 || slot == 18) text += '/';
        text += (neutral >> slot & 1) != 0 ? 'n' : '.';
    }
    return text;
}

/// Whether a text is a set-up with all its balls (CB2).
inline bool read_set_up(std::string_view text, u64& neutral) {
    neutral = 0;
    int slot = 0;
    for (const char cell : text) {
        if (cell == 'n' && slot < cubulus::slots) neutral |= u64{1} << slot;
        slot += cell == 'n' || cell == '.';
    }
    return slot == cubulus::slots && count_bits(neutral) == Cubulus<2>::balls &&
           written(neutral) == text;
}

inline SetUp random_set_up(u64 number) {
    Random random(mix(1) + number);
    SetUp made{"random", 0};
    while (count_bits(made.neutral) < Cubulus<2>::balls)
        made.neutral |= u64{1} << random.below(cubulus::slots);
    return made;
}

inline bool read_list(const char* name, std::vector<SetUp>& set_ups) {
    std::ifstream file(name);
    std::string kind;
    std::string text;
    u64 neutral = 0;
    while (file >> kind >> text) {
        if (!read_set_up(text, neutral)) {
            std::printf("%s: not a set-up: %s\n", name, text.c_str());
            return false;
        }
        set_ups.push_back({kind, neutral});
    }
    if (!file.eof()) std::printf("%s: the file cannot be read\n", name);
    return file.eof();
}

/// The set-ups that a command line asks for: `random FIRST COUNT`, or `listed FILE`.
struct AskedSetUps {
    u64 first = 0;
    u64 count = 0;
    const char* file = nullptr;
};

/// Whether a command line begins so and has so many further arguments.
inline bool parse(int argc, char** argv, int further, AskedSetUps& asked) {
    const std::string_view how = argc > 1 ? argv[1] : "";
    if (how == "random" && argc == 4 + further)
        return parse(argv[2], asked.first) && parse(argv[3], asked.count);
    if (how != "listed" || argc != 3 + further) return false;
    asked.file = argv[2];
    return true;
}

/// Whether all that was asked for could be read.
inline bool gather(const AskedSetUps& asked, std::vector<SetUp>& set_ups) {
    for (u64 number = asked.first; number < asked.first + asked.count; ++number)
        set_ups.push_back(random_set_up(number));
    return asked.file == nullptr || read_list(asked.file, set_ups);
}

}  // namespace quintet
