"""Every step of every tutorial can be done, and nothing else counts as done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import quintet
from quintet import games
from quintet.engine import analyse
from quintet.errors import BadMove, UnknownGame
from quintet.games import GAMES
from quintet.games.variant import Variant
from quintet.tutorials import TUTORIALS, Step, of_game, rules_exercised, steps_of
from quintet.tutorials.checking import forbidden_touches, replies, solution
from quintet.tutorials.goals import Play, Refused, Safe, Verdict, Win, played

RULES = Path(__file__).parents[2] / "docs" / "rules"
STEPS = [step for game in GAMES for step in steps_of(game).values()]

# What no move on a board can show: clocks, playing time, conferring, and what is derived.
NOT_ON_THE_BOARD = {"QT11", "QT19", "QM13", "QX14", "QX16"}

each_step = pytest.mark.parametrize("step", STEPS, ids=[f"{it.game}-{it.name}" for it in STEPS])


@each_step
def test_step_can_be_done(step: Step) -> None:
    if isinstance(step.goal, Refused):
        assert forbidden_touches(step)
        return
    line = solution(step)
    assert line
    start = step.position
    position, judged = start, Verdict.ON
    for at, word in enumerate(line, start=1):
        if position.turn == start.turn:
            assert judged is Verdict.ON
            judged = step.goal.judge(start, line[:at])
        position = position.play(word)
    assert judged is Verdict.DONE


@each_step
def test_something_else_is_refused(step: Step) -> None:
    position, goal = step.position, step.goal
    wrong = [word for word in position.moves if goal.judge(position, [word]) is Verdict.WRONG]
    if isinstance(goal, Refused):
        assert len(wrong) == len(position.moves)
    # Where every legal move is right, the rules refuse other touches, and that is not done either.
    vocabulary = position.variant.words[position.turn]
    touches = [*map(position.variant.path, vocabulary), *((it,) for it in position.variant.places)]
    refused = [it for it in touches if position.why_not(*it) is not None]
    assert wrong or refused
    if not isinstance(goal, Refused):
        assert not any(goal.accepts_refusal(position, touched) for touched in refused)


@each_step
def test_a_legal_beginning_is_no_refusal(step: Step) -> None:
    for path in step.position.paths.values():
        assert not step.goal.accepts_refusal(step.position, path)


@pytest.mark.parametrize(
    "step", [it for it in STEPS if isinstance(it.goal, Win)], ids=lambda it: f"{it.game}-{it.name}"
)
def test_the_engine_wins_what_a_learner_must_win(step: Step) -> None:
    assert isinstance(step.goal, Win)
    found = analyse(step.position, nodes=200_000, tables=False)
    assert found.value.kind == "win"
    assert found.value.plies is not None
    assert found.value.plies <= step.goal.plies


@pytest.mark.parametrize(
    "step",
    [it for it in STEPS if isinstance(it.goal, Win) and it.goal.plies > 1],
    ids=lambda it: f"{it.game}-{it.name}",
)
def test_a_forced_win_holds_against_every_answer(step: Step) -> None:
    start, line = step.position, solution(step)
    assert line
    assert isinstance(step.goal, Win)
    after = start.play(line[0])
    if after.turn == start.turn:  # Quarto: a piece is given, or a line called
        assert after.wins_within(step.goal.plies - 1, start.turn)
        return
    for answer in after.moves:
        assert solution(step, (line[0], answer)) is not None


@pytest.mark.parametrize(
    "step", [it for it in STEPS if isinstance(it.goal, Safe)], ids=lambda it: f"{it.game}-{it.name}"
)
def test_a_careless_move_is_answered_with_the_win(step: Step) -> None:
    start = step.position
    wrong = next(w for w in start.moves if step.goal.judge(start, [w]) is Verdict.WRONG)
    line = [wrong]
    position = start.play(wrong)
    if position.outcome is None and position.turn == start.turn:
        line.append(position.moves[0])
    answered = played(start, (*line, *replies(step.goal, start, line)))
    assert answered.outcome is not None
    assert answered.outcome.scores[start.turn] < 1


@pytest.mark.parametrize("game", GAMES)
def test_a_game_takes_ten_to_fifteen_steps(game: str) -> None:
    main, *others = of_game(game)
    assert 10 <= len(main.steps) <= 15
    assert all(2 <= len(track.steps) <= 6 for track in others)
    names = [step.name for track in of_game(game) for step in track.steps]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z-]+", name) for name in names)
    for track in of_game(game):
        assert all(step.said.hints for step in track.steps)
        assert quintet.start(game, **track.options).outcome is None


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_board_can_show_is_exercised(game: str) -> None:
    written = (RULES / f"{game}.md").read_text(encoding="utf-8")
    prefix = next(iter(rules_exercised(game)))[:2]
    known = set(re.findall(rf"\b{prefix}\d+\b", written))
    assert known - rules_exercised(game) <= NOT_ON_THE_BOARD
    assert rules_exercised(game) <= known


def test_a_move_of_another_kind_is_not_done() -> None:
    position = quintet.start("quixo")
    assert Play("a1*").judge(position, ["e1a1"]) is Verdict.WRONG
    assert Play("a1*").judge(position, ["a1e1"]) is Verdict.DONE


def test_touches_that_mean_nothing_are_no_refusal() -> None:
    position = quintet.start("quixo")
    with pytest.raises(BadMove):
        position.why_not("nonsense")
    assert not Refused("QX2", ("c3",)).accepts_refusal(position, ["nonsense"])


def test_a_game_from_elsewhere_needs_no_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = type("Elsewhere", (Variant,), {"name": "elsewhere", "__module__": "toy.games.one"})
    monkeypatch.setitem(games._games, "elsewhere", elsewhere)
    assert "elsewhere" not in TUTORIALS
    assert of_game("elsewhere") == ()


def test_an_unknown_game_has_no_tutorial() -> None:
    with pytest.raises(UnknownGame):
        of_game("chess")
