// Solves two layers of Quixo that lead to each other: with so many cubes of one side and so many of
// the other, whoever is to move. Taking a blank leads to layers with a blank less, which must be
// solved already; taking a cube of one's own leads from one of the two layers to the other.
#pragma once

#include <stdexcept>

#include "quixo_table.hpp"
#include "workers.hpp"

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

    /// Finds wins and losses in the order of how soon they come; what is left is a draw.
    void solve() {
        for (Layer& layer : layers_) begin(layer);
        bool found = true;
        for (int plies = 1; found || plies <= last_waiting_; ++plies) {
            if (plies > verdict::most_plies) throw std::overflow_error("a win takes too long");
            found_ = plies == 1;  // the wins of one ply are there from the beginning
            if (plies > 1) {
                for (Layer& layer : layers_) find_wins(layer, plies);
            }
            for (Layer& layer : layers_) find_losses(layer, plies);
            found = found_;
            if (progress_.stopped) return;
        }
    }

    /// How many boards have which verdict: up to symmetry, and in all.
    struct Counts {
        std::array<u64, 256> different{};
        std::array<u64, 256> all{};
    };

    Counts count() {
        std::vector<Counts> shares(static_cast<std::size_t>(threads_));
        for (const Layer& layer : layers_) {
            share(layer, [&](u64 from, u64 to, int worker) {
                Counts& counts = shares[static_cast<std::size_t>(worker)];
                for (u64 number = from; number < to; ++number) {
                    const u8 value = layer.values[number];
                    if (value == verdict::unknown) continue;
                    ++counts.different[value];
                    counts.all[value] += static_cast<u64>(layer.index.copies(layer.board(number)));
                }
            });
        }
        Counts sum;
        for (const Counts& counts : shares) {
            for (std::size_t value = 0; value < counts.all.size(); ++value) {
                sum.different[value] += counts.different[value];
                sum.all[value] += counts.all[value];
            }
        }
        return sum;
    }

private:
    static constexpr u64 chunk = 1 << 14;
    static constexpr u64 block = 64;
    static constexpr u8 open = verdict::draw;

    struct Layer {
        Layer(const Table& table, int own_count, int other_count)
            : own(own_count),
              other(other_count),
              index(table.index(own, other)),
              values(table.layer(own, other)),
              waiting(index.size()) {
            if (own + other < Board::cells) {
                next_index = table.index(other, own + 1);
                next_values = table.layer(other, own + 1);
            }
        }

        u64 board(u64 number) const { return index.board(number, other); }

        int own, other;
        QuixoIndex<Size> index;
        u8* values;
        QuixoIndex<Size> next_index;  // after a blank was taken
        const u8* next_values = nullptr;
        Layer* partner = nullptr;  // after a cube of one's own was taken
        // What taking blanks comes to for an open board, if no cube of one's own does better: a
        // win, a loss, or open when it is neither.
        std::vector<u8> waiting;
    };

    static u8 read(const u8& value) {
        return std::atomic_ref(const_cast<u8&>(value)).load(std::memory_order_relaxed);
    }
    void settle(u8& value, u8 verdict) {
        std::atomic_ref(value).store(verdict, std::memory_order_relaxed);
        if (!found_.load(std::memory_order_relaxed)) found_ = true;
    }

    template <class Work>
    void share(const Layer& layer, Work work) {
        share_work(layer.index.size(), chunk, threads_, progress_, work);
    }

    /// Calls `use(number)` for the numbers of a layer for which `test(value, waiting)` holds. Few
    /// do in most passes, so whole blocks are looked at first, in a loop that compilers turn into
    /// vector instructions.
    template <class Test, class Use>
    void each(const Layer& layer, Test test, Use use) {
        share(layer, [&](u64 from, u64 to, int) {
            const u8* values = layer.values;
            const u8* waiting = layer.waiting.data();
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

    /// What can be said of boards at once, and what taking blanks comes to.
    void begin(Layer& layer) {
        share(layer, [&](u64 from, u64 to, int) {
            int last = 0;
            for (u64 number = from; number < to; ++number) {
                const u64 cubes = layer.board(number);
                layer.waiting[number] = open;
                layer.values[number] = at_once(layer, number, cubes);
                if (layer.values[number] != open) continue;
                layer.waiting[number] = best_blank(layer, cubes);
                if (verdict::is_decided(layer.waiting[number])) {
                    last = std::max(last, verdict::plies(layer.waiting[number]));
                }
            }
            int known = last_waiting_;
            while (known < last && !last_waiting_.compare_exchange_weak(known, last)) continue;
        });
    }

    static u8 at_once(const Layer& layer, u64 number, u64 cubes) {
        if (layer.index(cubes) != number) return verdict::unknown;  // another stands for it
        const u8 end = Board::end(cubes);
        if (end != verdict::unknown) return end;
        for (int push = 0; push < Board::push_count; ++push) {
            if ((Board::other(cubes) & Board::origin(push)) != 0) continue;  // QX2
            if (Board::end(Board::pushed(cubes, push)) == verdict::loss_in(0)) {
                return verdict::win_in(1);
            }
        }
        return open;
    }

    static u8 best_blank(const Layer& layer, u64 cubes) {
        u8 best = verdict::loss_in(1);
        const u32 marked = Board::own(cubes) | Board::other(cubes);
        for (int push = 0; push < Board::push_count; ++push) {
            if ((marked & Board::origin(push)) != 0) continue;
            const u64 after = Board::pushed(cubes, push);
            const u8 reached = layer.next_values[layer.next_index(after)];
            const u8 here = verdict::before(reached, false);
            if (verdict::worth(here) > verdict::worth(best)) best = here;
        }
        return best;
    }

    void find_wins(Layer& layer, int plies) {
        const u8 win = verdict::win_in(plies);
        const u8 just_lost = verdict::loss_in(plies - 1);
        const auto counts = [=](u8 value, u8 waiting) {
            return (value == just_lost) | ((value == open) & (waiting == win));
        };
        each(layer, counts, [&](u64 number) {
            if (read(layer.values[number]) == open) settle(layer.values[number], win);
            if (read(layer.values[number]) != just_lost) return;
            const Layer& partner = *layer.partner;
            Board::before_own_push(layer.board(number), [&](u64 before) {
                u8& earlier = partner.values[partner.index(before)];
                if (read(earlier) == open) settle(earlier, win);
            });
        });
    }

    /// A board is lost when all its moves lead to wins of the other side. Which boards may be so
    /// now: all, as long as most wins are new; later those from which a new win can be reached, and
    /// those for which taking blanks has just become hopeless.
    void find_losses(Layer& layer, int plies) {
        const bool all = plies <= 2;
        const u8 loss = verdict::loss_in(plies);
        const u8 just_won = verdict::win_in(plies - 1);
        const auto counts = [=](u8 value, u8 waiting) {
            const bool due = all ? (waiting % 2 == 1) & (waiting <= loss) : waiting == loss;
            return ((value == open) & due) | (!all & (value == just_won));
        };
        each(layer, counts, [&](u64 number) {
            const u64 cubes = layer.board(number);
            if (read(layer.values[number]) == open) {
                lose_if_all_lose(layer, number, cubes, plies);
                return;
            }
            Layer& partner = *layer.partner;
            Board::before_own_push(cubes, [&](u64 before) {
                const u64 earlier = partner.index(before);
                const u8 waiting = partner.waiting[earlier];
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
            const u8 reached = read(partner.values[partner.index(Board::pushed(cubes, push))]);
            if (!verdict::is_win(reached) || verdict::plies(reached) >= plies) return;
        }
        settle(layer.values[number], verdict::loss_in(plies));
    }

    int threads_;
    Progress& progress_;
    std::vector<Layer> layers_;
    std::atomic<int> last_waiting_{2};
    std::atomic<bool> found_{false};
};

}  // namespace quintet
