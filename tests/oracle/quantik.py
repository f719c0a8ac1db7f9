"""A slow and plain Quantik, written from the rules alone, to check the real one against.

The board is four strings, the top row first, just as the position text shows it. An upper case
letter is a piece of seat 0 (the starter), a lower case one a piece of seat 1, a dot is empty.
"""

from dataclasses import dataclass

_SHAPES = "ABCD"  # sphere, cylinder, cube, cone
_SPACES = [file + rank for rank in "1234" for file in "abcd"]

# QK1: four rows, four columns and four regions of two by two.
_ROWS = [[file + rank for file in "abcd"] for rank in "1234"]
_COLUMNS = [[file + rank for rank in "1234"] for file in "abcd"]
_REGIONS = [
    [file + rank for file in files for rank in ranks]
    for files in ("ab", "cd")
    for ranks in ("12", "34")
]
_GROUPS = _ROWS + _COLUMNS + _REGIONS


@dataclass(frozen=True)
class State:
    """A position; whose turn it is follows from the number of pieces."""

    rows: tuple[str, ...]


def start(**options: object) -> State:
    """The position before the first move."""
    assert not options
    return State(rows=("....",) * 4)  # QK2


def moves(state: State) -> list[str]:
    """All legal placements; none when the game is over."""
    if _has_full_group(state):  # QK5
        return []
    return _placements(state)


def play(state: State, word: str) -> State:
    """The position after a legal placement."""
    assert word in moves(state), word
    shape, space = word.split("@")
    cells = _cells(state)
    cells[space] = _piece(shape, _turn(state))
    rows = tuple("".join(cells[file + rank] for file in "abcd") for rank in "4321")
    return State(rows)


def seat(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    if outcome(state) is not None:
        return None
    return _turn(state)


def outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    """The score of each seat and the reason, or None while the game goes on."""
    if _has_full_group(state):  # QK5: the side that has just placed wins
        return _win_for(1 - _turn(state)), "line"
    if not _placements(state):  # QK6, and QK7 when the board is full
        return _win_for(1 - _turn(state)), "blocked"
    return None


def text(state: State) -> str:
    """The position text."""
    return "/".join(state.rows)


def read(text: str, **options: object) -> State:
    """The position that a text shows."""
    assert not options
    rows = tuple(text.split("/"))
    assert len(rows) == 4
    for row in rows:
        assert len(row) == 4
        assert all(cell in "ABCDabcd." for cell in row)
    return State(rows)


def _cells(state: State) -> dict[str, str]:
    cells = {}
    for rank, row in zip("4321", state.rows, strict=True):
        for file, cell in zip("abcd", row, strict=True):
            cells[file + rank] = cell
    return cells


def _piece(shape: str, owner: int) -> str:
    return shape if owner == 0 else shape.lower()


def _turn(state: State) -> int:
    """The side whose turn comes next, over or not: the sides alternate (QK2)."""
    pieces = sum(cell != "." for cell in _cells(state).values())
    return pieces % 2


def _placements(state: State) -> list[str]:
    """What the side to move may place where, not asking whether somebody has won."""
    cells = _cells(state)
    me = _turn(state)
    found = []
    for shape in _SHAPES:
        own, opposing = _piece(shape, me), _piece(shape, 1 - me)
        if list(cells.values()).count(own) == 2:  # QK1: two of each shape and no more
            continue
        for space in _SPACES:
            if cells[space] != ".":  # QK2
                continue
            # QK3; own pieces are not asked about at all, QK4
            groups = [group for group in _GROUPS if space in group]
            if any(cells[other] == opposing for group in groups for other in group):
                continue
            found.append(f"{shape}@{space}")
    return found


def _has_full_group(state: State) -> bool:
    """Whether a row, column or region shows all four shapes of any owner (QK5)."""
    cells = _cells(state)
    return any({cells[space].upper() for space in group} == set(_SHAPES) for group in _GROUPS)


def _win_for(winner: int) -> tuple[float, ...]:
    return (1.0, 0.0) if winner == 0 else (0.0, 1.0)
