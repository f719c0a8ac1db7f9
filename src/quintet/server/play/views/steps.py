"""Moves of a line as pages show them: in words, with what they do to the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quintet.i18n.catalogue import Translate
from quintet.narration import narrate
from quintet.position import Position
from quintet.server.play.views.motions import motions_of
from quintet.server.schemas.pages import PuzzleStep


def line_steps(
    position: Position, line: Iterable[str], names: Sequence[str], say: Translate
) -> list[PuzzleStep]:
    """Return moves in words, with their motions and the outcome."""
    listed: list[PuzzleStep] = []
    for word in line:
        listed.append(move_step(position, word, say(narrate(position, word, names))))
        position = position.play(word)
    return listed


def move_step(position: Position, word: str, said: str) -> PuzzleStep:
    """Return a move with its motions and what it has won."""
    return {
        "word": word,
        "said": said,
        "seat": position.turn,
        "motions": motions_of(position, word),
        "lines": position.play(word).winning,
    }
