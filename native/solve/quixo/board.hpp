// The board of Quixo as solvers see it: one word, the cubes of the side to move in its low half,
// the other's in its high half. Whether a position has crosses or circles to move changes nothing.
#pragma once

#include "../../games/quixo.hpp"
#include "../verdict.hpp"

namespace quintet {

template <int Size>
struct QuixoBoard {
    using Game = Quixo<Size, 2>;

    static constexpr int cells = Size * Size;
    static constexpr u64 all = Game::board;
    static constexpr int push_count = Game::push_count;
    static constexpr int symmetry_count = 8;

    static constexpr u64 of(const typename Game::Position& position) {
        const u64 cubes = position.cubes & halves(all);
        return position.cubes >> Game::seat_place == 0 ? cubes : std::rotl(cubes, 32);
    }

    static constexpr u32 own(u64 cubes) { return static_cast<u32>(cubes); }
    static constexpr u32 other(u64 cubes) { return static_cast<u32>(cubes >> 32); }

    /// The verdict if the game is over (QX5), otherwise nothing known: a line of the side to move
    /// was made by the other side and counts first.
    static constexpr Verdict end(u64 cubes) {
        const u64 lines = Game::lines(cubes);
        if (lines == 0) return verdict::unknown;
        return own(lines) != 0 ? verdict::win_in(0) : verdict::loss_in(0);
    }

    /// The verdict of a board that is over or can be won with one push, otherwise nothing known.
    static constexpr Verdict at_once(u64 cubes) {
        const Verdict over = end(cubes);
        if (over != verdict::unknown) return over;
        for (int push = 0; push < push_count; ++push) {
            if ((other(cubes) & origin(push)) != 0) continue;  // QX2
            if (end(pushed(cubes, push)) == verdict::loss_in(0)) return verdict::win_in(1);
        }
        return verdict::unknown;
    }

    /// The value of taking the best blank, where `value_of(cubes)` is that of the board after it; a
    /// loss in one ply without blanks.
    template <class ValueOf>
    static constexpr Verdict best_blank(u64 cubes, ValueOf value_of) {
        Verdict best = verdict::loss_in(1);
        const u32 marked = own(cubes) | other(cubes);
        for (int push = 0; push < push_count; ++push) {
            if ((marked & origin(push)) != 0) continue;
            const Verdict here = verdict::before(value_of(pushed(cubes, push)), false);
            if (verdict::worth(here) > verdict::worth(best)) best = here;
        }
        return best;
    }

    /// The cell a push takes its cube from.
    static constexpr u32 origin(int push) {
        const auto& step = Game::pushes[static_cast<std::size_t>(push)];
        return static_cast<u32>(step.path ^ step.moving);
    }

    /// The board after a push, with the other side to move.
    static constexpr u64 pushed(u64 cubes, int push) {
        const auto& step = Game::pushes[static_cast<std::size_t>(push)];
        return std::rotl(Game::pushed(cubes, step) | step.end, 32);
    }

    /// Calls `use(cubes)` for every board from which taking a cube of one's own leads to this one.
    template <class Use>
    static constexpr void before_own_push(u64 cubes, Use use) {
        const u64 after = std::rotl(cubes, 32);
        for (int push = 0; push < push_count; ++push) {
            const auto& step = Game::pushes[static_cast<std::size_t>(push)];
            if ((after & step.end) == 0) continue;
            const u64 shifted = after & step.path & ~halves(step.end);
            use((after & ~step.path) | std::rotr(shifted, step.rotation) | origin(push));
        }
    }

    static constexpr u64 moved(u64 cubes, int symmetry) {
        if ((symmetry & 1) != 0) cubes = Game::mirror_files(cubes);
        if ((symmetry & 2) != 0) cubes = Game::mirror_ranks(cubes);
        if ((symmetry & 4) != 0) cubes = Game::transpose(cubes);
        return cubes;
    }
};

}  // namespace quintet
