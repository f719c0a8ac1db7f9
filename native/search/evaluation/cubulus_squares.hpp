// The squares of Cubulus as the search sees them: how many balls of a colour each one has, all
// counted at once, and which moves bring a ball to a slot.
#pragma once

#include "../../games/cubulus.hpp"

namespace quintet::cubulus {

inline constexpr std::size_t blocks = 24;

/// CB8: the 24 blocks, then the corners and the mid-edges of the faces, which are wide: a row can
/// have two of their slots at its ends.
inline constexpr std::array<u32, 36> every_square = [] {
    constexpr std::array<std::array<int, 4>, 6> on_a_face{
        {{0, 1, 3, 4}, {1, 2, 4, 5}, {3, 4, 6, 7}, {4, 5, 7, 8}, {0, 2, 6, 8}, {1, 3, 5, 7}}};
    std::array<u32, 36> made{};
    std::size_t block = 0;
    std::size_t wide = blocks;
    for (int face = 0; face < 6; ++face) {
        for (std::size_t kind = 0; kind < 6; ++kind) {
            u32 square = 0;
            for (const int at : on_a_face[kind]) square |= 1U << row_at(9 * face + at).first;
            made[kind < 4 ? block++ : wide++] = square;
        }
    }
    return made;
}();

/// Slots by where they are: corners, edges, middles of faces, and the core.
inline constexpr std::array<u64, 4> places{0505'000'505, 0252'505'252, 0020'252'020, 0000'020'000};
static_assert((places[0] | places[1] | places[2] | places[3]) == (1U << slots) - 1);

/// The balls of a colour in each square, three bits a square, 18 squares a word.
struct Counts {
    static constexpr std::size_t in_a_word = 18;
    static constexpr u64 ones = 0111111111111111111;
    static constexpr u64 wide_ones = ones & ~((1ULL << 3 * (blocks - in_a_word)) - 1);

    std::array<u64, 2> words;

    constexpr Counts operator+(const Counts& other) const {
        return {{words[0] + other.words[0], words[1] + other.words[1]}};
    }
};

/// Counts by layer and by what balls of the colour it has.
inline constexpr auto counts_in_layer = [] {
    std::array<std::array<Counts, 512>, 3> made{};
    for (unsigned layer = 0; layer < 3; ++layer) {
        for (std::size_t i = 0; i < every_square.size(); ++i) {
            each_bit(every_square[i] >> 9 * layer & 0x1ff, [&](int ball) {
                made[layer][std::size_t{1} << ball].words[i / Counts::in_a_word] |=
                    u64{1} << 3 * (i % Counts::in_a_word);
            });
        }
        // One ball at a time, as compilers limit the work of an initialiser.
        for (unsigned balls = 1; balls < 512; ++balls)
            made[layer][balls] =
                made[layer][balls & (balls - 1)] + made[layer][balls & (~balls + 1)];
    }
    return made;
}();

constexpr Counts count_squares(u64 colour) {
    return counts_in_layer[0][colour & 0x1ff] + counts_in_layer[1][colour >> 9 & 0x1ff] +
           counts_in_layer[2][colour >> 18 & 0x1ff];
}

/// The squares with one, two and three balls of a colour, and with any: a bit a square, in an
/// order of their own. (With four the game is over.)
struct ByCount {
    u64 one, two, three, any;

    constexpr explicit ByCount(const Counts& counts) {
        const u64 low = plane(counts, 0);
        const u64 high = plane(counts, 1);
        one = low & ~high;
        two = high & ~low;
        three = low & high;
        any = low | high;
    }

private:
    static constexpr u64 plane(const Counts& counts, int bit) {
        return (counts.words[0] >> bit & Counts::ones) | (counts.words[1] >> bit & Counts::ones)
                                                             << 1;
    }
};

/// A move that may bring a ball to a slot: from the hand, or from one of the slots in `from`.
struct Arrival {
    u32 from;
    u8 move;
};

struct Arrivals {
    std::array<Arrival, 12> moves;
    std::size_t count;
};

/// Into a slot that is taken. (Nothing can be said of a gap: a ball simply goes there.)
inline constexpr auto arrivals = [] {
    std::array<Arrivals, slots> made{};
    for (int facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(facelet);
        const auto first = static_cast<std::size_t>(row.first);
        const auto second = static_cast<std::size_t>(row.first + row.step);
        const auto last = static_cast<std::size_t>(row.last());
        const auto add = [&](std::size_t slot, u32 from, int move) {
            Arrivals& here = made[slot];
            here.moves[here.count++] = {from, static_cast<u8>(move)};
        };
        add(first, ~0U, facelet);                    // CB4
        add(second, 1U << first, facelet);           // CB4
        add(first, 1U << last, facelets + facelet);  // CB5
        add(second, 1U << first, facelets + facelet);
        add(last, 1U << second, facelets + facelet);
    }
    return made;
}();

/// The facelet through which a ball pushes from one slot to the other end of its row, as a bit.
inline constexpr auto push_between = [] {
    std::array<std::array<u64, slots>, slots> made{};
    for (int facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(facelet);
        made[static_cast<std::size_t>(row.first)][static_cast<std::size_t>(row.last())] =
            1ULL << facelet;
    }
    return made;
}();

/// The slots of the row that a move goes along.
inline constexpr auto row_of_move = [] {
    std::array<u32, 2 * facelets> made{};
    for (std::size_t facelet = 0; facelet < facelets; ++facelet) {
        const Row row = row_at(static_cast<int>(facelet));
        made[facelet] = 1U << row.first | 1U << (row.first + row.step) | 1U << row.last();
        made[facelets + facelet] = made[facelet];
    }
    return made;
}();

/// Whether a move is legal and brings the seat to move a square alone (CB8, CB9).
template <class G>
bool makes_square(const typename G::Position& position, int move) {
    const int mover = G::to_move(position);
    const u64 row = row_of_move[static_cast<std::size_t>(move)];
    const bool complete = (row & ~G::occupied(position)) == 0;
    const bool legal = move < facelets
                           ? !complete && std::popcount(G::own(position, mover)) < G::balls
                           : complete && position.rest >> G::ban_shift != u64(move - facelets + 1);
    return legal &&
           G::outcome({}, G::play({}, position, move)).halves[static_cast<std::size_t>(mover)] == 2;
}

inline constexpr int no_move = -1;

/// A move that makes a square of the seat to move, and of no other (CB8, CB9), if there is one:
/// it needs three balls of one, or two of a wide one and a push that brings the two others.
template <class G>
int square_maker(const typename G::Position& position) {
    const u64 own = G::own(position, G::to_move(position));
    const Counts counts = count_squares(own);
    const u64 three_first = (counts.words[0] + Counts::ones) >> 2 & Counts::ones;
    const u64 three_rest = (counts.words[1] + Counts::ones) >> 2 & Counts::ones;
    const u64 two_wide = counts.words[1] >> 1 & Counts::wide_ones & ~three_rest;
    if ((three_first | three_rest | two_wide) == 0) return no_move;

    const u64 taken = G::occupied(position);
    const bool has_balls = std::popcount(own) < G::balls;  // CB7
    const auto square_at = [&](std::size_t first, int place) {
        return every_square[first + static_cast<std::size_t>(place) / 3];
    };
    u64 missing = 0;
    each_bit(three_first, [&](int place) { missing |= square_at(0, place); });
    each_bit(three_rest, [&](int place) { missing |= square_at(Counts::in_a_word, place); });
    missing &= ~own;
    if (has_balls && (missing & ~taken) != 0)
        return names[static_cast<std::size_t>(std::countr_zero(missing & ~taken))];

    // A push that brings two: (any ball, own, gap) becomes (own, any ball, own).
    u64 pushes = 0;
    if (has_balls) {
        each_bit(two_wide, [&](int place) {
            const u64 ends = square_at(Counts::in_a_word, place) & ~own;
            const int low = std::countr_zero(ends);
            const int high = 63 - std::countl_zero(ends);
            if (std::popcount(ends & taken) != 1 || (own >> (low + high) / 2 & 1) == 0) return;
            const bool from_low = (taken >> low & 1) != 0;
            pushes |= push_between[static_cast<std::size_t>(from_low ? low : high)]
                                  [static_cast<std::size_t>(from_low ? high : low)];
        });
    }
    int found = no_move;
    const auto attempt = [&](int move) {
        if (found == no_move && makes_square<G>(position, move)) found = move;
    };
    each_bit(missing & taken, [&](int slot) {
        const Arrivals& here = arrivals[static_cast<std::size_t>(slot)];
        for (std::size_t i = 0; i < here.count; ++i)
            if ((own & here.moves[i].from) != 0) attempt(here.moves[i].move);
    });
    each_bit(pushes, attempt);
    return found;
}

template <class G>
bool can_make_square(const typename G::Position& position) {
    return square_maker<G>(position) != no_move;
}

}  // namespace quintet::cubulus
