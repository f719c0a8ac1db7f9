// Every game and every kind of rules, for the stand-alone programs.
#pragma once

#include "games/cubulus.hpp"
#include "games/qomet.hpp"
#include "games/quantik.hpp"
#include "games/quarto.hpp"
#include "games/quixo.hpp"

namespace quintet {

/// Calls `use.operator()<Game>(name, rules)` for every variant that has code of its own.
template <class Use>
void every_game(Use use) {
    use.template operator()<Quantik>("quantik", Quantik::Rules{});
    use.template operator()<Quarto<false>>("quarto", Quarto<false>::Rules{});
    use.template operator()<Quarto<true>>("quarto spoken", Quarto<true>::Rules{});
    use.template operator()<Qomet>("qomet", Qomet::Rules{});
    use.template operator()<Cubulus<2>>("cubulus", Cubulus<2>::Rules{});
    use.template operator()<Cubulus<3>>("cubulus for three", Cubulus<3>::Rules{});
    use.template operator()<Quixo<5, 2>>("quixo", Quixo<5, 2>::Rules{});
    use.template operator()<Quixo<5, 4>>("quixo for four", Quixo<5, 4>::Rules{});
    use.template operator()<Quixo<4, 2>>("quixo on 4x4", Quixo<4, 2>::Rules{});
    use.template operator()<Quixo<3, 2>>("quixo on 3x3", Quixo<3, 2>::Rules{});
}

}  // namespace quintet
