// A board of Quarto as its alignments see it: a byte an alignment, eight in a word, so that few
// operations tell what every placement would make of the pieces that are left.
#pragma once

#include "../../games/quarto.hpp"

namespace quintet {

/// Two words hold the ten lines (QT3), three the nine squares, too (QT10).
///
/// Values of features are bits of a byte: the second ones of the four features, then the first
/// ones.
template <int Words>
struct QuartoAlignments {
    using Row = std::array<u64, Words>;

    Row agreed;  // the values that all pieces on an alignment share
    Row pieces;  // how many there are

    /// What every space has to tell: the values that alignments elsewhere lack a single piece of,
    /// and those that alignments through it would lack a single piece of, had the piece placed
    /// there these values.
    struct Outlook {
        std::array<u8, 16> elsewhere;
        std::array<u8, 16> here;

        /// The values that complete an alignment after a piece with some values is placed.
        u64 wanted(int space, u64 values) const {
            const auto at = static_cast<std::size_t>(space);
            return elsewhere[at] | (here[at] & values);
        }
    };

    static constexpr u64 values_of(u64 piece) { return piece | (~piece & 15) << 4; }

    /// An empty board on which some features count, as bits of a piece's number (QT9).
    static constexpr QuartoAlignments empty(u64 features) {
        QuartoAlignments made{};
        made.agreed.fill(all(features | features << 4));
        made.agreed.back() &= (1ULL << 8 * (count - 8 * (Words - 1))) - 1;
        return made;
    }

    constexpr void add(u64 piece, int space) {
        const u64 values = all(values_of(piece));
        for (std::size_t word = 0; word < Words; ++word) {
            const u64 through = through_[static_cast<std::size_t>(space)][word];
            agreed[word] &= values | ~through;
            pieces[word] += through & all(1);
        }
    }

    /// Whether nothing can be completed any more, whatever the pieces left. A complete alignment
    /// agrees in nothing, or the game would be over; on a board with an uncalled one (QT7) this may
    /// return false for a dead board.
    constexpr bool is_dead() const { return folded(agreed) == 0; }

    constexpr void look(u64 empty_spaces, Outlook& outlook) const {
        Row lacking_one{};
        Row lacking_two{};
        for (std::size_t word = 0; word < Words; ++word) {
            const u64 odd = pieces[word] & all(1);
            const u64 two = pieces[word] >> 1 & all(1);
            lacking_one[word] = agreed[word] & (odd & two) * 0xff;
            lacking_two[word] = agreed[word] & (~odd & two) * 0xff;
        }
        each_bit(empty_spaces, [&](int space) {
            const auto at = static_cast<std::size_t>(space);
            Row elsewhere{};
            Row here{};
            for (std::size_t word = 0; word < Words; ++word) {
                elsewhere[word] = lacking_one[word] & ~through_[at][word];
                here[word] = lacking_two[word] & through_[at][word];
            }
            outlook.elsewhere[at] = static_cast<u8>(folded(elsewhere));
            outlook.here[at] = static_cast<u8>(folded(here));
        });
    }

private:
    static constexpr int count = Words == 2 ? 10 : 19;

    static constexpr u64 all(u64 byte) { return byte * 0x0101'0101'0101'0101ULL; }

    /// What any byte of a row holds.
    static constexpr u64 folded(const Row& row) {
        u64 word = 0;
        for (const u64 part : row) word |= part;
        word |= word >> 32;
        word |= word >> 16;
        word |= word >> 8;
        return word & 0xff;
    }

    /// By space: all ones in the bytes of the alignments through it.
    static constexpr std::array<Row, 16> through_ = [] {
        std::array<Row, 16> through{};
        for (std::size_t number = 0; number < count; ++number) {
            each_bit(Quarto<false>::alignments[number], [&](int space) {
                through[static_cast<std::size_t>(space)][number / 8] |= 0xffULL << number % 8 * 8;
            });
        }
        return through;
    }();
};

}  // namespace quintet
