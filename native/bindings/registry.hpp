// The registry of the compiled part: every file in games/ adds its game with one `Registration`.
#pragma once

#include <map>
#include <string>

#include "kernel.hpp"

namespace quintet {

/// The options of a variant as whole numbers, by name.
using SettingValues = std::map<std::string, int>;

/// The same, for games to ask.
class Settings {
public:
    explicit Settings(const SettingValues& values) : values_(values) {}

    /// A setting, 0 where it is left out.
    int number(const char* name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? 0 : found->second;
    }

    bool flag(const char* name) const { return number(name) != 0; }

private:
    const SettingValues& values_;
};

/// Makes the kernel of a variant, or nothing where a game has no such variant.
using MakeKernel = std::unique_ptr<Kernel> (*)(const Settings& settings);

template <Game G>
std::unique_ptr<Kernel> kernel_of(const typename G::Rules& rules) {
    return std::make_unique<KernelOf<G>>(rules);
}

/// The games linked into this module, by name.
inline std::map<std::string, MakeKernel>& registered_games() {
    static std::map<std::string, MakeKernel> games;
    return games;
}

/// A game's line in the registry: a constant of its file, so that linking the file is enough.
struct Registration {
    Registration(const char* game, MakeKernel make) { registered_games()[game] = make; }
};

/// The kernel of a game with its options, or nothing when there is no such game or variant.
inline std::unique_ptr<Kernel> make_kernel(const std::string& game, const SettingValues& settings) {
    const auto found = registered_games().find(game);
    return found == registered_games().end() ? nullptr : found->second(Settings(settings));
}

}  // namespace quintet
