// The passes of retrograde analysis over two classes of Quixo that lead to each other, for any
// executor. What they find is what QuixoSolver finds (../solver.hpp says how it works).
#pragma once

#include "../../executor.hpp"
#include "../table.hpp"

namespace quintet::quixo_complete {

/// The boards with so many cubes of the side to move and so many of the other, while they are
/// solved.
template <int Size>
struct Class {
    using Board = QuixoBoard<Size>;

    QuixoIndex<Size> index;
    QuixoIndex<Size> next_index;  // after a blank was taken
    QuixoValues next_values;
    int own = 0;
    int other = 0;
    Verdict* values = nullptr;
    // The value of taking blanks for an open board, if no cube of one's own does better.
    Verdict* waiting = nullptr;
    u64* last_busy = nullptr;  // the most plies for which something was found or is waiting

    static constexpr Verdict open = verdict::draw;

    constexpr u64 board(u64 number) const { return index.board(number, other); }

    /// Whether the cubes of the side to move have a symmetry of their own.
    constexpr bool is_symmetric(u64 number) const {
        const u32 own_cubes = index.least[number / index.arrangements];
        return (index.orbits[(*index.numbers)(own_cubes)] & QuixoIndex<Size>::stabilizer_bits) != 0;
    }

    QUINTET_BOTH void settle(u64 number, Verdict verdict) const {
        shared::store(values + number, verdict);
        shared::raise(last_busy, static_cast<u64>(verdict::plies(verdict)));
    }
};

/// Initial values: finished boards and wins at once.
template <int Size>
struct Begin {
    using Board = QuixoBoard<Size>;

    Class<Size> here;

    QUINTET_BOTH void operator()(u64 number) const { here.values[number] = at_once(number); }

private:
    constexpr Verdict at_once(u64 number) const {
        const u64 cubes = here.board(number);
        // Another number stands for this board.
        if (here.is_symmetric(number) && here.index(cubes) != number) return verdict::unknown;
        const Verdict found = Board::at_once(cubes);
        return found == verdict::unknown ? here.open : found;
    }
};

/// The value of taking blanks, for open boards.
template <int Size>
struct TakeBlanks {
    using Board = QuixoBoard<Size>;

    Class<Size> here;

    QUINTET_BOTH bool test(u64 number) const { return here.values[number] == here.open; }

    QUINTET_BOTH void use(u64 number) const {
        const Verdict best = Board::best_blank(here.board(number), [&](u64 after) {
            return here.next_values[here.next_index(after)];
        });
        here.waiting[number] = best;
        if (verdict::is_decided(best)) {
            shared::raise(here.last_busy, static_cast<u64>(verdict::plies(best)));
        }
    }
};

/// Boards that a new loss of the other side can be reached from, and those for which a blank that
/// wins in so many plies was waiting, are won.
template <int Size>
struct FindWins {
    using Board = QuixoBoard<Size>;

    Class<Size> here, partner;
    int plies;

    QUINTET_BOTH bool test(u64 number) const {
        const Verdict value = shared::load(here.values + number);
        return value == verdict::loss_in(plies - 1) ||
               (value == here.open && here.waiting[number] == verdict::win_in(plies));
    }

    QUINTET_BOTH void use(u64 number) const {
        const Verdict win = verdict::win_in(plies);
        if (shared::load(here.values + number) != verdict::loss_in(plies - 1)) {
            here.settle(number, win);
            return;
        }
        Board::before_own_push(here.board(number), [&](u64 before) {
            const u64 earlier = partner.index(before);
            if (shared::load(partner.values + earlier) == here.open) partner.settle(earlier, win);
        });
    }
};

/// A board is lost when all its moves lead to wins of the other side. Which boards may be so now:
/// all, as long as most wins are new; later those from which a new win can be reached, and those
/// for which taking blanks has just become hopeless.
template <int Size>
struct FindLosses {
    using Board = QuixoBoard<Size>;

    Class<Size> here, partner;
    int plies;

    QUINTET_BOTH bool test(u64 number) const {
        const Verdict value = shared::load(here.values + number);
        const bool all = plies <= 2;
        if (value != here.open) return !all && value == verdict::win_in(plies - 1);
        const Verdict waiting = here.waiting[number];
        return all ? may_lose(waiting) : waiting == verdict::loss_in(plies);
    }

    QUINTET_BOTH void use(u64 number) const {
        const u64 cubes = here.board(number);
        if (shared::load(here.values + number) == here.open) {
            lose_if_all_lose(here, partner, number, cubes);
            return;
        }
        Board::before_own_push(cubes, [&](u64 before) {
            const u64 earlier = partner.index(before);
            if (shared::load(partner.values + earlier) != here.open) return;
            if (!may_lose(partner.waiting[earlier])) return;
            lose_if_all_lose(partner, here, earlier, before);
        });
    }

private:
    /// Whether taking blanks loses within these plies.
    constexpr bool may_lose(Verdict waiting) const {
        return waiting % 2 == 1 && waiting <= verdict::loss_in(plies);
    }

    QUINTET_BOTH void lose_if_all_lose(const Class<Size>& at, const Class<Size>& after, u64 number,
                                       u64 cubes) const {
        for (int push = 0; push < Board::push_count; ++push) {
            if ((Board::own(cubes) & Board::origin(push)) == 0) continue;
            const Verdict reached =
                shared::load(after.values + after.index(Board::pushed(cubes, push)));
            if (!verdict::is_win(reached) || verdict::plies(reached) >= plies) return;
        }
        at.settle(number, verdict::loss_in(plies));
    }
};

/// Values as bytes, and the list of those that do not fit.
struct Store {
    const Verdict* values;
    u8* bytes;
    u64* late;
    u64* late_count;
    u64 late_room;

    QUINTET_BOTH void operator()(u64 number) const {
        const Verdict value = values[number];
        if (value < QuixoValues::is_late) {
            bytes[number] = static_cast<u8>(value);
        } else if (value == verdict::unknown) {
            bytes[number] = QuixoValues::is_empty;
        } else {
            bytes[number] = QuixoValues::is_late;
            const u64 place = shared::fetch_add(late_count, u64{1});
            if (place < late_room) late[place] = number << 16 | value;
        }
    }
};

/// The bin of a board: its verdict, and how many boards are the same up to symmetry.
template <int Size>
struct Count {
    Class<Size> here;

    static constexpr std::size_t bins = 4 * 2048;

    constexpr u32 operator()(u64 number) const {
        const Verdict value = here.values[number];
        if (value == verdict::unknown) return bins;
        const int copies = here.is_symmetric(number) ? here.index.copies(here.board(number)) : 8;
        return 4U * value + static_cast<u32>(lowest_bit(static_cast<u64>(copies)));
    }
};

/// All classes, to look up any position.
template <int Size>
struct View {
    using Board = QuixoBoard<Size>;
    using Game = typename Board::Game;

    QuixoIndex<Size> indices[Board::cells + 1][Board::cells + 1];
    QuixoValues values[Board::cells + 1][Board::cells + 1];

    constexpr Verdict operator()(const typename Game::Position& position) const {
        return of_cubes(Board::of(position));
    }

    constexpr Verdict of_cubes(u64 cubes) const {
        const int own = count_bits(Board::own(cubes));
        const int other = count_bits(Board::other(cubes));
        if (values[own][other].bytes == nullptr) return Board::end(cubes);
        return values[own][other][indices[own][other](cubes)];
    }
};

/// Sampled boards whose value does not follow from those of their children, by the rules alone.
template <int Size>
struct Check {
    using Board = QuixoBoard<Size>;
    using Game = typename Board::Game;

    const View<Size>* view;
    int own, other;
    u64 size;
    u64 step;
    u64* wrong;   // how many
    u64* sample;  // one of them

    QUINTET_BOTH void operator()(u64 i) const {
        const u64 number = step == 1 ? i : mix(i * step + 1) % size;
        const Verdict stored = view->values[own][other][number];
        if (stored == verdict::unknown) return;
        const u64 cubes = view->indices[own][other].board(number, other);
        const Facts facts = facts_of(cubes);
        const auto position = Game::from_facts({}, facts);
        if (derived_verdict<Game>({}, position, *view) == stored) return;
        shared::fetch_add(wrong, u64{1});
        *sample = cubes;
    }

    static constexpr Facts facts_of(u64 cubes) {
        Facts facts;
        for (int cell = 0; cell < Board::cells; ++cell) {
            const bool own_cube = (cubes >> cell & 1) != 0;
            const bool other_cube = (cubes >> (32 + cell) & 1) != 0;
            facts.cells[static_cast<std::size_t>(cell)] = static_cast<u8>(own_cube     ? 1
                                                                          : other_cube ? 2
                                                                                       : 0);
        }
        facts.fields[0] = 0;
        return facts;
    }
};

/// The first board of a class with a certain verdict.
struct Find {
    const Verdict* values;
    Verdict sought;
    u64* least;  // its number, counted from the end of the class: the greatest of those

    QUINTET_BOTH bool test(u64 number) const { return values[number] == sought; }
    QUINTET_BOTH void use(u64 number) const { shared::raise(least, ~number); }
};

/// The verdicts of boards.
template <int Size>
struct LookUp {
    const View<Size>* view;
    const u64* cubes;
    Verdict* found;

    QUINTET_BOTH void operator()(u64 i) const { found[i] = view->of_cubes(cubes[i]); }
};

}  // namespace quintet::quixo_complete
