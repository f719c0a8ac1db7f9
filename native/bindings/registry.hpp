// The one list of games of the compiled part: a name and whole-number settings give a kernel.
#pragma once

#include <map>
#include <string>

#include "../search/evaluation/cubulus.hpp"
#include "../search/evaluation/cubulus_three.hpp"
#include "../search/evaluation/qomet.hpp"
#include "../search/evaluation/quantik.hpp"
#include "../search/evaluation/quixo.hpp"
#include "../search/provers/quarto_spoken.hpp"
#include "kernel.hpp"

namespace quintet {

using Settings = std::map<std::string, int>;

template <Game G>
std::unique_ptr<Kernel> kernel_of(const typename G::Rules& rules) {
    return std::make_unique<KernelOf<G>>(rules);
}

/// The kernel of a game with its options, or nothing when there is no such game or variant.
inline std::unique_ptr<Kernel> make_kernel(const std::string& game, const Settings& settings) {
    const auto setting = [&](const char* name) {
        const auto found = settings.find(name);
        return found == settings.end() ? 0 : found->second;
    };
    const auto flag = [&](const char* name) { return setting(name) != 0; };

    if (game == "quantik") return kernel_of<Quantik>({});
    if (game == "quarto") {
        const int features = setting("features");
        const bool squares = flag("squares");
        const bool loses = flag("false_call_loses");
        if (flag("spoken")) return kernel_of<Quarto<true>>({features, squares, loses});
        return kernel_of<Quarto<false>>({features, squares, loses});
    }
    if (game == "qomet") return kernel_of<Qomet>({flag("strict_undo"), flag("rays_only")});
    if (game == "cubulus") {
        return setting("players") == 3 ? kernel_of<Cubulus<3>>({}) : kernel_of<Cubulus<2>>({});
    }
    if (game == "quixo") {
        switch (10 * setting("players") + setting("size")) {
            case 23: return kernel_of<Quixo<3, 2>>({});
            case 24: return kernel_of<Quixo<4, 2>>({});
            case 25: return kernel_of<Quixo<5, 2>>({});
            case 45: return kernel_of<Quixo<5, 4>>({});
            default: return nullptr;
        }
    }
    return nullptr;
}

}  // namespace quintet
