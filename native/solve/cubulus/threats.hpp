// Threats of Cubulus for two: a move that completes a square next, and the few that can stop it.
#pragma once

#include "completing_move.hpp"

namespace quintet::cubulus {

/// A set of moves by number.
struct Moves {
    u64 low, high;

    Moves operator&(const Moves& other) const { return {low & other.low, high & other.high}; }
    bool empty() const { return (low | high) == 0; }
    int count() const { return count_bits(low) + count_bits(high); }

    /// Removes the first and returns it.
    int take() {
        u64& word = low != 0 ? low : high;
        const int move = lowest_bit(word) + (low != 0 ? 0 : 64);
        word &= word - 1;
        return move;
    }
};

inline Moves legal_moves(const Cubulus<2>::Position& position) {
    const auto legal = Cubulus<2>::legal({}, position);
    static_assert(legal.word_count == 2);
    return {legal.word(0), legal.word(1)};
}

/// The moves along the rows that a slot is in.
inline constexpr auto moves_through = [] {
    std::array<Moves, slots> made{};
    for (std::size_t move = 0; move < row_of_move.size(); ++move) {
        each_bit(row_of_move[move], [&](int slot) {
            Moves& here = made[static_cast<std::size_t>(slot)];
            (move < 64 ? here.low : here.high) |= 1ULL << move % 64;
        });
    }
    return made;
}();

/// The moves into gaps on the outside, as bits.
inline u64 gap_names(u64 taken) {
    return (~taken & 0x1ff) | empty_names[0][taken >> 9 & 0x1ff] | empty_names[1][taken >> 18];
}

/// A completing move of a seat that was found, and what it needs: as long as the other seat
/// changes none of those slots, it completes a square.
class Threat {
public:
    Threat() = default;
    Threat(const Balls& balls, int move, int seat) : move_(move), seat_(seat) {
        const Action& action = actions[static_cast<std::size_t>(move)];
        const Balls won = balls.after(move, seat);
        const Counts counts = count_squares(won.own(seat));
        const u64 square =
            first_square(counts.words[0] >> 2 & Counts::ones, counts.words[1] >> 2 & Counts::ones);
        if ((balls.taken & action.first) == 0) {
            // Into a gap: nothing else moves, so that nothing but the square matters.
            gap_ = action.first;
            rest_ = square & ~gap_;
            needs_ = square;
            return;
        }
        const u64 row = row_of_move[static_cast<std::size_t>(move)];
        needs_ = row | square;
        // The move may also take balls of the other seat along, into a square (CB9) that an answer
        // elsewhere has prepared. Answers elsewhere and this move commute.
        if ((balls.own(1 - seat) & row) != 0 && !NearSquares(won.own(1 - seat)).none()) needs_ = 0;
    }

    /// The moves of the other seat that may stop it, and perhaps more.
    Moves answers(const Balls& balls, const Moves& legal) const {
        if (needs_ == 0) return legal;
        Moves found{};
        each_bit(needs_, [&](int slot) {
            const Moves& here = moves_through[static_cast<std::size_t>(slot)];
            found.low |= here.low;
            found.high |= here.high;
        });
        // A ball that goes into a gap changes nothing else in its row.
        found.low &= ~gap_names(balls.taken);
        each_bit(needs_ & ~balls.taken & ~(1ULL << centre),
                 [&](int slot) { found.low |= 1ULL << names[static_cast<std::size_t>(slot)]; });
        return found & legal;
    }

    /// Whether it is still there.
    bool stands(const Balls& balls, int ban) const {
        if (gap_ != 0) return (balls.taken & gap_) == 0 && (rest_ & ~balls.own(seat_)) == 0;
        return completes_square(balls, move_, seat_, ban);
    }

private:
    int move_ = no_move;
    int seat_ = 0;
    u64 gap_ = 0;   // where it puts a ball, if it moves no other
    u64 rest_ = 0;  // of the square, if so
    u64 needs_ = 0;
};

/// Calls `use(move, balls, left)` for the moves of a seat after which the other seat cannot
/// complete a square at once, and none stands, until it returns true. `left` are the moves still to
/// be tried, of which about half are such moves. The seat itself cannot complete one. `threat` is a
/// completing move the other seat would have if it were to move now, or none.
template <class Use>
void search_defences(const Balls& balls, int seat, const Moves& legal, int threat, Use use) {
    std::array<Threat, 4> standing{};
    std::size_t count = 0;
    Moves left = legal;
    const auto add = [&](int move) {
        standing[count] = Threat(balls, move, 1 - seat);
        left = standing[count++].answers(balls, left);
    };
    if (threat != no_move) add(threat);
    while (!left.empty()) {
        const int move = left.take();
        const Balls next = balls.after(move, seat);
        // Only what moves a ball of the other seat gives it a square (CB9).
        if ((balls.own(1 - seat) & row_of_move[static_cast<std::size_t>(move)]) != 0 &&
            next.has_square())
            continue;
        const int ban = ban_after(move);
        bool stopped = true;
        for (std::size_t i = 0; i < count && stopped; ++i) stopped = !standing[i].stands(next, ban);
        if (!stopped) continue;
        const int found = completing_move(next, 1 - seat, ban);
        if (found == no_move) {
            if (use(move, next, left)) return;
        } else if (count < standing.size() && completes_square(balls, found, 1 - seat, no_ban)) {
            add(found);
        }
    }
}

/// Calls `use(move, balls)` for all of them.
template <class Use>
void each_defence(const Balls& balls, int seat, const Moves& legal, int threat, Use use) {
    search_defences(balls, seat, legal, threat, [&](int move, const Balls& next, const Moves&) {
        use(move, next);
        return false;
    });
}

}  // namespace quintet::cubulus
