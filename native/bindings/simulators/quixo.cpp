// The simulators of Quixo.

#include "../../env/simulator.hpp"

#include "../../env/observations/quixo.hpp"

namespace quintet {

template std::shared_ptr<Simulator> make_simulator<Quixo<3, 2>>(const Quixo<3, 2>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quixo<4, 2>>(const Quixo<4, 2>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quixo<5, 2>>(const Quixo<5, 2>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quixo<5, 4>>(const Quixo<5, 4>::Rules&);

}  // namespace quintet
