// The one list of games of the compiled part: a name and whole-number settings give a kernel.
#pragma once

#include <map>
#include <string>

#include "../games/cubulus.hpp"
#include "../games/quantik.hpp"
#include "kernel.hpp"

namespace quintet {

using Settings = std::map<std::string, int>;

/// The kernel of a game with its options, or nothing when there is no such game or variant.
inline std::unique_ptr<Kernel> make_kernel(const std::string& game, const Settings& settings) {
    const auto setting = [&](const char* name) {
        const auto found = settings.find(name);
        return found == settings.end() ? 0 : found->second;
    };
    if (game == "quantik") return std::make_unique<KernelOf<Quantik>>(Quantik::Rules{});
    if (game == "cubulus" && setting("players") == 2)
        return std::make_unique<KernelOf<Cubulus<2>>>(Cubulus<2>::Rules{});
    if (game == "cubulus" && setting("players") == 3)
        return std::make_unique<KernelOf<Cubulus<3>>>(Cubulus<3>::Rules{});
    return nullptr;
}

}  // namespace quintet
