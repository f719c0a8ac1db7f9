"""Check a winning strategy of Qomet with a second implementation of the rules.

Nothing here comes from the solver or the compiled rules; only the notation of positions and moves
in the file is shared (docs/reference/tablebase-format.md). A strategy is correct if its owner, who
is to move in every position of it, has a legal move there after which every answer loses: by making
a square for the owner (QM9), by letting the owner make one at once, or by leading to a position of
the strategy that is nearer to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

STARS = 7  # QM2

# QM1: the points of a ring in the order of the file, as directions seen from the centre; the rings
# from the outside in, and the centre. A point is a bit.
_ROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_POINTS = [(size * x, size * y) for size in (3, 2, 1) for x, y in _ROUND] + [(0, 0)]
_BIT = {point: 1 << number for number, point in enumerate(_POINTS)}
_NAMES = {"abcdefg"[x + 3] + "1234567"[y + 3]: _BIT[x, y] for x, y in _POINTS}
_OUTER = sum(bit for (x, y), bit in _BIT.items() if 3 in (abs(x), abs(y)))

# QM1: four straight lines through the centre, and the sides of the squares.
_THROUGH_CENTRE = [
    [_BIT[k * x, k * y] for k in range(-3, 4)] for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))
]
_SIDES = [
    side
    for size in (1, 2, 3)
    for edge in (-size, size)
    for side in (
        [_BIT[k, edge] for k in (-size, 0, size)],
        [_BIT[edge, k] for k in (-size, 0, size)],
    )
]

# QM8: the concentric squares, and those with a corner at the centre.
_SQUARES = [
    *(sum(_BIT[size * x, size * y] for x in (-1, 1) for y in (-1, 1)) for size in (1, 2, 3)),
    *(
        _BIT[0, 0] | _BIT[size * x, 0] | _BIT[0, size * y] | _BIT[size * x, size * y]
        for size in (1, 2, 3)
        for x in (-1, 1)
        for y in (-1, 1)
    ),
]

# The eight symmetries of the board, as maps from bits to bits.
_SYMMETRIES = [
    {bit: _BIT[p * x + q * y, r * x + s * y] for (x, y), bit in _BIT.items()}
    for p, q, r, s in (
        *((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)),
        *((0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0), (1, 0, 0, -1)),
    )
]


class Stand(NamedTuple):
    """A position for the side to move: stars of both sides, and the banned slide."""

    own: int
    other: int
    banned: tuple[int, int] | None


START = Stand(0, 0, None)


class Plan(NamedTuple):
    """An entry of the strategy. A move goes from point to point; 0 is the reserve."""

    stand: Stand
    move: tuple[int, int]
    plies: int


class Slide(NamedTuple):
    """A step along a line, and the point beyond; `leaves` if that is off the board."""

    start: int
    target: int
    beyond: int
    leaves: bool


class Rules:
    """The legal moves of a variant."""

    def __init__(self, *, undo: str, corner_exit: str) -> None:
        self.strict = undo == "strict"
        self.slides = [
            slide
            for lines, may_leave in ((_THROUGH_CENTRE, True), (_SIDES, corner_exit == "any"))
            for there in lines
            for line in (there, there[::-1])
            for slide in _slides(line, may_leave)
        ]

    def moves(self, stand: Stand) -> Iterator[tuple[tuple[int, int], Stand]]:
        """Yield every legal move with the position after it, for the side to move then."""
        own, other, banned = stand
        taken = own | other
        if own.bit_count() < STARS:  # QM3
            for bit in _BIT.values():
                if not taken & bit:
                    yield (0, bit), Stand(other, own | bit, None)
        for start, target, beyond, leaves in self.slides:
            if not own & start or (start, target) == banned:  # QM7
                continue
            if not taken & target:  # QM4
                after, others = own ^ start | target, other
            elif leaves or (beyond and not taken & beyond):  # QM5, QM6, QM11
                after, others = own ^ start | target, other & ~target
                if own & target:
                    after |= beyond
                else:
                    others |= beyond
            else:
                continue
            yield (start, target), Stand(others, after, self._ban(stand, target, beyond, others))
        for bit in _BIT.values():
            if bit & own & _OUTER:  # QM6
                yield (bit, 0), Stand(other, own ^ bit, None)

    def _ban(self, stand: Stand, target: int, beyond: int, others: int) -> tuple[int, int] | None:
        """Return the answer that QM10 bans: pushing back; if strict, moving back."""
        is_banned = others & beyond and (self.strict or stand.other & target)
        return (beyond, target) if is_banned else None

    def can_win(self, stand: Stand) -> bool:
        """Return whether the side to move can make a square at once."""
        if all((stand.own & square).bit_count() < 3 for square in _SQUARES):
            return False
        return any(_winner(after) == -1 for _, after in self.moves(stand))


class Strategy:
    """A move for every position in which the owner of the strategy is to move."""

    def __init__(self, plans: Iterable[Plan], rules: Rules) -> None:
        self.plans = list(plans)
        self.rules = rules
        self._plies = {image: plan.plies for plan in self.plans for image in images(plan.stand)}

    def wrong_plans(self, report: Callable[[], object] = lambda: None) -> list[Plan]:
        """Return the wrong entries; `report` is called for each. The start must have one."""
        wrong = [] if START in self._plies else [Plan(START, (0, 0), 0)]
        for plan in self.plans:
            if not self.is_right(plan):
                wrong.append(plan)
            report()
        return wrong

    def is_right(self, plan: Plan) -> bool:
        """Return whether the move wins, and in exactly the stated plies."""
        if _winner(plan.stand) or self.rules.can_win(plan.stand):
            return False
        after = dict(self.rules.moves(plan.stand)).get(plan.move)
        if after is None or _winner(after):
            return False
        longest = 0
        for _, answered in self.rules.moves(after):
            winner = _winner(answered)
            if winner == -1:  # the answer makes a square
                return False
            if winner == 1:  # QM9
                continue
            plies = 1 if self.rules.can_win(answered) else self._plies.get(answered)
            if plies is None:
                return False
            longest = max(longest, plies)
        return plan.plies == longest + 2


def images(stand: Stand) -> set[Stand]:
    """Return all positions that are the same up to symmetry."""
    return {
        Stand(
            sum(to for bit, to in symmetry.items() if bit & stand.own),
            sum(to for bit, to in symmetry.items() if bit & stand.other),
            stand.banned and (symmetry[stand.banned[0]], symmetry[stand.banned[1]]),
        )
        for symmetry in _SYMMETRIES
    }


def read_move(word: str) -> tuple[int, int]:
    """Return the move of a word: `d4`, `a1-d1` or `a1-off`."""
    start, _, target = word.partition("-")
    return (_NAMES[start], _NAMES.get(target, 0)) if target else (0, _NAMES[start])


def _winner(stand: Stand) -> int:
    """Return 1 if the side to move has won, -1 if the other has, 0 otherwise."""
    if any(stand.own & square == square for square in _SQUARES):
        return 1  # QM9: counts before the other's
    return -1 if any(stand.other & square == square for square in _SQUARES) else 0


def _slides(line: list[int], may_leave: bool) -> Iterator[Slide]:
    """Yield the steps along a line in one direction, off the board by QM6 and QM11."""
    for start, target, beyond in zip(line, line[1:], [*line[2:], 0], strict=False):
        yield Slide(start, target, beyond, not beyond and may_leave and bool(target & _OUTER))
