// Quarto for the registry: which rules its options choose.

#include "../../env/observations/quarto.hpp"
#include "../../search/provers/quarto_spoken.hpp"
#include "../registry.hpp"

namespace quintet {
namespace {

const Registration registration("quarto", [](const Settings& settings) {
    const int features = settings.number("features");
    const bool squares = settings.flag("squares");
    const bool loses = settings.flag("false_call_loses");
    const bool spoken = settings.flag("spoken");
    if (settings.number("common") == 2) {
        if (spoken) return kernel_of<Quarto<true, 2>>({features, squares, loses});
        return kernel_of<Quarto<false, 2>>({features, squares, loses});
    }
    if (spoken) return kernel_of<Quarto<true>>({features, squares, loses});
    return kernel_of<Quarto<false>>({features, squares, loses});
});

}  // namespace
}  // namespace quintet
