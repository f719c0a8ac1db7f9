"""The page of environments: its tables are what the program writes, and its numbers hold."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import environment_table
import quintet
from quintet import known
from quintet.env import Simulator
from quintet.env.layout import MODES
from quintet.position import Position


def test_the_page_is_what_the_program_writes() -> None:
    text = environment_table.PAGE.read_text(encoding="utf-8")
    assert environment_table.page(text) == text


def test_every_layout_has_a_row() -> None:
    names = [Simulator(game, **options).layout.name for game, options in MODES]
    assert list(environment_table.STATES) == names


@pytest.mark.parametrize(("game", "options"), [("quantik", {}), ("quixo", {"size": 3})])
def test_measurements_agree_with_games_of_positions(game: str, options: dict[str, object]) -> None:
    """The same averages without arrays: 300 games, so that they are a few per cent apart."""
    rng = random.Random(2)
    legal, plies, games = [], 0, 300
    for _ in range(games):
        position = quintet.start(game, **options)
        while position.outcome is None:
            legal.append(len(position.moves))
            plies += 1
            position = position.play(rng.choice(position.moves))
    found = environment_table.measure(game, options, 1000)
    assert found.branching == pytest.approx(sum(legal) / len(legal), rel=0.05)
    assert found.length == pytest.approx(plies / games, rel=0.08)
    assert found.widest == max(legal)
    assert found.draws < 0.01  # Quixo draws by repetition now and then, and Quantik never


def test_bounds_of_small_boards_count_what_they_say() -> None:
    """Quixo 3x3: every board, by listing them."""
    boards = sum(1 for _ in product(".xo", repeat=9))
    assert environment_table.quixo_states(3) == 2 * boards
    # Two cells, and at most one piece of each of two kinds: empty, four with one, two with both.
    placed = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert sum(environment_table._arrangements(2, *pieces) for pieces in placed) == 1 + 2 + 2 + 2


@pytest.mark.parametrize("row", MODES, ids=str)
def test_bounds_are_not_below_what_can_be_reached(row: tuple[str, dict[str, object]]) -> None:
    """Positions within three plies, and those of the tablebases times the symmetries."""
    game, options = row
    simulator = Simulator(game, **options)
    bound = environment_table.STATES[simulator.layout.name]()
    assert bound > len(set(reached(quintet.start(game, **options), 2)))
    for fact in known.facts():
        if fact.variant is simulator.variant and fact.positions is not None:
            assert bound > fact.positions


def reached(position: Position, plies: int) -> Iterator[Position]:
    yield position
    if plies and position.outcome is None:
        for word in position.moves:
            yield from reached(position.play(word), plies - 1)
