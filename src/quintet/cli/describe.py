"""Games and positions in words, and as plain values for machines."""

from __future__ import annotations

from typing import Any

from quintet.games import GAMES
from quintet.options import Subset, write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position, start


def game_facts() -> list[dict[str, Any]]:
    """The games as plain values."""
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
    """The games for a person: a line a game, and a line an option."""
    lines = []
    for name, game in GAMES.items():
        counts = " or ".join(map(str, game.seat_counts))
        lines.append(f"{name:<9}{counts} players")
        for option in game.option_list:
            default = write_value(option.default)
            several = ", one or more" if isinstance(option, Subset) else ""
            allowed = " | ".join(option.allowed)
            lines.append(f"  -o {option.name + '=':<13}{allowed}{several} (default {default})")
    return lines


def position_facts(position: Position) -> dict[str, Any]:
    """A position as plain values."""
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
    """Whose turn it is, or how the game ended."""
    names = position.variant.seat_names
    outcome = position.outcome
    if outcome is not None:
        return f"{outcome.result}  {outcome_sentence(outcome, names)}"
    return f"{names[position.turn]} to move: {len(position.moves)} moves"
