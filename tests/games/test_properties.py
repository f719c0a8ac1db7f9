"""Properties of random games, shrunk to the smallest game that breaks one."""

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import quintet
from quintet import GAMES, Position
from quintet.testing import check_position, variants

ALL = [(game, options) for game in GAMES for options in variants(game)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position reached by some moves of some variant."""
    game, options = draw(st.sampled_from(ALL))
    position = quintet.start(game, **options)
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        if not position.moves:
            break
        position = position.play(position.moves[choice % len(position.moves)])
    return position


@settings(max_examples=150, deadline=None)
@given(positions())
def test_conformance_anywhere(position: Position) -> None:
    check_position(position)


@settings(max_examples=200, deadline=None)
@given(positions(), st.integers(0, 10**6))
def test_pieces_are_neither_made_nor_lost(position: Position, choice: int) -> None:
    """What enters the board comes from somewhere, what leaves it goes somewhere, the rest stays."""
    if not position.moves:
        return
    move = position.moves[choice % len(position.moves)]
    before, after = Counter(position.cells), Counter(position.play(move).cells)
    letters = position.variant.letters
    expected = Counter({letters[code]: count for code, count in before.items()})
    empty = letters[0]
    for motion in position.motion(move):
        if motion.origin in position.variant.places:
            expected[motion.piece] -= 1
            expected[empty] += 1
        if motion.target in position.variant.places:
            expected[motion.becomes] += 1
            expected[empty] -= 1
    assert +expected == +Counter({letters[code]: count for code, count in after.items()})


@settings(max_examples=200, deadline=None)
@given(positions(), positions())
def test_equal_means_same_text(one: Position, other: Position) -> None:
    same = one.variant is other.variant and one.text == other.text
    assert (one == other) == same
    if same:
        assert hash(one) == hash(other)


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(0, 2**64 - 1))
def test_playouts_are_repeatable_and_complete(position: Position, seed: int) -> None:
    first = position.playouts(5, seed=seed)
    assert first == position.playouts(5, seed=seed)
    assert sum(first.outcomes.values()) == 5
    if not position.moves:
        assert first.plies == 0
        assert dict(first.outcomes) == {position.outcome: 5}


def test_options_are_part_of_a_position() -> None:
    one: Any = quintet.start("quarto")
    assert one != quintet.start("quarto", squares=True)
    assert one == quintet.start("quarto", calls="auto")
    assert one != "quarto"
