// What an agent sees of a position: planes of booleans, one byte a cell. The planes of a game are
// named in src/quintet/env/layouts.py, in the same order.
#pragma once

#include "../game.hpp"
#include "expand.hpp"

namespace quintet {

/// Specialized in observations/, a file a game:
/// `planes`: how many there are;
/// `field_limits`: the greatest value of every field of a position (see `Facts`);
/// `progress(position)`, for games that have one: a number that never falls during a game;
/// `write(rules, position, viewer, planes)`: fills the planes as a seat sees them, as bytes or, if
/// the planes are words, as bits (see `PlaneWriter`).
template <class G>
struct Observation;

template <class G>
concept HasObservation = requires {
    { Observation<G>::planes } -> std::convertible_to<int>;
};

/// Writes planes one after another: a byte a cell, or a bit.
template <int Cells, class Out>
class PlaneWriter;

template <int Cells>
class PlaneWriter<Cells, u8> {
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

/// The words must be zero before.
template <int Cells>
class PlaneWriter<Cells, u64> {
public:
    explicit constexpr PlaneWriter(u64* out) : out_(out) {}

    constexpr void cells(u64 set) {
        constexpr u64 all = (1ULL << Cells) - 1;
        set &= all;
        u64* const word = out_ + at_ / 64;
        const int shift = at_ % 64;
        *word |= set << shift;
        if (shift + Cells > 64) word[1] |= set >> (64 - shift);
        at_ += Cells;
    }

    constexpr void everywhere(bool value) { cells(value ? ~0ULL : 0); }

private:
    u64* out_;
    int at_ = 0;
};

/// Whether words from outside are a position that the rules can be applied to.
template <Game G>
bool is_sound(const typename G::Rules& rules, const typename G::Position& position) {
    if constexpr (requires { G::is_sound(rules, position); }) return G::is_sound(rules, position);
    const Facts facts = G::facts(rules, position);
    for (std::size_t i = 0; i < static_cast<std::size_t>(G::field_count); ++i) {
        if (facts.fields[i] < 0 || facts.fields[i] > Observation<G>::field_limits[i]) return false;
    }
    return words_of(G::from_facts(rules, facts)) == words_of(position);
}

}  // namespace quintet
