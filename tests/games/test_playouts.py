"""Random games are the same on any number of threads, and as many as were asked for."""

import itertools

import pytest

import quintet

GAMES = 2**16 + 5 * 2**10 + 7  # the first block, some more, and a part of one


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_do_not_change_the_result(threads: int) -> None:
    start = quintet.start("quantik")
    alone = start.playouts(GAMES, seed=5)
    together = start.playouts(GAMES, seed=5, threads=threads)
    assert together == alone
    assert list(together.outcomes.items()) == list(alone.outcomes.items())
    assert sum(alone.outcomes.values()) == GAMES


def test_every_block_has_its_own_sequence() -> None:
    start = quintet.start("quixo", size=3)
    blocks = [start.playouts(2**16 + 1024 * count, seed=9).plies for count in range(6)]
    differences = [after - before for before, after in itertools.pairwise(blocks)]
    assert len(set(differences)) == len(differences)


@pytest.mark.parametrize("threads", [2, 5])
def test_perft_on_several_threads(threads: int) -> None:
    for depth in range(5):
        start = quintet.start("quarto")
        assert start.perft(depth, threads=threads) == start.perft(depth)
