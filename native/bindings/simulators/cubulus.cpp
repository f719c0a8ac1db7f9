// The simulators of Cubulus.

#include "../../env/simulator.hpp"

#include "../../env/observations/cubulus.hpp"

namespace quintet {

template std::shared_ptr<Simulator> make_simulator<Cubulus<2>>(const Cubulus<2>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Cubulus<3>>(const Cubulus<3>::Rules&);

}  // namespace quintet
