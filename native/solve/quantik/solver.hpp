// Solves Quantik layer by layer: first all positions, a piece more each time; then their values,
// from the full board back.
#pragma once

#include "../function_maker.hpp"
#include "table.hpp"

namespace quintet {

/// A layer's values: the function of its stored positions, and how many positions up to symmetry
/// have how many plies left.
struct QuantikSolvedLayer {
    std::vector<u8> function;
    std::array<u64, quantik_layers> positions_by_plies{};
};

class QuantikSolver {
public:
    QuantikSolver(int threads, Progress& progress) : threads_(threads), progress_(progress) {}

    /// The keys of all positions that come from these by one placement and are not won, each once.
    std::vector<u64> next_layer(const u64* keys, u64 count) {
        std::vector<Parts> made(static_cast<std::size_t>(threads_));
        share_work(count, chunk, threads_, progress_, [&](u64 from, u64 to, int worker) {
            Parts& parts = made[static_cast<std::size_t>(worker)];
            for (u64 i = from; i < to; ++i) add_children(keys[i], parts);
        });
        std::array<std::vector<u64>, part_count> whole;
        share_work(part_count, 1, threads_, progress_, [&](u64 part, u64, int) {
            std::vector<u64>& all = whole[part];
            for (Parts& parts : made) {
                all.insert(all.end(), parts[part].begin(), parts[part].end());
                parts[part] = {};
            }
            remove_copies(all);
        });
        std::vector<u64> next;
        for (const auto& part : whole) next.insert(next.end(), part.begin(), part.end());
        return next;
    }

    /// The values of a layer; `next` holds those of the layer with one piece more.
    QuantikSolvedLayer solve_layer(const u64* keys, u64 count, StaticFunction next) {
        QuantikTable::Layers layers;
        layers.fill(next);
        const QuantikTable table(layers);
        struct Share {
            std::vector<KeyAndNumber> stored;
            std::array<u64, quantik_layers> positions_by_plies{};
        };
        std::vector<Share> shares(static_cast<std::size_t>(threads_));
        share_work(count, chunk, threads_, progress_, [&](u64 from, u64 to, int worker) {
            Share& share = shares[static_cast<std::size_t>(worker)];
            for (u64 i = from; i < to; ++i) {
                const Quantik::Position position = QuantikKey::position(keys[i]);
                const int plies = plies_left(position, table);
                ++share.positions_by_plies[static_cast<std::size_t>(plies)];
                if (plies < QuantikTable::least_stored) continue;
                share.stored.push_back(
                    {keys[i], static_cast<u8>(plies - QuantikTable::least_stored)});
            }
        });
        QuantikSolvedLayer solved;
        std::vector<KeyAndNumber> stored;
        u32 greatest = 1;
        for (const Share& share : shares) {
            stored.insert(stored.end(), share.stored.begin(), share.stored.end());
            for (std::size_t plies = 0; plies < quantik_layers; ++plies) {
                solved.positions_by_plies[plies] += share.positions_by_plies[plies];
            }
        }
        for (const KeyAndNumber& entry : stored) greatest = std::max(greatest, u32{entry.number});
        const auto bits = static_cast<u32>(std::bit_width(greatest));
        solved.function = FunctionMaker(std::move(stored), bits).make(threads_, progress_);
        return solved;
    }

private:
    static constexpr u64 chunk = 1024;
    static constexpr std::size_t part_count = 64;
    using Parts = std::array<std::vector<u64>, part_count>;

    static void add_children(u64 key, Parts& parts) {
        constexpr Quantik::Rules rules;
        const Quantik::Position position = QuantikKey::position(key);
        Quantik::legal(rules, position).each([&](int move) {
            const Quantik::Position next = Quantik::play(rules, position, move);
            if ((next.state & Quantik::won_bit) != 0) return;
            const u64 child = QuantikKey::canonical(QuantikKey::of(next));
            std::vector<u64>& part = parts[mix(child) % part_count];
            if (part.size() == part.capacity()) {
                // Most children are met several times, so what is full shrinks before it grows.
                remove_copies(part);
                if (part.size() * 2 > part.capacity()) part.reserve(part.capacity() * 2 + 64);
            }
            part.push_back(child);
        });
    }

    static void remove_copies(std::vector<u64>& keys) {
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    }

    static int plies_left(const Quantik::Position& position, const QuantikTable& table) {
        constexpr Quantik::Rules rules;
        const auto moves = Quantik::legal(rules, position);
        if (moves.empty()) return 0;
        if (can_end(position)) return 1;
        int win = quantik_layers;
        int loss = 0;
        moves.each([&](int move) {
            const int plies = verdict::plies(table(Quantik::play(rules, position, move))) + 1;
            if (plies % 2 == 1)
                win = std::min(win, plies);
            else
                loss = std::max(loss, plies);
        });
        return win < quantik_layers ? win : loss;
    }

    int threads_;
    Progress& progress_;
};

}  // namespace quintet
