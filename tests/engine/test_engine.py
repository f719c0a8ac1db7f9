"""The engine's API: limits, streams, stopping, moves, and all games."""

import math
import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import quintet
from exact_values import close_position, wins_at_once
from quintet import BadMove, BadOption, IllegalMove, Position
from quintet.engine import Analysis, Limits, Search, Value, analyse, stream
from quintet.value import loss_in, win_in

VARIANTS: list[tuple[str, dict[str, object], int]] = [
    ("quantik", {}, 3),
    ("quarto", {}, 8),
    ("quarto", {"calls": "spoken", "squares": True}, 12),
    ("qomet", {}, 8),
    ("qomet", {"undo": "strict", "corner_exit": "rays"}, 8),
    ("cubulus", {}, 0),
    ("cubulus", {}, 14),
    ("cubulus", {"players": 3}, 9),
    ("quixo", {}, 10),
    ("quixo", {"size": 4}, 5),
    ("quixo", {"players": 4}, 10),
]
SLACK = 256  # nodes; the moves of a position are counted to their end


def open_position(game: str, options: dict[str, object], plies: int, seed: int = 1) -> Position:
    return close_position(game, options, plies, random.Random(seed))


POSITIONS = [open_position(*variant) for variant in VARIANTS]


def name(position: object) -> str:
    if not isinstance(position, Position):
        return str(position)
    return f"{position.game}-{position.text.replace(' ', '_').replace('/', '|')}"


def timeless(found: Analysis) -> Analysis:
    return replace(found, seconds=0.0)


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_same_nodes_same_answer(position: Position) -> None:
    first = analyse(position, nodes=20_000, moves=3)
    again = analyse(position, nodes=20_000, moves=3)
    assert timeless(first) == timeless(again)
    assert first.nodes < 20_000 + SLACK


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_threads_share_the_nodes(position: Position) -> None:
    found = analyse(position, nodes=50_000, threads=4)
    assert found.nodes < 50_000 + 2 * 4 * SLACK  # threads notice one after the other
    assert found.best.move in position.moves


@pytest.mark.slow_except("quantik-*")
@pytest.mark.parametrize(
    ("game", "plies"),
    [("quantik", 3), ("quarto", 10), ("quixo", 10), ("qomet", 8), ("cubulus", 20)],
)
def test_threads_agree_on_what_is_proved(game: str, plies: int) -> None:
    """However many threads search, and in whatever order, a proof is a proof."""
    options: dict[str, object] = {"size": 3} if game == "quixo" else {}
    proved = 0
    for seed in range(8):
        position = open_position(game, options, plies, seed)
        found = [analyse(position, nodes=1_000_000, threads=threads) for threads in (1, 2, 5)]
        values = {str(answer.value) for answer in found if answer.certainty == "proved"}
        assert len(values) <= 1, position.text
        proved += len(values)
    assert proved > 0


def test_parallel_searches_do_not_change_the_result() -> None:
    alone = [timeless(analyse(position, nodes=20_000)) for position in POSITIONS]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            beside = list(pool.map(lambda position: analyse(position, nodes=20_000), POSITIONS))
            assert [timeless(found) for found in beside] == alone


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_an_analysis_is_complete(position: Position) -> None:
    found = analyse(position, nodes=5_000)
    assert found.position == position
    assert found.certainty in ("proved", "searched")
    assert found.seconds >= 0
    assert found.nodes > 0
    assert 0 <= found.value.estimate <= 1
    assert found.value == found.best.value
    assert found.best.line[0] == found.best.move
    assert found.best.move in position.moves
    for word in found.best.line:
        position = position.play(word)  # every line can be played


@pytest.mark.parametrize("position", POSITIONS, ids=name)
@pytest.mark.parametrize("limits", [{"seconds": 0}, {"nodes": 1}, {"depth": 1}], ids=str)
def test_minimal_limits_still_give_a_move(position: Position, limits: dict[str, Any]) -> None:
    limits = {"nodes": 5_000} | limits if "depth" in limits else limits
    assert analyse(position, **limits).best.move in position.moves


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_stream(position: Position) -> None:
    told = list(stream(position, nodes=50_000))
    assert timeless(told[-1]) == timeless(analyse(position, nodes=50_000))
    nodes = [found.nodes for found in told]
    assert nodes == sorted(nodes)
    if position.options.get("players") != 3:
        depths = [found.depth for found in told]
        assert depths == sorted(depths)
        assert len(set(depths[:-1])) == len(depths[:-1])
        assert depths[-1] <= max(depths[:-1], default=0)  # the end repeats what was finished


def test_depth_is_a_limit() -> None:
    for position in POSITIONS:
        assert analyse(position, depth=3).depth <= 3


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_stop_ends_a_search(position: Position, threads: int) -> None:
    thinking = Search(position, Limits(seconds=300, threads=threads), moves="all")
    found: list[Analysis] = []
    runner = threading.Thread(target=lambda: found.append(thinking.run()), daemon=True)
    runner.start()
    runner.join(0.05)
    thinking.stop()
    runner.join(10)
    assert not runner.is_alive()
    assert found[0].best.move in position.moves


def test_a_search_stopped_before_it_starts() -> None:
    thinking = Search(quintet.start("qomet"), Limits(seconds=300))
    thinking.stop()
    assert thinking.run().best.move in quintet.start("qomet").moves


def test_closing_a_stream_stops_the_search() -> None:
    thinking = Search(quintet.start("quixo"), Limits(seconds=300))
    for found in thinking.start():
        if found.depth >= 3:
            break
    assert thinking._thread is not None
    thinking._thread.join(10)
    assert not thinking._thread.is_alive()


def test_other_threads_run_during_a_search() -> None:
    """The lock of the interpreter is free: a thread in Python counts on meanwhile."""
    counted, over = [0], threading.Event()

    def count() -> None:
        while not over.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count, daemon=True)
    counter.start()
    before = counted[0]
    analyse(quintet.start("qomet"), seconds=0.5)
    after = counted[0]
    over.set()
    counter.join()
    assert after - before > 1_000


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        ("seconds", -1),
        ("seconds", math.nan),
        ("seconds", math.inf),
        ("seconds", "1"),
        ("seconds", True),
        ("nodes", 0),
        ("nodes", 1.5),
        ("nodes", -5),
        ("nodes", 2**64),
        ("depth", 0),
        ("depth", "3"),
        ("threads", 0),
        ("threads", 257),
        ("threads", None),
        ("threads", 1.0),
        ("megabytes", 0),
        ("megabytes", None),
        ("megabytes", 2**40),
    ],
)
def test_bad_limits(limit: str, value: object) -> None:
    with pytest.raises(BadOption) as caught:
        analyse(quintet.start("quantik"), **{limit: value})  # type: ignore[arg-type]
    assert caught.value.option == limit
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("exploration", [-1, 101, float("nan"), "1", True])
def test_bad_exploration(exploration: Any) -> None:
    with pytest.raises(BadOption) as caught:
        Search(quintet.start("quantik"), Limits(nodes=100), uct=exploration)
    assert caught.value.option == "uct"


def test_exploration_spreads_the_visits() -> None:
    # Without any, UCT stays with the first move that does not disappoint, and reads further.
    position = quintet.start("quixo", size=3)
    lines = [
        len(Search(position, Limits(nodes=3000), uct=exploration).run().best.line)
        for exploration in (0.1, 1.0, 10.0)
    ]
    assert lines == sorted(lines, reverse=True)
    assert lines[0] > lines[2]


@pytest.mark.parametrize("moves", [0, -1, True, 1.5, "some", "", [], None])
def test_bad_choices_of_moves(moves: object) -> None:
    with pytest.raises(BadOption) as caught:
        analyse(quintet.start("quantik"), nodes=100, moves=moves)  # type: ignore[arg-type]
    assert caught.value.option == "moves"


def test_moves_that_cannot_be_played() -> None:
    position = quintet.start("quantik").play("A@a1")
    with pytest.raises(IllegalMove):
        analyse(position, nodes=100, moves=["A@a2"])
    with pytest.raises(BadMove):
        analyse(position, nodes=100, moves=["A@z9"])


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_choosing_moves(position: Position) -> None:
    count = len(position.moves)
    assert len(analyse(position, nodes=5_000).moves) == 1
    assert len(analyse(position, nodes=50_000, moves=3).moves) == min(3, count)
    assert len(analyse(position, nodes=50_000, moves=1_000).moves) == count
    every = analyse(position, nodes=50_000, moves="all").moves
    assert sorted(move.move for move in every) == sorted(position.moves)
    chosen = list(position.moves[-2:])
    listed = analyse(position, nodes=50_000, moves=chosen).moves
    assert sorted(move.move for move in listed) == sorted(chosen)
    assert len(analyse(position, nodes=5_000, moves=[chosen[0], chosen[0]]).moves) == 1


def test_a_list_of_moves_restricts_the_search() -> None:
    """A losing move stays losing when the winning one is not looked at."""
    position = quintet.position("quantik", "AbC./..../..../.a..")
    assert analyse(position, nodes=100_000).best.value == win_in(1)
    quiet = [word for word in position.moves if position.play(word).outcome is None]
    losing = [word for word in quiet if wins_at_once(position.play(word))][:3]
    found = analyse(position, nodes=100_000, moves=losing)
    assert {move.value for move in found.moves} == {loss_in(2)}
    assert (found.certainty, found.value) == ("proved", loss_in(2))


FINISHED: list[tuple[str, dict[str, object], str, str]] = [
    ("quantik", {}, "AbCd/..../..../....", "loss in 0"),
    ("quarto", {}, "0123/..../..../.... -", "loss in 0"),
    ("qomet", {}, "x.x/.../.../.o...oo/.../.../x.x o -", "loss in 0"),
    ("quixo", {}, "xxxxx/ooo../..o../.o.../...o. o", "loss in 0"),
    ("quixo", {}, "xxxxx/ooo../..o../.o.../...o. x", "win in 0"),
]


@pytest.mark.parametrize(("game", "options", "text", "value"), FINISHED)
@pytest.mark.parametrize("moves", [1, "all"])
def test_finished_games(
    game: str, options: dict[str, object], text: str, value: str, moves: int | str
) -> None:
    position = quintet.position(game, text, **options)
    assert position.outcome is not None
    found = analyse(position, moves=moves)
    assert (found.certainty, found.moves, found.depth) == ("proved", (), 0)
    share = position.outcome.scores[position.turn]
    assert str(found.value) == {1: "win in 0", 0: "loss in 0"}[int(share)]
    if game != "quarto":
        assert str(found.value) == value
    with pytest.raises(LookupError):
        _ = found.best
    assert len(list(stream(position))) >= 1


def after(game: str, words: str, **options: object) -> Position:
    position = quintet.start(game, **options)
    for word in words.split():
        position = position.play(word)
    return position


def test_spoken_quarto_calls() -> None:
    """Who has placed calls a live alignment at once (QT5)."""
    found = analyse(after("quarto", "0 a1 1 b1 2 c1 3 d1", calls="spoken"), nodes=20_000)
    assert (found.best.move, found.value, found.certainty) == ("quarto:a1-d1", win_in(1), "proved")


def test_spoken_quarto_steals() -> None:
    """Who is given a piece calls what the placer overlooked (QT6)."""
    found = analyse(after("quarto", "0 a1 1 b1 2 c1 3 d1 8", calls="spoken"), nodes=20_000)
    assert (found.best.move, found.value, found.certainty) == ("quarto:a1-d1", win_in(1), "proved")


def test_spoken_quarto_knows_dead_alignments() -> None:
    """A line that nobody called in time is dead (QT7); calling it loses (QT13)."""
    position = after("quarto", "0 a1 1 b1 2 c1 3 d1 8 a2", calls="spoken", false_call="loses")
    found = analyse(position, nodes=20_000, moves="all")
    told = {move.move: move.value for move in found.moves}
    assert told["quarto:a1-d1"] == loss_in(1)
    assert found.best.move in "4567cdef9ab"


def test_cubulus_set_up() -> None:
    """The engine places all nine neutral balls; then seat 0 is to move (CB2)."""
    position = quintet.start("cubulus")
    for _ in range(9):
        assert position.seat == 1
        position = position.play(analyse(position, nodes=3_000).best.move)
    assert position.seat == 0


def three_player_positions(wanted: Callable[[Position], bool], count: int) -> list[Position]:
    """Open positions of Cubulus for three with some property."""
    rng = random.Random(5)
    found: list[Position] = []
    while len(found) < count:
        position = close_position("cubulus", {"players": 3}, rng.randrange(6, 15), rng)
        if position.outcome is None and wanted(position):
            found.append(position)
    return found


def answers(position: Position) -> list[Position]:
    reached = (position.play(word) for word in position.moves)
    return [after for after in reached if after.outcome is None]


def test_three_players_take_squares() -> None:
    """A square at hand is made, and that is proved."""
    rng = random.Random(5)
    tried = 0
    while tried < 5:
        position = close_position("cubulus", {"players": 3}, rng.randrange(9, 15), rng)
        if not wins_at_once(position):
            position = position.play(rng.choice(position.moves))
        if position.outcome is not None or not wins_at_once(position):
            continue
        found = analyse(position, nodes=2_000)
        outcome = position.play(found.best.move).outcome
        assert outcome is not None, position.text
        assert outcome.scores[position.turn] == 1, position.text
        assert (found.value, found.certainty) == (win_in(1), "proved")
        tried += 1


def test_three_players_stop_the_next_one() -> None:
    """A threat of the next player is stopped, and nobody is handed a win."""

    def must_stop(position: Position) -> bool:
        losing = [wins_at_once(after) for after in answers(position)]
        return any(losing) and not all(losing) and not wins_at_once(position)

    for position in three_player_positions(must_stop, 8):
        after = position.play(analyse(position, nodes=5_000).best.move)
        assert after.outcome is None, position.text
        assert not wins_at_once(after), position.text


def test_three_players_do_not_let_the_third_win() -> None:
    """A move after which the next player cannot help the third one's win is avoided."""

    def lost_to_third(position: Position) -> bool:
        """Whatever the next player does, he does not win, and the one after him does."""
        replies = answers(position)
        return not wins_at_once(position) and all(wins_at_once(reply) for reply in replies)

    def hands_over(position: Position) -> bool:
        lost = [lost_to_third(after) for after in answers(position)]
        return any(lost) and not all(lost) and not wins_at_once(position)

    for position in three_player_positions(hands_over, 3):
        after = position.play(analyse(position, nodes=20_000).best.move)
        assert after.outcome is None, position.text
        assert not lost_to_third(after), position.text


def flipped(value: Value) -> Value:
    """A position's value, told by the side that moved there, one ply before."""
    if value.kind == "win":
        return loss_in((value.plies or 0) + 1)
    return win_in((value.plies or 0) + 1) if value.kind == "loss" else value


@pytest.mark.parametrize(
    ("game", "options", "plies"),
    [
        ("quixo", {"size": 3}, range(1, 12)),
        ("quixo", {"size": 4}, range(4, 24)),
        ("qomet", {}, range(6, 30)),
        ("qomet", {"undo": "strict"}, range(6, 30)),
        ("cubulus", {}, range(14, 30)),
    ],
)
def test_where_play_can_cycle_proofs_agree(
    game: str, options: dict[str, object], plies: range
) -> None:
    """What is proved of a position follows from what is proved of those one ply on.

    A search that took a draw by its own line's repetition for the truth would contradict itself:
    another root has other lines.
    """
    rng = random.Random(game)
    proofs = 0
    for _ in range(25):
        position = close_position(game, options, rng.choice(plies), rng)
        found = analyse(position, nodes=20_000, megabytes=4)
        if found.certainty != "proved":
            continue
        proofs += 1
        moves = list(position.moves)
        for word in [found.best.move, *rng.sample(moves, min(8, len(moves)))]:
            reached = position.play(word)
            there = analyse(reached, nodes=20_000, megabytes=4)
            if there.certainty == "proved":
                assert flipped(there.value).order <= found.value.order, (position.text, word)
            if word == found.best.move:
                assert there.certainty == "proved", (position.text, word)
                assert flipped(there.value) == found.value, (position.text, word)
    assert proofs >= 3


def test_the_value_of_a_cubulus_set_up_is_that_of_its_line() -> None:
    """One seat moves nine times in a row (CB2), and its poor chance stays about the same."""
    position = quintet.start("cubulus")
    chances = []
    while position.variant.actions(position) == ("set_up",):
        found = analyse(position, nodes=5_000)
        assert position.turn == 1
        chances.append(found.value.estimate)
        position = position.play(found.best.move)
    assert position.turn == 0
    chances.append(1 - analyse(position, nodes=5_000).value.estimate)
    assert len(chances) == 10
    assert all(0.1 < chance < 0.3 for chance in chances)
