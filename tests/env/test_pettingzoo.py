"""The environments for PettingZoo: its own tests, and play as positions play it."""

import copy
import importlib
import pickle
import random
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import quintet
from env.all_variants import every_variant
from quintet.env.layout import VERSION
from quintet.env.pettingzoo import quantik_v0, quarto_v0, quixo_v0
from quintet.errors import BadOption, QuintetError
from quintet.games import GAMES
from quintet.outcome import Outcome
from quintet.position import Position

with warnings.catch_warnings():
    # PettingZoo's tests import a game of its own in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

# PettingZoo warns of dictionaries unless a game is on its own list, of boards without pieces, and
# of cubes: more than three dimensions.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation has more than 3 dimensions"),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Keep what PettingZoo logs of illegal moves out of the tests' output."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()
    EnvLogger.flush()


def module_of(game: str) -> ModuleType:
    return importlib.import_module(f"quintet.env.pettingzoo.{game}_v{VERSION}")


@pytest.mark.parametrize(("game", "options"), every_variant())
def test_pettingzoo_accepts_every_variant(game: str, options: dict[str, Any]) -> None:
    module = module_of(game)
    api_test(module.env(**options), num_cycles=60)
    api_test(module.raw_env(**options), num_cycles=60)
    seed_test(lambda: module.env(**options, random_plies=2), num_cycles=60)
    parallel_api_test(module.parallel_env(**options), num_cycles=60)
    parallel_seed_test(lambda: module.parallel_env(**options), num_cycles=60)


@pytest.mark.parametrize(("game", "options"), every_variant())
def test_games_are_those_of_positions(game: str, options: dict[str, Any]) -> None:
    rng = random.Random(game)
    env = module_of(game).env(**options, limit=80)
    for _ in range(3):
        env.reset()
        position = quintet.start(game, **options)
        seen = [position]
        while position.outcome is None and not any(env.truncations.values()):
            assert env.position == position
            assert env.agent_selection == f"player_{position.seat}"
            for agent in env.agents:
                mask = env.observe(agent)["action_mask"]
                legal = position.numbers if agent == env.agent_selection else ()
                assert np.flatnonzero(mask).tolist() == sorted(legal)
            action = rng.choice(position.numbers)
            env.step(action)
            position = position.play(action)
            seen.append(position)
            if any(env.terminations.values()):
                break
            assert not any(env.rewards.values())
        check_end(env, seen)


def check_end(env: Any, seen: list[Position]) -> None:
    """Compare how an environment says a game ended with what the rules say."""
    position = seen[-1]
    outcome = position.outcome
    reasons = {info["reason"] for info in env.infos.values()}
    if outcome is not None:
        assert reasons == {outcome.reason}
        assert list(env.rewards.values()) == pytest.approx(expected_rewards(position, outcome))
        assert set(env.terminations.values()) == {True}
        assert set(env.truncations.values()) == {False}
    else:
        third = position.variant.cycles and seen.count(position) == 3
        assert reasons == {"repetition" if third else "limit"}
        assert third or len(seen) == 81
        assert set(env.rewards.values()) == {0}
        assert set(env.terminations.values()) == {third}
        assert set(env.truncations.values()) == {not third}
    # The others are taken out one by one, with what they gained.
    gained = dict(env.rewards)
    for agent in env.agent_iter():
        assert env.last()[1] == gained[agent]
        assert not env.last()[0]["action_mask"].any()
        env.step(None)
    assert env.agents == []


def expected_rewards(position: Position, outcome: Outcome) -> list[float]:
    """A share of the point as a reward: 1 for all of it, and 0 in sum over the sides."""
    sides = len(set(position.variant.sides))
    return [(sides * score - 1) / (sides - 1) for score in outcome.scores]


def test_observations_are_those_of_each_seat() -> None:
    env = quantik_v0.env()
    env.reset()
    env.step(0)  # player_0 has put an A on a1
    planes = env.layout.planes
    own, other = planes.index("own A here"), planes.index("other A here")
    for agent, plane in (("player_0", own), ("player_1", other)):
        observation = env.observe(agent)["observation"]
        assert observation.dtype == np.int8
        assert observation[plane, 0, 0] == 1
        assert observation[own + other - plane].sum() == 0


def test_observations_are_not_overwritten() -> None:
    env = quixo_v0.env(size=3)
    env.reset()
    before = env.last()[0]
    kept = copy.deepcopy(before)
    env.step(0)
    assert np.array_equal(before["observation"], kept["observation"])
    assert np.array_equal(before["action_mask"], kept["action_mask"])


def test_third_repetition_ends_the_game_unless_switched_off() -> None:
    env = quixo_v0.env(size=3)
    rng = random.Random(1)
    reason, actions = "", list[int]()
    while reason != "repetition":
        env.reset()
        actions = []
        while not any(env.terminations.values()):
            actions.append(rng.choice(env.position.numbers))
            env.step(actions[-1])
        reason = env.infos["player_0"]["reason"]
    assert list(env.rewards.values()) == [0, 0]
    env = quixo_v0.env(size=3, repetition=False)
    env.reset()
    for action in actions:
        env.step(action)
    assert not any(env.terminations.values())


@pytest.mark.parametrize("wrapped", [True, False])
def test_illegal_actions_end_the_game(wrapped: bool) -> None:
    """As PettingZoo's wrappers do it around the raw environment."""
    env: Any = quantik_v0.env()
    if wrapped:
        env = wrappers.TerminateIllegalWrapper(quantik_v0.raw_env(), illegal_reward=-1)
        env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    env.reset()
    env.step(0)
    env.last()
    env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert env.terminations == env.truncations == {"player_0": True, "player_1": True}
    assert env.agent_selection == "player_0"
    assert env.last()[1] == 0
    env.step(None)
    assert env.last()[1] == -1
    env.step(None)
    assert env.agents == []
    env.step(None)
    assert "Should reset() first" in EnvLogger.mqueue[-1]


def test_raw_environments_refuse_illegal_actions() -> None:
    env = quantik_v0.raw_env()
    env.reset()
    env.step(0)
    before = env.position
    for action in (0, 64, -1):
        with pytest.raises(QuintetError):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(None)
    assert env.position == before
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize("action", [None, -1, 64, 1.0, "0", 2**70])
def test_actions_out_of_bounds_fail(action: Any) -> None:
    env = quantik_v0.env()
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)
    assert env.agent_selection == "player_0"


def test_calls_come_in_order() -> None:
    env = quixo_v0.env(render_mode="ansi")
    for call in (
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        env.render,
        env.agent_iter,
    ):
        with pytest.raises(AssertionError, match="reset"):
            call()
    for name in ("agents", "num_agents", "rewards", "infos", "agent_selection", "terminations"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    assert not hasattr(env, "nothing")
    env.reset()
    turns = iter(env.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match="need to call"):
        next(turns)


def test_dead_agents_do_nothing() -> None:
    env = quixo_v0.env(limit=1)
    env.reset()
    env.step(0)
    with pytest.raises(ValueError, match="dead"):
        env.step(0)


def test_seats_of_quarto_move_twice() -> None:
    env = quarto_v0.env()
    env.reset()
    env.step(0)  # player_0 gives a piece
    assert env.agent_selection == "player_1"
    env.step(16)
    assert env.agent_selection == "player_1"


@pytest.mark.parametrize("game", GAMES)
def test_renders(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = module_of(game)
    env = module.env(render_mode="ansi")
    env.reset()
    text = env.render()
    assert isinstance(text, str)
    assert text.count("\n") > 4
    env = module.env(render_mode="svg")
    env.reset()
    assert env.render().startswith("<svg")
    env = module.env(render_mode="human")
    env.reset()
    env.step(int(env.position.numbers[0]))
    assert env.render() is None
    assert text in capsys.readouterr().out
    env.close()


@pytest.mark.slow_except("quixo")
@pytest.mark.parametrize("game", GAMES)
def test_renders_pixels_of_one_size(game: str) -> None:
    env = module_of(game).env(render_mode="rgb_array")
    env.reset(seed=1)
    frames = [env.render()]
    env.step(int(env.position.numbers[-1]))
    frames.append(env.render())
    assert frames[0].dtype == np.uint8
    assert frames[0].shape[1:] == (480, 3)
    assert frames[0].shape == frames[1].shape
    assert (frames[0] != frames[1]).any()
    assert (frames[0][0, 0] == 255).all()  # paper, not black, where nothing is drawn


def test_random_plies_depend_on_the_seed() -> None:
    def begin(seed: int | None) -> Position:
        env = quixo_v0.env(random_plies=4)
        env.reset(seed=seed)
        position: Position = env.position
        return position

    assert begin(3) == begin(3)
    assert len({begin(seed) for seed in range(8)}) > 1
    assert len({begin(None) for _ in range(8)}) > 1


def test_settings_are_checked() -> None:
    with pytest.raises(BadOption, match="render_mode"):
        quixo_v0.env(render_mode="film")
    with pytest.raises(BadOption, match="size"):
        quixo_v0.env(size=6)
    with pytest.raises(BadOption, match="limit"):
        quixo_v0.env(limit=0)


def test_copies_have_the_settings() -> None:
    env = pickle.loads(pickle.dumps(quixo_v0.env(players=4, limit=7)))
    env.reset()
    assert env.num_agents == 4
    assert str(env) == "quixo_v0"
    assert env.metadata["layout"] == "quixo-four-v0"


def test_masked_samples_are_legal_and_alike() -> None:
    space = quantik_v0.env().action_space("player_0")
    mask = np.zeros(64, np.int8)
    mask[[3, 7, 60]] = 1
    space.seed(1)
    found = [int(space.sample(mask)) for _ in range(300)]
    assert {action: found.count(action) > 60 for action in (3, 7, 60)} == dict.fromkeys(
        (3, 7, 60), True
    )
    space.seed(1)
    assert [int(space.sample(mask)) for _ in range(300)] == found
    assert space.sample(np.zeros(64, np.int8)) == 0
    with pytest.raises(AssertionError):
        space.sample(mask * 2)
    with pytest.raises(AssertionError):
        space.sample(mask[:63])
    assert {int(space.sample()) for _ in range(500)} > set(range(10))


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="There is no registry.")
@pytest.mark.parametrize("game", GAMES)
def test_games_are_registered(game: str) -> None:
    env = pettingzoo.make("aec", f"quintet/{game}_v{VERSION}", limit=5)
    env.reset()
    assert str(env) == f"{game}_v{VERSION}"
    parallel = pettingzoo.make("parallel", f"quintet/{game}_v{VERSION}")
    assert set(parallel.reset()[0]) == set(env.agents)
