// Tic-tac-toe for the registry: it has no options.

#include "../../search/evaluation/tictactoe.hpp"
#include "bindings/registry.hpp"

namespace quintet {
namespace {

/// A game whose moves do not fit the searches, which no compiler may take.
struct TooManyWords : TicTacToe {
    static constexpr int vocabulary = max_vocabulary + 1;
};
static_assert(FitsBounds<TicTacToe> && !FitsBounds<TooManyWords>);

const Registration registration("tictactoe",
                                [](const Settings&) { return kernel_of<TicTacToe>({}); });

}  // namespace
}  // namespace quintet
