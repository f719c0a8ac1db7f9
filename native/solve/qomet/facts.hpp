// Proved facts about positions of Qomet.
#pragma once

#include "../../search/transposition_table.hpp"

namespace quintet {

/// Within how many plies a win is known not to be there, and within how many it is (0: not known);
/// and the move that showed the last of the two.
struct QometFact {
    int none_within = 0;
    int win_within = 0;
    int move = no_move;

    static constexpr int no_move = 255;

    bool answers(int plies) const {
        return plies <= none_within || (win_within != 0 && plies >= win_within);
    }
};

/// Facts by canonical position: fixed memory, eight entries a bucket, shared without locks. An
/// entry is one word and holds all of the mixed position that does not follow from its bucket, so
/// that no two positions are ever taken for each other.
class QometFacts {
public:
    QometFact find(u64 position) const {
        const u64 key = mix(position);
        for (const std::atomic<u64>& entry : buckets_[key & bucket_mask].entries) {
            const u64 word = entry.load(std::memory_order_relaxed);
            if ((word ^ key) >> data_bits == 0 && (word & data_mask) != 0) return unpacked(word);
        }
        return {};
    }

    /// Stores a fact in place of the shallowest one in its bucket.
    void keep(u64 position, const QometFact& fact) {
        const u64 key = mix(position);
        std::atomic<u64>* chosen = nullptr;
        int least = 1'000;
        for (std::atomic<u64>& entry : buckets_[key & bucket_mask].entries) {
            const u64 word = entry.load(std::memory_order_relaxed);
            const QometFact old = unpacked(word);
            const bool same = (word ^ key) >> data_bits == 0;
            const int reach = same ? -1 : std::max(old.none_within, old.win_within);
            if (reach >= least) continue;
            least = reach;
            chosen = &entry;
        }
        chosen->store((key & ~data_mask) | packed(fact), std::memory_order_relaxed);
    }

private:
    static constexpr int data_bits = 22;
    static constexpr u64 data_mask = (1ULL << data_bits) - 1;
    static constexpr std::size_t bucket_mask = data_mask;

    struct alignas(64) Bucket {
        std::atomic<u64> entries[8];
    };

    static u64 packed(const QometFact& fact) {
        return static_cast<u64>(fact.none_within | fact.win_within << 7 | fact.move << 14);
    }
    static QometFact unpacked(u64 word) {
        return {static_cast<int>(word & 127), static_cast<int>(word >> 7 & 127),
                static_cast<int>(word >> 14 & 255)};
    }

    LazyArray<Bucket> buckets_{bucket_mask + 1};
};

}  // namespace quintet
