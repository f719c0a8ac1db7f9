// How the games begin that programs play to learn and to compare.
#pragma once

#include "games/cubulus.hpp"
#include "playout.hpp"

namespace quintet {

/// Where a game begins: with two players of Cubulus, after a set-up (CB2).
template <class G>
struct Openings {
    using Position = typename G::Position;

    static Position diverse(Random&) { return G::start({}); }
    static Position good(Random&) { return G::start({}); }
};

/// Set-ups by the slots of the neutral balls. The good ones are those of tools/cubulus_set_ups.py.
template <>
struct Openings<Cubulus<2>> {
    using G = Cubulus<2>;
    using Position = G::Position;

    /// A third of the set-ups is random, the others are good ones of which some balls were moved.
    static Position diverse(Random& random) {
        u64 balls = random.below(3) == 0 ? 0 : any_good(random);
        for (int moves = random.below(4); balls != 0 && moves > 0; --moves) {
            balls &= ~(1ULL << nth_bit(balls, random.below(count_bits(balls))));
        }
        while (count_bits(balls) < G::balls) balls |= 1ULL << random.below(cubulus::slots);
        return placed(balls);
    }

    static Position good(Random& random) { return placed(any_good(random)); }

private:
    static constexpr std::array<u64, 5> good_ones{0777, 020'757, 020'000'757, 0252'525, 0272'505};

    static u64 any_good(Random& random) {
        const auto images = cubulus::images(
            good_ones[static_cast<std::size_t>(random.below(static_cast<int>(good_ones.size())))]);
        return images[static_cast<std::size_t>(random.below(cubulus::symmetries))];
    }

    static int nth_bit(u64 set, int n) {
        while (n-- > 0) set &= set - 1;
        return lowest_bit(set);
    }

    static Position placed(u64 balls) {
        Position position = G::start({});
        each_bit(balls, [&](int slot) {
            position = G::play({}, position, cubulus::names[static_cast<std::size_t>(slot)]);
        });
        return position;
    }
};

}  // namespace quintet
