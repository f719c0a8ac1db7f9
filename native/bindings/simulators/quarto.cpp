// The simulators of Quarto.

#include "../../env/simulator.hpp"

#include "../../env/observations/quarto.hpp"

namespace quintet {

template std::shared_ptr<Simulator> make_simulator<Quarto<false>>(const Quarto<false>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quarto<true>>(const Quarto<true>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quarto<false, 2>>(
    const Quarto<false, 2>::Rules&);
template std::shared_ptr<Simulator> make_simulator<Quarto<true, 2>>(const Quarto<true, 2>::Rules&);

}  // namespace quintet
