// Qomet for the registry: which rules its options choose.

#include "../../env/observations/qomet.hpp"
#include "../../search/evaluation/qomet.hpp"
#include "../registry.hpp"

namespace quintet {
namespace {

const Registration registration("qomet", [](const Settings& settings) {
    return kernel_of<Qomet>({settings.flag("strict_undo"), settings.flag("rays_only")});
});

}  // namespace
}  // namespace quintet
