"""The playing levels: every game and mode, determinism, and kinds of errors."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

import quintet
from quintet import tablebase
from quintet.engine.levels import LEVELS, candidates, choose, decide
from quintet.engine.players import parse_player
from quintet.engine.search import Search
from quintet.engine.tournament import Plan, Tournament, duels
from quintet.position import Position

MODES: list[tuple[str, dict[str, object]]] = [
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken"}),
    ("quarto", {"calls": "spoken", "squares": True, "false_call": "loses"}),
    ("quarto", {"calls": "spoken", "common": 2}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
    ("quixo", {}),
    ("quixo", {"players": 4}),
    ("quixo", {"size": 3}),
]
# A line that the hand completes is there to be taken: a1, b1, c1 are all round pieces.
SPOKEN_AFTER_PLACING = "0 a1 1 b1 2 c1 3 d1"


def after(game: str, moves: str, **options: object) -> Position:
    position = quintet.start(game, **options)
    for word in moves.split():
        position = position.play(word)
    return position


@pytest.mark.parametrize("level", [1, 3, 5, 8])
@pytest.mark.parametrize(("game", "options"), MODES)
def test_a_level_plays_every_mode(game: str, options: Mapping[str, object], level: int) -> None:
    rng = random.Random(level)
    position = quintet.start(game, **options)
    for _ in range(14 if game == "cubulus" else 5):
        if position.outcome is not None:
            break
        position = position.play(choose(position, level if level < 8 else 4, rng))
    if position.outcome is None:
        assert choose(position, level, rng) in position.moves


@pytest.mark.parametrize(("game", "options"), MODES)
def test_the_levels_by_the_clock_play_every_mode(game: str, options: Mapping[str, object]) -> None:
    position = quintet.start(game, **options)
    for level in (9, 10):
        word = choose(position, level, random.Random(1), seconds=0.02, threads=2)
        assert word in position.moves


@pytest.mark.parametrize(("game", "options"), MODES)
def test_the_same_seed_chooses_the_same_move(game: str, options: Mapping[str, object]) -> None:
    position = quintet.start(game, **options)
    for level in (1, 4, 7):
        words = {choose(position, level, random.Random(5)) for _ in range(3)}
        assert len(words) == 1


def test_low_levels_vary() -> None:
    position = quintet.start("quixo")
    words = {choose(position, 2, random.Random(seed)) for seed in range(30)}
    assert len(words) > 10


def test_there_is_no_other_level() -> None:
    position = quintet.start("quixo")
    for level in (0, 11, -1, True, "3"):
        with pytest.raises(quintet.BadOption, match="1 to 10"):
            choose(position, level, random.Random(1))  # type: ignore[arg-type]


def test_a_finished_game_has_no_move() -> None:
    over = quintet.position("quantik", "AbCd/..../..../....")
    with pytest.raises(LookupError, match="over"):
        choose(over, 5, random.Random(1))


def test_depth_and_attention_grow_with_the_level() -> None:
    levels = [LEVELS[number] for number in range(1, 11)]
    for below, above in pairwise(levels):
        assert below.attention < above.attention
        assert below.temperature > above.temperature
        assert below.for_three > above.for_three
        assert (below.nodes or 10**9) <= (above.nodes or 10**9)
    assert not levels[-1].errs
    # Up to 8 nothing depends on the clock.
    assert all(level.seconds is None and level.nodes for level in levels[:8])


# A win at hand: three in a line of four different shapes, and the fourth may be placed.
WIN_AT_HAND = ("quantik", "A@a1 B@b1 C@c1", "D@d1")


def times_taken(level: int, tries: int = 200) -> int:
    game, moves, win = WIN_AT_HAND
    position = after(game, moves)
    taken = Counter(choose(position, level, random.Random(seed)) for seed in range(tries))
    return taken[win]


def test_a_win_at_hand_is_overlooked_on_low_levels_only() -> None:
    assert 30 < times_taken(1) < 120
    assert times_taken(1) < times_taken(4) < times_taken(7)
    assert times_taken(10, 20) == 20


def spoken_window() -> Position:
    """The placer has completed a line and may call it before giving."""
    return after("quarto", SPOKEN_AFTER_PLACING, calls="spoken")


def test_spoken_quarto_is_called_and_stolen_on_high_levels() -> None:
    window = spoken_window()
    assert choose(window, 10, random.Random(1)) == "quarto:a1-d1"
    stolen = window.play("4")
    assert choose(stolen, 10, random.Random(1)) == "quarto:a1-d1"


def test_spoken_quarto_is_overlooked_on_low_levels() -> None:
    window = spoken_window()
    words = Counter(choose(window, 1, random.Random(seed)) for seed in range(100))
    assert 10 < words["quarto:a1-d1"] < 60
    assert set(words) - {"quarto:a1-d1"} <= set("456789abcdef")


@pytest.mark.slow_except("loses")
@pytest.mark.parametrize("false_call", ["void", "loses"])
def test_no_level_makes_a_wrong_call(false_call: str) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        position = quintet.start("quarto", calls="spoken", squares=True, false_call=false_call)
        while position.outcome is None:
            word = choose(position, 1 + seed % 6, rng)
            position = position.play(word)
            if word.startswith("quarto:"):
                assert position.outcome is not None
                assert position.outcome.reason == "called"


def test_candidates_are_all_moves_but_wrong_calls() -> None:
    for game, options in MODES:
        position = quintet.start(game, **options)
        assert candidates(position) == list(position.moves)
    window = spoken_window()
    calls = [word for word in candidates(window) if word.startswith("quarto:")]
    assert calls == ["quarto:a1-d1"]


def test_three_sides_overlook_a_win_and_go_on() -> None:
    """With three sides, too, an overlooked win leaves something to choose from."""
    moves = "U1 F5 B5 U2 D5 L5 U4 F7 R5"
    position = after("cubulus", moves, players=3)
    wins = [word for word in position.moves if position.play(word).outcome is not None]
    assert "U5" in wins
    words = Counter(choose(position, 1, random.Random(seed)) for seed in range(60))
    assert words["U5"] > 0
    assert set(words) - set(wins)


def test_a_lost_side_of_three_does_not_hand_the_win_over() -> None:
    """Every move loses, and all but one of 40 let the next side win at once."""
    moves = "R4 F4 D7 R7 D7 R5 F5 F9 B9 F6 L8 R5 D6 D5 R4+ D7 R9 R8+"
    position = after("cubulus", moves, players=3)
    words = [
        choose(position, level, random.Random(seed), nodes=20_000)
        for level in (9, 10)
        for seed in range(20)
    ]
    assert words.count("D3") > 36  # level 9 may overlook it
    assert words[20:] == ["D3"] * 20


def test_a_decision_shows_its_analysis() -> None:
    decision = decide(quintet.start("quixo"), 5, random.Random(1))
    assert decision.analysis is not None
    assert decision.analysis.nodes > 1000
    assert len(decision.analysis.moves) == LEVELS[5].candidates


@pytest.mark.parametrize(("game", "options"), [("quantik", {}), ("quixo", {"size": 4})])
def test_level_5_beats_level_1(game: str, options: Mapping[str, object]) -> None:
    plan = Plan(game, options, (parse_player("level:5"), parse_player("level:1")), games=20)
    games = Tournament(plan).run(jobs=1)
    (duel,) = duels(plan, games)
    assert duel.score.value > 0.75


@pytest.mark.parametrize("calls", ["auto", "spoken"])
def test_the_last_level_plays_tablebase_moves_at_once(
    calls: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # with those that come with the package
    tablebase.close()
    searches: list[Search] = []
    position = quintet.start("quarto", calls=calls)
    for _ in range(6):
        found = decide(position, 10, random.Random(1), on_start=searches.append)
        assert found.analysis is not None
        assert (found.analysis.certainty, found.analysis.nodes) == ("table", 0)
        position = position.play(found.move)
    assert len(searches) == 6  # no trap was looked for


@pytest.mark.parametrize("level", [9, 10])
@pytest.mark.parametrize(("game", "options"), MODES)
def test_a_limit_of_nodes_instead_of_the_clock(
    game: str, options: Mapping[str, object], level: int
) -> None:
    """Then the last levels are as repeatable as the others, and set no traps."""
    position = after(game, "", **options)
    position = position.play(position.moves[0])
    while "set_up" in position.variant.actions(position):  # which needs no search
        position = position.play(position.moves[0])
    first, again = (
        decide(position, level, random.Random(3), nodes=3000, threads=2) for _ in range(2)
    )
    assert first.move == again.move
    assert first.analysis is not None
    assert again.analysis is not None
    assert first.analysis.moves == again.analysis.moves
    # A search looks at its limit only now and then.
    assert first.analysis.nodes == again.analysis.nodes < (4500 if level == 10 else 3000)


def test_a_level_with_nodes_as_a_player() -> None:
    player = parse_player("level:10,nodes=2000")
    assert player.text == "level:10,nodes=2000"
    plan = Plan("quarto", {}, (player, parse_player("level:9,nodes=2000")), games=2, opening=8)
    once, again = (Tournament(plan).run(jobs=1) for _ in range(2))
    assert [game.record.moves for game in once] == [game.record.moves for game in again]
    for wrong in ("level:10,nodes=0", "level:10,nodes=", "level:10,nodes=1,seconds=1"):
        with pytest.raises(quintet.BadOption):
            parse_player(wrong)
