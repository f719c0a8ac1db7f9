"""Traps cost nothing, whether the opponent falls for them or not."""

import random
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet import tablebase
from quintet.engine import Limits, Search, analyse
from quintet.engine.levels import choose
from quintet.engine.traps import can_be_set, set_trap
from quintet.errors import BadOption
from quintet.value import loss_in, win_in


@pytest.fixture
def shipped_tablebases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for tablebases; those that come with the package are the only ones."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()


def drawn_position(seed: int, placed: int) -> quintet.Position:
    """A position of Quarto, a piece in hand, that is proved to be a draw."""
    rng = random.Random(seed)
    while True:
        position = quintet.start("quarto")
        for _ in range(2 * placed + 1):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is None:
            found = analyse(position, nodes=3_000_000)
            if found.certainty == "proved" and found.value.kind == "tie":
                return position


def lost_position(seed: int) -> quintet.Position:
    """A position of Quantik after two moves that is lost, as the tablebase says."""
    rng = random.Random(seed)
    while True:
        position = quintet.start("quantik")
        for _ in range(2):
            position = position.play(rng.choice(position.moves))
        if tablebase.probe(position).kind == "loss":
            return position


def answer_by_uct(position: quintet.Position, seed: int) -> quintet.Position:
    limits = Limits(nodes=100_000, megabytes=64)
    return position.play(Search(position, limits, seed=seed, uct=1.0).run().best.move)


def value_after(position: quintet.Position, move: str) -> str:
    after = position.play(move)
    kind: str = analyse(after, nodes=5_000_000).value.kind
    if after.turn != position.turn:
        kind = {"win": "loss", "loss": "win"}.get(kind, kind)
    return kind


@pytest.mark.slow_except("0")
@pytest.mark.parametrize("seed", range(6))
def test_a_trap_loses_nothing(seed: int) -> None:
    position = drawn_position(seed, 7)
    trap = set_trap(position, 0.5, random.Random(seed), threads=1 + seed % 2)
    assert trap is None or value_after(position, trap) == "tie"
    assert value_after(position, choose(position, 10, random.Random(seed), seconds=0.3)) == "tie"


@pytest.mark.slow
def test_traps_are_found() -> None:
    found = [set_trap(drawn_position(seed, 7), 1.0, random.Random(seed)) for seed in range(6)]
    assert any(found)


@pytest.mark.usefixtures("shipped_tablebases")
@pytest.mark.slow_except("1")
@pytest.mark.parametrize("seed", range(4))
def test_a_trap_in_a_lost_position_works(seed: int) -> None:
    """An opponent who trusts random playouts falls into it, and it loses no faster than others."""
    position = lost_position(seed)
    worst = tablebase.probe(position).plies
    assert worst is not None
    trap = position.play(choose(position, 10, random.Random(seed), seconds=20, threads=1))
    assert tablebase.probe(trap) == win_in(worst - 1)
    answers = [tablebase.probe(answer_by_uct(trap, number)).kind for number in range(1, 6)]
    assert answers.count("win") >= 4  # for whoever set the trap


@pytest.mark.usefixtures("shipped_tablebases")
def test_there_is_no_trap_where_everything_loses_at_once() -> None:
    rng = random.Random(1)
    position = quintet.start("quantik")
    while tablebase.probe(position) != loss_in(2):
        position = quintet.start("quantik")
        for _ in range(8):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None:
            position = quintet.start("quantik")
    assert set_trap(position, 1.0, rng, slowest=position.moves) is None
    assert choose(position, 10, rng) in position.moves


@pytest.mark.parametrize(("game", "plies"), [("quantik", (5, 8)), ("quarto", (19, 25))])
def test_pitfalls_of_a_won_position(game: str, plies: tuple[int, int]) -> None:
    """Where no turn wins a mistake is sure, and where all do there is none.

    In Quarto a turn has two moves, and the first may win only with the right second one.
    """
    rng = random.Random(3)
    seen = set()
    for _ in range(60):
        position = quintet.start(game)
        for _ in range(rng.randrange(*plies)):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None:
            continue
        values = [move.value for move in analyse(position, moves="all", megabytes=1).moves]
        if any(value.plies == 1 for value in values):  # then nobody asks
            continue
        kinds = frozenset(value.kind for value in values)
        found = Search(position, Limits(nodes=2_000, megabytes=4), pitfalls="won").run()
        assert found.value.estimate == 0 or "win" in kinds
        assert found.value.estimate == 1 or game == "quarto" or kinds != {"win"}
        seen.add(kinds)
    assert any("win" not in kinds for kinds in seen)
    assert any(len(kinds) > 1 for kinds in seen)


@pytest.mark.parametrize("seed", range(3))
def test_pitfalls_are_found(seed: int) -> None:
    """Where all turns lose the chance is none, and where none does it is sure."""
    rng = random.Random(seed)
    for _ in range(30):
        position = quintet.start("quarto")
        for _ in range(2 * rng.randrange(9, 13) + 1):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None:
            continue
        kinds = {move.value.kind for move in analyse(position, moves="all", megabytes=1).moves}
        if "win" in kinds:
            continue
        found = Search(position, Limits(nodes=2_000, megabytes=4), pitfalls="drawn").run()
        assert 0 <= found.value.estimate <= 1
        assert found.value.estimate == 0 or kinds != {"loss"}


def test_pitfalls_need_a_game_that_ends() -> None:
    with pytest.raises(BadOption):
        Search(quintet.start("quixo"), Limits(nodes=1), pitfalls="drawn")


@pytest.mark.parametrize("wrong", [True, "lost", 1])
def test_pitfalls_need_a_value_of_the_position(wrong: Any) -> None:
    with pytest.raises(BadOption, match="drawn or won"):
        Search(quintet.start("quarto"), Limits(nodes=1), pitfalls=wrong)


def test_traps_need_a_game_that_can_be_solved() -> None:
    assert can_be_set(quintet.start("quarto"))
    assert not can_be_set(quintet.start("quixo"))
    assert not can_be_set(quintet.start("cubulus", players=3))


def test_setting_a_trap_can_be_stopped() -> None:
    begun: list[Search] = []

    def stop_at_once(thinking: Search) -> None:
        begun.append(thinking)
        thinking.stop()

    assert set_trap(drawn_position(99, 7), 60.0, random.Random(1), on_start=stop_at_once) is None
    assert len(begun) == 1


@pytest.mark.slow_except("0")
@pytest.mark.parametrize("seed", range(4))
def test_a_trap_is_never_a_call(seed: int) -> None:
    rng = random.Random(seed)
    position = quintet.start("quarto", calls="spoken")
    while 0 in position.cells and position.outcome is None:
        calm = [word for word in position.moves if not position.variant.is_claim(word)]
        trap = set_trap(position, 0.05, rng)
        assert trap is None or trap in calm
        position = position.play(rng.choice(calm))
