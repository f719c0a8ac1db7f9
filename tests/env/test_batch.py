"""Batches and the pure form against positions, one game at a time."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import quintet
from quintet.env import Batch, Simulator, random_policy
from quintet.env.batch import REASONS
from quintet.env.layout import MODES
from quintet.errors import BadMove, BadOption, IllegalMove

IDS = [" ".join([game, *map(str, options.values())]) for game, options in MODES]

Options = dict[str, Any]


def reward(score: float, sides: int) -> float:
    return (sides * score - 1) / (sides - 1)


@pytest.mark.parametrize(("game", "options"), MODES, ids=IDS)
def test_games_are_those_of_positions(game: str, options: Options) -> None:
    """Masks, seats, rewards, reasons and ends, with repetitions counted here again (H1, H5)."""
    games, limit = 24, 60
    batch = Batch(game, games, autoreset="disabled", limit=limit, seed=5, **options)
    positions = [quintet.start(game, **options) for _ in range(games)]
    met = [Counter([position]) for position in positions]
    sides = len(set(positions[0].variant.sides))
    for _ in range(limit):
        for row, position in enumerate(positions):
            if not (batch.terminated[row] or batch.truncated[row]):
                assert batch.masks[row].nonzero()[0].tolist() == list(position.numbers)
                assert batch.seats[row] == position.seat
        running = ~(batch.terminated | batch.truncated)
        actions = batch.sample().copy()
        batch.step(actions)
        for row in map(int, running.nonzero()[0]):
            position = positions[row] = positions[row].play(int(actions[row]))
            met[row][position] += 1
            reason = REASONS[batch.reasons[row]]
            if position.outcome is not None:
                assert (reason, batch.terminated[row]) == (position.outcome.reason, True)
                expected = [reward(score, sides) for score in position.outcome.scores]
                assert batch.rewards[row].tolist() == pytest.approx(expected)
            elif position.variant.cycles and met[row][position] == 3:
                assert (reason, batch.terminated[row]) == ("repetition", True)
            elif batch.plies[row] == limit:
                assert (reason, batch.truncated[row]) == ("limit", True)
            else:
                assert (reason, batch.terminated[row], batch.truncated[row]) == (
                    "none",
                    False,
                    False,
                )
        assert (batch.states == batch.simulator.states(positions)).all()
    assert (batch.terminated | batch.truncated).all()


def test_third_time_is_a_draw() -> None:
    """Turning one row to and fro brings a position of Quixo back (H1)."""
    batch = Batch("quixo", 1, autoreset="disabled")
    words = batch.simulator.layout.actions
    there = ["a1a5", "e1e5", "a5a1", "e5e1"]
    for turn in range(20):
        batch.step([words.index(there[turn % 4])])
        if batch.terminated[0]:
            break
    assert REASONS[batch.reasons[0]] == "repetition"
    assert not batch.rewards.any()
    once_more = Batch("quixo", 1, autoreset="disabled", repetition=False, limit=40)
    for turn in range(40):
        once_more.step([words.index(there[turn % 4])])
    assert REASONS[once_more.reasons[0]] == "limit"


@pytest.mark.parametrize(("game", "options"), MODES, ids=IDS)
def test_same_games_on_any_number_of_threads(game: str, options: Options) -> None:
    one = Batch(game, 1500, threads=1, seed=9, random_plies=3, **options)
    three = Batch(game, 1500, threads=3, seed=9, random_plies=3, **options)
    other = Batch(game, 1500, threads=1, seed=10, random_plies=3, **options)
    for _ in range(30):
        one.step(one.sample())
        three.step(three.sample())
        other.step(other.sample())
    assert (one.states == three.states).all()
    assert (one.observations == three.observations).all()
    assert (one.states != other.states).any()


def test_new_games_begin_at_once_or_with_the_next_step() -> None:
    at_once = Batch("quantik", 64, autoreset="same_step")
    later = Batch("quantik", 64, autoreset="next_step")
    stay = Batch("quantik", 64, autoreset="disabled")
    start = at_once.simulator.init(64)
    for _ in range(16):
        for batch in (at_once, later, stay):
            over = batch.terminated.copy()
            batch.step(batch.sample())
            if batch is later:
                assert (batch.states[over] == start[over]).all()
                assert not batch.rewards[over].any()
            if batch is at_once:
                ended = batch.terminated
                assert (batch.states[ended] == start[ended]).all()
                assert batch.masks[ended].any(axis=1).all()
                assert batch.simulator.terminated(batch.final_states[ended]).all()
                assert (batch.rewards[ended].sum(axis=1) == 0).all()
                assert (abs(batch.rewards[ended]) == 1).all()
    assert stay.terminated.all()
    assert not stay.masks.any()


def test_illegal_actions_change_nothing() -> None:
    batch = Batch("quixo", 8, seed=3)
    actions = batch.sample().copy()
    batch.step(actions)
    before = batch.states.copy(), batch.observations.copy(), batch.plies.copy()
    bad = batch.sample().copy()
    bad[5] = batch.masks[5].argmin()
    with pytest.raises(IllegalMove) as caught:
        batch.step(bad)
    assert "game 5" in caught.value.__notes__[0]
    bad[5] = 44
    with pytest.raises(BadMove):
        batch.step(bad)
    for wrong in (bad[:7], bad.astype(float), "abc", None):
        with pytest.raises(BadOption):
            batch.step(wrong)  # type: ignore[arg-type]
    assert np.array_equal(before[0], batch.states)
    assert np.array_equal(before[1], batch.observations)
    assert np.array_equal(before[2], batch.plies)


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": 2.5},
        {"games": "abc"},
        {"games": True},
        {"seed": None, "threads": "2"},
        {"threads": 0},
        {"limit": 0},
        {"random_plies": 9},
        {"autoreset": "never"},
        {"size": 6},
    ],
    ids=str,
)
def test_bad_settings(wrong: Options) -> None:
    with pytest.raises(BadOption):
        Batch(**{"game": "quixo", "games": 4, **wrong})


def test_arrays_are_shared_by_dlpack() -> None:
    batch = Batch("quarto", 4)
    seen = np.from_dlpack(batch.masks)
    assert np.shares_memory(seen, batch.masks)
    batch.step(np.from_dlpack(batch.sample()))
    assert (seen == batch.masks).all()


def test_writing_into_the_arrays_harms_no_game() -> None:
    batch, other = Batch("cubulus", 16, seed=1), Batch("cubulus", 16, seed=1)
    for _ in range(40):
        batch.states[:] = 2**64 - 1
        batch.masks[:] = True
        batch.plies[:] = 10**6
        batch.step(batch.sample())
        other.step(other.sample())
        assert (batch.states == other.states).all()
        assert (batch.masks == other.masks).all()


@pytest.mark.parametrize(("game", "options"), MODES, ids=IDS)
def test_symmetric_games_stay_symmetric(game: str, options: Options) -> None:
    """Two games whose moves are images of one another look like images of one another."""
    simulator = Simulator(game, **options)
    symmetries, games = simulator.symmetries, 40
    which = np.random.default_rng(1).integers(len(symmetries), size=games)
    left = right = simulator.init(games)
    policy = random_policy(3)
    for _ in range(30):
        seen, masks = simulator.observe(left), simulator.masks(left)
        turned, moved_masks = symmetries.apply(seen, masks, which)
        assert (turned == simulator.observe(right)).all()
        assert (moved_masks == simulator.masks(right)).all()
        assert (simulator.canonical(left) == simulator.canonical(right)).all()
        chosen = np.zeros_like(masks)
        actions = np.asarray(policy(seen, masks))
        chosen[np.arange(games), actions] = masks.any(axis=1)
        images = symmetries.apply(seen, chosen, which)[1].argmax(axis=1)
        left = simulator.step(left, np.where(masks.any(axis=1), actions, 0)).states
        right = simulator.step(right, images).states


def test_pure_form_branches_and_goes_back() -> None:
    simulator = Simulator("quantik")
    root = simulator.init()
    actions = simulator.masks(root)[0].nonzero()[0]
    children = simulator.step(np.repeat(root, len(actions), axis=0), actions)
    expected = [quintet.start("quantik").play(int(action)) for action in actions]
    assert [simulator.position(children.states, row) for row in range(len(actions))] == expected
    assert not children.terminated.any()
    assert not root.flags.writeable
    assert simulator.hashes(children.states).tolist() == [each.hash64 for each in expected]
    assert len(np.unique(simulator.canonical(children.states), axis=0)) == 1


def test_states_that_are_no_positions_are_refused() -> None:
    simulator = Simulator("cubulus")
    good = simulator.init(3)
    bad = good.copy()
    bad[1] = 2**64 - 1
    for call in (simulator.masks, simulator.observe, simulator.canonical, simulator.seats):
        with pytest.raises(BadOption, match="State 1"):
            call(bad)
    for wrong in (good.astype(np.int64), good[0], good[:, :1], "x"):
        with pytest.raises(BadOption):
            simulator.masks(wrong)
    with pytest.raises(BadOption):
        simulator.observe(good, [2, 0, 0])
