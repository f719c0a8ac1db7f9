// Every game and every kind of rules, for the stand-alone programs.
#pragma once

#include "search/evaluation/cubulus.hpp"
#include "search/evaluation/cubulus_three.hpp"
#include "search/evaluation/qomet.hpp"
#include "search/evaluation/quantik.hpp"
#include "search/evaluation/quixo.hpp"
#include "search/provers/quarto_spoken.hpp"

namespace quintet {

/// Calls `use.operator()<Game>(name, rules)` for the variants that differ in code.
template <class Use>
void every_game(Use use) {
    use.template operator()<Quantik>("quantik", Quantik::Rules{});
    using Auto = Quarto<false>;
    using Spoken = Quarto<true>;
    use.template operator()<Auto>("quarto", Auto::Rules{15, false, false});
    use.template operator()<Auto>("quarto with squares", Auto::Rules{15, true, false});
    use.template operator()<Auto>("quarto, one feature", Auto::Rules{8, false, false});
    use.template operator()<Spoken>("quarto spoken", Spoken::Rules{15, false, false});
    use.template operator()<Spoken>("quarto, false loses", Spoken::Rules{6, true, true});
    using Two = Quarto<false, 2>;
    using SpokenTwo = Quarto<true, 2>;
    use.template operator()<Two>("quarto, two in common", Two::Rules{15, true, false});
    use.template operator()<SpokenTwo>("quarto spoken, two", SpokenTwo::Rules{7, false, false});
    use.template operator()<Qomet>("qomet", Qomet::Rules{});
    use.template operator()<Qomet>("qomet, strict, rays", Qomet::Rules{true, true});
    use.template operator()<Cubulus<2>>("cubulus", Cubulus<2>::Rules{});
    use.template operator()<Cubulus<3>>("cubulus for three", Cubulus<3>::Rules{});
    use.template operator()<Quixo<5, 2>>("quixo", Quixo<5, 2>::Rules{});
    use.template operator()<Quixo<5, 4>>("quixo for four", Quixo<5, 4>::Rules{});
    use.template operator()<Quixo<4, 2>>("quixo on 4x4", Quixo<4, 2>::Rules{});
    use.template operator()<Quixo<3, 2>>("quixo on 3x3", Quixo<3, 2>::Rules{});
}

}  // namespace quintet
