"""Openings: random moves, the same for all games of a round."""

from __future__ import annotations

import random

from quintet.position import Position

_MAX_TRIES = 100


def opening(begin: Position, plies: int, seed: int, number: int) -> tuple[str, ...]:
    """Return random moves to a position in which the side to move cannot win at once.

    It is shorter if no opening of this length is found.
    """
    rng = random.Random(f"{seed} opening {number}")
    for length in range(plies, 0, -1):
        for _ in range(_MAX_TRIES):
            words = _random_moves(begin, length, rng)
            if words is not None:
                return words
    return ()


def _random_moves(begin: Position, plies: int, rng: random.Random) -> tuple[str, ...] | None:
    position = begin
    words = []
    is_claim = begin.variant.is_claim
    for _ in range(plies):
        words.append(rng.choice([word for word in position.moves if not is_claim(word)]))
        position = position.play(words[-1])
        if position.outcome is not None:
            return None
    return None if _can_be_won(position) else tuple(words)


def _can_be_won(position: Position) -> bool:
    seat = position.turn
    outcomes = (position.play(word).outcome for word in position.moves)
    return any(outcome is not None and outcome.scores[seat] == 1 for outcome in outcomes)
