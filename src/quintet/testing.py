"""The conformance suite that every game and variant must pass.

>>> from quintet.testing import check_variant
>>> check_variant("quantik", games=1)
"""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator

from quintet.errors import BadMove, BadOption, IllegalMove
from quintet.games import GAMES
from quintet.options import Choice, Value
from quintet.position import Position, position, start

OFF_BOARD = ("reserve", "pool", "hand")


def variants(game: str) -> Iterator[dict[str, Value]]:
    """Yield every combination of options that a game allows."""
    lists: list[list[Value]] = []
    for option in GAMES[game].option_list:
        if isinstance(option, Choice):
            lists.append(list(option.values))
        else:
            sizes = range(1, len(option.values) + 1)
            lists.append([part for n in sizes for part in itertools.combinations(option.values, n)])
    names = [option.name for option in GAMES[game].option_list]
    for values in itertools.product(*lists):
        options = dict(zip(names, values, strict=True))
        try:
            start(game, **options)
        except BadOption:
            continue
        yield options


def random_game(first: Position, rng: random.Random, limit: int = 400) -> list[Position]:
    """Return the positions of a random game, to its end or the limit of plies."""
    positions = [first]
    while len(positions) <= limit and (moves := positions[-1].moves):
        positions.append(positions[-1].play(rng.choice(moves)))
    return positions


def check_variant(game: str, *, games: int = 10, seed: int = 0, **options: object) -> None:
    """Play random games of a variant, and run all checks in every position."""
    rng = random.Random(seed)
    first = start(game, **options)
    check_vocabulary(first)
    for _ in range(games):
        for reached in random_game(first, rng):
            check_position(reached)


def check_position(reached: Position) -> None:
    """Run all checks in one position."""
    for check in CHECKS:
        try:
            check(reached)
        except AssertionError as error:
            error.add_note(f"{check.__name__} failed at {reached!r}")
            raise


def check_vocabulary(first: Position) -> None:
    """Check that the vocabulary has the size of the core's, without duplicates."""
    variant = first.variant
    assert len(variant.words) == variant.seats == variant.core.seats
    for words in variant.words:
        assert len(words) == variant.core.vocabulary
        assert len(set(words)) == len(words)
        assert all(word.isascii() and word.isprintable() and " " not in word for word in words)
    assert sorted(cell for row in variant.rows for cell in row) == list(range(len(variant.places)))
    assert len(set(variant.places)) == len(variant.places)


def check_moves(reached: Position) -> None:
    """Check that moves match their ascending numbers, and exist until the game ends."""
    words = reached.variant.words[reached.turn]
    assert reached.moves == tuple(words[number] for number in reached.numbers)
    assert list(reached.numbers) == sorted(set(reached.numbers))
    over = reached.outcome is not None
    assert over == (not reached.moves)
    assert over == (reached.seat is None)
    assert over or reached.seat == reached.turn


def check_play(reached: Position) -> None:
    """Check that `play` accepts exactly the legal moves, and explains the others."""
    variant, legal = reached.variant, set(reached.moves)
    vocabulary = dict.fromkeys(word for words in variant.words for word in words)
    before = reached.text
    for word in [*vocabulary, *variant.other_words]:
        if word in legal:
            assert reached.play(word) == reached.play(variant.words[reached.turn].index(word))
            assert reached.why_not(word) is None
            continue
        try:
            reached.play(word)
        except IllegalMove as error:
            assert error.move == word
            assert error.rule[:1].isalpha() and error.rule[-1:].isdigit()
            assert str(error.sentence).endswith((".", "!"))
            assert set(error.places) <= set(variant.places)
        else:
            raise AssertionError(f"{word} is not a legal move, but was played")
    for nonsense in ("", "zz", "a1a1a1", -1, len(variant.words[0]), True, None, 1.0):
        try:
            reached.play(nonsense)  # type: ignore[arg-type]
        except BadMove:
            continue
        raise AssertionError(f"{nonsense!r} was played")
    assert reached.text == before


def check_text(reached: Position) -> None:
    """Check that text and pickle round trips give an equal position."""
    again = position(reached.game, reached.text, **reached.options)
    assert reached.text.isascii()
    for copy in (again, pickle.loads(pickle.dumps(reached))):  # noqa: S301 our own bytes
        assert copy == reached
        assert hash(copy) == hash(reached)
        assert copy.hash64 == reached.hash64
        assert copy.moves == reached.moves
        assert copy.outcome == reached.outcome


def check_immutable(reached: Position) -> None:
    """Check that no attribute of a position can be set."""
    for name in ("moves", "seat", "text", "anything"):
        try:
            setattr(reached, name, None)
        except AttributeError:
            continue
        raise AssertionError(f"{name} could be set")


def check_outcome(reached: Position) -> None:
    """Check that every seat has a score, partners the same, and sides share one point."""
    outcome = reached.outcome
    if outcome is None:
        assert reached.winning == ()
        return
    sides = reached.variant.sides
    assert len(outcome.scores) == len(sides)
    by_side = dict(zip(sides, outcome.scores, strict=True))
    assert all(by_side[side] == score for side, score in zip(sides, outcome.scores, strict=True))
    assert sum(by_side.values()) == 1
    if outcome.reason in ("line", "square", "gift", "called"):
        assert reached.winning
        assert all(place in reached.variant.places for line in reached.winning for place in line)


def check_paths(reached: Position) -> None:
    """Check that every move has a path of touchable places, and none is a prefix."""
    paths = reached.paths
    assert tuple(paths) == reached.moves
    assert len(set(paths.values())) == len(paths)
    beginnings = {path[:end] for path in paths.values() for end in range(len(path))}
    assert not beginnings & set(paths.values())
    for path in paths.values():
        for end, place in enumerate(path):
            assert place in reached.touchable(*path[:end])
        assert reached.touchable(*path) == ()


def check_motion(reached: Position) -> None:
    """Check that the motions of every move lead to the board after it."""
    variant = reached.variant
    for word in reached.moves:
        board = dict(zip(variant.places, reached.cells, strict=True))
        motions = reached.motion(word)
        for motion in motions:
            if motion.origin not in OFF_BOARD:
                assert variant.letters[board[motion.origin]] == motion.piece
        for motion in motions:
            if motion.origin not in OFF_BOARD:
                board[motion.origin] = 0
        for motion in motions:
            if motion.target not in OFF_BOARD:
                assert board[motion.target] == 0
                board[motion.target] = variant.letters.index(motion.becomes)
        assert bytes(board.values()) == reached.play(word).cells


def check_symmetry(reached: Position) -> None:
    """Check that canonical positions are stable, and equivalent to the originals."""
    canonical = reached.canonical()
    assert canonical.canonical() == canonical
    assert canonical.outcome == reached.outcome
    assert canonical.turn == reached.turn
    assert position(canonical.game, canonical.text, **canonical.options) == canonical
    assert _children(canonical) == _children(reached)


def check_perft(reached: Position) -> None:
    """Check that the core's perft agrees with playing."""
    assert reached.perft(0) == 1
    assert reached.perft(1) == len(reached.moves)
    assert reached.perft(2) == sum(len(reached.play(move).moves) for move in reached.moves)


def _children(reached: Position) -> Counter[Position]:
    return Counter(reached.play(move).canonical() for move in reached.moves)


CHECKS: tuple[Callable[[Position], None], ...] = (
    check_moves,
    check_play,
    check_text,
    check_immutable,
    check_outcome,
    check_paths,
    check_motion,
    check_symmetry,
    check_perft,
)
