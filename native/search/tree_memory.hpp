// Memory of search trees: when it is full, the least visited subtrees are pruned.
#pragma once

#include <algorithm>
#include <vector>

#include "../bits.hpp"

namespace quintet {

/// How many nodes a tree may hold in so many bytes. `prune` copies up to half of them, so a third
/// of the memory is left free. There is always room for the root and the children of some moves.
template <class Node>
std::size_t node_capacity(std::size_t bytes, int vocabulary) {
    constexpr std::size_t max_index = ~u32{0};
    const std::size_t least = 4 * static_cast<std::size_t>(vocabulary) + 1;
    return std::clamp(bytes / sizeof(Node) / 3 * 2, least, max_index);
}

/// Drops the children of the least visited nodes, so that at most half the capacity is in use.
///
/// A dropped subtree leaves its root behind, with its visits and its value, and is grown again when
/// the search returns to it. A node has at least the visits of its children, so what stays is a
/// tree.
template <class Node>
void prune(std::vector<Node>& nodes, std::size_t capacity) {
    const std::size_t room = capacity / 2 - std::min<std::size_t>(capacity / 2, 1 + nodes[0].count);
    const auto expanded = [](const Node& node) { return node.first != 0 && node.count > 0; };
    std::vector<std::pair<u32, u32>> by_visits;  // visits, children
    for (std::size_t at = 1; at < nodes.size(); ++at) {
        if (expanded(nodes[at])) by_visits.emplace_back(nodes[at].visits, nodes[at].count);
    }
    std::sort(by_visits.begin(), by_visits.end(), std::greater<>());
    u32 threshold = ~u32{0};
    std::size_t used = 0;
    for (std::size_t from = 0; from < by_visits.size();) {
        const u32 level = by_visits[from].first;
        while (from < by_visits.size() && by_visits[from].first == level)
            used += by_visits[from++].second;
        if (used > room) break;
        threshold = level;
    }
    std::vector<Node> kept;
    kept.reserve(capacity);
    kept.push_back(nodes[0]);
    for (std::size_t at = 0; at < kept.size(); ++at) {
        if (!expanded(kept[at])) continue;
        if (at > 0 && kept[at].visits < threshold) {
            kept[at].first = 0;
            kept[at].count = 0;
            continue;
        }
        const auto first = nodes.begin() + kept[at].first;
        kept[at].first = static_cast<u32>(kept.size());
        kept.insert(kept.end(), first, first + kept[at].count);
    }
    nodes = std::move(kept);
}

}  // namespace quintet
