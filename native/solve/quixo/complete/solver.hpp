// Solves all of Quixo, or the boards with at most so many blanks, class by class on an executor.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>

#include "passes.hpp"

namespace quintet::quixo_complete {

/// What came of one class.
struct Found {
    int own, other;
    int longest = 0;        // plies of the longest win; 0 if there is none
    u64 longest_cubes = 0;  // a board where it takes so many
    // How many boards have which verdict: up to symmetry, and in all.
    std::vector<u64> different;
    std::vector<u64> all;
    u64 late = 0;  // values that do not fit into a byte
};

struct Checked {
    u64 boards = 0;
    u64 wrong = 0;
    u64 sample = 0;
};

template <int Size, class Executor>
class Solver {
    using Board = QuixoBoard<Size>;
    static constexpr std::size_t counts = Board::cells + 1;

public:
    Solver(Executor& executor, int max_blanks)
        : executor_(executor), max_blanks_(max_blanks), table_(nullptr, 0) {
        numbers_ = copied(&sets_, 1);
        symmetries_ = copied(&symmetries_here_, 1);
        for (int own = 0; own <= Board::cells; ++own) {
            const QuixoIndex<Size> index = table_.index(own, 0);
            orbits_[at(own)] = copied(index.orbits, subset_count(Board::cells, own));
            least_[at(own)] = copied(index.least, index.orbit_count);
            orbit_counts_[at(own)] = index.orbit_count;
        }
        u64 most = 0;
        each_pair([&](int own, int other) { most = std::max(most, pair_size(own, other)); });
        values_ = executor_.template allocate<Verdict>(most);
        waiting_ = executor_.template allocate<Verdict>(most);
        late_ = executor_.template allocate<u64>(late_room);
        shared_ = executor_.template allocate<u64>(2);
        view_ = executor_.template allocate<View<Size>>(1);
        for (int own = 0; own <= Board::cells; ++own) {
            for (int other = 0; own + other <= Board::cells; ++other) {
                here_.indices[own][other] = index_of(own, other);
            }
        }
    }

    /// Calls `use(own, other)` for the pairs of classes in the order in which they can be solved.
    template <class Use>
    void each_pair(Use use) const {
        for (int marked = Board::cells; marked >= Board::cells - max_blanks_; --marked) {
            for (int own = 0; own <= marked / 2; ++own) use(own, marked - own);
        }
    }

    /// Solves the boards with so many cubes of either side, with both sides to move.
    std::vector<Found> solve(int own, int other) {
        std::vector<Class<Size>> classes{class_of(own, other, 0)};
        if (own != other) classes.push_back(class_of(other, own, classes[0].index.size()));
        run(classes);
        std::vector<Found> found;
        for (const Class<Size>& it : classes) {
            found.push_back(count(it));
            store(it, found.back());
        }
        return found;
    }

    /// Boards with one more marked cell are needed for those; the rest can make room.
    void forget(int marked) {
        for (int own = 0; own <= marked; ++own) {
            QuixoValues& values = here_.values[own][marked - own];
            if (values.bytes == nullptr) continue;
            executor_.release(const_cast<u8*>(values.bytes));
            if (values.late != nullptr) executor_.release(const_cast<u64*>(values.late));
            values = {};
        }
    }

    /// Checks so many random boards of a class, or all, against what their moves lead to. The
    /// classes with a blank less must be there.
    Checked check(int own, int other, u64 samples) {
        executor_.write(view_, &here_, 1);
        executor_.clear(shared_, 2);
        const u64 size = here_.indices[own][other].size();
        const bool all = samples >= size;
        const Check<Size> pass{view_,   own,        other, size, all ? 1 : u64{0x9e37'79b9},
                               shared_, shared_ + 1};
        Checked checked{std::min(samples, size)};
        executor_.each(checked.boards, pass);
        u64 found[2];
        executor_.read(found, shared_, 2);
        checked.wrong = found[0];
        checked.sample = found[1];
        return checked;
    }

    /// The verdicts of boards, each of a class that is still there.
    std::vector<Verdict> look_up(const std::vector<u64>& cubes) {
        executor_.write(view_, &here_, 1);
        u64* asked = copied(cubes.data(), cubes.size());
        Verdict* there = executor_.template allocate<Verdict>(cubes.size());
        executor_.each(cubes.size(), LookUp<Size>{view_, asked, there});
        std::vector<Verdict> found(cubes.size());
        executor_.read(found.data(), there, found.size());
        executor_.release(asked);
        executor_.release(there);
        return found;
    }

    /// The bytes of a class, and its list of values that do not fit.
    std::pair<std::vector<u8>, std::vector<u64>> bytes(int own, int other) {
        const QuixoValues& values = here_.values[own][other];
        std::vector<u8> bytes(here_.indices[own][other].size());
        executor_.read(bytes.data(), values.bytes, bytes.size());
        std::vector<u64> late(values.late_count);
        if (!late.empty()) executor_.read(late.data(), values.late, late.size());
        return {std::move(bytes), std::move(late)};
    }

private:
    static constexpr u64 late_room = u64{1} << (Size == 5 ? 27 : 20);

    static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

    template <class Value>
    Value* copied(const Value* values, u64 count) {
        Value* there = executor_.template allocate<Value>(count);
        executor_.write(there, values, count);
        return there;
    }

    u64 pair_size(int own, int other) const {
        const u64 size = QuixoTable<Size>::layer_size(own, other);
        return own == other ? size : size + QuixoTable<Size>::layer_size(other, own);
    }

    QuixoIndex<Size> index_of(int own, int other) const {
        return {numbers_,
                symmetries_,
                orbits_[at(own)],
                least_[at(own)],
                orbit_counts_[at(own)],
                subset_count(Board::cells - own, other)};
    }

    Class<Size> class_of(int own, int other, u64 first) {
        Class<Size> made;
        made.index = index_of(own, other);
        made.own = own;
        made.other = other;
        made.values = values_ + first;
        made.waiting = waiting_ + first;
        made.last_busy = shared_;
        if (own + other < Board::cells) {
            made.next_index = index_of(other, own + 1);
            made.next_values = here_.values[other][own + 1];
        }
        return made;
    }

    /// Finds wins and losses in order of distance; the rest are draws.
    void run(const std::vector<Class<Size>>& classes) {
        u64 last_busy = 2;
        executor_.write(shared_, &last_busy, 1);
        for (const auto& here : classes) {
            executor_.each(here.index.size(), Begin<Size>{here});
            executor_.each_chosen(here.index.size(), TakeBlanks<Size>{here});
        }
        executor_.read(&last_busy, shared_, 1);
        for (u64 plies = 1; plies <= last_busy + 1; ++plies) {
            if (plies > max_plies) throw std::overflow_error("a win takes too long");
            for (std::size_t i = 0; plies > 1 && i < classes.size(); ++i) {
                const auto& here = classes[i];
                executor_.each_chosen(
                    here.index.size(),
                    FindWins<Size>{here, classes[classes.size() - 1 - i], static_cast<int>(plies)});
            }
            for (std::size_t i = 0; i < classes.size(); ++i) {
                const auto& here = classes[i];
                executor_.each_chosen(here.index.size(),
                                      FindLosses<Size>{here, classes[classes.size() - 1 - i],
                                                       static_cast<int>(plies)});
            }
            executor_.read(&last_busy, shared_, 1);
        }
    }

    Found count(const Class<Size>& it) {
        const std::vector<u64> bins =
            executor_.tally(it.index.size(), Count<Size>::bins, Count<Size>{it});
        Found found{it.own, it.other, 0, 0, {}, {}, 0};
        for (std::size_t verdict = 0; verdict < bins.size() / 4; ++verdict) {
            u64 different = 0;
            u64 all = 0;
            for (std::size_t power = 0; power < 4; ++power) {
                different += bins[4 * verdict + power];
                all += bins[4 * verdict + power] << power;
            }
            found.different.push_back(different);
            found.all.push_back(all);
            const auto value = static_cast<Verdict>(verdict);
            if (different != 0 && verdict::is_win(value)) found.longest = verdict::plies(value);
        }
        if (found.longest != 0) {
            executor_.clear(shared_ + 1, 1);
            const Verdict sought = verdict::win_in(found.longest);
            executor_.each_chosen(it.index.size(), Find{it.values, sought, shared_ + 1});
            u64 number;
            executor_.read(&number, shared_ + 1, 1);
            found.longest_cubes = board_of(it.own, it.other, ~number);
        }
        return found;
    }

    void store(const Class<Size>& it, Found& found) {
        u8* bytes = executor_.template allocate<u8>(it.index.size());
        executor_.clear(shared_ + 1, 1);
        executor_.each(it.index.size(), Store{it.values, bytes, late_, shared_ + 1, late_room});
        executor_.read(&found.late, shared_ + 1, 1);
        if (found.late > late_room) throw std::overflow_error("too many wins take long");
        QuixoValues values{bytes, nullptr, found.late};
        if (found.late != 0) {
            std::vector<u64> late(found.late);
            executor_.read(late.data(), late_, late.size());
            std::sort(late.begin(), late.end());
            values.late = copied(late.data(), late.size());
        }
        here_.values[it.own][it.other] = values;
    }

    u64 board_of(int own, int other, u64 number) const {
        return table_.index(own, other).board(number, other);
    }

    static constexpr u64 max_plies = Count<Size>::bins / 8 - 4;

    Executor& executor_;
    int max_blanks_;
    // Here.
    QuixoTable<Size> table_;
    SubsetNumbers sets_;
    QuixoSymmetries<Size> symmetries_here_;
    View<Size> here_{};  // of what is there
    // There.
    SubsetNumbers* numbers_ = nullptr;
    QuixoSymmetries<Size>* symmetries_ = nullptr;
    std::array<u32*, counts> orbits_{};
    std::array<u32*, counts> least_{};
    std::array<u64, counts> orbit_counts_{};
    Verdict* values_ = nullptr;
    Verdict* waiting_ = nullptr;
    u64* late_ = nullptr;
    u64* shared_ = nullptr;
    View<Size>* view_ = nullptr;
};

}  // namespace quintet::quixo_complete
