// What is stored of Quantik, and how it is found again.
//
// Every end of a game is a win for the side that moved last (QK5, QK6), so the number of plies left
// tells who wins: the side that makes the last of them. It is stored for the positions in which the
// next move cannot end the game; for the others one look is enough.
#pragma once

#include "../../search/evaluation/quantik.hpp"
#include "../function.hpp"
#include "../verdict.hpp"

namespace quintet {

inline constexpr int quantik_layers = 17;  // by the number of pieces on the board

/// A position as one word of four boards: the starter's spaces, the other's, and the two bits of
/// the shapes' numbers.
struct QuantikKey {
    static constexpr u64 of(const Quantik::Position& position) {
        const u64 shapes = position.pieces[0] | position.pieces[1];
        const auto lane = [](u64 pieces, int number) { return pieces >> (16 * number) & 0xffff; };
        const auto all_lanes = [&](u64 pieces) {
            return lane(pieces, 0) | lane(pieces, 1) | lane(pieces, 2) | lane(pieces, 3);
        };
        return all_lanes(position.pieces[0]) | all_lanes(position.pieces[1]) << 16 |
               (lane(shapes, 1) | lane(shapes, 3)) << 32 |
               (lane(shapes, 2) | lane(shapes, 3)) << 48;
    }

    /// The position of a key, in which the game is not won.
    static constexpr Quantik::Position position(u64 key) {
        const u64 starter = key & 0xffff;
        const u64 other = key >> 16 & 0xffff;
        const std::array<u64, 4> shapes = shapes_of(key);
        Quantik::Position position{};
        for (unsigned shape = 0; shape < 4; ++shape) {
            position.pieces[0] |= (shapes[shape] & starter) << (16 * shape);
            position.pieces[1] |= (shapes[shape] & other) << (16 * shape);
        }
        position.state = static_cast<u64>(std::popcount(key & 0xffff'ffff) & 1);
        return position;
    }

    /// The one key of all positions that are the same up to symmetry: the least spaces, then the
    /// least shapes, numbered in the order in which the spaces meet them.
    static constexpr u64 canonical(u64 key) {
        const Quantik::Images images = Quantik::images(key);
        u32 least = ~0U;
        for (const u64 image : images) least = std::min(least, static_cast<u32>(image));
        u64 best = ~0ULL;
        for (const u64 image : images) {
            if (static_cast<u32>(image) == least) best = std::min(best, renumbered(image));
        }
        return best;
    }

private:
    /// The spaces of the four shapes.
    static constexpr std::array<u64, 4> shapes_of(u64 key) {
        const u64 spaces = (key | key >> 16) & 0xffff;
        const u64 low = key >> 32 & 0xffff;
        const u64 high = key >> 48;
        return {spaces & ~low & ~high, spaces & low & ~high, spaces & ~low & high,
                spaces & low & high};
    }

    static constexpr u64 renumbered(u64 key) {
        std::array<u64, 4> shapes = shapes_of(key);
        const auto first_space = [](u64 shape) { return std::countr_zero(shape | 1ULL << 63); };
        const auto order = [&](std::size_t a, std::size_t b) {
            if (first_space(shapes[b]) < first_space(shapes[a])) std::swap(shapes[a], shapes[b]);
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
        return (key & 0xffff'ffff) | (shapes[1] | shapes[3]) << 32 | (shapes[2] | shapes[3]) << 48;
    }
};

/// Whether the side to move can end the game now: with a fourth shape, or by leaving the other side
/// no placement.
inline bool can_end(const Quantik::Position& position) {
    constexpr Quantik::Rules rules;
    if (Evaluator<Quantik>::can_win(rules, position)) return true;
    // A placement takes from the other side the space itself, for at most four shapes, and for its
    // own shape the seven spaces in its row, column and region.
    constexpr int max_taken = 4 + 7;
    Quantik::Position turned = position;
    turned.state ^= 1;
    if (Quantik::legal(rules, turned).count() > max_taken) return false;
    bool blocks = false;
    Quantik::legal(rules, position).each([&](int move) {
        blocks = blocks || Quantik::legal(rules, Quantik::play(rules, position, move)).empty();
    });
    return blocks;
}

/// The plies left in a position that is not won; positions in which the next move cannot end the
/// game are looked up in the functions of their layers.
class QuantikTable {
public:
    using Layers = std::array<StaticFunction, quantik_layers>;

    static constexpr int least_stored = 2;

    explicit QuantikTable(const Layers& layers) : layers_(layers) {}

    Verdict operator()(const Quantik::Position& position) const {
        const int plies = plies_left(position);
        return plies % 2 == 0 ? verdict::loss_in(plies) : verdict::win_in(plies);
    }

private:
    int plies_left(const Quantik::Position& position) const {
        if (Quantik::legal({}, position).empty()) return 0;
        if (can_end(position)) return 1;
        const u64 key = QuantikKey::canonical(QuantikKey::of(position));
        const auto pieces = static_cast<std::size_t>(std::popcount(key & 0xffff'ffff));
        return least_stored + layers_[pieces](key);
    }

    Layers layers_;
};

}  // namespace quintet
