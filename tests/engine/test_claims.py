"""Hints and values of spoken Quarto never speak of the call (QT15)."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import quintet
from oracle import ORACLES
from oracle.solver import Solver
from quintet import Position
from quintet.engine import Limits, analyse
from quintet.engine.claims import analyse_without_claims, has_claims
from quintet.games.quarto import CALLS, PIECES, PLACES, Quarto

AMPLE = Limits(nodes=3_000_000, megabytes=1)


def board_nobody_called_on(rng: random.Random, pieces: int, options: dict[str, object]) -> Position:
    """A position of a random game in which nobody calls, with or without lines."""
    position = quintet.start("quarto", calls="spoken", **options)
    for _ in range(2 * pieces):
        moves = [word for word in position.moves if word not in CALLS]
        position = position.play(rng.choice(moves))
    return position


def pairs(
    rng: random.Random, pieces: int, **options: object
) -> Iterator[tuple[Position, Position]]:
    """Two positions that differ in one thing: whether a line can be called now."""
    while True:
        seen = board_nobody_called_on(rng, pieces, options)
        assert isinstance(seen.variant, Quarto)
        aligned = {cell for four in seen.variant.aligned(seen.cells) for cell in four}
        standing = [cell for cell in range(16) if seen.cells[cell]]
        live = [cell for cell in standing if cell in aligned]
        quiet = [cell for cell in standing if cell not in aligned]
        if not live or not quiet:
            continue
        board = seen.text.split()[0]
        hand = rng.choice(["-", *(piece for piece in PIECES if piece not in board)])
        texts = (f"{board} {hand} {PLACES[rng.choice(cells)]} -" for cells in (live, quiet))
        one, other = (quintet.position("quarto", text, calls="spoken", **options) for text in texts)
        yield one, other


@pytest.mark.parametrize("options", [{}, {"squares": True}, {"common": 2, "squares": True}])
def test_analysis_does_not_depend_on_a_line_to_be_called(options: dict[str, object]) -> None:
    rng = random.Random(15)
    for lined, plain in islice(pairs(rng, 11, **options), 12):
        assert analyse(lined, nodes=2000, megabytes=1).best.move in CALLS
        limits = Limits(nodes=4000, megabytes=1)
        found = [analyse_without_claims(each, limits) for each in (lined, plain)]
        assert found[0].moves == found[1].moves
        assert not {each.move for each in found[0].moves} & set(CALLS)
        assert not {word for each in found[0].moves for word in each.line[:1]} & set(CALLS)
        for key in ("value", "certainty", "depth", "nodes"):
            assert getattr(found[0], key) == getattr(found[1], key)
        assert [each.position for each in found] == [lined, plain]


def test_values_are_those_of_the_game_in_which_nobody_calls() -> None:
    rng = random.Random(16)
    for lined, _ in islice(pairs(rng, 13), 20):
        board, hand, last, _ = lined.text.split()
        if hand == "-":
            continue  # before the gift only one seat can have used up its call
        solver = Solver("quarto")
        silenced = ORACLES["quarto"].read(f"{board} {hand} {last} 01", **lined.options)
        found = analyse_without_claims(lined, AMPLE)
        assert {each.move: str(each.value) for each in found.moves} == solver.move_values(silenced)


def test_after_the_last_piece_there_is_only_silence() -> None:
    for last in ("a1", "d4"):
        text = f"fedc/ba98/7654/3210 - {last} -"
        found = analyse_without_claims(quintet.position("quarto", text, calls="spoken"), AMPLE)
        assert [each.move for each in found.moves] == ["silent"]
        assert (found.value.kind, found.certainty) == ("tie", "proved")


def test_games_without_claims_are_analysed_as_ever() -> None:
    position = quintet.start("quixo", size=3)
    assert not has_claims(position)
    assert not has_claims(quintet.start("quarto"))
    assert analyse_without_claims(position, AMPLE, best=1).value == analyse(position).value
