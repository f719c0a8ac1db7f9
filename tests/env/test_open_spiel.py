"""The games of OpenSpiel: its own conformance test, and the same games as `quintet.Position`."""

import copy
import doctest
import pickle
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import quintet
import quintet.env.open_spiel
from quintet.env import Simulator
from quintet.errors import BadMove, BadOption, BadPosition, IllegalMove
from quintet.testing import variants

VARIANTS = (
    "quantik",
    "quarto",
    "quarto(calls=spoken,squares=True)",
    "qomet",
    "cubulus",
    "cubulus(players=3)",
    "quixo",
    "quixo(players=4)",
)

# What a seat gets for its share of the point, by the number of sides.
REWARDS = {2: {1.0: 1.0, 0.5: 0.0, 0.0: -1.0}, 3: {1.0: 1.0, 0.5: 0.25, 1 / 3: 0.0, 0.0: -0.5}}


def load(variant: str) -> Any:
    return pyspiel.load_game(f"quintet_{variant}")


def start(variant: str) -> quintet.Position:
    """The same variant without OpenSpiel."""
    name, _, rest = variant.partition("(")
    pairs = (pair.split("=") for pair in rest.removesuffix(")").split(",") if pair)
    return quintet.start(name, **{key: value.replace("True", "true") for key, value in pairs})


@pytest.mark.parametrize("variant", VARIANTS)
def test_conformance(variant: str) -> None:
    pyspiel.random_sim_test(load(variant), num_sims=3, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quantik", "quarto", "qomet", "cubulus", "quixo"])
def test_conformance_of_every_combination_of_options(name: str) -> None:
    for options in variants(name):
        written = (
            f"{key}={'+'.join(value) if isinstance(value, tuple) else value}"
            for key, value in options.items()
        )
        game = load(f"{name}({','.join(written)})")
        assert dict(game.variant.options) == options
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", VARIANTS)
def test_same_game_as_a_position(variant: str) -> None:
    game, rng = load(variant), random.Random(variant)
    simulator = Simulator(start(variant).game, **start(variant).options)
    sides = len(set(start(variant).variant.sides))
    for _ in range(8):
        state, position, played = game.new_initial_state(), start(variant), []
        while not state.is_terminal():
            assert state.current_player() == position.seat
            assert state.legal_actions() == sorted(position.numbers)
            assert state.legal_actions() == super(type(state), state).legal_actions()
            words = [state.action_to_string(action) for action in state.legal_actions()]
            assert words == list(position.moves)
            assert str(state) == state.observation_string(0) == position.text
            assert state.returns() == [0.0] * position.variant.seats
            action = rng.choice(position.numbers)
            assert state.string_to_action(state.action_to_string(action)) == action
            state.apply_action(action)
            position = position.play(action)
            played.append(action)
        assert state.history() == played
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.legal_actions() == []
        expected = position.outcome or quintet.outcome.Outcome(
            position.variant.draw_scores(), state.outcome.reason
        )
        assert state.outcome == expected
        assert state.returns() == [REWARDS[sides][score] for score in expected.scores]
        for seat in range(position.variant.seats):
            seen = simulator.observe(simulator.states([position]), seat)
            assert state.observation_tensor(seat) == seen.ravel().astype(float).tolist()


@pytest.mark.parametrize("variant", VARIANTS)
def test_facts(variant: str) -> None:
    game, position = load(variant), start(variant)
    sides = len(set(position.variant.sides))
    assert game.num_players() == position.variant.seats
    assert game.num_distinct_actions() == len(position.variant.words[0])
    assert (game.max_game_length(), game.utility_sum()) == (400, 0.0)
    assert (game.min_utility(), game.max_utility()) == (min(REWARDS[sides].values()), 1.0)
    simulator = Simulator(position.game, **position.options)
    assert tuple(game.observation_tensor_shape()) == simulator.observation_shape
    assert pyspiel.load_game(str(game)) == game
    assert game.new_initial_state().observation_tensor(0) == (
        simulator.observe(simulator.init(), 0).ravel().astype(float).tolist()
    )


def choose(state: Any, met: Counter[str], rng: random.Random, *, back: bool) -> int:
    """Choose a move, if wished one that goes back to where the game was."""
    actions: list[int] = state.legal_actions()
    returning = [action for action in actions if met[state.position.play(action).text]]
    return rng.choice(returning if back and returning else actions)


@pytest.mark.parametrize("name", ["qomet", "cubulus", "quixo"])
def test_house_rules(name: str) -> None:
    """Games end by repetition (H1) and by the limit of plies (H5), and not before."""
    game, rng, reasons = load(f"{name}(limit=24)"), random.Random(7), set()
    for number in range(24):
        state = game.new_initial_state()
        met = Counter([str(state)])
        while not state.is_terminal():
            assert len(state.history()) < 24
            assert max(met.values()) < 3
            state.apply_action(choose(state, met, rng, back=number % 2 == 0))
            met[str(state)] += 1
        reason = state.outcome.reason
        assert (max(met.values()) == 3) == (reason == "repetition")
        assert reason != "limit" or len(state.history()) == 24
        reasons.add(reason)
    assert {"repetition", "limit"} <= reasons


def test_repetition_can_be_switched_off() -> None:
    game, rng, most = load("quixo(size=3,repetition=False,limit=60)"), random.Random(3), 0
    for _ in range(10):
        state, met = game.new_initial_state(), Counter[str]()
        while not state.is_terminal():
            state.apply_action(choose(state, met, rng, back=True))
            met[str(state)] += 1
        assert state.outcome.reason != "repetition"
        most = max(most, *met.values())
    assert most > 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_copies_go_their_own_way(variant: str) -> None:
    game, rng = load(variant), random.Random(5)
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(rng.choice(state.legal_actions()))
    text, history = str(state), state.history()
    read = game.deserialize_state(state.serialize())
    _, both = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), read, both]
    for other in copies:
        assert (str(other), other.history()) == (text, history)
        while not other.is_terminal():
            other.apply_action(other.legal_actions()[0])
        assert (str(state), state.history()) == (text, history)
    # All played the same moves, so all remember the same.
    assert len({(str(other), other.outcome) for other in copies}) == 1


def test_starts_from_a_position() -> None:
    position = quintet.start("quixo").play("a1e1").play("e5a5")
    state = load("quixo").new_initial_state(position.text)
    assert (state.position, state.history()) == (position, [])
    assert state.clone().position == position
    with pytest.raises(BadPosition):
        load("quixo").new_initial_state("x/y/z")


@pytest.mark.parametrize(
    "variant",
    ["quixo(players=3)", "quixo(players=4,size=3)", "quarto(features=pink)", "qomet(limit=0)"],
)
def test_bad_parameters(variant: str) -> None:
    with pytest.raises(BadOption):
        load(variant)


def test_bad_actions_change_nothing() -> None:
    state = load("quantik").new_initial_state()
    state.apply_action(0)
    for action, error in ((0, IllegalMove), (64, BadMove), (10**6, BadMove)):
        with pytest.raises(error):
            state.apply_action(action)
        assert (state.history(), state.current_player(), str(state)) == (
            [0],
            1,
            "..../..../..../A...",
        )
    with pytest.raises(IllegalMove):
        state.string_to_action("A@a1")
    with pytest.raises(BadMove):
        state.string_to_action("Z@a1")


def test_algorithms_of_open_spiel_play() -> None:
    """OpenSpiel's Monte-Carlo tree search finds a win in one."""
    begin = quintet.position("quixo", "xx./oo./... x", size=3)
    game, rng = load("quixo(size=3)"), np.random.RandomState(5)
    bot = mcts.MCTSBot(game, 2.0, 100, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    outcome = begin.play(int(bot.step(game.new_initial_state(begin.text)))).outcome
    assert outcome is not None
    assert outcome.scores == (1.0, 0.0)


def test_observer_of_python() -> None:
    game = load("cubulus(players=3)")
    observation = make_observation(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    simulator = Simulator("cubulus", players=3)
    for seat in range(3):
        observation.set_from(state, seat)
        expected = simulator.observe(simulator.states([state.position]), seat)[0]
        assert np.array_equal(observation.dict["observation"], expected.astype(np.float32))


def test_example_of_the_module() -> None:
    assert doctest.testmod(quintet.env.open_spiel) == (0, 6)


def test_program_ends_cleanly() -> None:
    """What OpenSpiel holds on to must not be in the way of the interpreter's end."""
    program = "import quintet.env.open_spiel, pyspiel; pyspiel.load_game('quintet_quantik')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
