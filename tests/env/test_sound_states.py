"""Words from outside are taken for a state only if they are one."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

import numpy as np
import numpy.typing as npt
import pytest

import quintet
from quintet.env import Simulator
from quintet.errors import BadOption
from quintet.position import Position

Words = tuple[int, ...]
Facts = tuple[bytes, list[int]]


def from_facts(simulator: Simulator, cells: bytes, fields: list[int]) -> Position:
    """Any board, even one that no game can come to."""
    made = simulator.variant.core.from_facts(cells, fields)
    assert isinstance(made, Position)
    return made


def is_taken(simulator: Simulator, words: Words) -> bool:
    try:
        simulator.seats(np.array([words], np.uint64))
    except BadOption:
        return False
    return True


def test_every_board_of_small_quixo_and_nothing_else() -> None:
    simulator = Simulator("quixo", size=3)
    boards = [
        from_facts(simulator, bytes(cells), [seat])
        for cells in product(range(3), repeat=9)
        for seat in range(2)
    ]
    states = simulator.states(boards)
    assert len(simulator.seats(states)) == 2 * 3**9  # all are taken
    sound = set(states[:, 0].tolist())
    for state in states[::1999, 0].tolist():
        for flipped in [(bit,) for bit in range(64)] + list(combinations(range(0, 64, 3), 2)):
            word = state ^ sum(1 << bit for bit in flipped)
            assert is_taken(simulator, (word,)) == (word in sound), hex(word)


def quantik_facts(words: Words) -> Facts | None:
    """The cells of the words; None if a space has two pieces."""
    cells = [0] * 16
    for side, shape, space in product(range(2), range(4), range(16)):
        if words[side] >> (16 * shape + space) & 1:
            if cells[space]:
                return None
            cells[space] = 1 + 4 * side + shape
    return bytes(cells), []


def qomet_facts(words: Words) -> Facts | None:
    """The cells of the word, the seat and the ban; None if two stars share a point."""
    word = words[0]
    cells = [(word >> point & 1) + 2 * (word >> (32 + point) & 1) for point in range(25)]
    ban = word >> 57
    return None if 3 in cells or ban > 96 else (bytes(cells), [word >> 25 & 1, ban])


def quixo_four_facts(words: Words) -> Facts | None:
    """The cells of the words with their dots, and the seat; None if a cell has two symbols."""
    cubes, dots = words
    cells = []
    for cell in range(25):
        symbols = (cubes >> cell & 1) + 2 * (cubes >> (32 + cell) & 1)
        if symbols == 3:
            return None
        cells.append(symbols + 2 * (dots >> cell & 1) if symbols else 0)
    return bytes(cells), [cubes >> 62]


def quarto_facts(words: Words) -> Facts | None:
    """The pieces of the words, then hand, last, used and call.

    None if these are too great, or if a piece is there twice.
    """
    features, state = words
    cells = [0] * 16
    for space in range(16):
        if state >> space & 1:
            cells[space] = 1 + sum(
                (features >> (16 * lane + space) & 1) << lane for lane in range(4)
            )
    fields = [state >> 32 & 31, state >> 37 & 31, state >> 42 & 3, state >> 44 & 31]
    pieces = [piece for piece in (*cells, fields[0]) if piece]
    if any(map(int.__gt__, fields, (16, 16, 3, 19))) or len(set(pieces)) < len(pieces):
        return None
    return bytes(cells), fields


def plain_quarto_facts(words: Words) -> Facts | None:
    found = quarto_facts(words)
    return None if found is None else (found[0], found[1][:1])


@pytest.mark.parametrize(
    ("game", "options", "facts"),
    [
        ("quarto", {}, plain_quarto_facts),
        ("quarto", {"squares": True, "common": 2}, plain_quarto_facts),
        ("quarto", {"calls": "spoken"}, quarto_facts),
        ("quarto", {"calls": "spoken", "squares": True, "false_call": "loses"}, quarto_facts),
        ("quantik", {}, quantik_facts),
        ("qomet", {}, qomet_facts),
        ("quixo", {"players": 4}, quixo_four_facts),
    ],
)
def test_changed_bits_are_noticed(
    game: str, options: dict[str, object], facts: Callable[[Words], Facts | None]
) -> None:
    simulator = Simulator(game, **options)
    taken = 0
    for words in changed(states_of(simulator)):
        found = facts(words)
        sound = found is not None
        if found is not None:
            made = simulator.states([from_facts(simulator, *found)])
            sound = tuple(made[0].tolist()) == words
        assert is_taken(simulator, words) == sound, words
        taken += sound
    assert taken > 100


@pytest.mark.parametrize("calls", ["auto", "spoken"])
def test_a_piece_of_quarto_is_there_once(calls: str) -> None:
    simulator = Simulator("quarto", calls=calls)
    fields = [0, 0, 0, 0] if calls == "spoken" else [0]

    def state(pieces: list[int], hand: int) -> Words:
        position = from_facts(simulator, bytes(pieces).ljust(16, b"\0"), [hand, *fields[1:]])
        return tuple(simulator.states([position])[0].tolist())

    assert is_taken(simulator, state([1, 2, 3], 4))
    assert is_taken(simulator, state([1, 2, 3], 0))
    assert not is_taken(simulator, state([1, 2, 1], 4))  # twice on the board
    assert not is_taken(simulator, state([1, 2, 3], 2))  # on the board and in hand


def states_of(simulator: Simulator) -> npt.NDArray[np.uint64]:
    rng = np.random.default_rng(3)
    states = simulator.init(12)
    parts = [states]
    for _ in range(12):
        masks = simulator.masks(states)
        actions = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)
        states = simulator.step(states, actions).states
        parts.append(states)
    return np.concatenate(parts)


def changed(states: npt.NDArray[np.uint64]) -> Iterator[Words]:
    """Yield every state, and some of its neighbours a bit or two away."""
    rng = np.random.default_rng(4)
    for row in states.tolist():
        yield tuple(row)
        for bits in (1, 1, 1, 2, 2):
            words = list(row)
            for _ in range(bits):
                words[rng.integers(len(words))] ^= 1 << int(rng.integers(64))
            yield tuple(words)


def test_the_start_is_sound_in_every_game() -> None:
    for game in quintet.GAMES:
        simulator = Simulator(game)
        assert is_taken(simulator, tuple(simulator.init(1)[0].tolist()))
