// Cubulus for the registry: which rules its options choose.

#include "../../env/observations/cubulus.hpp"
#include "../../search/evaluation/cubulus.hpp"
#include "../../search/evaluation/cubulus_three.hpp"
#include "../registry.hpp"

namespace quintet {
namespace {

const Registration registration("cubulus", [](const Settings& settings) {
    return settings.number("players") == 3 ? kernel_of<Cubulus<3>>({}) : kernel_of<Cubulus<2>>({});
});

}  // namespace
}  // namespace quintet
