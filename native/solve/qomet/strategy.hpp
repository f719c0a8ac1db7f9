// A winning strategy of Qomet, looked up: for every position its owner can meet, the plies to the
// win when both sides play as well as can be.
#pragma once

#include <cstring>

#include "../verdict.hpp"
#include "moves.hpp"

namespace quintet {

/// The canonical positions with seat 0 to move, in ascending order, eight bytes each, and a byte
/// for each with its plies. What can be won at once is not among them.
class QometStrategy {
    using Position = Qomet::Position;

public:
    QometStrategy(const Qomet::Rules& rules, const u8* positions, const u8* plies,
                  std::size_t count)
        : rules_(rules), positions_(positions), plies_(plies), count_(count) {
        for (std::size_t i = 0; i < count; ++i) {
            const u32 shape = shape_of(at(i));
            shapes_[shape / 64] |= 1ULL << (shape % 64);
        }
    }

    /// The verdict of a position, for either side.
    Verdict operator()(const Position& position) const {
        const Verdict mine = owners_verdict(position);
        if (mine != verdict::unknown) return mine;
        const bool over = Qomet::outcome(rules_, position).over();
        if (!over && may_hold(position)) return verdict::unknown;
        // The side to move may be the one that loses: it does when all its moves are covered.
        return derived_verdict<Qomet>(rules_, position,
                                      [&](const Position& next) { return owners_verdict(next); });
    }

    std::size_t size() const { return count_; }
    Position position(std::size_t index) const { return {at(index)}; }
    int plies(std::size_t index) const { return plies_[index]; }

private:
    /// Whether a move that is found fast leads to a position that the other side is not known to
    /// win.
    bool may_hold(const Position& position) const {
        using Evaluation = Evaluator<Qomet>;
        return Evaluation::some_of(Evaluation::quick_defences(rules_, position), [&](int move) {
            const Position next = Qomet::play(rules_, position, move);
            return !Qomet::outcome(rules_, next).over() && owners_verdict(next) == verdict::unknown;
        });
    }

    Verdict owners_verdict(const Position& position) const {
        if (Qomet::outcome(rules_, position).over()) return verdict::unknown;
        if (Evaluator<Qomet>::can_win(rules_, position)) return verdict::win_in(1);
        const bool is_first = Qomet::seat(rules_, position) == 0;
        const Position seen = is_first ? position : Qomet::exchanged(position);
        const u32 shape = shape_of(seen.word);
        if ((shapes_[shape / 64] >> (shape % 64) & 1) == 0) return verdict::unknown;
        const u64 wanted = Qomet::canonical(rules_, seen).word;
        std::size_t first = 0;
        for (std::size_t length = count_; length > 0;) {
            const std::size_t half = length / 2;
            const bool is_after = at(first + half) < wanted;
            first = is_after ? first + half + 1 : first;
            length = is_after ? length - half - 1 : half;
        }
        if (first == count_ || at(first) != wanted) return verdict::unknown;
        return verdict::win_in(plies_[first]);
    }

    /// A number that symmetry does not change: how many stars of both sides stand on the corners
    /// and on the mid-sides of every ring and in the centre, mixed. Most positions that are not in
    /// the strategy have one that no position in it has, and need not be looked for.
    static constexpr u32 shape_of(u64 word) {
        const auto counted = [](u64 every_second) {  // by byte
            const u64 pairs = (every_second & 0x3333'3333'3333'3333ULL) +
                              (every_second >> 2 & 0x3333'3333'3333'3333ULL);
            return (pairs + (pairs >> 4)) & 0x0f0f'0f0f'0f0f'0f0fULL;
        };
        const u64 stars = word & halves(0x1ff'ffff);
        const u64 counts = counted(stars & 0x5555'5555'5555'5555ULL) |
                           counted(stars >> 1 & 0x5555'5555'5555'5555ULL) << 4;
        return static_cast<u32>(mix(counts) >> (64 - shape_bits));
    }

    u64 at(std::size_t index) const {
        u64 word;
        std::memcpy(&word, positions_ + 8 * index, sizeof word);
        return word;
    }

    const Qomet::Rules rules_;
    const u8* positions_;
    const u8* plies_;
    std::size_t count_;

    static constexpr int shape_bits = 16;
    std::array<u64, (1 << shape_bits) / 64> shapes_{};
};

}  // namespace quintet
