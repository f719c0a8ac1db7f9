// The one list of games of the compiled part: a name and whole-number settings give a kernel.
#pragma once

#include <map>
#include <string>

#include "../games/quantik.hpp"
#include "../games/quarto.hpp"
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
    if (game == "quarto") {
        const int features = setting("features");
        const bool squares = setting("squares") != 0;
        const bool loses = setting("false_call_loses") != 0;
        using Auto = Quarto<false>;
        using Spoken = Quarto<true>;
        if (setting("spoken") == 0)
            return std::make_unique<KernelOf<Auto>>(Auto::Rules{features, squares, loses});
        return std::make_unique<KernelOf<Spoken>>(Spoken::Rules{features, squares, loses});
    }
    return nullptr;
}

}  // namespace quintet
