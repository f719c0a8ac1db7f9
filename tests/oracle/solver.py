"""Exact values by brute force, from the oracles alone: slow, plain, and nobody else's code.

A value is a text for the side to move: `win in 3`, `loss in 4` (plies until the game is over, both
sides playing as well as can be: the winner fast, the loser slowly), `tie` (the game ends without a
winner) or `draw` (it never ends). Partners share a side. Where play can go on for ever, only values
within a number of plies can be told.
"""

from typing import Any

from . import ORACLES

NEVER = 1_000_000  # more plies than any game has


class Solver:
    """Answers questions about positions of one game and remembers all answers."""

    def __init__(self, game: str) -> None:
        self.oracle = ORACLES[game]
        self.children: dict[Any, dict[str, Any]] = {}
        self.facts: dict[Any, tuple[list[str], int | None, Any]] = {}
        # By position and side: the plies from which it wins by force, and up to which it does not.
        self.known: dict[tuple[Any, int], tuple[int, int]] = {}
        # The move that settled the last such question is asked first in the next.
        self.telling: dict[tuple[int, bool, int], str] = {}

    def value(self, state: Any) -> str:
        """The value of a position in a game that always ends."""
        return self.value_within(state, NEVER, NEVER) or "tie"

    def value_within(self, state: Any, win: int, loss: int) -> str | None:
        """The value, if the side to move wins or loses within so many plies; otherwise None."""
        side = self.side_to_move(state)
        # Most answers are near, and a look that far costs little.
        for near in (1, 2, 3, 4, NEVER):
            for kind, winner, most in (("win", side, win), ("loss", 1 - side, loss)):
                plies = min(near, most)
                if self.wins_within(state, winner, plies):
                    exact = next(n for n in range(plies + 1) if self.wins_within(state, winner, n))
                    return f"{kind} in {exact}"
        return None

    def move_values(self, state: Any) -> dict[str, str]:
        """The value of every move to the side that makes it, in a game that always ends."""
        side = self.side_to_move(state)
        found = {}
        for word in self.moves(state):
            child = self.child(state, word)
            scores = self.outcome(child)
            if scores is not None:
                found[word] = {1.0: "win in 1", 0.0: "loss in 1"}.get(scores[side], "tie")
            else:
                same = self.side_to_move(child) == side
                found[word] = seen_from_before(self.value(child), same_side=same)
        return found

    def wins_within(self, state: Any, side: int, plies: int) -> bool:
        """Whether a side can force a won game within so many plies, whatever the other does."""
        scores = self.outcome(state)
        if scores is not None:
            return bool(scores[side] == 1)
        if plies <= 0:
            return False
        wins_from, open_to = self.known.get((state, side), (NEVER + 1, 0))
        if plies >= wins_from or plies <= open_to:
            return plies >= wins_from
        moving = self.side_to_move(state) == side
        question = (side, moving, plies)
        first = self.telling.get(question, "")
        wins = not moving
        for word in sorted(self.moves(state), key=lambda word: word != first):
            # One good move is enough for who moves; all replies must fail the other.
            if self.wins_within(self.child(state, word), side, plies - 1) == moving:
                wins = moving
                self.telling[question] = word
                break
        wins_from, open_to = self.known.get((state, side), (NEVER + 1, 0))
        self.known[state, side] = (
            (min(wins_from, plies), open_to) if wins else (wins_from, max(open_to, plies))
        )
        return wins

    def side_to_move(self, state: Any) -> int:
        """Seats of two sides alternate around the table, so partners are both even or both odd."""
        seat = self._facts(state)[1]
        assert seat is not None
        return seat % 2

    def moves(self, state: Any) -> list[str]:
        return self._facts(state)[0]

    def outcome(self, state: Any) -> tuple[float, ...] | None:
        """The score of every seat, or None while the game goes on."""
        ending = self._facts(state)[2]
        return None if ending is None else ending[0]

    def child(self, state: Any, word: str) -> Any:
        children = self.children.setdefault(state, {})
        if word not in children:
            children[word] = self.oracle.play(state, word)
        return children[word]

    def _facts(self, state: Any) -> tuple[list[str], int | None, Any]:
        if state not in self.facts:
            ending = self.oracle.outcome(state)
            seat = self.oracle.seat(state)
            self.facts[state] = (self.oracle.moves(state), seat, ending)
        return self.facts[state]


def seen_from_before(value: str, *, same_side: bool) -> str:
    """The value of a position, told one ply earlier by the side that moves there."""
    if value in ("draw", "tie"):
        return value
    kind, _, plies = value.split()
    if not same_side:
        kind = "loss" if kind == "win" else "win"
    return f"{kind} in {int(plies) + 1}"


class SmallQuixo:
    """Every position of Quixo on 3x3 for two, solved backwards from the finished games.

    Turning or mirroring the board changes nothing, nor does swapping the sides; so a position is
    known by the least text among those, with `x` to move.
    """

    def __init__(self) -> None:
        self.oracle = ORACLES["quixo"]
        self.values: dict[str, str] = {}
        self._solve()

    def value(self, state: Any) -> str:
        return self.values.get(self.key(state), "draw")

    def key(self, state: Any) -> str:
        board, turn = self.oracle.text(state).split(" ")
        if turn == "o":
            board = board.translate(str.maketrans("xo", "ox"))
        rows = board.split("/")
        forms = []
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
            forms += ["/".join(rows), "/".join(row[::-1] for row in rows)]
        return min(forms) + " x"

    def _solve(self) -> None:
        children: dict[str, list[str]] = {}
        for number in range(3**9):
            cells = "".join(".xo"[number // 3**place % 3] for place in range(9))
            state = self.oracle.read(f"{cells[:3]}/{cells[3:6]}/{cells[6:]} x", size=3)
            if self.key(state) != self.oracle.text(state):
                continue
            ending = self.oracle.outcome(state)
            if ending is not None:
                self.values[self.key(state)] = "win in 0" if ending[0][0] == 1 else "loss in 0"
            else:
                after = (self.oracle.play(state, word) for word in self.oracle.moves(state))
                children[self.key(state)] = list({self.key(child) for child in after})
        plies = 0
        found = {"": ""}
        while found:
            plies += 1
            found = {}
            for key, following in children.items():
                if key in self.values:
                    continue
                values = [self.values.get(child, "open") for child in following]
                if any(value.startswith("loss") for value in values):
                    found[key] = f"win in {plies}"
                elif all(value.startswith("win") for value in values):
                    found[key] = f"loss in {plies}"
            self.values.update(found)
