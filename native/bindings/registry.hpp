// The one list of games of the compiled part: a name and whole-number settings give a kernel.
#pragma once

#include <map>
#include <string>

#include "../games/quantik.hpp"
#include "../games/quixo.hpp"
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
    if (game == "quixo") {
        switch (10 * setting("players") + setting("size")) {
            case 23: return std::make_unique<KernelOf<Quixo<3, 2>>>(Quixo<3, 2>::Rules{});
            case 24: return std::make_unique<KernelOf<Quixo<4, 2>>>(Quixo<4, 2>::Rules{});
            case 25: return std::make_unique<KernelOf<Quixo<5, 2>>>(Quixo<5, 2>::Rules{});
            case 45: return std::make_unique<KernelOf<Quixo<5, 4>>>(Quixo<5, 4>::Rules{});
            default: return nullptr;
        }
    }
    return nullptr;
}

}  // namespace quintet
