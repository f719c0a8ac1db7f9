// Quantik for the registry: which rules its options choose.

#include "../../env/observations/quantik.hpp"
#include "../../search/evaluation/quantik.hpp"
#include "../registry.hpp"

namespace quintet {
namespace {

const Registration registration("quantik", [](const Settings&) { return kernel_of<Quantik>({}); });

}  // namespace
}  // namespace quintet
