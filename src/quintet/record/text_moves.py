"""Read move text: moves, clocks, comments, annotations and variations."""

from __future__ import annotations

from quintet.errors import BadMove, IllegalMove
from quintet.i18n.sentence import Filling, Sentence, sentence
from quintet.position import Position
from quintet.record.clock import take_clock, two_clocks
from quintet.record.faults import Fault, bad_move
from quintet.record.limits import MAX_NAG, MAX_VARIATION_DEPTH
from quintet.record.model import Line, Ply, too_deep
from quintet.record.split import GameText
from quintet.record.tokens import SPACES, TOKEN, after_spaces, explain, read_comment

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class LineBuilder:
    """The main line, or a variation whose bracket is at offset `at`."""

    def __init__(self, begin: Position, at: int) -> None:
        self.at = at
        self.before = begin  # the position before the last move
        self.position = begin
        self.comments: list[str] = []
        self.plies: list[_PlyBuilder] = []

    def play(self, word: str) -> None:
        following = self.position.play(word)
        self.before, self.position = self.position, following
        self.plies.append(_PlyBuilder(word))

    def build(self) -> Line:
        return Line(tuple(self.comments), tuple(ply.build() for ply in self.plies))


class _PlyBuilder:
    __slots__ = ("clock", "comments", "move", "nags", "variations")

    def __init__(self, move: str) -> None:
        self.move = move
        self.clock: int | None = None
        self.comments: list[str] = []
        self.nags: list[int] = []
        self.variations: list[Line] = []

    def build(self) -> Ply:
        return Ply(
            self.move, self.clock, tuple(self.comments), tuple(self.nags), tuple(self.variations)
        )


def read_moves(game: GameText, main: LineBuilder) -> tuple[str, int]:
    """Read moves into the main line; return the result token and its offset."""
    text, at = game.text, main.at
    end = len(text.rstrip(SPACES))
    line, parents = main, list[LineBuilder]()  # no recursion: input may be hostile
    while at < end:
        token = TOKEN.match(text, at)
        if token is None:
            fault = explain(text, after_spaces(text, at))
            game.fail(fault.skip, fault)
        kind = token.lastgroup or ""
        begin, at = token.start(kind), token.end()
        try:
            if kind == "word":
                line.play(token[kind])
            elif kind == "comment":
                _note_comment(line, read_comment(token[kind][1:-1]))
            elif kind == "remark":
                _note_comment(line, token[kind][1:].strip())
            elif kind == "suffix":
                _note_nag(line, SUFFIXES.get(token[kind]))
            elif kind == "nag":
                _note_nag(line, _read_nag(token[kind][1:]))
            elif kind == "open":
                parents.append(line)
                line = _variation(parents, begin)
            elif kind == "close":
                line = _close(parents, line)
            elif kind == "result":
                _finish(parents, at == end)
                return token[kind], begin
        except (BadMove, IllegalMove) as error:
            fault = bad_move(error, line.position)
            game.fail(begin + fault.skip, fault)
        except Fault as fault:
            game.fail(after_spaces(text, at) if fault.skip else begin, fault)
    if parents:
        raise game.error(line.at, _fault(sentence("This variation is never closed."), ")"))
    raise game.error(
        end, _fault(sentence("The record breaks off."), sentence("a move or the result"))
    )


def _note_comment(line: LineBuilder, comment: str) -> None:
    if not line.plies:
        line.comments.append(comment)
        return
    ply = line.plies[-1]
    clock, rest = take_clock(comment)
    if clock is not None:
        if ply.clock is not None:
            raise two_clocks()
        ply.clock = clock
    if rest is not None:
        ply.comments.append(rest)


def _read_nag(digits: str) -> int | None:
    number = int(digits[:9])
    return number if len(digits) <= 9 and number <= MAX_NAG else None


def _note_nag(line: LineBuilder, number: int | None) -> None:
    if not line.plies:
        raise _fault(sentence("There is no move here to annotate."), sentence("a move"))
    if number is None:
        raise _fault(
            sentence("This is not an annotation."),
            sentence("! ? !! ?? !? ?! or a number from $0 to ${last}", last=MAX_NAG),
        )
    line.plies[-1].nags.append(number)


def _variation(parents: list[LineBuilder], at: int) -> LineBuilder:
    if not parents[-1].plies:
        raise _fault(
            sentence("There is no move here for a variation to replace."), sentence("a move")
        )
    if len(parents) > MAX_VARIATION_DEPTH:
        raise too_deep()
    return LineBuilder(parents[-1].before, at)


def _close(parents: list[LineBuilder], line: LineBuilder) -> LineBuilder:
    if not parents:
        raise _fault(sentence("There is no variation to close."), sentence("a move"))
    if not line.plies:
        raise _fault(sentence("A variation has at least one move."), sentence("a move"))
    parent = parents.pop()
    parent.plies[-1].variations.append(line.build())
    return parent


def _finish(parents: list[LineBuilder], last: bool) -> None:
    if parents:
        raise _fault(sentence("A variation is still open."), sentence("a move, or )"))
    if not last:
        fault = _fault(sentence("Something follows the result."), sentence("the next game"))
        fault.skip = 1  # point at what follows, not at the result
        raise fault


def _fault(message: Sentence, expected: Filling) -> Fault:
    return Fault(message, expected=expected)
