"""A slow and plain Quarto, written from the rules alone, to check the real one against.

The board is four strings, the top row first, just as the position text shows it: a hex digit is
a piece and a dot is an empty space. The seat to act follows from the counts.
"""

from dataclasses import dataclass, replace
from itertools import product

_FEATURES = ("colour", "shape", "height", "top")

# QT1: counting up in hex runs through all the combinations, the colour changing slowest.
_PIECES: dict[str, dict[str, str]] = {
    digit: dict(zip(_FEATURES, values, strict=True))
    for digit, values in zip(
        "0123456789abcdef",
        product(("light", "dark"), ("round", "square"), ("tall", "short"), ("solid", "hollow")),
        strict=True,
    )
}

_SPACES = [file + rank for rank in "1234" for file in "abcd"]

# QT3: the ten lines, each under the word that calls it.
_LINES: dict[str, list[str]] = {
    "quarto:a1-d1": ["a1", "b1", "c1", "d1"],
    "quarto:a2-d2": ["a2", "b2", "c2", "d2"],
    "quarto:a3-d3": ["a3", "b3", "c3", "d3"],
    "quarto:a4-d4": ["a4", "b4", "c4", "d4"],
    "quarto:a1-a4": ["a1", "a2", "a3", "a4"],
    "quarto:b1-b4": ["b1", "b2", "b3", "b4"],
    "quarto:c1-c4": ["c1", "c2", "c3", "c4"],
    "quarto:d1-d4": ["d1", "d2", "d3", "d4"],
    "quarto:a1-d4": ["a1", "b2", "c3", "d4"],
    "quarto:a4-d1": ["a4", "b3", "c2", "d1"],
}

# QT10: the nine squares of the advanced game.
_SQUARES: dict[str, list[str]] = {
    "quarto:a1-b2": ["a1", "b1", "a2", "b2"],
    "quarto:b1-c2": ["b1", "c1", "b2", "c2"],
    "quarto:c1-d2": ["c1", "d1", "c2", "d2"],
    "quarto:a2-b3": ["a2", "b2", "a3", "b3"],
    "quarto:b2-c3": ["b2", "c2", "b3", "c3"],
    "quarto:c2-d3": ["c2", "d2", "c3", "d3"],
    "quarto:a3-b4": ["a3", "b3", "a4", "b4"],
    "quarto:b3-c4": ["b3", "c3", "b4", "c4"],
    "quarto:c3-d4": ["c3", "d3", "c4", "d4"],
}


@dataclass(frozen=True)
class State:
    """A position and the options it is played under."""

    calls: str  # "auto" or "spoken"
    squares: bool
    features: tuple[str, ...]
    common: int  # how many features an alignment must share
    false_call: str  # "void" or "loses"
    rows: tuple[str, ...] = ("....",) * 4
    hand: str = "-"  # the piece given and not yet placed
    # The rest is told apart in spoken games only.
    last: str = "-"  # the space placed last
    used: frozenset[int] = frozenset()  # the seats whose call in this turn is used up
    final: str = ""  # the call that ended the game


def start(**options: object) -> State:
    """The position before the first piece is given."""
    calls = options.pop("calls", "auto")  # QT16
    squares = options.pop("squares", False)  # QT10
    features = options.pop("features", _FEATURES)  # QT9
    common = options.pop("common", 1)  # QT18
    false_call = options.pop("false_call", "void")  # QT13
    assert not options
    assert isinstance(calls, str)
    assert calls in ("auto", "spoken")
    assert isinstance(squares, bool)
    assert isinstance(features, tuple)
    assert set(features) <= set(_FEATURES)
    assert isinstance(common, int)
    assert common in (1, 2)
    assert len(features) >= common  # QT18: two are not to be had of one
    assert isinstance(false_call, str)
    assert false_call in ("void", "loses")
    return State(
        calls=calls,
        squares=squares,  # QT17: any features may go with either
        features=tuple(feature for feature in _FEATURES if feature in features),
        common=common,  # QT18: it goes with squares and features
        false_call=false_call,
    )


def moves(state: State) -> list[str]:
    """All legal moves: gives, placements, calls and silence; none when the game is over."""
    acting = seat(state)
    if acting is None:
        return []
    cells = _cells(state)
    found: list[str] = []

    # The window to call is open for the player to act once a piece lies on the board: the placer
    # holds no piece yet (QT5), the receiver does (QT6), and they never act at once (QT12).
    # One call a seat a window (QT13). Any alignment may be named, right or wrong (QT15).
    if state.calls == "spoken" and _placed(state) > 0 and acting not in state.used:
        found += list(_alignments(state))

    if _placed(state) == 16:
        found.append("silent")  # QT14
    elif state.hand != "-":
        found += [space for space in _SPACES if cells[space] == "."]  # QT2
    else:
        found += [piece for piece in _PIECES if piece not in cells.values()]  # QT2
    return found


def play(state: State, word: str) -> State:
    """The position after a legal move."""
    assert word in moves(state), word
    acting = seat(state)
    assert acting is not None

    if word.startswith("quarto:"):
        if _call_is_right(state, word) or state.false_call == "loses":  # QT4, QT13
            return replace(state, final=word)
        return replace(state, used=state.used | {acting})  # QT13

    if word == "silent":
        return replace(state, used=state.used | {acting})  # QT14

    if state.hand == "-":
        return replace(state, hand=word)

    cells = _cells(state)
    cells[word] = state.hand
    rows = tuple("".join(cells[file + rank] for file in "abcd") for rank in "4321")
    placed = replace(state, rows=rows, hand="-")
    if state.calls == "spoken":
        # New windows open for both seats, and only this space makes alignments live (QT7).
        placed = replace(placed, last=word, used=frozenset())
    return placed


def seat(state: State) -> int | None:
    """The seat to act, or None when the game is over."""
    if outcome(state) is not None:
        return None
    return _acting(state)


def outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    """The score of each seat and the reason, or None while the game goes on."""
    if state.calls == "spoken":
        return _spoken_outcome(state)

    # QT16: the program calls for the placer. An alignment ends the game as soon as it is
    # made, so one that is on the board belongs to the last placement.
    if any(_is_aligned(state, line) for line in _LINES.values()):
        return _win_for(_placer(_placed(state))), "line"
    if state.squares and any(_is_aligned(state, square) for square in _SQUARES.values()):
        return _win_for(_placer(_placed(state))), "square"  # QT10
    if _placed(state) == 16:
        return (0.5, 0.5), "full"  # QT8
    return None


def text(state: State) -> str:
    """The position text."""
    fields = ["/".join(state.rows), state.hand]
    if state.calls == "spoken":
        used = "".join(str(number) for number in sorted(state.used))
        fields += [state.last, used or "-"]
        if state.final:
            fields.append(state.final)
    return " ".join(fields)


def read(text: str, **options: object) -> State:
    """The position that a text shows under these options."""
    state = start(**options)
    board, hand, *rest = text.split(" ")
    rows = tuple(board.split("/"))
    assert len(rows) == 4
    assert all(len(row) == 4 for row in rows)
    assert hand == "-" or hand in _PIECES
    state = replace(state, rows=rows, hand=hand)
    pieces = [cell for cell in [*_cells(state).values(), hand] if cell not in (".", "-")]
    assert all(piece in _PIECES for piece in pieces)
    assert len(pieces) == len(set(pieces))  # QT1: there is one of each
    if state.calls == "auto":
        assert not rest
        return state

    last, used, *ending = rest
    assert (last == "-") == (_placed(state) == 0)
    assert last == "-" or _cells(state)[last] != "."
    assert used in ("-", "0", "1", "01")
    state = replace(state, last=last)
    state = replace(state, used=frozenset(int(number) for number in used if number != "-"))
    if ending:
        (word,) = ending
        state = play(state, word)
        assert state.final == word
    return state


def _cells(state: State) -> dict[str, str]:
    cells = {}
    for rank, row in zip("4321", state.rows, strict=True):
        for file, cell in zip("abcd", row, strict=True):
            cells[file + rank] = cell
    return cells


def _placed(state: State) -> int:
    return sum(cell != "." for cell in _cells(state).values())


def _placer(number: int) -> int:
    """The seat that places piece 1, 2, ... 16 (QT2)."""
    return 1 if number % 2 == 1 else 0


def _acting(state: State) -> int:
    """The seat to act in a game that is not over."""
    placed = _placed(state)
    if placed == 16:
        # QT14: first the placer of the last piece, then the opponent.
        placer = _placer(16)
        return placer if placer not in state.used else 1 - placer
    if state.hand != "-":
        return _placer(placed + 1)
    if placed == 0:
        return 0  # QT2: the starter gives first
    return _placer(placed)  # QT2: who has placed gives


def _alignments(state: State) -> dict[str, list[str]]:
    """The groups of four spaces that count in this variant, by the words that call them."""
    return {**_LINES, **_SQUARES} if state.squares else dict(_LINES)


def _is_aligned(state: State, spaces: list[str]) -> bool:
    """Whether these four spaces are full and share what counts (QT3, QT9, QT18)."""
    cells = _cells(state)
    pieces = [cells[space] for space in spaces]
    if "." in pieces:
        return False
    shared = [
        feature
        for feature in state.features
        if len({_PIECES[piece][feature] for piece in pieces}) == 1
    ]
    return len(shared) >= state.common


def _call_is_right(state: State, word: str) -> bool:
    spaces = _alignments(state)[word]
    return _is_aligned(state, spaces) and state.last in spaces  # QT7


def _spoken_outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    if state.final:
        caller = _acting(state)
        if _call_is_right(state, state.final):
            return _win_for(caller), "called"  # QT4
        return _win_for(1 - caller), "false_call"  # QT13
    if _placed(state) == 16 and state.used == {0, 1}:
        return (0.5, 0.5), "full"  # QT8, QT14
    return None


def _win_for(winner: int) -> tuple[float, ...]:
    return (1.0, 0.0) if winner == 0 else (0.0, 1.0)
