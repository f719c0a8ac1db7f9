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

/// What tells nodes apart: a word, and a few bits that did not fit.
struct ProofKey {
    static constexpr int extra_bits = 18;

    u64 word;
    u32 extra = 0;

    bool operator==(const ProofKey&) const = default;
    u64 mixed() const { return mix(word ^ mix(extra)); }
};

/// Numbers by node: fixed memory, four entries a bucket, which is a line of the cache.
class ProofTable {
public:
    static constexpr std::size_t bucket_bytes = 64;

    /// `size`, in buckets, is a power of two.
    explicit ProofTable(std::size_t size) : mask_(size - 1), buckets_(size) {}

    bool find(const ProofKey& key, ProofNumbers& numbers) const {
        for (const Entry& entry : bucket(key).entries) {
            if (!entry.is(key)) continue;
            numbers = {unpacked(entry.data >> here_shift), unpacked(entry.data >> against_shift)};
            return true;
        }
        return false;
    }

    /// Asks for the memory that `find` reads.
    void prefetch(const ProofKey& key) const { quintet::prefetch(&bucket(key)); }

    /// Stores numbers in place of the entry of the bucket that took the fewest nodes.
    void keep(const ProofKey& key, const ProofNumbers& numbers, u64 nodes) {
        Entry* chosen = nullptr;
        for (Entry& entry : bucket(key).entries) {
            if (entry.is(key)) {
                chosen = &entry;
                nodes += u64{1} << entry.effort() >> 1;
                break;
            }
            if (chosen == nullptr || entry.effort() < chosen->effort()) chosen = &entry;
        }
        const u64 effort = std::min(static_cast<u64>(std::bit_width(nodes)), max_effort);
        *chosen = {key.word, packed(numbers.here) << here_shift |
                                 packed(numbers.against) << against_shift | effort << effort_shift |
                                 key.extra};
    }

private:
    // An entry's data: the bits of the key that are not in its word, the binary logarithm of the
    // nodes searched (0 in an empty entry), and the numbers, of which the greatest means never.
    static constexpr int effort_shift = ProofKey::extra_bits;
    static constexpr u64 max_effort = 63;
    static constexpr int number_bits = 20;
    static constexpr int here_shift = effort_shift + 6;
    static constexpr int against_shift = here_shift + number_bits;
    static constexpr u32 never = (1U << number_bits) - 1;
    static_assert(against_shift + number_bits == 64);

    struct Entry {
        u64 word;
        u64 data;

        int effort() const { return static_cast<int>(data >> effort_shift & 63); }
        bool is(const ProofKey& key) const {
            constexpr u64 extra = (u64{1} << ProofKey::extra_bits) - 1;
            return word == key.word && (data & extra) == key.extra && effort() != 0;
        }
    };
    struct alignas(bucket_bytes) Bucket {
        Entry entries[4];
    };
    static_assert(sizeof(Bucket) == bucket_bytes);

    static u64 packed(u32 number) {
        return number >= ProofNumbers::never ? never : std::min(number, never - 1);
    }
    static u32 unpacked(u64 data) {
        const auto number = static_cast<u32>(data & never);
        return number == never ? ProofNumbers::never : number;
    }

    Bucket& bucket(const ProofKey& key) const { return buckets_[key.mixed() & mask_]; }

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

    /// Searches until the node is settled, or was stopped, or so many more nodes were searched. If
    /// it succeeds, `refuted` becomes the child that fails: a small table may soon forget which.
    ProofNumbers settle(const Node& node, u64 max_nodes, const Progress& progress,
                        Node* refuted = nullptr) {
        progress_ = &progress;
        last_node_ = max_nodes < ~u64{0} - nodes_ ? nodes_ + max_nodes : ~u64{0};
        return search(node, ProofNumbers::unlimited(), refuted);
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
        std::array<u64, Question::max_children> words;  // of the keys
        std::size_t count = 0;

        bool has(const ProofKey& key) const {
            bool found = false;
            for (std::size_t i = 0; i < count; ++i) found |= words[i] == key.word;
            if (!found) return false;
            for (std::size_t i = 0; i < count; ++i)
                if (items[i].node.key() == key) return true;
            return false;
        }

        void add(const Node& node, const ProofKey& key) {
            words[count] = key.word;
            items[count++].node = node;
        }
    };

    /// Fills in what follows a node. A child that fails is all that matters.
    void expand(const Node& node, Children& children) const {
        question_.each_child(node, [&](const Node& child) {
            const ProofKey key = child.key();
            if (children.has(key)) return;
            memory_.prefetch(key);
            children.add(child, key);
        });
        for (std::size_t i = 0; i < children.count; ++i) {
            children.items[i].numbers = numbers(children.items[i].node);
            if (!children.items[i].numbers.fails()) continue;
            children.items[0] = children.items[i];
            children.count = 1;
        }
    }

    /// Searches below a node until one of its numbers reaches its threshold.
    ProofNumbers search(const Node& node, const ProofNumbers& limit, Node* refuted = nullptr) {
        const u64 nodes_before = nodes_++;
        Children children;
        expand(node, children);
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
                if (refuted != nullptr && numbers.succeeds()) *refuted = best->node;
                return numbers;
            }
            // A child may become slightly worse than the second best before the search switches:
            // this avoids thrashing between them.
            best->numbers = search(best->node, {limit.against - (open - 1),
                                                std::min(limit.here, second + second / 4 + 1)});
        }
    }

    const Question question_;
    ProofTable memory_;
    const Progress* progress_ = nullptr;  // of the current caller
    u64 nodes_ = 0;
    u64 last_node_ = 0;
};

}  // namespace quintet
