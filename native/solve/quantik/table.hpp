// What is stored of Quantik, and how it is found again.
//
// Every end of a game is a win for the side that moved last (QK5, QK6), so the number of plies left
// tells who wins: the side that makes the last of them. It is stored for the positions in which the
// next move cannot end the game; for the others one look is enough.
#pragma once

#include <span>
#include <vector>

#include "../../search/evaluation/quantik.hpp"
#include "../function.hpp"
#include "../verdict.hpp"

namespace quintet {

inline constexpr int quantik_layers = 17;  // by the number of pieces on the board

/// For every set of spaces: a symmetry that makes it the least of its images, and those that keep
/// the least as it is. And the images of a set, looked up.
class QuantikSpaces {
public:
    struct Found {
        u8 to_least;
        std::span<const u8> symmetries;
    };

    QuantikSpaces() {
        for (u32 bits = 0; bits < 256; ++bits) {
            const Quantik::Images images = Quantik::images(bits | u64{bits} << 24);
            for (std::size_t i = 0; i < images.size(); ++i) {
                moved_[i][0][bits] = static_cast<u16>(images[i]);
                moved_[i][1][bits] = static_cast<u16>(images[i] >> 16);
            }
        }
        for (u32 set = 0; set < entries_.size(); ++set) {
            const Quantik::Images images = Quantik::images(set);
            const auto least = std::min_element(images.begin(), images.end());
            const auto to_least = static_cast<u32>(least - images.begin());
            if (*least != set) {
                entries_[set] = (entries_[*least] & ~symmetry_mask) | to_least;
                continue;
            }
            entries_[set] = static_cast<u32>(firsts_.size()) << symmetry_bits;
            firsts_.push_back(kept_.size());
            for (std::size_t i = 0; i < images.size(); ++i) {
                if (images[i] == set) kept_.push_back(static_cast<u8>(i));
            }
        }
        firsts_.push_back(kept_.size());
    }

    /// One such object, made when it is first asked for.
    static const QuantikSpaces& shared() {
        static const QuantikSpaces made;
        return made;
    }

    /// How many sets there are up to symmetry; the number of a set among them, and the symmetry
    /// that makes it the least of its images.
    u32 count() const { return static_cast<u32>(firsts_.size()) - 1; }
    u32 number(u64 set) const { return entries_[set] >> symmetry_bits; }
    u8 to_least(u64 set) const { return static_cast<u8>(entries_[set] & symmetry_mask); }

    Found of(u64 set) const {
        const u32 entry = entries_[set];
        const std::size_t first = firsts_[entry >> symmetry_bits];
        const std::size_t end = firsts_[(entry >> symmetry_bits) + 1];
        return {static_cast<u8>(entry & symmetry_mask), {kept_.data() + first, end - first}};
    }

    u32 image(u32 set, u8 symmetry) const {
        const auto& moved = moved_[symmetry];
        return static_cast<u32>(moved[0][set & 255] | moved[1][set >> 8]);
    }

private:
    static constexpr int symmetry_bits = 7;
    static constexpr u32 symmetry_mask = 127;

    // By set: the number of its least image above, the symmetry that leads there below.
    std::array<u32, 1 << 16> entries_{};
    std::vector<std::size_t> firsts_;
    std::vector<u8> kept_;
    std::array<std::array<std::array<u16, 256>, 2>, 128> moved_;  // the halves of a board
};

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
    static u64 canonical(u64 key) { return canonical(key, QuantikSpaces::shared()); }

    static u64 canonical(u64 key, const QuantikSpaces& spaces) {
        // No piece, or one of the starter's: many symmetries, and nothing to choose.
        const u64 spaces_of_all = key & 0xffff'ffff;
        if (spaces_of_all < 0x1'0000 && std::popcount(spaces_of_all) < 2) return spaces_of_all != 0;
        // The other's spaces are the upper half of all spaces: they choose the symmetries, among
        // these the starter's spaces do, and few are left for the shapes to choose.
        const auto found = spaces.of(key >> 16 & 0xffff);
        const u64 turned = Quantik::image(key, found.to_least);
        const u32 starter = turned & 0xffff;
        std::array<u8, 128> least;
        std::size_t count = 0;
        u32 best_starter = ~0U;
        for (const u8 symmetry : found.symmetries) {
            const u32 image = spaces.image(starter, symmetry);
            count = image < best_starter ? 0 : count;
            best_starter = std::min(best_starter, image);
            least[count] = symmetry;
            count += image == best_starter ? 1 : 0;
        }
        u64 best = ~0ULL;
        for (std::size_t i = 0; i < count; ++i) {
            best = std::min(best, renumbered(Quantik::image(turned, least[i])));
        }
        return best;
    }

    /// The spaces of the four shapes.
    static constexpr std::array<u64, 4> shapes_of(u64 key) {
        const u64 spaces = (key | key >> 16) & 0xffff;
        const u64 low = key >> 32 & 0xffff;
        const u64 high = key >> 48;
        return {spaces & ~low & ~high, spaces & low & ~high, spaces & ~low & high,
                spaces & low & high};
    }

    /// Without branches, which nobody could foretell.
    static constexpr u64 renumbered(u64 key) {
        const std::array<u64, 4> shapes = shapes_of(key);
        u64 bits = 0;
        for (std::size_t a = 0; a < 4; ++a) {
            u64 number = 0;
            for (std::size_t b = 0; b < 4; ++b) {
                number += first_space(shapes[b]) < first_space(shapes[a]) ? 1 : 0;
            }
            bits |= (shapes[a] & (0 - (number & 1))) | (shapes[a] & (0 - (number >> 1))) << 16;
        }
        return (key & 0xffff'ffff) | bits << 32;
    }

    /// The lowest bit; a shape without spaces comes last.
    static constexpr u64 first_space(u64 shape) {
        const u64 some = shape | 1 << 16;
        return some & (0 - some);
    }
};

/// What a placement takes from the other side: the space itself, for four shapes, and for its own
/// shape the seven spaces in its row, column and region (QK2, QK3).
inline constexpr std::array<u64, Quantik::vocabulary> quantik_taken = [] {
    std::array<u64, Quantik::vocabulary> made{};
    for (std::size_t move = 0; move < made.size(); ++move) {
        const std::size_t space = move % 16, file = space % 4, rank = space / 4;
        const u64 zones =
            0xfULL << 4 * rank | 0x1111ULL << file | 0x33ULL << (rank / 2 * 8 + file / 2 * 2);
        made[move] = lanes(1ULL << space) | zones << (move - space);
    }
    return made;
}();

/// Of some placements, those that take all of `theirs`. What takes a placement is taken by it.
inline u64 blocking(u64 placements, u64 theirs) {
    if (theirs == 0) return placements;
    // Few take both the last and the first, so that few loops go on after these.
    placements &= quantik_taken[static_cast<std::size_t>(std::bit_width(theirs) - 1)];
    for (; theirs != 0 && placements != 0; theirs &= theirs - 1) {
        placements &= quantik_taken[static_cast<std::size_t>(std::countr_zero(theirs))];
    }
    return placements;
}

/// Whether the side to move can end the game now: with a fourth shape, or by leaving the other side
/// no placement.
inline bool can_end(const Quantik::Position& position) {
    constexpr Quantik::Rules rules;
    if (Evaluator<Quantik>::can_win(rules, position)) return true;
    Quantik::Position turned = position;
    turned.state ^= 1;
    return blocking(Quantik::legal(rules, position).word(0),
                    Quantik::legal(rules, turned).word(0)) != 0;
}

/// The plies left in a position that is not won; positions in which the next move cannot end the
/// game are looked up in the functions of their layers.
class QuantikTable {
public:
    using Layers = std::array<StaticFunction, quantik_layers>;

    static constexpr int least_stored = 2;

    explicit QuantikTable(const Layers& layers) : layers_(layers) {}

    Verdict operator()(const Quantik::Position& position) const {
        const int plies = plies_at_sight(position);
        if (plies < least_stored) return verdict_in(plies);
        return verdict_in(plies_of(QuantikKey::canonical(QuantikKey::of(position))));
    }

    /// The plies left: none, one, or so many that they are stored.
    static int plies_at_sight(const Quantik::Position& position) {
        if (Quantik::legal({}, position).empty()) return 0;
        return can_end(position) ? 1 : least_stored;
    }

    /// The plies left in a position by its canonical key, where they are stored.
    int plies_of(u64 key) const {
        const auto pieces = static_cast<std::size_t>(std::popcount(key & 0xffff'ffff));
        return least_stored + layers_[pieces](key);
    }

    static constexpr Verdict verdict_in(int plies) {
        return plies % 2 == 0 ? verdict::loss_in(plies) : verdict::win_in(plies);
    }

private:
    Layers layers_;
};

}  // namespace quintet
