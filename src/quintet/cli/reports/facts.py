"""Games and positions, in words and as plain values."""

from __future__ import annotations

from typing import Any

from quintet.cli.terminal.output import say
from quintet.games import GAMES
from quintet.i18n.sentence import any_of, counted, sentence
from quintet.options import Option, Subset, write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position, start


def game_facts() -> list[dict[str, Any]]:
    """Return the games as plain values."""
    return [
        {
            "game": name,
            "title": game.title,
            "options": {
                option.name: {"allowed": option.allowed, "default": write_value(option.default)}
                for option in game.option_list
            },
            "seats": game.seat_counts,
            "vocabulary": len(start(name).variant.words[0]),
        }
        for name, game in GAMES.items()
    ]


def game_lines() -> list[str]:
    """Return the games as text: a line per game, and a line per option."""
    lines = []
    for name, game in GAMES.items():
        players = say(sentence("{counts} players", counts=any_of(game.seat_counts)))
        lines.append(f"{name:<9}{players}")
        lines += [f"  -o {option.name + '=':<13}{_values(option)}" for option in game.option_list]
    return lines


def _values(option: Option) -> str:
    values = {"allowed": " | ".join(option.allowed), "default": write_value(option.default)}
    if isinstance(option, Subset):
        return say(sentence("{allowed}, one or more (default {default})", **values))
    return say(sentence("{allowed} (default {default})", **values))


def position_facts(position: Position) -> dict[str, Any]:
    """Return a position as plain values."""
    variant, outcome = position.variant, position.outcome
    return {
        "game": position.game,
        "options": {name: write_value(value) for name, value in position.options.items()},
        "position": position.text,
        "seat": position.seat,
        "places": {
            place: variant.letters[code]
            for place, code in zip(variant.places, position.cells, strict=True)
        },
        "outcome": outcome and {"scores": outcome.scores, "reason": outcome.reason},
        "winning": position.winning,
        "canonical": position.canonical().text,
        "moves": len(position.moves),
    }


def status(position: Position) -> str:
    """Return a line that says whose turn it is, or how the game ended."""
    names = position.variant.seat_names
    outcome = position.outcome
    if outcome is not None:
        return f"{outcome.result}  {say(outcome_sentence(outcome, names))}"
    return say(
        counted(
            "{seat} to move: {count} move",
            "{seat} to move: {count} moves",
            seat=names[position.turn],
            count=len(position.moves),
        )
    )
