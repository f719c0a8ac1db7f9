// Verifies tablebases: every value is derived again from those of its children, with nothing but
// the rules (games/) and the tablebase. Since wins and losses carry their distance to the end,
// consistent values are correct, by induction on the distance: the ends first, then the positions a
// ply before them, and so on. A draw has no winning move, and a move that draws.
#pragma once

#include "quixo/table.hpp"
#include "verdict.hpp"
#include "workers.hpp"

namespace quintet {

/// The result of a check. `wrong` is the first position found whose value does not follow.
struct Checked {
    u64 positions = 0;
    u64 mistakes = 0;
    std::vector<u64> wrong;  // the words of a position
};

/// The results of several threads, merged at the end.
class Checks {
public:
    explicit Checks(int threads) : shares_(static_cast<std::size_t>(threads)) {}

    template <Game G, class Table>
    void check(const typename G::Rules& rules, const typename G::Position& position,
               const Table& table, int worker) {
        count(position, table(position) == derived_verdict<G>(rules, position, table), worker);
    }

    template <class Position>
    void count(const Position& position, bool right, int worker) {
        Checked& share = shares_[static_cast<std::size_t>(worker)];
        ++share.positions;
        if (right) return;
        ++share.mistakes;
        const auto words = words_of(position);
        if (share.wrong.empty()) share.wrong.assign(words.begin(), words.end());
    }

    Checked sum() const {
        Checked all;
        for (const Checked& share : shares_) {
            all.positions += share.positions;
            all.mistakes += share.mistakes;
            if (all.wrong.empty()) all.wrong = share.wrong;
        }
        return all;
    }

private:
    std::vector<Checked> shares_;
};

/// Checks a table of a game that must end: all positions in which the game goes on, found by
/// playing every move from the start, ply by ply, and kept once of all that are the same up to
/// symmetry.
template <Game G, class Table>
Checked verify_all_play(const typename G::Rules& rules, const Table& table, int threads,
                        Progress& progress) {
    using Shape = decltype(words_of(G::start(rules)));
    Checks checks(threads);
    std::vector<Shape> layer{words_of(G::start(rules))};
    while (!layer.empty() && !progress.stopped) {
        std::vector<std::vector<Shape>> found(static_cast<std::size_t>(threads));
        const auto remove_copies = [](std::vector<Shape>& shapes) {
            std::sort(shapes.begin(), shapes.end());
            shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
        };
        share_work(layer.size(), 4096, threads, progress, [&](u64 from, u64 to, int worker) {
            std::vector<Shape> next;
            for (u64 i = from; i < to; ++i) {
                const auto position = std::bit_cast<typename G::Position>(layer[i]);
                checks.template check<G>(rules, position, table, worker);
                G::legal(rules, position).each([&](int move) {
                    const auto after = G::play(rules, position, move);
                    if (G::outcome(rules, after).over()) return;
                    next.push_back(words_of(G::canonical(rules, after)));
                });
            }
            remove_copies(next);
            auto& mine = found[static_cast<std::size_t>(worker)];
            mine.insert(mine.end(), next.begin(), next.end());
        });
        layer.clear();
        for (auto& part : found) {
            layer.insert(layer.end(), part.begin(), part.end());
            part = {};
        }
        remove_copies(layer);
    }
    return checks.sum();
}

/// Checks a layer of Quixo, board by board in the order of their numbers.
template <int Size>
Checked verify_quixo_layer(const QuixoTable<Size>& table, int own, int other, int threads,
                           Progress& progress) {
    using Rules = Quixo<Size, 2>;
    Checks checks(threads);
    const QuixoIndex<Size> index = table.index(own, other);
    share_work(index.size(), 4096, threads, progress, [&](u64 from, u64 to, int worker) {
        for (u64 number = from; number < to; ++number) {
            const u64 cubes = index.board(number, other);
            if (index(cubes) != number) continue;  // another board stands for this one
            Facts facts;
            for (unsigned cell = 0; cell < Rules::cell_count; ++cell) {
                facts.cells[cell] =
                    static_cast<u8>((cubes >> cell & 1) + 2 * (cubes >> (32 + cell) & 1));
            }
            const auto position = Rules::from_facts({}, facts);
            const Verdict value = table(position);
            // Impossible values could be consistent with each other, and are still wrong.
            const bool right =
                value != verdict::damaged && value == derived_verdict<Rules>({}, position, table);
            checks.count(position, right, worker);
        }
    });
    return checks.sum();
}

}  // namespace quintet
