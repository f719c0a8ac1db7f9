// Retrograde analysis of two layers of Quixo that lead to each other: with so many cubes of one
// side and so many of the other, with either side to move. Taking a blank leads to layers with a
// blank less, which must be solved already; taking a cube of one's own leads from one of the two
// layers to the other.
#pragma once

#include <deque>
#include <stdexcept>

#include "../workers.hpp"
#include "table.hpp"

namespace quintet {

template <int Size>
class QuixoSolver {
public:
    using Board = QuixoBoard<Size>;
    using Table = QuixoTable<Size>;

    QuixoSolver(const Table& table, int first, int second, int threads, Progress& progress)
        : threads_(threads), progress_(progress) {
        layers_.emplace_back(table, first, second);
        if (first != second) layers_.emplace_back(table, second, first);
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            layers_[i].partner = &layers_[layers_.size() - 1 - i];
        }
    }

    /// Finds wins and losses in order of distance; the rest are draws.
    void solve() {
        for (Layer& layer : layers_) begin(layer);
        for (int plies = 1; plies <= last_busy_ + 1 && !progress_.stopped; ++plies) {
            if (plies > verdict::max_plies) throw std::overflow_error("a win takes too long");
            if (plies > 1) {
                for (Layer& layer : layers_) find_wins(layer, plies);
            }
            for (Layer& layer : layers_) find_losses(layer, plies);
        }
    }

    /// What came of the layer with this side to move (0: the first, 1: the second, if it is another
    /// layer): writes the bytes of its values, and gives the list of those that do not fit.
    std::vector<u64> store(std::size_t which, u8* bytes) {
        const Layer& layer = layers_[which];
        std::vector<std::vector<u64>> lists(static_cast<std::size_t>(threads_));
        share(layer, [&](u64 from, u64 to, int worker) {
            for (u64 number = from; number < to; ++number) {
                const Verdict value = layer.values[number];
                bytes[number] = value == verdict::unknown       ? QuixoValues::is_empty
                                : value >= QuixoValues::is_late ? QuixoValues::is_late
                                                                : static_cast<u8>(value);
                if (bytes[number] != QuixoValues::is_late) continue;
                lists[static_cast<std::size_t>(worker)].push_back(number << 16 | value);
            }
        });
        std::vector<u64> late;
        for (const auto& list : lists) late.insert(late.end(), list.begin(), list.end());
        std::sort(late.begin(), late.end());
        return late;
    }

    /// How many boards have which verdict: up to symmetry, and in all.
    struct Counts {
        std::vector<u64> different;
        std::vector<u64> all;
    };

    Counts count() {
        const auto size = static_cast<std::size_t>(verdict::loss_in(last_busy_) + 1);
        const Counts none{std::vector<u64>(size), std::vector<u64>(size)};
        std::vector<Counts> shares(static_cast<std::size_t>(threads_), none);
        for (const Layer& layer : layers_) {
            share(layer, [&](u64 from, u64 to, int worker) {
                Counts& counts = shares[static_cast<std::size_t>(worker)];
                for (u64 number = from; number < to; ++number) {
                    const Verdict value = layer.values[number];
                    if (value == verdict::unknown) continue;
                    ++counts.different[value];
                    counts.all[value] += static_cast<u64>(layer.index.copies(layer.board(number)));
                }
            });
        }
        Counts sum = none;
        for (const Counts& counts : shares) {
            for (std::size_t value = 0; value < size; ++value) {
                sum.different[value] += counts.different[value];
                sum.all[value] += counts.all[value];
            }
        }
        return sum;
    }

private:
    static constexpr u64 chunk = 4096;
    static constexpr u64 block = 64;
    static constexpr Verdict open = verdict::draw;

    struct Layer {
        Layer(const Table& table, int own_count, int other_count)
            : own(own_count),
              other(other_count),
              index(table.index(own, other)),
              values(index.size()),
              waiting(index.size()),
              busy(index.size() / chunk + 1) {
            if (own + other < Board::cells) {
                next_index = table.index(other, own + 1);
                next_values = table.layer(other, own + 1);
            }
        }

        u64 board(u64 number) const { return index.board(number, other); }

        int own, other;
        QuixoIndex<Size> index;
        QuixoIndex<Size> next_index;  // after a blank was taken
        QuixoValues next_values;
        Layer* partner = nullptr;  // after a cube of one's own was taken
        std::vector<Verdict> values;
        // The value of taking blanks for an open board, if no cube of one's own does better: a
        // win, a loss, or open when it is neither.
        std::vector<Verdict> waiting;
        // For every chunk the last plies for which something was found or is waiting there.
        std::vector<std::atomic<int>> busy;
    };

    static Verdict read(const Verdict& value) {
        return std::atomic_ref(const_cast<Verdict&>(value)).load(std::memory_order_relaxed);
    }

    static void raise(std::atomic<int>& greatest, int value) {
        int known = greatest.load(std::memory_order_relaxed);
        while (known < value && !greatest.compare_exchange_weak(known, value)) continue;
    }

    void settle(Layer& layer, u64 number, Verdict verdict) {
        std::atomic_ref(layer.values[number]).store(verdict, std::memory_order_relaxed);
        raise(layer.busy[number / chunk], verdict::plies(verdict));
        raise(last_busy_, verdict::plies(verdict));
    }

    template <class Work>
    void share(const Layer& layer, Work work) {
        share_work(layer.index.size(), chunk, threads_, progress_, work);
    }

    /// Calls `use(number)` for the numbers of a layer for which `test(value, waiting)` holds, which
    /// rests on what was found for a ply less or waits for these plies. Few do in most passes, so
    /// whole blocks are looked at first, in a loop that compilers turn into vector instructions.
    template <class Test, class Use>
    void each(const Layer& layer, int plies, Test test, Use use) {
        share(layer, [&](u64 from, u64 to, int) {
            if (layer.busy[from / chunk].load(std::memory_order_relaxed) < plies - 1) return;
            const Verdict* values = layer.values.data();
            const Verdict* waiting = layer.waiting.data();
            for (u64 start = from; start < to; start += block) {
                const u64 end = std::min(to, start + block);
                unsigned some = 0;
                for (u64 number = start; number < end; ++number) {
                    some |= static_cast<unsigned>(test(values[number], waiting[number]));
                }
                if (some == 0) continue;
                for (u64 number = start; number < end; ++number) {
                    if (test(read(values[number]), waiting[number])) use(number);
                }
            }
        });
    }

    /// Initial values: finished boards, and the value of taking blanks.
    void begin(Layer& layer) {
        share(layer, [&](u64 from, u64 to, int) {
            int last = 1;
            for (u64 number = from; number < to; ++number) {
                const u64 cubes = layer.board(number);
                layer.values[number] = at_once(layer, number, cubes);
                if (layer.values[number] != open) continue;
                const Verdict best = best_blank(layer, cubes);
                layer.waiting[number] = best;
                if (verdict::is_decided(best)) last = std::max(last, verdict::plies(best));
            }
            layer.busy[from / chunk] = last;
            raise(last_busy_, last);
        });
    }

    static Verdict at_once(const Layer& layer, u64 number, u64 cubes) {
        if (layer.index(cubes) != number) return verdict::unknown;  // another stands for it
        const Verdict found = Board::at_once(cubes);
        return found == verdict::unknown ? open : found;
    }

    static Verdict best_blank(const Layer& layer, u64 cubes) {
        return Board::best_blank(
            cubes, [&](u64 after) { return layer.next_values[layer.next_index(after)]; });
    }

    void find_wins(Layer& layer, int plies) {
        const Verdict win = verdict::win_in(plies);
        const Verdict just_lost = verdict::loss_in(plies - 1);
        const auto counts = [=](Verdict value, Verdict waiting) {
            return (value == just_lost) | ((value == open) & (waiting == win));
        };
        each(layer, plies, counts, [&](u64 number) {
            if (read(layer.values[number]) != just_lost) {
                settle(layer, number, win);
                return;
            }
            Layer& partner = *layer.partner;
            Board::before_own_push(layer.board(number), [&](u64 before) {
                const u64 earlier = partner.index(before);
                if (read(partner.values[earlier]) == open) settle(partner, earlier, win);
            });
        });
    }

    /// A board is lost when all its moves lead to wins of the other side. Which boards may be so
    /// now: all, as long as most wins are new; later those from which a new win can be reached, and
    /// those for which taking blanks has just become hopeless.
    void find_losses(Layer& layer, int plies) {
        const bool all = plies <= 2;
        const Verdict loss = verdict::loss_in(plies);
        const Verdict just_won = verdict::win_in(plies - 1);
        const auto counts = [=](Verdict value, Verdict waiting) {
            const bool due = all ? (waiting % 2 == 1) & (waiting <= loss) : waiting == loss;
            return ((value == open) & due) | (!all & (value == just_won));
        };
        each(layer, plies, counts, [&](u64 number) {
            const u64 cubes = layer.board(number);
            if (read(layer.values[number]) == open) {
                lose_if_all_lose(layer, number, cubes, plies);
                return;
            }
            Layer& partner = *layer.partner;
            Board::before_own_push(cubes, [&](u64 before) {
                const u64 earlier = partner.index(before);
                const Verdict waiting = partner.waiting[earlier];
                if (waiting % 2 == 0 || waiting > loss || read(partner.values[earlier]) != open)
                    return;
                lose_if_all_lose(partner, earlier, before, plies);
            });
        });
    }

    void lose_if_all_lose(Layer& layer, u64 number, u64 cubes, int plies) {
        const Layer& partner = *layer.partner;
        for (int push = 0; push < Board::push_count; ++push) {
            if ((Board::own(cubes) & Board::origin(push)) == 0) continue;
            const Verdict reached = read(partner.values[partner.index(Board::pushed(cubes, push))]);
            if (!verdict::is_win(reached) || verdict::plies(reached) >= plies) return;
        }
        settle(layer, number, verdict::loss_in(plies));
    }

    int threads_;
    Progress& progress_;
    std::deque<Layer> layers_;
    std::atomic<int> last_busy_{2};  // the most plies for which something was found or is waiting
};

}  // namespace quintet
