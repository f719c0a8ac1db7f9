"""The environments for Gymnasium: its own checks, and play as positions play it."""

import subprocess
import sys
from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import quintet
from env.all_variants import FAST, every_variant, name_of
from quintet.env.gymnasium import GameEnv, GameVectorEnv
from quintet.env.layout import VERSION
from quintet.env.policy import Bools, random_policy
from quintet.env.simulator import Simulator
from quintet.errors import BadOption
from quintet.games import GAMES
from quintet.outcome import Outcome
from quintet.position import Position

NAMES = {game: f"quintet/{kind.title}-v{VERSION}" for game, kind in GAMES.items()}


def highest_action(observations: Bools, masks: Bools) -> npt.NDArray[np.int64]:
    """A policy without chance: the last legal action."""
    last: npt.NDArray[np.int64] = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    assert observations.shape[0] == masks.shape[0]
    return last


def make(game: str, **settings: Any) -> GameEnv:
    made = gymnasium.make(NAMES[game], **settings).unwrapped
    assert isinstance(made, GameEnv)
    return made


@pytest.mark.slow_except("quarto", "cubulus-players=3", "quixo-size=3")
@pytest.mark.parametrize(("game", "options"), every_variant())
def test_gymnasium_accepts_every_variant(
    game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    # All variants of Quarto are drawn alike, and drawing takes twenty times as long as the rest.
    is_drawn = game != "quarto" or (game, options) in FAST
    for more in ({}, {"opponent": 1, "seat": None, "random_plies": 1}):
        check_env(make(game, **options, **more), skip_render_check=not is_drawn or bool(more))
    # The render mode for people prints.
    assert bool(capsys.readouterr().out.strip()) == is_drawn


class Recorded:
    """A policy that remembers what it chose."""

    def __init__(self) -> None:
        self.policy = random_policy(7)
        self.actions: list[int] = []

    def __call__(self, observations: Bools, masks: Bools) -> npt.ArrayLike:
        chosen = np.asarray(self.policy(observations, masks))
        self.actions.extend(chosen.tolist())
        return chosen


@pytest.mark.parametrize(("game", "options"), every_variant())
def test_games_are_those_of_positions(game: str, options: dict[str, Any]) -> None:
    opponent = Recorded()
    env = make(game, **options, opponent=opponent, seat=None, limit=60)
    env.action_space.seed(0)
    for number in range(4):
        opponent.actions.clear()
        seen, info = env.reset(seed=number if number == 0 else None)
        over = False
        while not over:
            positions = replay(game, options, opponent.actions)
            position = positions[-1]
            assert env.position == position
            assert position.seat == info["seat"]
            legal = sorted(position.numbers)
            for mask in (seen["action_mask"], info["action_mask"], env.action_masks()):
                assert np.flatnonzero(mask).tolist() == legal
            assert np.array_equal(seen["observation"], viewed(position, info["seat"]))
            action = env.action_space.sample(seen["action_mask"])
            opponent.actions.append(int(action))
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            assert over or reward == 0
        positions = replay(game, options, opponent.actions)
        assert env.position == positions[-1]
        assert not seen["action_mask"].any()
        assert np.array_equal(seen["observation"], viewed(env.position, info["seat"]))
        check_end(positions, info, reward, truncated)


def viewed(position: Position, seat: int) -> Bools:
    simulator = Simulator(position.game, **position.options)
    planes: Bools = simulator.observe(simulator.states([position]), seat)[0]
    return planes


def replay(game: str, options: dict[str, Any], actions: list[int]) -> list[Position]:
    positions = [quintet.start(game, **options)]
    for action in actions:
        positions.append(positions[-1].play(action))
    return positions


def check_end(
    positions: list[Position], info: dict[str, Any], reward: float, truncated: bool
) -> None:
    position = positions[-1]
    outcome = position.outcome
    if outcome is not None:
        assert info["reason"] == outcome.reason
        assert reward == pytest.approx(reward_of(position, outcome, info["seat"]))
        assert not truncated
    elif truncated:
        assert info["reason"] == "limit"
        assert len(positions) == 61
        assert reward == 0
    else:
        assert info["reason"] == "repetition"
        assert positions.count(position) == 3
        assert reward == 0


def reward_of(position: Position, outcome: Outcome, seat: int) -> float:
    sides = len(set(position.variant.sides))
    return (sides * outcome.scores[seat] - 1) / (sides - 1)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("variant", FAST, ids=name_of)
def test_vectors_are_as_single_environments(
    variant: tuple[str, dict[str, Any]], mode: AutoresetMode
) -> None:
    """Compare with Gymnasium's own vector of single environments, illegal actions included."""
    game, options = variant
    settings: dict[str, Any] = {"opponent": highest_action, "seat": 1, "limit": 25} | options
    ours = GameVectorEnv(game, 6, autoreset_mode=mode, **settings)
    theirs = SyncVectorEnv([lambda: make(game, **settings)] * 6, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng = np.random.default_rng(3)
    seen, infos = ours.reset(seed=5)
    assert data_equivalence((seen, infos), theirs.reset(seed=5), exact=True)
    ended = 0
    for _ in range(40):
        scores = rng.random(seen["action_mask"].shape) - (seen["action_mask"] == 0)
        actions = scores.argmax(axis=1)
        actions[rng.random(6) < 0.03] = 0  # often illegal
        stepped = ours.step(actions)
        assert data_equivalence(stepped, theirs.step(actions), exact=True)
        seen, _, terminated, truncated, _ = stepped
        assert seen in ours.observation_space
        over = terminated | truncated
        ended += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(ResetNeeded):
                ours.step(actions)
            theirs.reset(options={"reset_mask": over})
            ours.reset(options={"reset_mask": over})
            seen = ours._arena.seen()
    assert ended > 1
    ours.close()


def test_arrays_are_not_overwritten() -> None:
    vector = GameVectorEnv("quixo", 3, size=3)
    seen, infos = vector.reset(seed=0)
    kept = {name: array.copy() for name, array in seen.items()}
    mask = infos["action_mask"].copy()
    stepped = vector.step(np.zeros(3, np.int64))
    rewards = stepped[1].copy()
    vector.step(seen["action_mask"].argmax(axis=1))
    assert data_equivalence(seen, kept, exact=True)
    assert np.array_equal(infos["action_mask"], mask)
    assert np.array_equal(stepped[1], rewards)


def test_random_vectors_depend_on_the_seed_alone() -> None:
    def play(seed: int, threads: int) -> list[Any]:
        vector = GameVectorEnv("quarto", 600, seat=None, threads=threads)
        seen, infos = vector.reset(seed=seed)
        found: list[Any] = [infos["seat"]]
        for _ in range(12):
            seen, rewards, *_ = vector.step(seen["action_mask"].argmax(axis=1))
            found += [seen["observation"], rewards]
        return found

    first = play(1, 1)
    assert data_equivalence(first, play(1, 2), exact=True)
    assert not data_equivalence(first, play(2, 1), exact=True)


@pytest.mark.parametrize("level", [2, 9])
def test_levels_answer_the_same_for_the_same_seed(level: int) -> None:
    def play(seed: int) -> list[Position]:
        env = make("quixo", size=3, opponent=level, nodes=2000, seat=1, limit=30)
        seen, _ = env.reset(seed=seed)
        found, over = [env.position], False
        while not over:
            seen, _, *ends, _ = env.step(int(seen["action_mask"].argmax()))
            found.append(env.position)
            over = any(ends)
        return found

    games = [play(seed) for seed in (1, 1, 2, 3)]
    assert games[0] == games[1]
    assert len({tuple(game) for game in games}) > 1


def test_levels_are_stronger_than_random_moves() -> None:
    vector = GameVectorEnv("quantik", 16, opponent=4, seat=None)
    seen, _ = vector.reset(seed=0)
    rng = np.random.default_rng(0)
    results: Counter[float] = Counter()
    for _ in range(12):
        actions = (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
        seen, rewards, terminated, _, _ = vector.step(actions)
        results.update(rewards[terminated].tolist())
    assert results[-1.0] > 4 * results[1.0]


def test_levels_know_the_game_so_far() -> None:
    """They get every position before the present one (H1)."""
    env = make("quixo", size=3, opponent=1, seat=1, random_plies=0)
    seen, _ = env.reset(seed=3)
    positions = [quintet.start("quixo", size=3), env.position]
    env.step(int(seen["action_mask"].argmax()))
    assert env._arena._histories[0][:2] == positions
    assert len(env._arena._histories[0]) == 3


def test_seats_are_drawn_by_lot() -> None:
    vector = GameVectorEnv("quixo", 200, players=4, seat=None)
    _, infos = vector.reset(seed=1)
    assert set(Counter(infos["seat"].tolist())) == {0, 1, 2, 3}
    assert min(Counter(infos["seat"].tolist()).values()) > 20


def test_illegal_actions_lose() -> None:
    env = make("cubulus", players=3)
    seen, _ = env.reset()
    before = env.position
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    seen, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["reason"]) == (-1, True, False, "illegal")
    assert env.position == before
    assert not seen["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("action", [-1, 64, 1.5])
def test_actions_outside_of_the_space_are_refused(action: Any) -> None:
    env = make("quantik")
    env.reset()
    before = env.position
    with pytest.raises(BadOption):
        env.step(action)
    assert env.position == before
    env.step(0)


def test_calls_come_in_order() -> None:
    with pytest.raises(ResetNeeded):
        make("quixo").step(0)
    vector = GameVectorEnv("quixo", 2)
    with pytest.raises(ResetNeeded):
        vector.step(np.zeros(2, np.int64))
    with pytest.raises(ResetNeeded):
        vector.reset(options={"reset_mask": np.ones(2, np.bool_)})


def test_opponents_that_never_let_the_agent_play() -> None:
    def call(_: Bools, masks: Bools) -> npt.NDArray[np.int64]:
        calls: npt.NDArray[np.int64] = masks.shape[1] - 2 - masks[:, -2::-1].argmax(axis=1)
        return calls

    # After two plies it is player_1 who may call, and loses by it.
    options = {"calls": "spoken", "false_call": "loses", "random_plies": 2}
    with pytest.raises(BadOption, match="first turn"):
        make("quarto", opponent=call, seat=0, **options).reset()
    env = make("quarto", opponent="random", seat=0, **options)
    for _ in range(30):
        seen, info = env.reset()
        assert seen["action_mask"].any()
        assert "reason" not in info


def test_settings_are_checked() -> None:
    for settings in (
        {"opponent": 11},
        {"opponent": "strong"},
        {"opponent": 2.0},
        {"opponent": 9, "seconds": -1},
        {"opponent": 9, "nodes": 0},
        {"seat": 2},
        {"size": 7},
        {"render_mode": "film"},
    ):
        with pytest.raises(BadOption):
            GameEnv("quixo", **settings)
        with pytest.raises(BadOption):
            GameVectorEnv("quixo", 2, **settings)
    with pytest.raises(BadOption, match="not legal"):
        make("quantik", seat=1, opponent=lambda _, masks: [64] * len(masks)).reset()


def test_vectors_render() -> None:
    vector = GameVectorEnv("quixo", 2, render_mode="ansi")
    vector.reset()
    frames = vector.render()
    assert frames is not None
    assert len(frames) == 2
    assert "+---+" in str(frames[0])
    vector = GameVectorEnv("quixo", 2, render_mode="rgb_array")
    vector.reset()
    frames = vector.render()
    assert frames is not None
    assert np.array_equal(np.asarray(frames[0]), np.asarray(frames[1]))
    assert GameVectorEnv("quixo", 2).render() is None


def test_games_are_found_by_name() -> None:
    """Gymnasium imports the module before the colon."""
    script = (
        "import gymnasium\n"
        f"name = 'quintet.env.gymnasium:{NAMES['quixo']}'\n"
        "print(gymnasium.make(name, size=3).spec.id)\n"
        "print(gymnasium.make_vec(name, num_envs=2, size=3).num_envs)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [NAMES["quixo"], "2"]
