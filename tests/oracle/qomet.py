"""A slow, plain Qomet.

Points are named as in nine men's morris (`d4` is the centre). To find the lines, the board is
laid on a plane with the centre at (0, 0) and the three squares at distances 1, 2 and 3 from it.
"""

from dataclasses import dataclass, replace

STARS_PER_SIDE = 7  # QM2
SIDES = "xo"  # seat 0, seat 1


def _name(x: int, y: int) -> str:
    return "abcdefg"[x + 3] + "1234567"[y + 3]


# QM1: the four corners and four mid-sides of a square, as directions seen from the centre.
_DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
CENTRE = _name(0, 0)
OUTER_POINTS = {_name(3 * x, 3 * y) for x, y in _DIRECTIONS}
POINTS = {CENTRE} | {_name(r * x, r * y) for r in (1, 2, 3) for x, y in _DIRECTIONS}

# QM1: two opposite rays and the centre make one straight line of seven points.
THROUGH_CENTRE = [
    [_name(k * x, k * y) for k in (-3, -2, -1, 0, 1, 2, 3)]
    for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))
]

# QM1: each side of each square is a straight line of three points.
SQUARE_SIDES = [
    side
    for r in (1, 2, 3)
    for edge in (-r, r)
    for side in (
        [_name(k, edge) for k in (-r, 0, r)],
        [_name(edge, k) for k in (-r, 0, r)],
    )
]

LINES = THROUGH_CENTRE + SQUARE_SIDES

# Every slide (from, to) with the line it goes along, read in the direction of the slide.
SLIDES: dict[tuple[str, str], list[str]] = {
    (line[i], line[i + 1]): line
    for there in LINES
    for line in (there, there[::-1])
    for i in range(len(line) - 1)
}

# QM8: the concentric squares, and for each quadrant and size one with a corner at the centre.
WINNING_SQUARES = [{_name(r * x, r * y) for x in (-1, 1) for y in (-1, 1)} for r in (1, 2, 3)] + [
    {CENTRE, _name(r * x, 0), _name(0, r * y), _name(r * x, r * y)}
    for r in (1, 2, 3)
    for x in (-1, 1)
    for y in (-1, 1)
]

# The points of the position text, row by row from the top.
TEXT_ROWS = [
    [_name(x, y) for x in range(-3, 4) if _name(x, y) in POINTS] for y in (3, 2, 1, 0, -1, -2, -3)
]


@dataclass(frozen=True)
class State:
    """A position: what stands where, whose turn it is, and the move QM7 forbids (or `-`)."""

    stars: frozenset[tuple[str, str]]  # (point, side)
    side: str
    ban: str
    undo: str
    corner_exit: str


def start(**options: object) -> State:
    """Return the empty board, the starter to act."""
    undo = options.pop("undo", "exact")
    corner_exit = options.pop("corner_exit", "any")
    assert undo in ("exact", "strict")
    assert corner_exit in ("any", "rays")
    assert not options
    return State(frozenset(), SIDES[0], "-", str(undo), str(corner_exit))  # QM2


def _other(side: str) -> str:
    return "o" if side == "x" else "x"


def _beyond(a: str, b: str) -> str | None:
    """Return the point that follows when a slide from a to b goes straight on (QM5, QM12)."""
    line = SLIDES[a, b]
    after = line.index(b) + 1
    return line[after] if after < len(line) else None


def _can_be_pushed_off(state: State, a: str, b: str) -> bool:
    """Tell whether a push from a may send the star on b straight off the board."""
    if b not in OUTER_POINTS or _beyond(a, b) is not None:
        return False  # QM6 (and QM11: an inner corner has nowhere to go)
    along_a_side = a in OUTER_POINTS
    return not along_a_side or state.corner_exit == "any"  # QM11


def moves(state: State) -> list[str]:
    """List every legal move."""
    if outcome(state) is not None:
        return []
    board = dict(state.stars)
    own = [point for point, side in board.items() if side == state.side]
    words = []

    # QM3: place a star from the reserve.
    if len(own) < STARS_PER_SIDE:
        words += [point for point in POINTS if point not in board]

    for a, b in SLIDES:
        if a not in own:
            continue
        c = _beyond(a, b)
        if b not in board:
            words.append(f"{a}-{b}")  # QM4
        elif c is not None and c not in board:
            words.append(f"{a}-{b}")  # QM5
        elif c is None and _can_be_pushed_off(state, a, b):
            words.append(f"{a}-{b}")  # QM6

    # QM6: an own star may leave from the outer square.
    words += [f"{point}-off" for point in own if point in OUTER_POINTS]

    return [word for word in words if word != state.ban]  # QM7


def play(state: State, word: str) -> State:
    """Return the position after a legal move."""
    assert word in moves(state), word
    board = dict(state.stars)
    me, opponent = state.side, _other(state.side)
    ban = "-"

    if "-" not in word:
        board[word] = me  # QM3
    elif word.endswith("-off"):
        del board[word.removesuffix("-off")]  # QM6
    else:
        a, b = word.split("-")
        c = _beyond(a, b)
        pushed = board.get(b)
        if pushed is not None and c is not None:
            board[c] = pushed  # QM5
        del board[a]
        board[b] = me  # QM4 (a star pushed off the board is simply gone: QM6)

        # QM10: what the opponent may not answer.
        if state.undo == "exact":
            banned = pushed == opponent and c is not None
        else:
            banned = c is not None and board.get(c) == opponent
        if banned:
            ban = f"{c}-{b}"

    return replace(state, stars=frozenset(board.items()), side=opponent, ban=ban)


def seat(state: State) -> int | None:
    """Return the seat that acts, or None once the game is over."""
    return None if outcome(state) is not None else SIDES.index(state.side)


def _has_square(state: State, side: str) -> bool:
    own = {point for point, owner in state.stars if owner == side}
    return any(square <= own for square in WINNING_SQUARES)  # QM8


def outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    """Return the score of each seat and the reason, or None while the game runs.

    The first square ends the game, so any square on the board was made by the last action.
    """
    mover, opponent = _other(state.side), state.side
    if _has_square(state, opponent):
        winner, reason = opponent, "gift"  # QM9
    elif _has_square(state, mover):
        winner, reason = mover, "square"  # QM8
    else:
        return None
    return tuple(1.0 if side == winner else 0.0 for side in SIDES), reason


def text(state: State) -> str:
    """Write the position as a text."""
    board = dict(state.stars)
    rows = ["".join(board.get(point, ".") for point in row) for row in TEXT_ROWS]
    return f"{'/'.join(rows)} {state.side} {state.ban}"


def read(text: str, **options: object) -> State:
    """Return the position that a valid text describes."""
    rows, side, ban = text.split(" ")
    stars = frozenset(
        (point, mark)
        for points, marks in zip(TEXT_ROWS, rows.split("/"), strict=True)
        for point, mark in zip(points, marks, strict=True)
        if mark != "."
    )
    assert side in ("x", "o")
    assert all(mark in ("x", "o") for _, mark in stars)
    return replace(start(**options), stars=stars, side=side, ban=ban)
