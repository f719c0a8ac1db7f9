// The one list of games of the compiled part: a name and whole-number settings give a kernel.
#pragma once

#include <map>
#include <string>

#include "../games/qomet.hpp"
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
    if (game == "qomet") {
        return std::make_unique<KernelOf<Qomet>>(
            Qomet::Rules{setting("strict_undo") != 0, setting("rays_only") != 0});
    }
    return nullptr;
}

}  // namespace quintet
