// The simulators of Quantik.

#include "../../env/simulator.hpp"

#include "../../env/observations/quantik.hpp"

namespace quintet {

template std::shared_ptr<Simulator> make_simulator<Quantik>(const Quantik::Rules&);

}  // namespace quintet
