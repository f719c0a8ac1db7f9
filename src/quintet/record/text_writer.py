"""Write a game in text form: tags, then moves in lines of at most 79 columns."""

from __future__ import annotations

from quintet.options import write_value
from quintet.position import Position
from quintet.record.clock import write_clock
from quintet.record.model import Ply, Record, fill_seats, ordered_tags
from quintet.record.tags import write_tag
from quintet.record.tokens import write_comment

COLUMNS = 79


def write_game(record: Record) -> str:
    """Return a checked record as text that ends with a newline."""
    page = _Page()
    for comment in record.comments:
        page.add(write_comment(comment))
    _write_line(page, record.moves, _Turn(record.begin))
    page.add(record.result or "*")
    return "\n".join([*_tags(record), "", page.text, ""])


def _tags(record: Record) -> list[str]:
    variant = record.variant
    others = ordered_tags(record)
    own: list[tuple[str, str | None]] = [
        ("Game", record.game),
        *(("Option", f"{name}={write_value(v)}") for name, v in variant.changed_options.items()),
        ("Event", others.pop("Event", None)),
        ("Date", others.pop("Date", None)),
        *((f"Seat{seat}", name) for seat, name in enumerate(fill_seats(variant, record.seats))),
        ("Position", None if record.start is None else record.start.text),
        ("Result", record.result or "*"),
        ("Termination", record.termination),
        ("TimeControl", others.pop("TimeControl", None)),
    ]
    return [write_tag(name, value) for name, value in (*own, *others.items()) if value is not None]


class _Page:
    """Words joined by spaces, or by line breaks where a line is full."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.column = 0

    def add(self, word: str, *, glued: bool = False) -> None:
        first, _, _ = word.partition("\n")
        gap = "" if glued else " "
        if self.parts:
            fits = self.column + len(gap) + len(first) <= COLUMNS
            self.parts.append(gap if fits else "\n")
            self.column = self.column + len(gap) if fits else 0
        self.parts.append(word)
        last = word.rfind("\n")
        self.column = self.column + len(word) if last < 0 else len(word) - last - 1

    @property
    def text(self) -> str:
        return "".join(self.parts)


class _Turn:
    """The move number. A turn lasts until another seat moves."""

    def __init__(self, position: Position, number: int = 0, seat: int | None = None) -> None:
        self.position = position
        self.number = number
        self.seat = seat

    def copy(self) -> _Turn:
        return _Turn(self.position, self.number, self.seat)

    def play(self, move: str, *, resumes: bool) -> str:
        """Play a move; return its move number where a turn begins or resumes."""
        seat = self.position.seat
        begins = seat != self.seat
        self.number += begins
        self.seat = seat
        self.position = self.position.play(move)
        return f"{self.number}. " if begins else f"{self.number}... " if resumes else ""


def _write_line(page: _Page, plies: tuple[Ply, ...], turn: _Turn, *, opening: str = "") -> None:
    """Write moves; `opening` is the bracket that precedes the first one."""
    resumes = turn.number > 0
    for ply in plies:
        before = turn.copy()
        page.add(opening + turn.play(ply.move, resumes=resumes) + ply.move)
        opening, resumes = "", False
        for nag in ply.nags:
            page.add(f"${nag}")
        if ply.clock is not None:
            page.add(write_comment(write_clock(ply.clock)))
        for comment in ply.comments:
            page.add(write_comment(comment))
        for line in ply.variations:
            opening = "("
            for comment in line.comments:
                page.add(opening + write_comment(comment))
                opening = ""
            _write_line(page, line.plies, before.copy(), opening=opening)
            page.add(")", glued=True)
            opening, resumes = "", True
