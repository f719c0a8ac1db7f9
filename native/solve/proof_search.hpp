// Whether a side can force a goal within so many plies: depth-first proof-number search (df-pn,
// Nagai 2002).
//
// A proof number is the least number of open nodes to solve for a proof that the side to move
// reaches its goal, a disproof number the same for a disproof; the search expands the most-proving
// node. A node is a position together with the plies left: those get fewer with every
// move, so that no node can come back below itself, and no answer depends on the way to it.
#pragma once

#include "../search/transposition_table.hpp"
#include "workers.hpp"

namespace quintet {

/// Proof and disproof numbers of a node, for the side to move there.
struct ProofNumbers {
    u32 here;
    u32 against;

    static constexpr u32 never = 1U << 28;

    bool succeeds() const { return here == 0; }
    bool fails() const { return against == 0; }

    static constexpr ProofNumbers success() { return {0, never}; }
    static constexpr ProofNumbers failure() { return {never, 0}; }
    static constexpr ProofNumbers unlimited() { return {never, never}; }
};

/// Numbers by node: fixed memory, four entries a bucket.
template <class Key>
class ProofTable {
public:
    /// `size`, in buckets, is a power of two.
    explicit ProofTable(std::size_t size) : mask_(size - 1), buckets_(size) {}

    bool find(const Key& key, ProofNumbers& numbers) const {
        for (const Entry& entry : bucket(key).entries) {
            if (!(entry.key == key) || entry.effort == 0) continue;
            numbers = {entry.here, entry.against};
            return true;
        }
        return false;
    }

    /// Stores numbers in place of the entry of the bucket that took the fewest nodes.
    void keep(const Key& key, const ProofNumbers& numbers, u64 effort) {
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
        Key key;
        u32 here, against;
        u64 effort;  // nodes searched; none in an empty entry
    };
    struct Bucket {
        Entry entries[4];
    };

    Bucket& bucket(const Key& key) const { return buckets_[key.mixed() & mask_]; }

    const std::size_t mask_;
    LazyArray<Bucket> buckets_;
};

/// A `Question` has a type `Node`, whose `key()` is the same for nodes that are the same. It knows
/// what follows a node (`each_child`: only what does not lose at once), and what is to be thought
/// of a node that was not searched yet (`look`).
template <class Question>
class ProofSearch {
public:
    using Node = typename Question::Node;

    ProofSearch(const Question& question, std::size_t memory_size)
        : question_(question), memory_(memory_size) {}

    /// Searches until the node is settled, or was stopped, or so many more nodes were searched.
    ProofNumbers settle(const Node& node, u64 max_nodes, const Progress& progress) {
        progress_ = &progress;
        last_node_ = max_nodes < ~u64{0} - nodes_ ? nodes_ + max_nodes : ~u64{0};
        return search(node, ProofNumbers::unlimited());
    }

    /// The stored numbers of a node, or its initial ones.
    ProofNumbers numbers(const Node& node) const {
        ProofNumbers found{};
        return memory_.find(node.key(), found) ? found : question_.look(node);
    }

    const Question& question() const { return question_; }
    u64 nodes() const { return nodes_; }

private:
    struct Child {
        Node node;
        ProofNumbers numbers;
    };
    struct Children {
        std::array<Child, Question::max_children> items;
        std::size_t count = 0;

        bool has(const Node& node) const {
            for (std::size_t i = 0; i < count; ++i)
                if (items[i].node.key() == node.key()) return true;
            return false;
        }
    };

    /// Searches below a node until one of its numbers reaches its threshold.
    ProofNumbers search(const Node& node, const ProofNumbers& limit) {
        const u64 nodes_before = nodes_++;
        Children children;
        question_.each_child(node, [&](const Node& child) {
            if (!children.has(child)) children.items[children.count++] = {child, numbers(child)};
        });
        for (;;) {
            // The side to move needs one child to fail; the other needs all to succeed.
            ProofNumbers numbers{ProofNumbers::never, 0};
            u32 second = ProofNumbers::never;
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
            // Subtrees overlap, so the numbers of children are not summed.
            if (open > 1 && numbers.against < ProofNumbers::never) numbers.against += open - 1;
            if (numbers.here >= limit.here || numbers.against >= limit.against ||
                nodes_ >= last_node_ || progress_->stopped.load(std::memory_order_relaxed)) {
                memory_.keep(node.key(), numbers, nodes_ - nodes_before);
                return numbers;
            }
            // A child may become slightly worse than the second best before the search switches:
            // this avoids thrashing between them.
            best->numbers = search(best->node, {limit.against - (open - 1),
                                                std::min(limit.here, second + second / 4 + 1)});
        }
    }

    const Question question_;
    ProofTable<decltype(std::declval<Node>().key())> memory_;
    const Progress* progress_ = nullptr;  // of the current caller
    u64 nodes_ = 0;
    u64 last_node_ = 0;
};

}  // namespace quintet
