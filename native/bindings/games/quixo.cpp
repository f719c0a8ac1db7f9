// Quixo for the registry: which rules its options choose.

#include "../../env/observations/quixo.hpp"
#include "../../search/evaluation/quixo.hpp"
#include "../registry.hpp"

namespace quintet {
namespace {

const Registration registration("quixo", [](const Settings& settings) -> std::unique_ptr<Kernel> {
    switch (10 * settings.number("players") + settings.number("size")) {
        case 23: return kernel_of<Quixo<3, 2>>({});
        case 24: return kernel_of<Quixo<4, 2>>({});
        case 25: return kernel_of<Quixo<5, 2>>({});
        case 45: return kernel_of<Quixo<5, 4>>({});
        default: return nullptr;
    }
});

}  // namespace
}  // namespace quintet
