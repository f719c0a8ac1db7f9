// Lookups of many positions of Quantik: symmetries are looked up instead of tried, and positions
// are taken in groups, step by step, so that compilers can use vector instructions.
#pragma once

#include <utility>

#include "table.hpp"

// Only a loop without calls becomes vector instructions.
#if defined(__GNUC__)
#define QUINTET_FLATTEN [[gnu::flatten]]
#else
#define QUINTET_FLATTEN
#endif

namespace quintet {

class QuantikArrays {
public:
    explicit QuantikArrays(const QuantikTable& table) : table_(table) {
        find_symmetries();
        write_out_few();
    }

    /// The verdicts of `count` positions, `position_at(0)` and so on.
    template <class PositionAt>
    void look_up(std::size_t count, const PositionAt& position_at, Verdict* out) const {
        for (std::size_t first = 0; first < count; first += group_size) {
            const std::size_t size = std::min(group_size, count - first);
            Keys keys =
                open_keys(size, [&](std::size_t i) { return position_at(first + i); }, out + first);
            look_up_few(keys, out + first);
            look_up_stored(keys, out + first);
        }
    }

private:
    static constexpr std::size_t group_size = 256;  // places in a group are bytes
    static constexpr int few = 2;                   // pieces of either side
    static constexpr u8 has_choice = 128;  // beside the number of a symmetry: others do the same

    template <class Item>
    using Group = std::array<Item, group_size>;

    /// Keys whose verdicts are not known yet, and their places in the group.
    struct Keys {
        std::size_t count = 0;
        Group<u64> keys;
        Group<u8> places;

        /// Without a branch. An item may be added to the list it is read from.
        void add_if(bool wanted, u64 key, std::size_t place) {
            keys[count] = key;
            places[count] = static_cast<u8>(place);
            count += wanted ? 1 : 0;
        }
    };

    /// Writes the verdicts that a look at the board tells, and returns the keys of the others.
    template <class PositionAt>
    QUINTET_FLATTEN static Keys open_keys(std::size_t size, const PositionAt& position_at,
                                          Verdict* out) {
        Keys open;
        Group<u64> own, other, won, mine, theirs, winning;
        for (std::size_t i = 0; i < size; ++i) {
            const Quantik::Position position = position_at(i);
            const auto mover = position.state & 1;
            own[i] = position.pieces[mover];
            other[i] = position.pieces[1 - mover];
            won[i] = position.state & Quantik::won_bit;
            open.keys[i] = QuantikKey::of(position);
        }
        for (std::size_t i = 0; i < size; ++i) {
            const u64 placements = Quantik::placements(own[i], other[i]);
            mine[i] = won[i] != 0 ? 0 : placements;
            theirs[i] = Quantik::placements(other[i], own[i]);
            winning[i] = placements & Evaluator<Quantik>::completing(own[i] | other[i]);
        }
        for (std::size_t i = 0; i < size; ++i) {
            const bool over = mine[i] == 0;
            const bool ends = winning[i] != 0 || blocking(mine[i], theirs[i]) != 0;
            out[i] = QuantikTable::verdict_in(over ? 0 : 1);
            open.add_if(!over && !ends, open.keys[i], i);
        }
        return open;
    }

    /// Turns the other's spaces into the least of their images, and answers for few pieces.
    void look_up_few(Keys& keys, Verdict* out) const {
        Group<u8> symmetries;
        for (std::size_t i = 0; i < keys.count; ++i) {
            symmetries[i] = spaces_.to_least(other_of(keys.keys[i]));
        }
        for (std::size_t i = 0; i < keys.count; ++i) {
            keys.keys[i] = Quantik::image(keys.keys[i], symmetries[i]);
        }
        const std::size_t count = std::exchange(keys.count, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const u64 key = keys.keys[i];
            const std::size_t place = keys.places[i];
            const bool has_few =
                std::popcount(starter_of(key)) <= few && std::popcount(other_of(key)) <= few;
            if (has_few) {
                const u32 first = first_of_few_[few_number(other_of(key), starter_of(key))];
                out[place] = QuantikTable::verdict_in(few_[first + shapes_of(key)]);
            }
            keys.add_if(!has_few, key, place);
        }
    }

    /// The same for the starter's spaces, so that the keys are canonical, and looks them up.
    void look_up_stored(Keys& keys, Verdict* out) const {
        Group<u8> symmetries;
        for (std::size_t i = 0; i < keys.count; ++i) {
            const u64 other = other_of(keys.keys[i]);
            const u64 among_free = gather_bits(starter_of(keys.keys[i]), ~other & 0xffff);
            symmetries[i] = symmetries_[first_symmetries_[spaces_.number(other)] + among_free];
        }
        for (std::size_t i = 0; i < keys.count; ++i) {
            keys.keys[i] = QuantikKey::renumbered(Quantik::image(keys.keys[i], symmetries[i]));
        }
        for (std::size_t i = 0; i < keys.count; ++i) {
            u64& key = keys.keys[i];
            if (symmetries[i] >= has_choice) key = QuantikKey::canonical(key, spaces_);
            out[keys.places[i]] = QuantikTable::verdict_in(table_.plies_of(key));
        }
    }

    static constexpr u64 starter_of(u64 key) { return key & 0xffff; }
    static constexpr u64 other_of(u64 key) { return key >> 16 & 0xffff; }

    /// The shapes of at most four pieces, in the order of their spaces: four bits and four bits.
    static constexpr u64 shapes_of(u64 key) {
        const u64 board = starter_of(key) | other_of(key);
        return gather_bits(key >> 32 & 0xffff, board) | gather_bits(key >> 48, board) << 4;
    }

    /// A number of the spaces of few pieces, the other's being the least of their images.
    std::size_t few_number(u64 other, u64 starter) const {
        const auto first = static_cast<std::size_t>(std::countr_zero(starter | 1 << 15));
        const auto last = static_cast<std::size_t>(std::bit_width(starter | 1) - 1);
        return spaces_.number(other) * 256 + first * 16 + last;
    }

    /// Finds the symmetries for the numbers of pieces that games come to, in which the starter has
    /// as many as the other or one more. Other keys are left to `canonical`.
    void find_symmetries() {
        for (u32 other = 0; other < 1 << 16; ++other) {
            if (spaces_.to_least(other) != 0) continue;
            const auto candidates = spaces_.of(other).symmetries;
            const u32 free = ~other & 0xffff;
            const std::size_t first = symmetries_.size();
            first_symmetries_.push_back(static_cast<u32>(first));
            symmetries_.resize(first + (std::size_t{1} << std::popcount(free)), has_choice);
            for (std::size_t subset = 0; first + subset < symmetries_.size(); ++subset) {
                const int lead = std::popcount(subset) - std::popcount(other);
                if (lead != 0 && lead != 1) continue;
                const auto starter = static_cast<u32>(scatter_bits(subset, free));
                symmetries_[first + subset] = least_image(starter, candidates);
            }
        }
    }

    /// The symmetry that makes a set the least of its images.
    u8 least_image(u32 set, std::span<const u8> candidates) const {
        u32 least = ~0U;
        unsigned found = 0;
        for (const u8 symmetry : candidates) {
            const u32 image = spaces_.image(set, symmetry);
            if (image == least) found |= has_choice;
            if (image < least) found = symmetry;
            least = std::min(least, image);
        }
        return static_cast<u8>(found);
    }

    void write_out_few() {
        first_of_few_.resize(spaces_.count() * 256);
        for (u32 other = 0; other < 1 << 16; ++other) {
            if (spaces_.to_least(other) != 0 || std::popcount(other) > few) continue;
            for (u32 starter = 0; starter < 1 << 16; ++starter) {
                if ((starter & other) != 0 || std::popcount(starter) > few) continue;
                first_of_few_[few_number(other, starter)] = static_cast<u32>(few_.size());
                write_out(u64{other} << 16 | starter);
            }
        }
    }

    /// Adds the plies of all boards with these spaces, by their shapes.
    void write_out(u64 spaces) {
        const u64 board = starter_of(spaces) | other_of(spaces);
        const std::size_t first = few_.size();
        few_.resize(first + 256);
        const auto key_of = [&](u64 shapes) {
            return spaces | scatter_bits(shapes & 15, board) << 32 |
                   scatter_bits(shapes >> 4, board) << 48;
        };
        // Only shapes that are numbered in order are looked up; the others have the same plies.
        for (u64 shapes = 0; shapes < 256; ++shapes) {
            const u64 key = key_of(shapes);
            if (shapes_of(key) != shapes || QuantikKey::renumbered(key) != key) continue;
            const int plies = table_.plies_of(QuantikKey::canonical(key, spaces_));
            few_[first + shapes] = static_cast<u8>(plies);
        }
        for (u64 shapes = 0; shapes < 256; ++shapes) {
            const u64 ordered = shapes_of(QuantikKey::renumbered(key_of(shapes)));
            few_[first + shapes] = few_[first + ordered];
        }
    }

    const QuantikTable& table_;
    const QuantikSpaces& spaces_ = QuantikSpaces::shared();
    // By the number of the other's spaces, then by the starter's among the free ones.
    std::vector<u32> first_symmetries_;
    std::vector<u8> symmetries_;
    // By the number of few pieces' spaces, then by their shapes.
    std::vector<u32> first_of_few_;
    std::vector<u8> few_;
};

}  // namespace quintet
