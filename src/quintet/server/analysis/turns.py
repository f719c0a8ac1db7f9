"""A position as a board offers it to anyone, without a table."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.engine.symmetry import group_moves
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position
from quintet.server.boards import spot_labels
from quintet.server.play.views.motions import motions_of
from quintet.server.play.views.prompts import more_paths, next_prompts
from quintet.server.play.views.view import buttons
from quintet.server.schemas.analysis import BoardTurn
from quintet.server.schemas.responses import PositionOutcome


def piece_names(position: Position, say: Translate) -> list[str]:
    """Name the seats by their pieces, where nobody sits."""
    variant, colours = position.variant, DRAWERS[position.game].COLOURS
    if colours and variant.seats == len(set(variant.sides)):
        return [say(colours[side]) for side in variant.sides]
    return [say(sentence("Player {number}", number=seat + 1)) for seat in range(variant.seats)]


def board_turn(position: Position, say: Translate) -> BoardTurn:
    """Return all that a page needs to have a move made in a position."""
    variant, names = position.variant, piece_names(position, say)
    return {
        "game": position.game,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "position": position.text,
        "seat": position.seat,
        "prompt": _prompt(position, names, say),
        "prompts": next_prompts(variant, position, say) if position.moves else {},
        "asked_piece": variant.asked_piece(position) if position.moves else "",
        "paths": position.paths,
        "more_paths": more_paths(variant, position),
        "buttons": buttons(position, say),
        "labels": {at: say(label) for at, label in spot_labels(position).items()},
        "moves": {
            word: {
                "said": say(narrate(position, word, names)),
                "motions": motions_of(position, word),
            }
            for word in position.moves
        },
        "groups": list(group_moves(position)),
        "outcome": _outcome(position, names, say),
        "winning": position.winning,
    }


def _prompt(position: Position, names: list[str], say: Translate) -> str:
    if position.outcome is not None:
        return say(outcome_sentence(position.outcome, names))
    asked = position.variant.prompt(position)
    return say(sentence("{name}'s turn. {asked}", name=names[position.turn], asked=asked))


def _outcome(position: Position, names: list[str], say: Translate) -> PositionOutcome | None:
    outcome = position.outcome
    if outcome is None:
        return None
    return {
        "scores": outcome.scores,
        "reason": outcome.reason,
        "result": outcome.result,
        "sentence": say(outcome_sentence(outcome, names)),
    }
