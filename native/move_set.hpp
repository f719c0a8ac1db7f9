// A set of moves: one bit for every word of a game's vocabulary.
#pragma once

#include "bits.hpp"

namespace quintet {

template <int Size>
class MoveSet {
public:
    static constexpr int size = Size;
    static constexpr int word_count = (Size + 63) / 64;

    constexpr MoveSet() = default;

    constexpr void add(int move) { words_[at(move)] |= bit(move); }
    constexpr void remove(int move) { words_[at(move)] &= ~bit(move); }
    constexpr bool has(int move) const {
        return move >= 0 && move < Size && (words_[at(move)] & bit(move)) != 0;
    }

    /// Adds moves `first`, `first` + 1, … where the bits of `block` are set (at most 64 of them).
    constexpr void add_block(int first, u64 block) {
        const std::size_t word = at(first);
        const int shift = first & 63;
        words_[word] |= block << shift;
        if (shift != 0 && word + 1 < words_.size()) words_[word + 1] |= block >> (64 - shift);
    }

    constexpr bool empty() const {
        u64 any = 0;
        for (const u64 word : words_) any |= word;
        return any == 0;
    }

    /// The moves 64 * `index` to 64 * `index` + 63 as bits.
    constexpr u64 word(int index) const { return words_[static_cast<std::size_t>(index)]; }

    constexpr int count() const {
        int total = 0;
        for (const u64 word : words_) total += count_bits(word);
        return total;
    }

    /// The move number `rank` of the set, counted from 0 in the order of the vocabulary.
    constexpr int nth(int rank) const {
        for (int word = 0; word + 1 < word_count; ++word) {
            const u64 here = words_[static_cast<std::size_t>(word)];
            const int count = count_bits(here);
            if (rank < count) return word * 64 + nth_bit(here, rank);
            rank -= count;
        }
        return (word_count - 1) * 64 + nth_bit(words_.back(), rank);
    }

    template <class Use>
    constexpr void each(Use use) const {
        for (int word = 0; word < word_count; ++word) {
            each_bit(words_[static_cast<std::size_t>(word)],
                     [&](int place) { use(word * 64 + place); });
        }
    }

private:
    static constexpr std::size_t at(int move) { return static_cast<std::size_t>(move) / 64; }
    static constexpr u64 bit(int move) { return 1ULL << (move & 63); }

    std::array<u64, static_cast<std::size_t>(word_count)> words_{};
};

}  // namespace quintet
