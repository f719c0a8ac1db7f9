"""Parsing of `go`: the limits of a search."""

from __future__ import annotations

from dataclasses import dataclass, field

from quintet.engine.resources import useful_megabytes
from quintet.engine.search import Limits
from quintet.engine.time_control import DEFAULT_SECONDS, share_of_clock
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

SEATS = range(1, 5)
LIMITS = ("movetime", "nodes", "depth", "movestogo")
CLOCKS = tuple(f"p{seat}{what}" for seat in SEATS for what in ("time", "inc"))


@dataclass(slots=True)
class Go:
    """The words of a `go` command."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    only: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def limits(self, seat: int, threads: int, megabytes: int) -> Limits:
        """Return the limits for a search by the seat to move (from 0)."""
        given = self.numbers
        nodes, depth = given.get("nodes"), given.get("depth")
        seconds = self._seconds(seat + 1)
        if seconds is None and nodes is None and depth is None and not self.infinite:
            seconds = DEFAULT_SECONDS
        return Limits(seconds, nodes, depth, threads, useful_megabytes(megabytes, nodes))

    def _seconds(self, seat: int) -> float | None:
        given = self.numbers
        moves_to_go = given.get("movestogo")
        if moves_to_go is not None and moves_to_go < 1:
            raise BadOption(sentence("movestogo must be at least 1."), option="movestogo")
        shares = [given["movetime"] / 1000] if "movetime" in given else []
        clock = f"p{seat}time"
        if clock in given:
            increment = max(0, given.get(f"p{seat}inc", 0))
            # Some programs send a negative time when the flag is falling.
            left = max(0, given[clock])
            shares.append(share_of_clock(left / 1000, increment / 1000, moves_to_go))
        elif any(word in given for word in CLOCKS):
            raise BadOption(
                sentence("p{seat} is to move, but {clock} is missing.", seat=seat, clock=clock),
                option=clock,
            )
        return min(shares, default=None)


def read_go(words: list[str]) -> Go:
    go = Go()
    rest = iter(words)
    word = next(rest, None)
    while word is not None:
        following = next(rest, None)
        if word in LIMITS or word in CLOCKS:
            go.numbers[word] = _number(word, following)
            following = next(rest, None)
        elif word == "infinite":
            go.infinite = True
        elif word == "searchmoves":
            while following is not None and following not in (*LIMITS, *CLOCKS, "infinite"):
                go.only.append(following)
                following = next(rest, None)
        else:
            go.unknown.append(word)
        word = following
    return go


def _number(word: str, text: str | None) -> int:
    digits = (text or "").removeprefix("-") if word in CLOCKS else (text or "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        raise BadOption(sentence("{word} needs an integer.", word=word), option=word, value=text)
    return int(text or "")
