// The positions of many games so far, to find the third occurrence of one (H1).
#pragma once

#include <memory>
#include <vector>

#include "observation.hpp"

namespace quintet {

/// A position's progress is a number that never falls during a game, for games that have one: a
/// position cannot come back once it has risen.
template <class G>
concept HasProgress = requires(const typename G::Position& position) {
    { Observation<G>::progress(position) } -> std::same_as<int>;
};

template <Game G>
class History {
    using Position = typename G::Position;

public:
    /// Room for so many games of so many plies.
    History(std::size_t games, int plies)
        : size_(static_cast<std::size_t>(plies / block + 1) * block),
          positions_(std::make_unique_for_overwrite<Position[]>(games * size_)),
          recent_(games) {}

    /// Adds the position after so many plies of a game, in order from 0. Returns whether it is
    /// there for the third time.
    bool add(std::size_t game, int ply, const Position& position) {
        Recent& recent = recent_[game];
        Position* positions = &positions_[game * size_];
        if (ply % block == 0 && ply != 0) {
            std::memcpy(positions + ply - block, &recent.last, sizeof recent.last);
        }
        recent.last[static_cast<std::size_t>(ply % block)] = position;
        if (ply == 0 || has_risen(recent, position)) recent.restart(ply);
        return !recent.add(hash_of(position)) && count(recent, positions, ply) >= 2;
    }

private:
    static constexpr int block = 8;

    /// What nearly every step can do with, in memory that is read in order. A filter says of most
    /// positions that they are new, and the last ones are kept here until a block of them is full.
    struct alignas(64) Recent {
        std::array<u32, 14> filter;
        int first = 0;  // the ply since which a position can come back
        int progress = 0;
        std::array<Position, block> last;

        void restart(int ply) {
            filter.fill(0);
            first = ply;
        }

        /// Whether a position is new for certain.
        bool add(u64 hash) {
            const auto place = [&](int from) {
                return static_cast<std::size_t>((hash >> from & 0xffff) * filter.size() >> 16);
            };
            const u32 one = 1U << (hash & 31);
            const u32 other = 1U << (hash >> 5 & 31);
            u32& first_word = filter[place(32)];
            u32& second_word = filter[place(48)];
            const bool known = (first_word & one) != 0 && (second_word & other) != 0;
            first_word |= one;
            second_word |= other;
            return !known;
        }
    };

    static bool has_risen(Recent& recent, const Position& position) {
        if constexpr (HasProgress<G>) {
            const int progress = Observation<G>::progress(position);
            const bool risen = progress != recent.progress;
            recent.progress = progress;
            return risen;
        }
        return false;
    }

    /// How often the last position is among those before it.
    static int count(const Recent& recent, const Position* positions, int ply) {
        const auto sought = words_of(recent.last[static_cast<std::size_t>(ply % block)]);
        const int stored = ply / block * block;
        int times = 0;
        for (int i = recent.first; i < ply; ++i) {
            const auto in_block = static_cast<std::size_t>(i % block);
            times += words_of(i < stored ? positions[i] : recent.last[in_block]) == sought;
        }
        return times;
    }

    std::size_t size_;
    std::unique_ptr<Position[]> positions_;
    std::vector<Recent> recent_;
};

}  // namespace quintet
