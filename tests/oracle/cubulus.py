"""A slow, plain Cubulus.

A slot is (layer, row, column): layers from the top, rows from back to front, columns from left to
right, each 0 to 2. A facelet is a face and a number in the usual unfolding of the cube.
"""

from dataclasses import dataclass, replace

Slot = tuple[int, int, int]

BALLS_PER_COLOUR = 9  # CB1
COLOURS = "xoz"  # by seat
NEUTRAL = "n"
FACES = "URFDLB"

SLOTS: list[Slot] = [
    (layer, row, col) for layer in range(3) for row in range(3) for col in range(3)
]
CORE: Slot = (1, 1, 1)

# The step that leads from a face straight into the cube.
INWARD: dict[str, Slot] = {
    "U": (1, 0, 0),
    "D": (-1, 0, 0),
    "B": (0, 1, 0),
    "F": (0, -1, 0),
    "L": (0, 0, 1),
    "R": (0, 0, -1),
}
OPPOSITE_FACE = {"U": "D", "D": "U", "F": "B", "B": "F", "L": "R", "R": "L"}


def _slot_under(face: str, down: int, across: int) -> Slot:
    """Return the slot of a facelet, counted down and across as one looks at that face."""
    match face:
        case "U":  # U1 is back left
            return (0, down, across)
        case "D":  # D1 is front left
            return (2, 2 - down, across)
        case "F":  # F1 is top left
            return (down, 2, across)
        case "B":  # B1 is top right, for it is seen from behind
            return (down, 0, 2 - across)
        case "L":  # L1 is top back
            return (down, across, 0)
        case "R":  # R1 is top front
            return (down, 2 - across, 2)
    raise AssertionError(face)


# The 54 facelets, in the order that decides which of them names a slot.
FACELETS: dict[str, Slot] = {
    f"{face}{3 * down + across + 1}": _slot_under(face, down, across)
    for face in FACES
    for down in range(3)
    for across in range(3)
}


def _row_behind(facelet: str) -> tuple[Slot, Slot, Slot]:
    """Return the three slots of the row entered at a facelet, nearest first."""
    layer, row, col = FACELETS[facelet]
    d_layer, d_row, d_col = INWARD[facelet[0]]
    return (
        (layer, row, col),
        (layer + d_layer, row + d_row, col + d_col),
        (layer + 2 * d_layer, row + 2 * d_row, col + 2 * d_col),
    )


ROWS = {facelet: _row_behind(facelet) for facelet in FACELETS}


def _facelets_of(slot: Slot) -> list[str]:
    return [facelet for facelet, under in FACELETS.items() if under == slot]


# An outer slot goes by its first facelet; the centre has none.
SLOT_NAMES = {slot: "core" if slot == CORE else _facelets_of(slot)[0] for slot in SLOTS}


def _other_end(facelet: str) -> str:
    """Return the facelet at which the same row is entered from its far end."""
    far = ROWS[facelet][2]
    [found] = [other for other in _facelets_of(far) if other[0] == OPPOSITE_FACE[facelet[0]]]
    return found


# CB8: on each face four 2x2 blocks, the corners, and the mid-edges, by facelet number.
SQUARE_NUMBERS = [
    (1, 2, 4, 5),
    (2, 3, 5, 6),
    (4, 5, 7, 8),
    (5, 6, 8, 9),
    (1, 3, 7, 9),
    (2, 4, 6, 8),
]
WINNING_SQUARES = [
    {FACELETS[f"{face}{number}"] for number in numbers}
    for face in FACES
    for numbers in SQUARE_NUMBERS
]


@dataclass(frozen=True)
class State:
    """A position: which ball is where, the seat to move, and the turn CB6 forbids (or `-`)."""

    balls: frozenset[tuple[Slot, str]]
    seat: int
    ban: str
    players: int


def start(**options: object) -> State:
    """Return the empty cube; with two players, seat 1 sets up the neutral balls first."""
    players = options.pop("players", 2)
    assert isinstance(players, int)
    assert players in (2, 3)
    assert not options
    first = 1 if players == 2 else 0  # CB2, CB10
    return State(frozenset(), first, "-", players)


def _count(state: State, colour: str) -> int:
    return sum(1 for _, ball in state.balls if ball == colour)


def _in_set_up(state: State) -> bool:
    return state.players == 2 and _count(state, NEUTRAL) < BALLS_PER_COLOUR  # CB2


def moves(state: State) -> list[str]:
    """List every legal move."""
    if outcome(state) is not None:
        return []
    cube = dict(state.balls)
    empty = [slot for slot in SLOTS if slot not in cube]

    if _in_set_up(state):
        return [SLOT_NAMES[slot] for slot in empty]  # CB2, CB11

    words = []
    if _count(state, COLOURS[state.seat]) < BALLS_PER_COLOUR:  # CB7
        words += [SLOT_NAMES[slot] for slot in empty if slot != CORE]  # CB4, CB13
        for facelet, row in ROWS.items():
            gaps = [slot for slot in row if slot not in cube]
            if row[0] in cube and gaps:
                words.append(facelet)  # CB4, CB13

    for facelet, row in ROWS.items():
        complete = all(slot in cube for slot in row)
        if complete and f"{facelet}+" != state.ban:  # CB6
            words.append(f"{facelet}+")  # CB5, CB14
    return words


def play(state: State, word: str) -> State:
    """Return the position after a legal move."""
    assert word in moves(state), word
    cube = dict(state.balls)

    if _in_set_up(state):
        [slot] = [slot for slot, name in SLOT_NAMES.items() if name == word]
        cube[slot] = NEUTRAL  # CB2
        after = replace(state, balls=frozenset(cube.items()))
        return after if _in_set_up(after) else replace(after, seat=0)

    ban = "-"  # CB6
    if word.endswith("+"):
        facelet = word.removesuffix("+")
        near, middle, far = ROWS[facelet]
        a, b, c = cube[near], cube[middle], cube[far]
        cube[near], cube[middle], cube[far] = c, a, b  # CB5
        ban = f"{_other_end(facelet)}+"  # CB6
    else:
        # CB4: each ball hands its slot to the one before it, until one drops into a gap.
        moving = COLOURS[state.seat]
        for slot in ROWS[word]:
            if slot not in cube:
                cube[slot] = moving
                break
            cube[slot], moving = moving, cube[slot]

    next_seat = (state.seat + 1) % state.players  # CB10
    return replace(state, balls=frozenset(cube.items()), seat=next_seat, ban=ban)


def seat(state: State) -> int | None:
    """Return the seat that acts, or None once the game is over."""
    return None if outcome(state) is not None else state.seat


def _has_square(state: State, colour: str) -> bool:
    own = {slot for slot, ball in state.balls if ball == colour}
    return any(square <= own for square in WINNING_SQUARES)  # CB8


def outcome(state: State) -> tuple[tuple[float, ...], str] | None:
    """Return the score of each seat and the reason, or None while the game runs.

    The first square ends the game, so any square in the cube was made by the last action.
    Neutral balls belong to no seat, so their squares never count (CB11).
    """
    seats = range(state.players)
    with_square = [player for player in seats if _has_square(state, COLOURS[player])]
    if not with_square:
        return None
    mover = (state.seat - 1) % state.players
    if with_square == [mover]:
        winners, reason = [mover], "square"  # CB8
    else:
        winners, reason = [player for player in with_square if player != mover], "gift"  # CB9
    share = 1.0 / len(winners)  # CB12
    return tuple(share if player in winners else 0.0 for player in seats), reason


def text(state: State) -> str:
    """Write the position as a text."""
    cube = dict(state.balls)
    layers = [
        "".join(cube.get(slot, ".") for slot in SLOTS if slot[0] == layer) for layer in range(3)
    ]
    return f"{'/'.join(layers)} {COLOURS[state.seat]} {state.ban}"


def read(text: str, **options: object) -> State:
    """Return the position that a valid text describes."""
    layers, to_move, ban = text.split(" ")
    marks = layers.replace("/", "")
    balls = frozenset((slot, mark) for slot, mark in zip(SLOTS, marks, strict=True) if mark != ".")
    first = start(**options)
    assert all(ball in COLOURS[: first.players] + NEUTRAL for _, ball in balls)
    assert to_move in COLOURS[: first.players]
    return replace(first, balls=balls, seat=COLOURS.index(to_move), ban=ban)
