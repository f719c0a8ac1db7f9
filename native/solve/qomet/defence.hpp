// Whether a side of Qomet that cannot win is known to lose: it does when the other side is known to
// win after each of its moves. Most moves leave a threat as it is and need no look.
#pragma once

#include "../verdict.hpp"
#include "moves.hpp"

namespace quintet {

/// A position with seat 0 to move, who cannot win at once. `PlanOf` has the verdict of a position
/// with seat 0 to move, who cannot win at once, if that side is known to win.
template <class PlanOf>
class QometDefence {
    using Evaluation = Evaluator<Qomet>;
    using Position = Qomet::Position;

public:
    /// `wanted` are the points that would complete a square of the other side.
    QometDefence(const Qomet::Rules& rules, const Position& position, u32 wanted,
                 const PlanOf& plan_of)
        : rules_(rules),
          position_(position),
          wanted_(wanted),
          plan_of_(plan_of),
          own_(Qomet::stars(position, 0)),
          other_(Qomet::stars(position, 1)),
          free_(~(own_ | other_) & Qomet::points) {
        if (wanted != 0) find_threats();
    }

    /// Whether the other side would win at once if the side to move did nothing.
    bool is_threatened() const { return is_threatened_; }

    /// Whether there is a move that leaves the other side's stars alone and gives it no way to win
    /// at once, if it has none.
    bool has_quiet_move() const {
        if (count_bits(own_) < Qomet::stars_of_a_side && free_ != 0) return true;
        u32 needed = 0;  // a star there keeps a star from a point that completes a square
        each_bit(wanted_, [&](int point) { needed |= qomet::approach_to(point).guards; });
        return have_ring_slides(own_ & ~needed, free_);
    }

    /// The verdict if it is a loss.
    Verdict verdict() const {
        if (is_threatened_) return against_threats();
        return derived_verdict<Qomet>(rules_, position_, [&](const Position& next) {
            return others_verdict(Qomet::exchanged(next));
        });
    }

private:
    /// Finds where a star must come to stop what the other side threatens, if no star of the other
    /// side is pushed. A star comes to one point at most, so it must be one that stops all threats.
    void find_threats() {
        const bool has_reserve = count_bits(other_) < Qomet::stars_of_a_side;
        const u32 placements = has_reserve ? wanted_ & free_ : 0;
        if (placements != 0) {
            is_threatened_ = true;
            blocks_ = (placements & (placements - 1)) == 0 ? placements : 0;
            return;
        }
        const Position passed = seen_by_other(own_);
        const auto add = [&](u32 blocks) {
            is_threatened_ = true;
            blocks_ &= blocks;
            return false;
        };
        qomet::some_winning_slide(rules_, passed, wanted_, add, [&](const qomet::Step& step) {
            return add(blocks_of_push(step));
        });
    }

    /// The points where a star stops a push: the one that the pushed star needs, and those that
    /// would make a square with it (QM9).
    u32 blocks_of_push(const qomet::Step& step) const {
        if (step.beyond == 0) return 0;
        const u32 pushed = (own_ & ~step.to) | step.beyond;
        return step.beyond | static_cast<u32>(qomet::completing(pushed));
    }

    /// All moves lose in two plies that bring no star to a blocking point and push none of the
    /// other side's.
    Verdict against_threats() const {
        const bool has_reserve = count_bits(own_) < Qomet::stars_of_a_side;
        Best best;
        for (u32 places = has_reserve ? blocks_ & free_ : 0; places != 0; places &= places - 1) {
            if (best.add(after_placing(places & -places))) return verdict::unknown;
        }
        const MoveSet<Qomet::vocabulary> legal = Qomet::legal(rules_, position_);
        const typename Evaluation::Moves near = Evaluation::moves_onto(blocks_ | other_);
        constexpr u64 slides = ~0ULL << qomet::first_slide;
        const bool holds = Evaluation::some_of(
            {legal.word(0) & near[0] & slides, legal.word(1) & near[1]}, [&](int move) {
                const qomet::Step step = qomet::step(move);
                const u32 arrives = (step.to & own_) != 0 ? step.beyond : step.to;
                return (arrives & (blocks_ | other_)) != 0 && best.add(after(move));
            });
        if (holds) return verdict::unknown;
        if (best.count < legal.count()) best.add(verdict::loss_in(2));
        return best.verdict;
    }

    /// The best of some moves.
    struct Best {
        Verdict verdict = verdict::unknown;
        int count = 0;

        /// Whether a move's verdict is not known.
        bool add(Verdict its) {
            if (count++ == 0 || verdict::worth(its) > verdict::worth(verdict)) verdict = its;
            return its == verdict::unknown;
        }
    };

    // The verdict of the position if this is the best move.

    Verdict after(int move) const {
        const Position next = Qomet::play(rules_, position_, move);
        const Outcome end = Qomet::outcome(rules_, next);
        if (end.over()) return verdict::before(verdict::of_outcome(end, 1), false);
        return verdict::before(others_verdict(Qomet::exchanged(next)), false);
    }

    Verdict after_placing(u32 point) const {
        const Position next = seen_by_other(own_ | point);
        const bool wins = Evaluation::can_complete(rules_, next, wanted_);
        return verdict::before(wins ? verdict::win_in(1) : plan_of_(next), false);
    }

    Verdict others_verdict(const Position& seen) const {
        return Evaluation::can_win(rules_, seen) ? verdict::win_in(1) : plan_of_(seen);
    }

    /// The other side's stars as they are, to move against some stars.
    Position seen_by_other(u32 against) const { return {other_ | static_cast<u64>(against) << 32}; }

    const Qomet::Rules rules_;
    const Position position_;
    const u32 wanted_;
    const PlanOf& plan_of_;
    const u32 own_;
    const u32 other_;
    const u32 free_;
    bool is_threatened_ = false;
    u32 blocks_ = Qomet::points;
};

}  // namespace quintet
