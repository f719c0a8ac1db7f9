"""Searches that build trees recycle their memory: they use all that they were given of nodes."""

import pytest

import quintet
from quintet.engine import Analysis, Limits, Search, analyse

NODES = 400_000  # far more than a megabyte holds


def facts(found: Analysis) -> tuple[object, ...]:
    return found.value, found.moves, found.depth, found.nodes


def test_three_sides_search_on_when_memory_is_full() -> None:
    position = quintet.start("cubulus", players=3)
    found = analyse(position, nodes=NODES, megabytes=1)
    assert found.nodes >= NODES
    assert facts(found) == facts(analyse(position, nodes=NODES, megabytes=1))
    # Nothing changes before the memory is full.
    little, much = (analyse(position, nodes=10_000, megabytes=size) for size in (1, 64))
    assert facts(little) == facts(much)


def test_three_sides_find_the_same_with_little_memory() -> None:
    position = quintet.start("cubulus", players=3)
    for word in position.moves[:3]:
        position = position.play(word)
    little, much = (analyse(position, nodes=NODES, megabytes=size) for size in (1, 64))
    assert little.value.estimate == pytest.approx(much.value.estimate, abs=0.1)


@pytest.mark.parametrize(("game", "options"), [("quixo", {}), ("cubulus", {"players": 3})])
def test_uct_grows_on_when_memory_is_full(game: str, options: dict[str, object]) -> None:
    position = quintet.start(game, **options)
    limits = Limits(nodes=60_000, megabytes=1)
    found = Search(position, limits, uct=1.0).run()
    assert found.nodes == 60_000
    assert facts(found) == facts(Search(position, limits, uct=1.0).run())
