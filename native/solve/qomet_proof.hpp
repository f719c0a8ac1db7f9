// Whether the side to move in Qomet can force a win within so many plies: the second method, which
// shares no search and no memory with the first.
//
// A proof number is how many open positions must at least be settled to prove a win, a disproof
// number how many to rule it out; the search always goes where one of them is least (df-pn, Nagai
// 2002). A node is a position together with the plies left: those get fewer with every move, so
// that no node can come back below itself, and no answer depends on the way to it.
#pragma once

#include "../search/table.hpp"
#include "qomet_moves.hpp"
#include "workers.hpp"

namespace quintet {

/// Seat 0 attacks.
class QometProof {
    using Position = Qomet::Position;
    using Rules = Qomet::Rules;

public:
    static constexpr int most_plies = 63;

    explicit QometProof(const Rules& rules) : rules_(rules) {}

    /// Whether the attacker, who is to move, wins within so many plies. Without meaning when
    /// stopped.
    bool wins_within(const Position& position, int plies, const Progress& progress) {
        if (Judge<Qomet>::can_win(rules_, position)) return plies >= 1;
        if (plies < 3) return false;
        progress_ = &progress;
        return search(Qomet::canonical(rules_, position), plies, {never, never}).here == 0;
    }

private:
    /// What it takes to settle a node: for the side to move there, and against it.
    struct Numbers {
        u32 here;
        u32 against;
    };
    static constexpr u32 never = 1U << 28;
    static constexpr Numbers succeeds{0, never};
    static constexpr Numbers fails{never, 0};

    struct Child {
        Position position;
        Numbers numbers;
    };
    struct Children {
        std::array<Child, Qomet::vocabulary> items;
        std::size_t count = 0;

        bool has(const Position& position) const {
            for (std::size_t i = 0; i < count; ++i)
                if (items[i].position.word == position.word) return true;
            return false;
        }
    };

    /// Goes on below a node until one of its numbers reaches the limit.
    Numbers search(const Position& position, int plies, const Numbers& limit) {
        const u64 nodes_before = nodes_++;
        Children children;
        each_holding_move(rules_, position, [&](int, const Position& next) {
            const Position image = Qomet::canonical(rules_, next);
            if (children.has(image)) return;
            children.items[children.count++] = {image, look(image, plies - 1)};
        });
        for (;;) {
            // The side to move needs one child to fail; the other needs all to succeed.
            Numbers numbers{never, 0};
            u32 second = never;
            u32 open = 0;
            Child* best = nullptr;
            for (std::size_t i = 0; i < children.count; ++i) {
                Child& child = children.items[i];
                if (child.numbers.against < numbers.here) {
                    second = numbers.here;
                    numbers.here = child.numbers.against;
                    best = &child;
                } else {
                    second = std::min(second, child.numbers.against);
                }
                open += child.numbers.here != 0;
                numbers.against = std::max(numbers.against, child.numbers.here);
            }
            // Children have much in common below them, so their numbers are not added up.
            if (open > 1 && numbers.against < never) numbers.against += open - 1;
            if (numbers.here >= limit.here || numbers.against >= limit.against ||
                progress_->stopped.load(std::memory_order_relaxed)) {
                memory_.keep(key(position, plies), numbers, nodes_ - nodes_before);
                return numbers;
            }
            best->numbers = search(best->position, plies - 1,
                                   {limit.against - (open - 1), std::min(limit.here, second + 1)});
        }
    }

    /// What is known of a node before it is searched.
    Numbers look(const Position& position, int plies) {
        Numbers numbers{};
        if (memory_.find(key(position, plies), numbers)) return numbers;
        u32 moves = 0;
        each_holding_move(rules_, position, [&](int, const Position&) { ++moves; });
        if (moves == 0) return fails;
        if (plies == 2) return succeeds;  // whoever is attacked gets out of it in time
        return {1, moves};
    }

    static u64 key(const Position& position, int plies) {
        return position.word | static_cast<u64>(plies / 2) << 27;
    }

    /// Numbers by node: fixed memory, four entries a bucket.
    class Memory {
    public:
        bool find(u64 key, Numbers& numbers) const {
            for (const Entry& entry : bucket(key).entries) {
                if (entry.key != key || entry.effort == 0) continue;
                numbers = {entry.here, entry.against};
                return true;
            }
            return false;
        }

        /// Keeps numbers, in place of those in the bucket that took least effort.
        void keep(u64 key, const Numbers& numbers, u64 effort) {
            Entry* chosen = nullptr;
            for (Entry& entry : bucket(key).entries) {
                if (entry.key == key && entry.effort != 0) {
                    chosen = &entry;
                    effort += entry.effort;
                    break;
                }
                if (chosen == nullptr || entry.effort < chosen->effort) chosen = &entry;
            }
            *chosen = {key, numbers.here, numbers.against, std::min(effort, u64{1} << 40)};
        }

    private:
        struct Entry {
            u64 key;
            u32 here, against;
            u64 effort;  // nodes searched; none in an empty entry
        };
        struct Bucket {
            Entry entries[4];
        };
        static constexpr std::size_t size = 1 << 21;

        Bucket& bucket(u64 key) const { return buckets_[mix(key) & (size - 1)]; }

        LazyArray<Bucket> buckets_{size};
    };

    const Rules rules_;
    const Progress* progress_ = nullptr;  // of those who may stop it at the moment
    Memory memory_;
    u64 nodes_ = 0;
};

}  // namespace quintet
