// What an agent sees of a position: planes of booleans, one byte a cell. The planes of a game are
// named in src/quintet/env/layouts.py, in the same order.
#pragma once

#include "../game.hpp"
#include "expand.hpp"

namespace quintet {

/// Specialized in observations/, a file a game:
/// `planes`: how many there are;
/// `field_limits`: the greatest value of every field of a position (see `Facts`);
/// `write(rules, position, viewer, planes)`: fills the planes as a seat sees them.
template <class G>
struct Observation;

template <class G>
concept HasObservation = requires {
    { Observation<G>::planes } -> std::convertible_to<int>;
};

/// Writes planes one after another.
template <int Cells>
class PlaneWriter {
public:
    explicit PlaneWriter(u8* out) : out_(out) {}

    /// A plane with ones in these cells.
    void cells(u64 set) {
        expand_bits<Cells>(set, out_);
        out_ += Cells;
    }

    /// A plane that is the same everywhere.
    void everywhere(bool value) {
        std::memset(out_, value ? 1 : 0, Cells);
        out_ += Cells;
    }

private:
    u8* out_;
};

/// Whether words from outside are a position that the rules can be applied to.
template <Game G>
bool is_sound(const typename G::Rules& rules, const typename G::Position& position) {
    const Facts facts = G::facts(rules, position);
    for (std::size_t i = 0; i < static_cast<std::size_t>(G::field_count); ++i) {
        if (facts.fields[i] < 0 || facts.fields[i] > Observation<G>::field_limits[i]) return false;
    }
    return words_of(G::from_facts(rules, facts)) == words_of(position);
}

}  // namespace quintet
