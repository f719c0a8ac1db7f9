"""Games made for data sets: as `quintet.Position` plays them, with policies and values."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import quintet
from env.data_sets import VARIANTS, random_rows, same
from quintet import tablebase
from quintet.env import data
from quintet.env.data import selfplay
from quintet.env.data.header import REASONS
from quintet.env.data.rows import joined

REWARDS = {2: {1.0: 1.0, 0.5: 0.0, 0.0: -1.0}, 3: {1.0: 1.0, 0.5: 0.25, 0.0: -0.5}}


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_random_games_follow_the_rules(game: str, options: dict[str, object]) -> None:
    """Every row is what `quintet.Position` and the house rules say, H1 and H5 included."""
    header, rows = random_rows(game, options)
    masks = rows.masks(header)
    row = 0
    for number in range(40):
        position = quintet.start(game, **options)
        variant, simulator = position.variant, header.simulator
        met = Counter([position])
        begin, plies = row, 0
        seats = []
        while True:
            assert (rows.game[row], rows.ply[row]) == (number, plies)
            assert rows.seat[row] == position.turn
            assert rows.state[row].tolist() == simulator.states([position])[0].tolist()
            seats.append(position.turn)
            third = variant.cycles and met[position] == 3
            if position.outcome is not None or third or plies == 400:
                break
            assert np.flatnonzero(masks[row]).tolist() == list(position.numbers)
            position = position.play(int(rows.action[row]))
            met[position] += 1
            row, plies = row + 1, plies + 1
        assert (rows.action[row], masks[row].any()) == (-1, False)
        board = position.outcome
        reason = "repetition" if met[position] == 3 else "limit"
        assert {REASONS[each] for each in rows.reason[begin : row + 1]} == {
            reason if board is None else board.reason
        }
        worth = REWARDS[len(set(variant.sides))]
        expected = [0.0 if board is None else worth[board.scores[seat]] for seat in seats]
        assert rows.outcome[begin : row + 1].tolist() == expected
        row += 1
    assert row == len(rows)


def test_random_games_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "GAMES_AT_ONCE", 16)
    header = data.header("quixo", seed=1, player="random")

    def rows(games: int, threads: int, seed: int = 1) -> data.Rows:
        parts = list(data.random_games(replace(header, seed=seed), games=games, threads=threads))
        assert len(parts) == -(-games // 16)
        return joined(parts, header.simulator)

    one = rows(40, 1)
    assert same(one, rows(40, 2))
    fewer = rows(25, 1)
    assert same(fewer, one.part(0, len(fewer)))
    assert not same(one, rows(40, 1, seed=2))
    assert sorted(set(one.game.tolist())) == list(range(40))
    # No two chunks play the same games.
    first = {number: one.action[one.game == number].tolist() for number in (0, 16, 32)}
    assert first[0] != first[16] != first[32]


def test_games_of_levels() -> None:
    header = data.header("quantik", seed=5, player="level:1")
    parts = list(data.level_games(header, 1, games=3, jobs=1))
    rows = joined(parts, header.simulator)
    games = list(data.records_of([rows], header))
    assert [game.tags["Round"] for game in games] == ["1", "2", "3"]
    assert all(game.seats[0].startswith("level:1") for game in games)
    again = joined(data.level_games(header, 1, games=3, jobs=1), header.simulator)
    assert same(again, rows)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_games_of_levels_do_not_depend_on_the_number_of_jobs(
    game: str, options: dict[str, object]
) -> None:
    header = data.header(game, options, seed=5, player="level:2")
    one, two = (
        joined(data.level_games(header, 2, games=7, jobs=jobs), header.simulator) for jobs in (1, 2)
    )
    assert same(one, two)
    assert one.game.max() == 6


def test_policies() -> None:
    header, rows = random_rows("quarto", {}, games=5)
    moved = rows.action >= 0
    uniform = data.with_policy(rows, header).policy
    assert uniform is not None
    assert np.array_equal(uniform > 0, rows.masks(header))
    np.testing.assert_allclose(uniform.sum(axis=1), moved, rtol=1e-6)
    played = data.with_policy(rows, replace(header, player="level:3")).policy
    assert played is not None
    assert played.argmax(axis=1)[moved].tolist() == rows.action[moved].tolist()
    assert played.sum(axis=1).tolist() == moved.astype(float).tolist()
    partly = np.where(rows.ply[:, None] == 0, uniform, np.nan).astype(np.float32)
    filled = replace(rows, policy=partly).policies(header)
    assert np.array_equal(filled, np.where(rows.ply[:, None] == 0, uniform, played))


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the tablebases of the package."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path / "tables"))
    tablebase.close()
    yield
    tablebase.close()


@pytest.mark.usefixtures("shipped")
def test_exact_values_are_those_of_a_search() -> None:
    header, rows = random_rows("quantik", {}, games=30)
    rows = data.with_exact_values(rows, header)
    wins = losses = 0
    for row in range(len(rows)):
        position = header.simulator.position(rows.state, row)
        exact, plies = float(rows.exact[row]), int(rows.exact_plies[row])
        assert exact in (1.0, -1.0)
        if position.outcome is not None:
            assert (exact, plies) == (2 * position.outcome.scores[position.turn] - 1, 0)
        elif plies <= 3:
            won = exact == 1
            wins, losses = wins + won, losses + (not won)
            winner = position.turn if won else 1 - position.turn
            assert position.wins_within(plies, winner)
            assert not position.wins_within(plies - 1, winner)
    assert wins > 20
    assert losses > 10


def test_exact_values_without_a_tablebase_are_those_of_the_board() -> None:
    header, rows = random_rows("cubulus", {"players": 3}, games=10)
    exact = data.with_exact_values(rows, header)
    over = header.simulator.terminated(rows.state)
    assert np.array_equal(np.isfinite(exact.exact), over)
    assert np.array_equal(exact.exact[over], rows.outcome[over])
    assert np.array_equal(exact.exact_plies == 0, over)
