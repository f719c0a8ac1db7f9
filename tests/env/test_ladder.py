"""The ladder: ratings by maximum likelihood, the measured levels, and rated policies."""

import json
import random
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quintet
from quintet.engine.levels import LEVELS, choose
from quintet.engine.tournament.statistics import elo_of, score_of
from quintet.env import Simulator, rate
from quintet.env.layout import MODES
from quintet.env.policy import Bools, Policy, random_policy
from quintet.env.rating.bradley_terry import Result, fit, place
from quintet.env.rating.ladder import FILE, ladder_of
from quintet.env.rating.report import LevelScore, Rating
from quintet.errors import BadOption
from quintet.games import find_variant
from quintet.position import Position

ENTRIES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


CELLS = Simulator("quixo", size=3).layout.cells


def floats(*numbers: float) -> npt.NDArray[np.float64]:
    return np.array(numbers, np.float64)


# Ratings, against values worked out by hand.


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    """With the game that is added, 29 of 39 are 29.5 of 40."""
    elo, covariance = fit(2, [Result(0, 1, 10, 0, 29)])
    assert elo.tolist() == pytest.approx([0, elo_of(29.5 / 40)])
    share = 29.5 / 40
    error = 400 / np.log(10) / (40 * share * (1 - share)) ** 0.5
    assert covariance[1, 1] ** 0.5 == pytest.approx(error)


def test_expected_scores_are_those_that_were_scored() -> None:
    """That is what makes ratings the most likely ones."""
    results = [Result(0, 1, 3, 4, 13), Result(1, 2, 5, 0, 25), Result(0, 2, 1, 0, 9)]
    elo, _ = fit(3, results)
    for player in range(3):
        scored = expected = 0.0
        for first, second, wins, draws, losses in results:
            number = wins + draws + losses + 1
            if player in (first, second):
                other = second if player == first else first
                won = wins if player == first else losses
                scored += won + (draws + 1) / 2
                expected += number * score_of(elo[player] - elo[other])
        assert scored == pytest.approx(expected)


@pytest.mark.parametrize("won", [0, 3, 10, 20])
def test_one_opponent(won: int) -> None:
    """Jeffreys' prior for one opponent is half a win and half a loss more."""
    found = place(floats(100, 700), floats(20, 0), floats(won, 0))
    assert found.elo == pytest.approx(100 + elo_of((won + 0.5) / 21))
    assert -2000 < found.low < found.elo < found.high < 2000
    assert found.weights.tolist() == [1, 0]


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    rng = np.random.default_rng(3)
    opponents, games = floats(0, 150, 400), floats(30, 30, 30)
    held = 0
    for truth in rng.uniform(-300, 800, 600):
        points = rng.binomial(30, [score_of(truth - other) for other in opponents])
        found = place(opponents, games, points.astype(np.float64))
        held += found.low <= truth <= found.high
    assert 555 <= held <= 585


# The measured levels.


def test_every_mode_is_measured() -> None:
    assert [(one["game"], one["options"]) for one in ENTRIES] == list(MODES)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda one: f"{one['game']} {one['options']}")
def test_ratings_are_those_of_the_results(entry: dict[str, Any]) -> None:
    variant = find_variant(entry["game"], entry["options"], Position)
    ladder = ladder_of(variant)
    assert ladder.elo.tolist() == pytest.approx(entry["elo"], abs=0.051)
    errors = 1.959964 * ladder.covariance.diagonal() ** 0.5
    assert errors.tolist() == pytest.approx(entry["errors"], abs=0.051)
    assert {level for first, second, *_ in entry["results"] for level in (first, second)} == {
        *LEVELS
    }
    comparisons = sum(sum(counts) for _, _, *counts in entry["results"])
    if len(set(variant.sides)) == 2:
        assert comparisons == entry["games"]
    else:
        assert entry["games"] < comparisons <= 2 * entry["games"]
    assert entry["elo"][0] == 0
    for lower, upper in ((1, 3), (3, 6), (6, 10)):
        assert entry["elo"][lower - 1] < entry["elo"][upper - 1]


# Rated policies.


def level_policy(level: int) -> Policy:
    """A level of the engine as a policy for Quixo 3x3, where observations are positions."""
    rng = random.Random(5)

    def policy(observations: Bools, _: Bools) -> npt.NDArray[np.int64]:
        return np.array([number_of(observed) for observed in observations])

    def number_of(observed: Bools) -> int:
        own, other = (dict(zip(CELLS, plane.flat, strict=True)) for plane in observed)
        rows = [
            "".join("x" if own[cell] else "o" if other[cell] else "." for cell in row)
            for row in (("a3", "b3", "c3"), ("a2", "b2", "c2"), ("a1", "b1", "c1"))
        ]
        position = quintet.position("quixo", "/".join(rows) + " x", size=3)
        return position.variant.words[0].index(choose(position, level, rng))

    return policy


@pytest.mark.parametrize("level", [2, 4])
def test_a_level_is_placed_where_it_stands(level: int) -> None:
    found = rate(level_policy(level), "quixo", games=120, seed=2, size=3)
    low, high = found.own_interval
    assert low < found.levels[level - 1] < high
    assert high - low < 250


def test_random_play_is_far_below_the_middle() -> None:
    asked = []
    play = random_policy(1)

    def policy(observations: Bools, masks: Bools) -> npt.ArrayLike:
        asked.append(len(masks))
        return play(observations, masks)

    found = rate(policy, "quantik", games=64, seed=1)
    assert found.games == 64
    assert found.interval[1] < found.levels[4]
    assert sum(score.games for score in found.scores[:3]) > sum(
        score.games for score in found.scores[3:]
    )
    # Eight games are played at once, and in half of them the policy is to move.
    assert 4 <= max(asked) <= 8


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    one, three = (
        rate(random_policy(4), "qomet", games=16, seed=9, threads=threads).to_dict()
        for threads in (1, 3)
    )
    assert one == three
    other = rate(random_policy(4), "qomet", games=16, seed=10).to_dict()
    assert other != one


@pytest.mark.parametrize(("game", "players", "games"), [("cubulus", 3, 12), ("quixo", 4, 10)])
def test_three_and_four_seats(game: str, players: int, games: int) -> None:
    """Of three seats the policy has one; of four it has both of a side."""
    seen: list[int] = []
    play = random_policy(2)

    def policy(observations: Bools, masks: Bools) -> npt.ArrayLike:
        seen.append(len(masks))
        return play(observations, masks)

    found = rate(policy, game, games=10, seed=1, players=players)
    assert found.games == games  # whole openings
    assert found.elo < found.levels[4]
    compared = sum(score.comparisons for score in found.scores)
    assert games <= compared <= (2 if players == 3 else 1) * games


def test_games_are_rounded_up_to_whole_openings() -> None:
    assert rate(random_policy(1), "quantik", games=3).games == 4


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"squares": True}, "have not been measured"),
        ({"games": 0}, "games must be a number"),
        ({"threads": 0}, "threads must be a number"),
        ({"size": 3}, "no option"),
    ],
)
def test_what_cannot_be_rated_is_refused(settings: dict[str, Any], said: str) -> None:
    def policy(*_: Bools) -> npt.ArrayLike:
        raise AssertionError("nothing is played")

    with pytest.raises(BadOption, match=said):
        rate(policy, "quarto", **settings)


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(BadOption, match="not legal"):
        rate(lambda _, masks: np.argmin(masks, axis=1), "quantik", games=2)


# The result.

RATING = Rating(
    environment="quixo-3x3-v0",
    elo=250.0,
    own_interval=(220.0, 290.0),
    error_of_levels=20.0,
    scores=tuple(LevelScore(level, level, 1, 0, level - 1) for level in LEVELS),
    levels=(0.0, 200.0, 300.0, 260.0, 500.0, 600.0, 700.0, 800.0, 900.0, 1000.0),
    level_errors=(0.0, *[25.0] * 9),
)


def test_what_a_rating_says() -> None:
    assert RATING.between == (2, 4)  # by their ratings, not by their numbers
    assert RATING.interval == pytest.approx((250 - 49.362, 250 + 56.005), abs=0.001)
    assert str(RATING).startswith(
        "quixo-3x3-v0: Elo 250 (95 %: 201 to 306), between levels 2 and 4; 55 games: level 1 +1 "
    )
    said = RATING.to_dict()
    assert json.loads(json.dumps(said)) == said
    assert said["between"] == [2, 4]
    assert said["levels"][1] == {
        "level": 2,
        "elo": 200.0,
        "error": 25.0,
        "games": 2,
        "wins": 1,
        "draws": 0,
        "losses": 1,
    }


def test_picture() -> None:
    drawn = ElementTree.fromstring(RATING.svg())  # noqa: S314 - our own
    texts = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    rows = [text for text in texts if text.startswith(("level", "agent"))]
    assert rows == [
        *(f"level {level}" for level in (10, 9, 8, 7, 6, 5, 3, 4)),
        "agent",
        "level 2",
        "level 1",
    ]
