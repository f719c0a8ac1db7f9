"""Batches in which some games wait, or begin again, while others go on."""

import numpy as np
import pytest

import quintet
from quintet.env import Batch
from quintet.env.batch import Autoreset
from quintet.errors import BadOption, QuintetError


@pytest.mark.parametrize("threads", [1, 2])
def test_games_that_are_not_active_stay_as_they_are(threads: int) -> None:
    batch = Batch("quixo", 700, size=3, threads=threads, autoreset="disabled")
    positions = [quintet.start("quixo", size=3)] * batch.games
    rng = np.random.default_rng(0)
    for _ in range(20):
        active = rng.random(batch.games) < 0.5
        actions = batch.sample().copy()
        over = ~batch.masks.any(axis=1)
        ended = batch.terminated.copy()
        batch.step(np.where(active, actions, -5), active)
        for game in np.flatnonzero(active & ~over):
            positions[game] = positions[game].play(int(actions[game]))
        assert batch.terminated[over].all()
        assert not (batch.terminated & ~ended & ~active).any()
        assert not batch.rewards[~active].any()
    found = [batch.simulator.position(batch.states, game) for game in range(batch.games)]
    assert found == positions


@pytest.mark.parametrize("autoreset", ["disabled", "next_step", "same_step"])
def test_an_end_is_shown_while_a_game_waits(autoreset: Autoreset) -> None:
    batch = Batch("quixo", 2, autoreset=autoreset, limit=2)
    batch.step([0, 0])
    first = batch.states.copy()
    batch.step([batch.sample()[0], 0], [True, False])
    assert batch.truncated.tolist() == [True, False]
    batch.step([0, batch.sample()[1]], [False, True])
    # A game of which the next was begun at once has not ended in the step it waited for.
    assert batch.truncated.tolist() == [autoreset != "same_step", True]
    assert batch.plies.tolist() == ([0, 0] if autoreset == "same_step" else [2, 2])
    assert not np.array_equal(batch.states, first)


def test_chosen_games_begin_again() -> None:
    batch = Batch("quixo", 3, autoreset="disabled", limit=2)
    start = batch.states[0].copy()
    batch.step(batch.sample())
    batch.step(batch.sample())
    assert batch.truncated.all()
    batch.restart([True, False, True])
    assert batch.truncated.tolist() == [False, True, False]
    assert batch.plies.tolist() == [0, 2, 0]
    assert np.array_equal(batch.states[0], start)
    assert batch.masks.any(axis=1).tolist() == [True, False, True]


def test_history_begins_again_with_the_game() -> None:
    """Positions of a game that was broken off do not count as repeated (H1)."""
    batch = Batch("quixo", 1, size=3, autoreset="disabled")
    for _ in range(5):
        batch.restart([True])
        batch.step([0])
        assert not batch.terminated[0]


def test_choices_are_checked() -> None:
    batch = Batch("quixo", 2)
    before = batch.states.copy()
    for wrong in ([1, 0], [True], np.ones((2, 1), bool)):
        with pytest.raises(BadOption, match="array of 2 booleans"):
            batch.step([0, 0], wrong)
        with pytest.raises(BadOption, match="array of 2 booleans"):
            batch.restart(wrong)
    with pytest.raises(QuintetError):
        batch.step([0, -1], [True, True])
    assert np.array_equal(batch.states, before)
