"""Whether a win can be forced within some plies: as the oracles say."""

import pytest

import quintet
from exact_values import read
from quintet.games import GAMES

MAX_PLIES = 7  # plies; more would take the plain search too long


@pytest.mark.parametrize("game", GAMES)
def test_wins_and_losses_are_those_of_the_oracle(game: str) -> None:
    seen = 0
    for known in read(game):
        kind, _, plies = known.value.partition(" in ")
        if kind not in ("win", "loss") or int(plies) > MAX_PLIES:
            continue
        position = known.position
        sides = position.variant.sides
        other = next(seat for seat, side in enumerate(sides) if side != sides[position.turn])
        winner = position.turn if kind == "win" else other
        assert position.wins_within(int(plies), winner), known
        assert not position.wins_within(int(plies) - 1, winner), known
        seen += 1
    assert seen >= 10


def test_a_game_that_is_over() -> None:
    position = quintet.start("quantik")
    for move in ("A@a1", "B@b1", "C@c1", "D@d1"):
        position = position.play(move)
    winner = (position.outcome or pytest.fail("not over")).scores.index(1)
    assert position.wins_within(0, winner)
    assert not position.wins_within(5, 1 - winner)


def test_nonsense() -> None:
    with pytest.raises(ValueError, match="plies must be a number from 0 to 1000"):
        quintet.start("quixo").wins_within(-1)
    with pytest.raises(ValueError, match="seat"):
        quintet.start("quixo").wins_within(1, 2)
