"""Lines of moves on a page with a board: in words, with what they do to the pieces."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence
from quintet.narration import narrate
from quintet.position import Position
from quintet.server.schemas.pages import PuzzleStep


def player_names(position: Position, say: Translate) -> list[str]:
    """Return the names of the seats: by their pieces, or else as you and opponent."""
    variant = position.variant
    colours = DRAWERS[position.game].COLOURS
    if colours:
        return [say(colours[side]) for side in variant.sides]
    yours, theirs = sentence("Your side"), sentence("Your opponent")
    own = variant.sides[position.turn]
    return [say(yours if side == own else theirs) for side in variant.sides]


def line_steps(
    position: Position, line: tuple[str, ...], names: list[str], say: Translate
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
        "motions": [
            {"piece": it.piece, "origin": it.origin, "target": it.target, "becomes": it.becomes}
            for it in position.motion(word)
        ],
        "lines": position.play(word).winning,
    }
