// The network of Cubulus for three: it judges every seat's share and every move at once
// (tools/train_cubulus_three.py). Integers only, so it is the same on every machine.
//
// It looks at the cube in all its 48 orientations with the same filters, so that positions that are
// the same up to symmetry are judged alike. The filters of an orientation, together with their
// means over all, make features of that orientation; features make the worth of a move that enters
// the row seen at one place there, and their means make the shares.
#pragma once

#include <algorithm>

#include "../../games/cubulus.hpp"
#include "lanes.hpp"

namespace quintet::cubulus {

class NetworkForThree {
public:
    using Value = std::int16_t;
    static constexpr std::size_t filters = 64;
    static constexpr std::size_t features = 32;
    static constexpr std::size_t hidden_units = 32;
    static constexpr std::size_t seats = 3;

    // Fixed-point numbers: 1 is 256 in a filter and a feature, and 1024 in a weight of these.
    static constexpr int one = 256;
    static constexpr int weight_shift = 10;
    static constexpr std::int32_t whole_mean = 4096;
    static constexpr float whole = one * 1024.0F;

    /// Logarithms, up to a constant, of the shares by how many seats move before, and of the
    /// priors of moves.
    struct Judgement {
        std::array<float, seats> shares;
        std::array<float, 2 * facelets> moves;
    };

    /// `learned`: the weights of filters by colour and slot, and their constants; the weights of
    /// features by filter and by mean of a filter, and their constants; of moves by kind of place;
    /// of hidden units by mean; of shares by mean and by hidden unit; each with its constants.
    explicit NetworkForThree(const Value* learned) {
        std::array<Value, filters * seats * slots> weights;
        std::copy_n(learned, weights.size(), weights.begin());
        learned += weights.size();
        for (std::size_t filter = 0; filter < filters; ++filter) {
            for (std::size_t g = 0; g < symmetries; ++g)
                constants_[lane(filter, g)] = learned[filter];
            for (std::size_t colour = 0; colour < seats; ++colour) {
                for (std::size_t slot = 0; slot < slots; ++slot) {
                    const auto seen = images(1ULL << slot);
                    const Value weight = weights[(filter * seats + colour) * slots + slot];
                    for (std::size_t g = 0; g < symmetries; ++g)
                        rows_[colour][static_cast<std::size_t>(lowest_bit(seen[g]))]
                             [lane(filter, g)] = weight;
                }
            }
        }
        learned += filters;
        const auto take = [&](auto& to) {
            for (auto& row : to)
                for (auto& number : row) number = *learned++;
        };
        const auto take_constants = [&](auto& to, int unit) {
            for (auto& number : to) number = *learned++ * unit;
        };
        take(own_);
        take(mean_);
        take_constants(feature_constants_, one);
        take(places_);
        take(hidden_);
        take_constants(hidden_constants_, whole_mean);
        take(direct_);
        take(by_hidden_);
        take_constants(share_constants_, whole_mean);
        find_places();
    }

    /// The sums of filters for the position that was looked at last; the next one mostly differs
    /// in a few slots.
    class Memory {
        friend NetworkForThree;
        alignas(64) std::array<Value, filters * symmetries> sums_;
        std::array<u64, seats> colours_{};
        bool empty_ = true;
    };

    /// Judges a position by the balls of the seats in the order of their turns.
    void operator()(const std::array<u64, seats>& colours, Memory& memory,
                    Judgement& judgement) const {
        look(colours, memory);
        alignas(64) std::array<Value, filters * symmetries> found;
        std::array<std::int32_t, filters + features> means;
        clip(memory.sums_.data(), found.data(), means.data());
        alignas(64) std::array<Value, features * symmetries> seen;
        find_features(found.data(), means.data(), seen.data());
        clip(seen.data(), seen.data(), means.data() + filters, features);
        worth_of_moves(seen.data(), judgement);
        worth_of_shares(means, judgement);
    }

private:
    static constexpr std::size_t kinds = 3;  // of places: at a corner, at an edge, in the middle
    static constexpr std::size_t lanes_of_pair = 2 * symmetries;

    /// Filters come in pairs, those of a pair side by side, orientation after orientation.
    static constexpr std::size_t lane(std::size_t filter, std::size_t symmetry) {
        return (filter / 2 * symmetries + symmetry) * 2 + filter % 2;
    }

    /// Brings the memory to a position.
    void look(const std::array<u64, seats>& colours, Memory& memory) const {
        if (memory.empty_) {
            memory.sums_ = constants_;
            memory.empty_ = false;
        }
        std::array<const Value*, slots> comes;
        std::array<const Value*, slots> goes;
        std::size_t coming = 0;
        std::size_t going = 0;
        for (std::size_t colour = 0; colour < seats; ++colour) {
            const u64 before = memory.colours_[colour];
            each_bit(colours[colour] & ~before, [&](int slot) {
                comes[coming++] = rows_[colour][static_cast<std::size_t>(slot)].data();
            });
            each_bit(before & ~colours[colour], [&](int slot) {
                goes[going++] = rows_[colour][static_cast<std::size_t>(slot)].data();
            });
        }
        add_rows<filters * symmetries>({comes.data(), coming}, {goes.data(), going},
                                       memory.sums_.data());
        memory.colours_ = colours;
    }

    /// Writes what lies between 0 and 1 of each lane, and the mean over all orientations (in parts
    /// of `whole_mean`) of each filter.
    static void clip(const Value* sums, Value* found, std::int32_t* means,
                     std::size_t count = filters) {
        for (std::size_t pair = 0; pair < count / 2; ++pair) {
            const auto totals =
                clip_pairs(sums + pair * lanes_of_pair, one, found + pair * lanes_of_pair);
            for (std::size_t parity = 0; parity < 2; ++parity)
                means[2 * pair + parity] =
                    totals[parity] / (one * std::int32_t{symmetries} / whole_mean);
        }
    }

    void find_features(const Value* found, const std::int32_t* means, Value* seen) const {
        std::array<std::int32_t, features> constants{};
        add_scaled_rows(means, mean_, constants);
        for (std::size_t feature = 0; feature < features; feature += 4) {
            const auto sum = [&](std::size_t i) {
                return PairSums(feature_constants_[feature + i] +
                                constants[feature + i] / (whole_mean / one));
            };
            std::array<PairSums, 4> sums{sum(0), sum(1), sum(2), sum(3)};
            PairSums::add_products<filters / 2>(
                found,
                {own_[feature].data(), own_[feature + 1].data(), own_[feature + 2].data(),
                 own_[feature + 3].data()},
                sums);
            Value* to = seen + feature / 2 * lanes_of_pair;
            PairSums::write_pairs(sums[0], sums[1], weight_shift, one, to);
            PairSums::write_pairs(sums[2], sums[3], weight_shift, one, to + lanes_of_pair);
        }
    }

    void worth_of_moves(const Value* seen, Judgement& judgement) const {
        // Of insertions and of turns, at two kinds of places at a time.
        for (std::size_t kind = 0; kind < kinds; kind += 2) {
            const std::size_t next = std::min(kind + 1, kinds - 1);
            std::array<PairSums, 4> sums{PairSums(0), PairSums(0), PairSums(0), PairSums(0)};
            PairSums::add_products<features / 2>(
                seen,
                {places_[kind].data(), places_[kinds + kind].data(), places_[next].data(),
                 places_[kinds + next].data()},
                sums);
            write_worth(kind, sums[0], sums[1], judgement);
            if (next != kind) write_worth(next, sums[2], sums[3], judgement);
        }
    }

    void write_worth(std::size_t kind, const PairSums& insertions, const PairSums& turns,
                     Judgement& judgement) const {
        std::array<std::array<std::int32_t, symmetries>, 2> numbers;
        insertions.write(numbers[0].data());
        turns.write(numbers[1].data());
        const float scale = 1 / (whole * static_cast<float>(showing(kind)));
        for (const u8 facelet : of_kind_[kind]) {
            if (facelet == no_facelet) break;
            for (std::size_t what = 0; what < 2; ++what) {
                std::int32_t worth = 0;
                for (std::size_t i = 0; i < showing(kind); ++i)
                    worth += numbers[what][shows_[facelet][i]];
                judgement.moves[what * facelets + facelet] = static_cast<float>(worth) * scale;
            }
        }
    }

    void worth_of_shares(const std::array<std::int32_t, filters + features>& means,
                         Judgement& judgement) const {
        auto hidden = hidden_constants_;
        add_scaled_rows(means.data(), hidden_, hidden);
        for (std::int32_t& unit : hidden) unit = std::clamp(unit >> weight_shift, 0, whole_mean);
        for (std::size_t seat = 0; seat < seats; ++seat) {
            std::int64_t share = share_constants_[seat];
            for (std::size_t i = 0; i < means.size(); ++i)
                share += std::int64_t{means[i]} * direct_[seat][i];
            for (std::size_t unit = 0; unit < hidden_units; ++unit)
                share += std::int64_t{hidden[unit]} * by_hidden_[seat][unit];
            judgement.shares[seat] = static_cast<float>(share) / (whole_mean / one * whole);
        }
    }

    /// In how many orientations a place of a kind is where that kind is looked at.
    static constexpr std::size_t showing(std::size_t kind) { return kind == 2 ? 8 : 2; }
    static constexpr u8 no_facelet = 255;

    void find_places() {
        constexpr std::array<std::size_t, kinds> looked_at{0, 1, 4};
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            of_kind_[kind].fill(no_facelet);
            std::array<std::size_t, facelets> count{};
            std::size_t known = 0;
            const Row row = row_at(static_cast<int>(looked_at[kind]));
            const auto first = images(1ULL << row.first);
            const auto last = images(1ULL << row.last());
            for (std::size_t g = 0; g < symmetries; ++g) {
                const u8 facelet = facelet_of[static_cast<std::size_t>(lowest_bit(first[g]))]
                                             [static_cast<std::size_t>(lowest_bit(last[g]))];
                if (count[facelet] == 0) of_kind_[kind][known++] = facelet;
                shows_[facelet][count[facelet]++] = static_cast<u8>(g);
            }
        }
    }

    using Row3 = std::array<Value, filters * symmetries>;
    alignas(64) Row3 constants_{};
    alignas(64) std::array<std::array<Row3, slots>, seats> rows_{};
    std::array<std::array<Value, filters>, features> own_{};
    std::array<std::array<std::int32_t, features>, filters> mean_{};
    std::array<std::int32_t, features> feature_constants_{};
    std::array<std::array<Value, features>, 2 * kinds> places_{};
    std::array<std::array<std::int32_t, hidden_units>, filters + features> hidden_{};
    std::array<std::int32_t, hidden_units> hidden_constants_{};
    std::array<std::array<Value, filters + features>, seats> direct_{};
    std::array<std::array<Value, hidden_units>, seats> by_hidden_{};
    std::array<std::int32_t, seats> share_constants_{};
    std::array<std::array<u8, 24>, kinds> of_kind_{};
    std::array<std::array<u8, 8>, facelets> shows_{};
};

inline const NetworkForThree& network_for_three() {
    static constexpr NetworkForThree::Value learned[] = {
#include "learned/cubulus_three.inc"
    };
    static const NetworkForThree network(learned);
    return network;
}

}  // namespace quintet::cubulus
