"""Readable games, kept as files: what a person sees, move by move.

Run `python tests/playthroughs.py` to write them again after a change that is meant. They are
checked against the oracles as they are made, so that no file can freeze a mistake.
"""

from __future__ import annotations

import random
from pathlib import Path

import quintet
from oracle import ORACLES
from quintet.draw import plain, terminal
from quintet.position import option_text

FOLDER = Path(__file__).parent / "data" / "playthroughs"
MAX_PLIES = 60

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "quantik": ("quantik", {}),
    "quarto": ("quarto", {}),
    "quarto_squares": ("quarto", {"squares": True, "features": ("colour", "shape")}),
    "quarto_common": ("quarto", {"common": 2, "squares": True}),
    "quarto_spoken": ("quarto", {"calls": "spoken"}),
    "quarto_false_call_loses": ("quarto", {"calls": "spoken", "false_call": "loses"}),
    "qomet": ("qomet", {}),
    "qomet_strict_rays": ("qomet", {"undo": "strict", "corner_exit": "rays"}),
    "cubulus": ("cubulus", {}),
    "cubulus_three": ("cubulus", {"players": 3}),
    "quixo": ("quixo", {}),
    "quixo_four": ("quixo", {"players": 4}),
    "quixo_size_3": ("quixo", {"size": 3}),
    "quixo_size_4": ("quixo", {"size": 4}),
}


def playthrough(name: str) -> str:
    """A random game of a variant, told in full."""
    game, options = GAMES[name]
    oracle = ORACLES[game]
    chance = random.Random(name)
    position, told = quintet.start(game, **options), oracle.start(**options)
    seats = position.variant.seat_names
    lines = [f"{position.variant.title} {option_text(position.variant)}".rstrip(), ""]
    for ply in range(MAX_PLIES + 1):
        assert position.text == oracle.text(told)
        assert sorted(position.moves) == sorted(oracle.moves(told))
        lines += [plain(terminal(position, columns=80)), "", f"position: {position.text}"]
        lines += [f"canonical: {position.canonical().text}"]
        if position.outcome is not None or ply == MAX_PLIES:
            lines += [f"outcome: {position.outcome}", f"winning: {position.winning}", ""]
            break
        lines += [f"{seats[position.turn]} to move: {' '.join(position.moves)}"]
        move = chance.choice(position.moves)
        motions = ", ".join(
            f"{step.piece} {step.origin} to {step.target}" for step in position.motion(move)
        )
        lines += ["", f"{ply + 1}. {move}   ({motions})", ""]
        position, told = position.play(move), oracle.play(told, move)
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


if __name__ == "__main__":
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
