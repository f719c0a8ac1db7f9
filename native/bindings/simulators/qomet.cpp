// The simulators of Qomet.

#include "../../env/simulator.hpp"

#include "../../env/observations/qomet.hpp"

namespace quintet {

template std::shared_ptr<Simulator> make_simulator<Qomet>(const Qomet::Rules&);

}  // namespace quintet
