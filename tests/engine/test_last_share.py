"""Where a game estimates one seat's share by itself, the search for three finds the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from native_programs import compiled

PROGRAM = r"""
#include <cstdio>

#include "playout.hpp"
#include "search/best_first.hpp"
#include "search/evaluation/cubulus_three.hpp"

namespace quintet {

struct OneByOne : Cubulus<3> {};

template <>
struct Evaluator<OneByOne> : Evaluator<Cubulus<3>> {
    static float last_share(const OneByOne::Rules& rules, const OneByOne::Position& position) {
        const int last = (OneByOne::to_move(position) + 2) % 3;
        return shares(rules, position)[static_cast<std::size_t>(last)];
    }
};

template <class G>
void print(const typename G::Position& position, int depth, u64 nodes) {
    Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    limits.table_bytes = 1 << 17;  // so little that the tree is pruned
    const Report report = BestFirst<G>({}, position).run(limits, [](const Report&) {});
    std::printf("%llu", static_cast<unsigned long long>(report.nodes));
    for (const RootMove& move : report.moves)
        std::printf(" %d:%.9g:%d", move.move, move.estimate.value_or(-1), move.score.value);
    std::printf("\n");
}

}  // namespace quintet

int main() {
    using namespace quintet;
    static_assert(HasLastShare<OneByOne> && !HasLastShare<Cubulus<3>>);
    Random random(5);
    for (int game = 0; game < 12; ++game) {
        Cubulus<3>::Position position = Cubulus<3>::start({});
        playout<Cubulus<3>>({}, position, random, 2 * game);
        if (Cubulus<3>::outcome({}, position).over()) continue;
        for (const int depth : {2, 3, 100}) {
            print<Cubulus<3>>(position, depth, 20'000);
            print<OneByOne>(position, depth, 20'000);
        }
    }
}
"""

pytestmark = pytest.mark.slow


def test_one_share_at_a_time_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "one.cpp").write_text(PROGRAM)
    program = compiled(tmp_path / "one.cpp", tmp_path)
    ran = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True)
    lines = ran.stdout.splitlines()
    assert len(lines) >= 40
    assert lines[::2] == lines[1::2]
    assert len(set(lines)) > 15
