"""One game after the other out of a text, so that no more than one is ever held."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn

from quintet.errors import BadRecord
from quintet.record.faults import Fault
from quintet.record.limits import MAX_GAME_SIZE
from quintet.record.source import Piece

# A line like this begins a game wherever it stands, so that nothing left open can swallow the next
# game. Comments that hold such a line are written with `\[`.
GAME_LINE = re.compile(r'\ufeff?[ \t]*\[[ \t]*Game[ \t]*"')

_TAG_LINE = re.compile(r"\ufeff?[ \t]*\[")
_TAGS = re.compile(r'(?:\s*+\[[^"\]\n]*+"(?:[^"\\\n]++|\\[^\n])*+"[ \t]*+\])*+\s*+')
_BRACE_OR_REMARK = re.compile(r"[{;]")
_REST_OF_COMMENT = re.compile(r"(?:[^\\}]++|\\.)*+\}", re.DOTALL)

# More white space in a row than this, outside comments, is not held and no part of a game's size.
_LONGEST_PAUSE = 4096


class Pause(NamedTuple):
    """Where blank lines were left out of a text, before an offset, and how many."""

    offset: int
    lines: int


class GameText(NamedTuple):
    """The text of one game, as far as it is not too large, and the line it begins on."""

    text: str
    line: int
    too_large: bool
    pauses: tuple[Pause, ...] = ()

    def fail(self, offset: int, fault: Fault) -> NoReturn:
        raise self.error(offset, fault) from fault.cause

    def error(self, offset: int, fault: Fault) -> BadRecord:
        """Says what is wrong at a character of the text."""
        line = self.line + self.text.count("\n", 0, offset)
        line += sum(pause.lines for pause in self.pauses if pause.offset <= offset)
        column = offset - self.text.rfind("\n", 0, offset)
        return fault.at(line, column)


def split(pieces: Iterable[Piece]) -> Iterator[GameText]:
    """The games of a text, each from its first tag up to the first tag of the next."""
    game = _Game()
    for piece in pieces:
        if piece.begins and game.size and game.ends_before(piece.text):
            yield game.text()
            game = _Game()
        game.add(piece)
    if game.size:
        yield game.text()


class _Game:
    """A game as far as it has been seen."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.blank: list[str] = []
        self.blank_size = 0
        self.blank_lines = 0
        self.pauses: list[Pause] = []
        self.line = 1
        self.named = False  # whether there was a Game tag
        self.paused = False  # whether a blank line follows the tags
        self.moves = False  # whether anything but tags was there
        self.comment = False  # whether a comment is open

    def ends_before(self, line: str) -> bool:
        if GAME_LINE.match(line):
            # The Game tag need not be the first of its game.
            return self.named or self.paused or self.moves
        return self.moves and not self.comment and _TAG_LINE.match(line) is not None

    def add(self, piece: Piece) -> None:
        text = piece.text
        if text.isspace():
            self.add_blank(text)
            return
        if self.size == 0:
            self.line = piece.line
        self.end_pause(leave_out=piece.begins and not self.comment)
        self.size += len(text)
        if self.size <= MAX_GAME_SIZE + len(text):
            self.parts.append(text)
        if self.moves or not piece.begins or _TAG_LINE.match(text) is None:
            self.moves = True
            self.follow_comments(text, 0)
            return
        if GAME_LINE.match(text):
            self.named = True
        # Moves may follow the tags on their line; what is left of a broken tag is none.
        tags = _TAGS.match(text, text.index("["))
        if tags is not None and tags.end() < len(text) and text[tags.end()] != "[":
            self.moves = True
            self.follow_comments(text, tags.end())

    def add_blank(self, text: str) -> None:
        """Blank lines belong to a game only where more of it follows."""
        if self.size == 0:
            return
        self.paused = True
        self.blank_size += len(text)
        self.blank_lines += text.count("\n")
        if self.size + self.blank_size <= MAX_GAME_SIZE:
            self.blank.append(text)

    def end_pause(self, *, leave_out: bool) -> None:
        if leave_out and self.blank_size > _LONGEST_PAUSE:
            self.parts.append("\n")
            self.size += 1
            self.pauses.append(Pause(self.size, self.blank_lines - 1))
        else:
            self.parts += self.blank
            self.size += self.blank_size
        self.blank, self.blank_size, self.blank_lines = [], 0, 0

    def follow_comments(self, text: str, at: int) -> None:
        while True:
            if self.comment:
                end = _REST_OF_COMMENT.match(text, at)
                if end is None:
                    return
                self.comment = False
                at = end.end()
            begin = _BRACE_OR_REMARK.search(text, at)
            if begin is None or begin[0] == ";":
                return
            self.comment = True
            at = begin.end()

    def text(self) -> GameText:
        if self.size <= MAX_GAME_SIZE:
            text = "".join(self.parts).rstrip()
            return GameText(text, self.line, False, tuple(self.pauses))
        return GameText("".join(self.parts)[:MAX_GAME_SIZE], self.line, True)
