"""Figures on the board: what each step does, by the real rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quintet.errors import IllegalMove
from quintet.games.types import Motion, Reason, motion
from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position, read_position
from quintet.rules.types import Claim, Figure

VERDICTS: dict[Claim, Sentence] = {
    "move": sentence("Allowed."),
    "win": sentence("This wins."),
    "loss": sentence("This loses."),
    "shared": sentence("The other two share the win."),
    "draw": sentence("A draw."),
    "no_win": sentence("The game goes on."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move of a figure and the positions around it."""

    word: str
    before: Position
    after: Position

    @property
    def motions(self) -> tuple[Motion, ...]:
        return self.before.motion(self.word)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that is tried and refused, and the position it is tried on."""

    touches: tuple[str, ...]
    position: Position
    reason: Reason

    @property
    def at(self) -> str:
        """The place of the board that was touched last, if any."""
        places = self.position.variant.places
        return next((touch for touch in reversed(self.touches) if touch in places), "")

    @property
    def motion(self) -> Motion | None:
        """How the piece would have gone there, if a piece can be seen trying."""
        variant, *touched = self.position.variant, *self.touches
        places = [touch for touch in touched if touch in variant.places]
        if len(places) > 1 and touched[0] == places[0]:
            cell = self.position.cells[variant.places.index(places[0])]
            return motion(variant.letters[cell], places[0], places[1])
        for word, path in self.position.paths.items():
            if len(path) == len(touched) and path[:-1] == self.touches[:-1] and self.at:
                like = next(iter(self.position.motion(word)), None)
                return like and motion(like.piece, like.origin, self.at)
        return None


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A figure with everything the rules say of it."""

    figure: Figure
    position: Position
    lines: tuple[tuple[Step, ...], ...]  # each from the position of the figure
    refusals: tuple[Refusal, ...]

    @property
    def end(self) -> Position:
        """The position after the last line."""
        return self.lines[-1][-1].after if self.lines else self.position

    @property
    def verdicts(self) -> tuple[Sentence, ...]:
        """What the figure shows, in words."""
        if self.refusals:
            return tuple(
                sentence("Not allowed: {reason}", reason=reason)
                for reason in dict.fromkeys(each.reason.sentence for each in self.refusals)
            )
        verdict = VERDICTS.get(self.figure.shows)
        return () if verdict is None else (verdict,)

    @property
    def marks(self) -> dict[str, str]:
        """The marks of the figure at rest; places that forbid are marked by themselves."""
        forbidding = (
            place
            for each in self.refusals
            if not self.lines
            for place in each.reason.places or (each.at,)
        )
        return {**dict.fromkeys(filter(None, forbidding), "forbidding"), **self.figure.marks}


def demonstrate(figure: Figure) -> Demonstration:
    """Play a figure by the rules; an illegal move raises."""
    position = read_position(figure.game, figure.position, figure.options)
    parts = [(word,) for word in figure.moves] if figure.apart else [figure.moves]
    lines = tuple(tuple(_steps(position, words)) for words in parts if words)
    end = lines[-1][-1].after if lines else position
    return Demonstration(figure, position, lines, tuple(_refusals(end, figure.refused)))


def _steps(position: Position, words: tuple[str, ...]) -> Iterator[Step]:
    for word in words:
        after = position.play(word)
        yield Step(word, position, after)
        position = after


def _refusals(position: Position, refused: tuple[str, ...]) -> Iterator[Refusal]:
    variant = position.variant
    words = frozenset(word for part in (*variant.words, variant.other_words) for word in part)
    for tried in refused:
        if tried in words:
            yield Refusal(variant.path(tried), position, _why_not_word(position, tried))
        else:
            touches = tuple(tried.split())
            reason = position.why_not(*touches)
            assert reason is not None, f"{tried} begins a move"
            yield Refusal(touches, position, reason)


def _why_not_word(position: Position, word: str) -> Reason:
    """Return why a whole move is illegal; its first touch may begin another one."""
    try:
        position.play(word)
    except IllegalMove as error:
        return Reason(error.rule, error.sentence, error.places)
    raise AssertionError(f"{word} is legal")
