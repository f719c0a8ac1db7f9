"""Split a text into games, holding one at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn

from quintet.errors import BadRecord
from quintet.record.faults import Fault
from quintet.record.limits import MAX_GAME_SIZE
from quintet.record.source import Piece

# A line like this always starts a game, so that an unclosed comment or variation cannot swallow the
# next game. The writer escapes such lines in comments with `\[`.
GAME_LINE = re.compile(r'\ufeff?[ \t]*\[[ \t]*Game[ \t]*"')

_TAG_LINE = re.compile(r"\ufeff?[ \t]*\[")
_TAGS = re.compile(r'(?:\s*+\[[^"\]\n]*+"(?:[^"\\\n]++|\\[^\n])*+"[ \t]*+\])*+\s*+')
_BRACE_OR_REMARK = re.compile(r"[{;]")
_REST_OF_COMMENT = re.compile(r"(?:[^\\}]++|\\.)*+\}", re.DOTALL)

# Longer runs of white space, outside comments, are dropped and do not count as a game's size.
_MAX_PAUSE = 4096


class Pause(NamedTuple):
    """The number of blank lines dropped before an offset of a text."""

    offset: int
    lines: int


class GameText(NamedTuple):
    """The text of one game, cut at the size limit, and the number of its first line."""

    text: str
    line: int
    too_large: bool
    pauses: tuple[Pause, ...] = ()

    def fail(self, offset: int, fault: Fault) -> NoReturn:
        raise self.error(offset, fault) from fault.cause

    def error(self, offset: int, fault: Fault) -> BadRecord:
        """Return the error of a fault at an offset of the text."""
        line = self.line + self.text.count("\n", 0, offset)
        line += sum(pause.lines for pause in self.pauses if pause.offset <= offset)
        column = offset - self.text.rfind("\n", 0, offset)
        return fault.at(line, column)


def split(pieces: Iterable[Piece]) -> Iterator[GameText]:
    """Yield the games of a text, each from its first tag to the first tag of the next."""
    game = _Game()
    for piece in pieces:
        if piece.begins and game.size and game.ends_before(piece.text):
            yield game.text()
            game = _Game()
        game.add(piece)
    if game.size:
        yield game.text()


class _Game:
    """The game being read."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.blank: list[str] = []
        self.blank_size = 0
        self.blank_lines = 0
        self.pauses: list[Pause] = []
        self.line = 1
        self.named = False  # whether a Game tag was read
        self.paused = False  # whether a blank line follows the tags
        self.moves = False  # whether anything but tags was read
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
        # Moves may follow the tags on the same line; the rest of a malformed tag is not a move.
        tags = _TAGS.match(text, text.index("["))
        if tags is not None and tags.end() < len(text) and text[tags.end()] != "[":
            self.moves = True
            self.follow_comments(text, tags.end())

    def add_blank(self, text: str) -> None:
        """Hold blank lines back until more of the game follows."""
        if self.size == 0:
            return
        self.paused = True
        self.blank_size += len(text)
        self.blank_lines += text.count("\n")
        if self.size + self.blank_size <= MAX_GAME_SIZE:
            self.blank.append(text)

    def end_pause(self, *, leave_out: bool) -> None:
        if leave_out and self.blank_size > _MAX_PAUSE:
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
