"""A slow and plain Quixo, written from the rules alone, to check the real one against.

The board is a tuple of strings, the top row first, just as the position text shows it. A dot is
a blank cube. Two players: `x` is seat 0 and `o` is seat 1. Four players: a cube shows the letter
of the seat its dot points at. Repetition is a matter of the table and is not looked at here.
"""

from dataclasses import dataclass

_TWO = "xo"
_FOUR = "swne"  # QX15: south, west, north, east; clockwise, QX8


@dataclass(frozen=True)
class State:
    """A position and the options it is played under."""

    players: int
    size: int
    rows: tuple[str, ...]
    turn: int  # the seat whose turn comes next, over or not


def start(**options: object) -> State:
    """The position before the first move."""
    players = options.pop("players", 2)
    size = options.pop("size", 5)
    assert not options
    assert isinstance(players, int)
    assert players in (2, 4)
    assert isinstance(size, int)
    assert size in (3, 4, 5)  # QX7
    return State(players=players, size=size, rows=("." * size,) * size, turn=0)  # QX1


def moves(state: State) -> list[str]:
    """All legal moves; none when the game is over."""
    if outcome(state) is not None:
        return []
    found = [
        source + target + dot
        for source in _takeable(state)
        for target in _ends(state, source)
        for dot in _dots(state)
    ]
    if state.players == 4 and not found:
        return ["pass"]  # QX12
    return found


def play(state: State, word: str) -> State:
    """The position after a legal move."""
    assert word in moves(state), word
    after = (state.turn + 1) % state.players
    if word == "pass":
        return State(state.players, state.size, state.rows, after)

    source, target = word[:2], word[2:4]
    returned = word[4] if state.players == 4 else _TWO[state.turn]  # QX10; QX3
    cells = _cells(state)

    # QX4: the row or column loses the cube, closes up and gets the cube back at one end.
    if source[1] == target[1]:
        lane = [file + source[1] for file in _files(state)]
    else:
        lane = [source[0] + rank for rank in _ranks(state)]
    cubes = [cells[space] for space in lane]
    del cubes[lane.index(source)]
    if target == lane[0]:
        cubes = [returned, *cubes]
    else:
        assert target == lane[-1]
        cubes = [*cubes, returned]
    for space, cube in zip(lane, cubes, strict=True):
        cells[space] = cube

    rows = tuple(
        "".join(cells[file + rank] for file in _files(state)) for rank in reversed(_ranks(state))
    )
    return State(state.players, state.size, rows, after)


def seat(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    if outcome(state) is not None:
        return None
    return state.turn


def outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    """The score of each seat and the reason, or None while the game goes on."""
    mover = (state.turn - 1) % state.players  # who has just moved
    own_side = mover % 2  # QX15: even seats against odd seats
    if _has_line(state, 1 - own_side):  # QX5, QX13: the opponents' line counts first
        return _win_for(state, 1 - own_side), "gift"
    if _has_line(state, own_side):  # QX5, QX13
        return _win_for(state, own_side), "line"
    return None


def text(state: State) -> str:
    """The position text."""
    return "/".join(state.rows) + " " + _letters(state)[state.turn]


def read(text: str, **options: object) -> State:
    """The position that a text shows under these options."""
    state = start(**options)
    board, letter = text.split(" ")
    rows = tuple(board.split("/"))
    assert len(rows) == state.size
    for row in rows:
        assert len(row) == state.size
        assert all(cell in _letters(state) + "." for cell in row)
    assert len(letter) == 1
    return State(state.players, state.size, rows, _letters(state).index(letter))


def _letters(state: State) -> str:
    return _TWO if state.players == 2 else _FOUR


def _files(state: State) -> str:
    return "abcde"[: state.size]


def _ranks(state: State) -> str:
    return "12345"[: state.size]


def _cells(state: State) -> dict[str, str]:
    cells = {}
    for rank, row in zip(reversed(_ranks(state)), state.rows, strict=True):
        for file, cell in zip(_files(state), row, strict=True):
            cells[file + rank] = cell
    return cells


def _border(state: State) -> list[str]:
    first_file, last_file = _files(state)[0], _files(state)[-1]
    first_rank, last_rank = _ranks(state)[0], _ranks(state)[-1]
    return [
        file + rank
        for rank in _ranks(state)
        for file in _files(state)
        if file in (first_file, last_file) or rank in (first_rank, last_rank)
    ]


def _takeable(state: State) -> list[str]:
    """The spaces whose cubes the seat to move may take (QX2, QX9)."""
    cells = _cells(state)
    wanted = {".", _letters(state)[state.turn]}
    if state.players == 4:
        marked = sum(cube != "." for cube in cells.values())
        if marked < 4:  # QX11: the first round is not over yet
            wanted = {"."}
    return [space for space in _border(state) if cells[space] in wanted]


def _ends(state: State, source: str) -> list[str]:
    """Where a cube taken from here may go back in (QX4)."""
    file, rank = source[0], source[1]
    ends = {
        _files(state)[0] + rank,
        _files(state)[-1] + rank,
        file + _ranks(state)[0],
        file + _ranks(state)[-1],
    }
    return sorted(ends - {source})


def _dots(state: State) -> list[str]:
    """What a move's word ends in: with four players the seat the dot is set to (QX10)."""
    if state.players == 2:
        return [""]
    partner = (state.turn + 2) % 4  # QX8
    return [_FOUR[state.turn], _FOUR[partner]]


def _lines(state: State) -> list[list[str]]:
    """The rows, the columns and the two long diagonals (QX5, QX7)."""
    files, ranks = _files(state), _ranks(state)
    rows = [[file + rank for file in files] for rank in ranks]
    columns = [[file + rank for rank in ranks] for file in files]
    rising = [file + rank for file, rank in zip(files, ranks, strict=True)]
    falling = [file + rank for file, rank in zip(files, reversed(ranks), strict=True)]
    return [*rows, *columns, rising, falling]


def _has_line(state: State, side: int) -> bool:
    """Whether a side (0 or 1) shows a whole line; where the dots point is all the same (QX13)."""
    symbols = [letter for number, letter in enumerate(_letters(state)) if number % 2 == side]
    cells = _cells(state)
    return any(all(cells[space] in symbols for space in line) for line in _lines(state))


def _win_for(state: State, side: int) -> tuple[float, ...]:
    return tuple(1.0 if number % 2 == side else 0.0 for number in range(state.players))
