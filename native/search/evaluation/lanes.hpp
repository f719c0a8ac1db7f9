// Sums of small numbers in many lanes at once, for the networks.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "vector.hpp"

namespace quintet {

/// Adds rows of `Lanes` numbers to sums, and takes others away. A piece of the sums goes through
/// all rows before the next.
template <std::size_t Lanes>
void add_rows(std::span<const std::int16_t* const> added,
              std::span<const std::int16_t* const> taken, std::int16_t* sums) {
    using Part = WideVector<std::int16_t>;
    constexpr std::size_t parts = 4;
    static_assert(Lanes % (parts * Part::size) == 0);
    for (std::size_t lane = 0; lane < Lanes; lane += parts * Part::size) {
        Part piece[parts];
        const auto each = [&](const auto& use) {
            for (std::size_t i = 0; i < parts; ++i) use(piece[i], lane + i * Part::size);
        };
        each([&](Part& part, std::size_t at) { part = Part::of(sums + at); });
        for (const std::int16_t* row : added)
            each([&](Part& part, std::size_t at) { part.add(Part::of(row + at)); });
        for (const std::int16_t* row : taken)
            each([&](Part& part, std::size_t at) { part.subtract(Part::of(row + at)); });
        each([&](const Part& part, std::size_t at) { part.write(sums + at); });
    }
}

/// Adds the products of numbers with their rows to sums.
template <std::size_t Count, std::size_t Lanes>
void add_scaled_rows(const std::int32_t* numbers,
                     const std::array<std::array<std::int32_t, Lanes>, Count>& rows,
                     std::array<std::int32_t, Lanes>& sums) {
    using Part = WideVector<std::int32_t>;
    constexpr std::size_t parts = Lanes / Part::size;
    static_assert(Lanes % Part::size == 0);
    Part all[parts];
    for (std::size_t i = 0; i < parts; ++i) all[i] = Part::of(sums.data() + i * Part::size);
    for (std::size_t row = 0; row < Count; ++row)
        for (std::size_t i = 0; i < parts; ++i)
            all[i].add(Part::of(rows[row].data() + i * Part::size), numbers[row]);
    for (std::size_t i = 0; i < parts; ++i) all[i].write(sums.data() + i * Part::size);
}

// The numbers of these lanes come in pairs, since processors have an instruction for those.
inline constexpr std::size_t pair_lanes = 48;

/// Writes the pairs of all lanes, with each number between 0 and `highest`, and returns the sums of
/// the first and of the second numbers. These must fit into 16 bits.
inline std::array<std::int32_t, 2> clip_pairs(const std::int16_t* from, std::int16_t highest,
                                              std::int16_t* to) {
    using Part = Vector<std::int16_t, std::min<std::size_t>(vector_bytes, 32) / 2>;
    Part total;
    for (std::size_t i = 0; i < 2 * pair_lanes; i += Part::size) {
        Part part = Part::of(from + i);
        part.clamp(0, highest);
        part.write(to + i);
        total.add(part);
    }
    std::array<std::int16_t, Part::size> sums;
    total.write(sums.data());
    std::array<std::int32_t, 2> both{};
    for (std::size_t i = 0; i < sums.size(); i += 2) {
        both[0] += sums[i];
        both[1] += sums[i + 1];
    }
    return both;
}

/// Sums of products of pairs, one a lane.
class PairSums {
    using Part = WideVector<std::int32_t>;

public:
    explicit PairSums(std::int32_t number) { std::fill_n(sums_, parts, Part::filled(number)); }

    void write(std::int32_t* to) const {
        for (std::size_t i = 0; i < parts; ++i) sums_[i].write(to + i * Part::size);
    }

    /// Writes pairs of numbers of two sums, divided by a power of two and between 0 and `highest`.
    static void write_pairs(const PairSums& first, const PairSums& second, int shift,
                            std::int32_t highest, std::int16_t* to) {
        for (std::size_t i = 0; i < parts; ++i) {
            Part lower = first.sums_[i];
            Part upper = second.sums_[i];
            for (Part* part : {&lower, &upper}) {
                part->shift_right(shift);
                part->clamp(0, highest);
            }
            lower.add(upper, 1 << 16);
            lower.write(pairs_at(to, i));
        }
    }

    /// Adds to four sums, for every lane, its numbers times the weights of each.
    template <std::size_t Pairs>
    static void add_products(const std::int16_t* numbers,
                             const std::array<const std::int16_t*, 4>& weights,
                             std::array<PairSums, 4>& sums) {
        constexpr std::size_t at_once = std::max<std::size_t>(1, 12 / parts);  // fit in registers
        for (std::size_t first = 0; first < sums.size(); first += at_once) {
            PairSums added_up[at_once];
            std::copy_n(sums.begin() + first, at_once, added_up);
            for (std::size_t pair = 0; pair < Pairs; ++pair) {
                Part here[parts];
                for (std::size_t i = 0; i < parts; ++i)
                    here[i] = Part::of(pairs_at(numbers, pair * parts + i));
                for (std::size_t i = 0; i < at_once; ++i) {
                    std::int32_t both;
                    std::memcpy(&both, weights[first + i] + 2 * pair, sizeof both);
                    const Part weight = Part::filled(both);
                    for (std::size_t part = 0; part < parts; ++part)
                        added_up[i].sums_[part].add_halves(here[part], weight);
                }
            }
            std::copy_n(added_up, at_once, sums.begin() + first);
        }
    }

private:
    static constexpr std::size_t parts = pair_lanes / Part::size;

    PairSums() = default;

    /// Pairs as whole numbers, for vectors of these.
    static const std::int32_t* pairs_at(const std::int16_t* numbers, std::size_t part) {
        return reinterpret_cast<const std::int32_t*>(numbers) + part * Part::size;
    }
    static std::int32_t* pairs_at(std::int16_t* numbers, std::size_t part) {
        return reinterpret_cast<std::int32_t*>(numbers) + part * Part::size;
    }

    Part sums_[parts];
};

}  // namespace quintet
