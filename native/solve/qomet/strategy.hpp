// A winning strategy of Qomet, looked up: for every position its owner can meet, the plies to the
// win when both sides play as well as can be.
#pragma once

#include "defence.hpp"
#include "shapes.hpp"

namespace quintet {

class QometStrategy {
    using Position = Qomet::Position;

public:
    QometStrategy(const Qomet::Rules& rules, const u8* positions, const u8* plies,
                  std::size_t count)
        : rules_(rules), plans_(rules, positions, plies, count), shapes_(plans_) {}

    /// The verdict of a position, for either side.
    Verdict operator()(const Position& position) const {
        Verdict verdict;
        look_up(&position.word, 1, &verdict);
        return verdict;
    }

    /// The verdicts of many positions.
    void look_up(const u64* positions, std::size_t count, Verdict* out) const {
        for (std::size_t from = 0; from < count; from += block)
            look_up_block(positions + from, std::min(block, count - from), out + from);
    }

    std::size_t size() const { return plans_.size(); }
    Position position(std::size_t index) const { return plans_.position(index); }
    int plies(std::size_t index) const { return plans_.plies(index); }

private:
    static constexpr std::size_t block = 256;

    /// A position that a glance does not settle.
    struct Open {
        u64 word;    // with seat 0 to move
        u64 wanted;  // the points that complete a square of seat 0, and in the upper half of seat 1
        u32 marks;   // of its shape
        u32 place;   // in the block
    };

    /// Settles first what a glance settles, without branches: which they are is hard to predict.
    void look_up_block(const u64* positions, std::size_t count, Verdict* out) const {
        std::array<Open, block> open;
        Open* end = open.data();
        for (std::size_t i = 0; i < count; ++i) {
            const u64 word = Qomet::seen_by_mover({positions[i]}).word;
            const QometGlance glance(word);
            const u32 marks = shapes_.marks(glance.shape);
            const u32 own = Qomet::stars({word}, 0);
            const u32 free = ~(own | Qomet::stars({word}, 1)) & Qomet::points;
            // All bits of the mask are set if there is a star to place.
            const u32 placements = free & -((glance.count - Qomet::stars_of_a_side) >> 31);
            const bool is_won = (static_cast<u32>(glance.wanted) & placements) != 0;
            const bool has_quiet_move = (placements != 0) | have_ring_slides(own, free);
            const bool is_quiet = ((glance.wanted | marks) == 0) & has_quiet_move;
            const bool is_settled = (is_won | is_quiet) & !Qomet::is_decided({word});
            out[i] = is_won ? verdict::win_in(1) : verdict::unknown;
            *end = {word, glance.wanted, marks, static_cast<u32>(i)};
            end += is_settled ? 0 : 1;
        }
        for (const Open* its = open.data(); its != end; ++its)
            out[its->place] = settle(its->word, its->wanted, its->marks);
    }

    Verdict settle(u64 word, u64 wanted_by_both, u32 marks) const {
        const Position seen{word};
        const Outcome outcome = Qomet::outcome(rules_, seen);
        if (outcome.over()) return verdict::of_outcome(outcome, 0);
        const auto wanted = static_cast<u32>(wanted_by_both);
        if (wanted != 0 && Evaluator<Qomet>::can_complete(rules_, seen, wanted))
            return verdict::win_in(1);
        if ((marks & QometShapes::may_win) != 0) {
            const Verdict mine = plans_.find(seen);
            if (mine != verdict::unknown) return mine;
        }
        // The side to move may be the one that loses: it does when all its moves are covered.
        const auto plan_of = [&](const Position& next) {
            return (shapes_.marks(QometGlance(next.word).shape) & QometShapes::may_win) != 0
                       ? plans_.find(next)
                       : verdict::unknown;
        };
        const QometDefence defence(rules_, seen, static_cast<u32>(wanted_by_both >> 32), plan_of);
        if ((marks & QometShapes::may_lose) == 0 && !defence.is_threatened() &&
            defence.has_quiet_move())
            return verdict::unknown;
        return defence.verdict();
    }

    const Qomet::Rules rules_;
    const QometPlans plans_;
    const QometShapes shapes_;
};

}  // namespace quintet
