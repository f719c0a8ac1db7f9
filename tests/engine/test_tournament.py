"""Tournaments: statistics, seatings, records, resuming, and clusters."""

import json
import math
import os
import pickle
import pty
import secrets
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import quintet
from commands import QUINTET, good, run
from quintet import record
from quintet.engine import external
from quintet.engine.players import parse_player
from quintet.engine.tournament import (
    Journal,
    Plan,
    SequentialTest,
    Tournament,
    duels,
    standings,
    units_of_duel,
)
from quintet.engine.tournament.game import Finished, play_game
from quintet.engine.tournament.openings import opening
from quintet.engine.tournament.ratings import ratings
from quintet.engine.tournament.statistics import (
    elo_of,
    likelihood_of_superiority,
    mean_score,
    score_of,
)

BEGINNER = f"{sys.executable} {Path(__file__).with_name('ugi_beginner.py')}"


def plan(game: str, *players: str, **settings: Any) -> Plan:
    options = settings.pop("options", {})
    return Plan(game, options, tuple(map(parse_player, players)), **settings)


def command(*arguments: object, **environment: str) -> tuple[int, str, str]:
    return run("tournament", *arguments, **environment)


# Statistics, against values worked out by hand.


def test_elo() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)  # ten to one
    assert elo_of(0.75) == pytest.approx(190.8485)
    assert score_of(-400) == pytest.approx(1 / 11)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_mean_of_coin_tosses_is_wilsons_interval() -> None:
    """Wilson's interval of 60 of 100 is 0.5020 to 0.6906 (here with 99 tosses)."""
    found = mean_score([1.0] * 60 + [0.0] * 40)
    assert found.value == pytest.approx(0.6)
    assert found.low == pytest.approx(0.5016, abs=2e-4)
    assert found.high == pytest.approx(0.6910, abs=2e-4)


def test_mean_of_equal_scores_still_has_a_width() -> None:
    won = mean_score([1.0] * 20)
    assert (won.value, won.high) == (1.0, 1.0)
    assert won.low == pytest.approx(1 / (1 + 1.959964**2 / 20))  # Wilson for 20 of 20
    split = mean_score([0.5] * 25)
    # The error of the mean is sqrt(1 / (4 * 25) / 25) = 0.02.
    assert split.high - split.low == pytest.approx(2 * 1.96 * 0.02, rel=0.01)


def test_pairs_count_by_their_own_spread() -> None:
    """Pairs with little variance say more than as many independent games."""
    pairs = mean_score([0.5, 0.5, 0.75, 0.5, 0.5, 0.25] * 10)
    games = mean_score(([1.0, 0.0] * 6) * 10)
    assert pairs.high - pairs.low < games.high - games.low


def test_likelihood_of_superiority() -> None:
    assert likelihood_of_superiority([0.5] * 10) == 0.5
    # Mean 0.6, variance 0.24 * 100 / 99, so 0.1 / 0.049237 = 2.0310 errors: 97.89 %.
    assert likelihood_of_superiority([1.0] * 60 + [0.0] * 40) == pytest.approx(0.9789, abs=1e-4)


def test_sequential_test_without_draws_is_walds() -> None:
    """Between wins and losses alone the ratio is W log(s1/s0) + L log((1-s1)/(1-s0))."""
    test = SequentialTest(elo0=0, elo1=100)
    low, high = test.bounds
    assert [low, high] == pytest.approx([-math.log(19), math.log(19)])
    share = 1 / (1 + 10 ** (-100 / 400))
    wald = 30 * math.log(share / 0.5) + 20 * math.log((1 - share) / 0.5)
    assert test.ratio([1.0] * 30 + [0.0] * 20) == pytest.approx(wald, abs=1e-3)


def test_sequential_test_with_draws_fits_both_hypotheses() -> None:
    """10 wins, 20 draws, 10 losses: under H0 (Elo 0) the fit is what was seen.

    Under H1 (score s) it is w, d, l with w + d/2 = s, found here by trying all draw rates.
    """
    share = score_of(80)

    def logarithm(draw: float) -> float:
        win, loss = share - draw / 2, 1 - share - draw / 2
        return 10 * math.log(win) + 20 * math.log(draw) + 10 * math.log(loss)

    best = max(logarithm(step / 1e5) for step in range(1000, 77000))
    at_zero = 20 * math.log(0.25) + 20 * math.log(0.5)
    scores = [1.0] * 10 + [0.5] * 20 + [0.0] * 10
    assert SequentialTest(0, 80).ratio(scores) == pytest.approx(best - at_zero, abs=1e-3)


def test_sequential_test_verdicts() -> None:
    test = SequentialTest(0, 50)
    assert test.verdict([]) is None
    assert test.verdict([1.0] * 60) == "H1"
    assert test.verdict([0.0] * 60) == "H0"
    assert test.verdict([0.5] * 3) is None


def test_ratings_of_two_are_the_elo_difference() -> None:
    """75 of 100 and a virtual draw for each player: a little below 190.8."""
    first, second = ratings(2, [(0, 1, 1.0)] * 75 + [(0, 1, 0.0)] * 25)
    assert first.value - second.value == pytest.approx(190, abs=2)
    assert first.value == pytest.approx(-second.value)
    # The error of the difference is 1 / sqrt(100 * 0.75 * 0.25) = 0.231 in natural units, half of
    # it each: 0.1155 * 1.96 * 173.7 = 39.3 Elo.
    assert first.high - first.value == pytest.approx(39.3, abs=0.5)


def test_ratings_are_transitive_and_finite() -> None:
    games = [(0, 1, 1.0)] * 30 + [(1, 2, 1.0)] * 30
    strong, middle, weak = ratings(3, games)
    assert strong.value > middle.value > weak.value
    assert abs(strong.value) < 2000
    assert sum(each.value for each in (strong, middle, weak)) == pytest.approx(0)


# The plan.


def test_a_match_seats_both_in_every_seat() -> None:
    tasks = list(plan("quixo", "random", "level:1", games=6).tasks())
    assert [task.seating for task in tasks] == [(0, 1), (1, 0)] * 3
    assert [task.round for task in tasks] == [0, 0, 1, 1, 2, 2]


def test_teams_are_seated_as_sides() -> None:
    made = plan("quixo", "random", "level:1", options={"players": 4}, games=2, opening=0)
    games = Tournament(made).run(jobs=1)
    assert games[0].record.seats == ("random", "level:1") * 2
    assert games[1].record.seats == ("level:1", "random") * 2


def test_three_seats_are_rotated() -> None:
    three = {"players": 3}
    match = plan("cubulus", "random", "level:1", options=three, games=6)
    assert sorted(task.seating for task in match.tasks()) == [
        (0, 0, 1),
        (0, 1, 0),
        (0, 1, 1),
        (1, 0, 0),
        (1, 0, 1),
        (1, 1, 0),
    ]
    gauntlet = plan("cubulus", "uct:5", "random", format="gauntlet", options=three, games=3)
    assert sorted(task.seating for task in gauntlet.tasks()) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    four = ("random", "level:1", "level:2", "uct:5")
    everyone = plan("cubulus", *four, format="round-robin", options=three, games=6)
    counts = Counter(player for task in everyone.tasks() for player in task.seating)
    assert len(list(everyone.tasks())) == 4 * 6
    assert set(counts.values()) == {18}


def test_a_round_robin_is_every_pair_and_a_gauntlet_the_first_against_all() -> None:
    players = ("random", "level:1", "level:2", "level:3")
    everyone = plan("quantik", *players, format="round-robin", games=2)
    pairs = Counter(frozenset(task.seating) for task in everyone.tasks())
    assert set(pairs.values()) == {2}
    assert len(pairs) == 6
    gauntlet = plan("quantik", *players, format="gauntlet", games=2)
    assert all(0 in task.seating for task in gauntlet.tasks())
    assert len(list(gauntlet.tasks())) == 6


def test_a_longer_tournament_begins_like_a_shorter_one() -> None:
    players = ("random", "level:1", "level:2")
    short = list(plan("quantik", *players, format="round-robin", games=4).tasks())
    long = list(plan("quantik", *players, format="round-robin", games=10).tasks())
    assert long[: len(short)] == short


@pytest.mark.parametrize("game", list(quintet.GAMES))
def test_openings_vary_are_repeatable_and_undecided(game: str) -> None:
    begin = quintet.start(game)
    found = [opening(begin, 4, 1, number) for number in range(20)]
    assert found == [opening(begin, 4, 1, number) for number in range(20)]
    assert len(set(found)) > 10
    for words in found:
        position = begin
        for word in words:
            position = position.play(word)
        assert len(words) == 4
        assert position.outcome is None
        assert all(position.play(word).outcome is None for word in position.moves) or game in (
            "quantik",  # a move may also lose at once
            "cubulus",
        )


def test_an_opening_that_cannot_be_so_long_is_shorter() -> None:
    words = opening(quintet.start("quantik"), 40, 1, 0)
    assert 0 < len(words) < 16


def test_both_seatings_of_a_round_begin_alike() -> None:
    games = Tournament(plan("qomet", "random", "level:1", games=4, opening=6)).run(jobs=1)
    words = [[ply.move for ply in game.record.moves[:6]] for game in games]
    assert words[0] == words[1] != words[2] == words[3]


def test_unnamed_players_of_the_same_kind_are_numbered() -> None:
    assert plan("quantik", "random", "random").names == ("random", "random (2)")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "random"], "two players"),
        (["--player", "random", "--player", "level:11"], "1 to 10"),
        (["--player", "random", "--player", "stockfish"], "no player stockfish"),
        (["--player", "random", "--player", "engine:threads=2"], "needs a limit"),
        (["--player", "random", "--player", "engine:nodes=x"], "a number"),
        (["--player", "random", "--player", "engine:colour=1"], "An engine takes"),
        (["--player", "random", "--player", "uct:0"], "no player"),
        (["--player", "random", "--player", "ugi:"], "ugi:COMMAND"),
        (["--player", "random", "--player", "ugi:'"], "quotation marks"),
        (["--player", "random", "--player", "ugi:/no/such/engine"], "cannot be used"),
        (["--player", "random", "--player", "level:1", "--format", "cup"], "not cup"),
        (["--player", "random", "--player", "level:1", "--games", "0"], "games"),
        (["--player", "random", "--player", "level:1", "--format", "sprt", "--elo0", "60"], "less"),
        (["--player", "random"] * 3, "two players"),
        (["--player", "A=random", "--player", "A=level:1"], "Two players are called A"),
        (["--player", "random", "--player", "random=level:1"], "Two players are called random"),
        (["--player", "random", "--player", "=level:1"], "A player's name"),
        (["--player", "random", "--player", f"{'A' * 41}=level:1"], "A player's name"),
        (["--player", "random", "--player", "A=B=level:1"], "no player B=level:1"),
        (["--player", "random", "--player", "level:1", "-o", "size=9"], "size"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    code, out, err = command("quixo", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


# Games.


def test_repetition_and_the_limit_end_games(monkeypatch: pytest.MonkeyPatch) -> None:
    made = plan("qomet", "random", "level:1", games=2)
    task = next(made.tasks())
    monkeypatch.setattr("quintet.engine.tournament.game.MAX_PLIES", 6)
    game = play_game(made, task)
    assert (game.record.termination, game.scores) == ("limit", (0.5, 0.5))
    assert len(game.record.moves) == 6
    monkeypatch.setattr("quintet.engine.tournament.game.OCCURRENCES_TO_DRAW", 1)
    game = play_game(made, task)
    assert (game.record.termination, game.scores) == ("repetition", (0.5, 0.5))


def test_the_same_plan_plays_the_same_games() -> None:
    made = plan("quarto", "level:3", "uct:50", options={"calls": "spoken"}, games=4)
    first = [game.record for game in Tournament(made).run(jobs=1)]
    assert first == [game.record for game in Tournament(made).run(jobs=2)]


def test_standings_of_three_compare_only_with_the_winner() -> None:
    made = plan("cubulus", "level:2", "random", options={"players": 3}, games=6)
    games = Tournament(made).run(jobs=1)
    decided = [game for game in games if max(game.scores) == 1]
    (duel,) = duels(made, decided)
    expected = Counter[str]()
    for game in decided:
        winner = game.task.seating[game.scores.index(1.0)]
        others = [player for player in game.task.seating if player != winner]
        expected["wins" if winner == 0 else "losses"] += len(others)
    assert (duel.wins, duel.losses) == (expected["wins"], expected["losses"])
    assert sum(row.points for row in standings(made, games)) == pytest.approx(len(games))


def test_a_round_that_is_not_complete_is_not_counted() -> None:
    made = plan("quantik", "level:2", "random", games=4)
    games = Tournament(made).run(jobs=1)
    assert len(units_of_duel(made, games, 0, 1)) == 2
    assert len(units_of_duel(made, games[:3], 0, 1)) == 1


# Foreign engines.


def test_an_external_engine_plays(tmp_path: Path) -> None:
    log = tmp_path / "heard.txt"
    player = f"ugi:nodes=7:{BEGINNER} good {log}"
    made = plan("quixo", player, "random", options={"size": 3, "players": 2}, games=2, opening=2)
    games = Tournament(made).run(jobs=1)
    assert all(game.record.tags.get("Fault") is None for game in games)
    heard = log.read_text().splitlines()
    assert heard.count("ugi") == heard.count("quit") == 2
    assert "setoption name game value quixo" in heard
    assert "setoption name quixo.size value 3" in heard
    assert "go nodes 7" in heard
    assert any(line.startswith("position startpos moves ") for line in heard)
    # Its own moves are the first legal ones.
    for game in games:
        seat = game.task.seating.index(0)
        positions = list(game.record.positions())
        for before, ply in list(zip(positions, game.record.moves, strict=False))[2:]:
            if before.seat == seat:
                assert ply.move == before.moves[0]


@pytest.mark.parametrize(
    ("habit", "reason", "said"),
    [
        ("illegal", "resignation", "nonsense"),
        ("die", "resignation", "ended in the middle"),
        ("deaf", "time", "did not say bestmove"),
    ],
)
def test_an_external_engine_that_misbehaves_loses(
    habit: str, reason: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if habit == "deaf":
        monkeypatch.setattr(external, "MOVE_GRACE", 0.0)
    made = plan("quantik", f"ugi:movetime=100:{BEGINNER} {habit}", "random", games=2)
    for game in Tournament(made).run(jobs=1):
        assert game.scores[game.task.seating.index(0)] == 0
        assert game.record.termination == reason
        assert said in game.record.tags["Fault"]


def test_a_program_that_does_not_speak_ugi_is_a_wrong_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "HANDSHAKE_TIMEOUT", 0.0)
    made = plan("quantik", f"ugi:{BEGINNER} stranger", "random", games=2)
    with pytest.raises(quintet.BadOption, match="cannot be used as a UGI engine"):
        Tournament(made).run(jobs=1)


def test_named_players_are_shown_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ["quantik", "--player", "Alpha=level:2", "--player", 'Éva "B"=engine:nodes=50']
    arguments += ["--games", "2", "--records", str(file), "--json"]
    code, out, err = command(*arguments)
    assert (code, err) == (0, "")
    facts = json.loads(out)
    names = {"Alpha", 'Éva "B"'}
    assert {row["player"] for row in facts["players"]} == names
    assert set(facts["duels"][0]["players"]) == names
    assert facts["tournament"].endswith('Alpha=level:2 | Éva "B"=engine:nodes=50')
    games = list(record.read(file))
    assert [set(game.seats) for game in games] == [names, names]
    assert [game.tags["Event"] for game in games] == [facts["tournament"]] * 2
    # The name stands for one player: the same name with another player is another tournament.
    other = [text.replace("level:2", "level:3") for text in arguments]
    code, _, err = command(*other, "--resume")
    assert code == 2
    assert "another tournament" in err


def test_a_name_does_not_change_the_games() -> None:
    named = plan("quantik", "Alpha=level:3", "Beta=random", games=2)
    unnamed = plan("quantik", "level:3", "random", games=2)
    assert [game.record.moves for game in Tournament(named).run(jobs=1)] == [
        game.record.moves for game in Tournament(unnamed).run(jobs=1)
    ]


# Interrupting and resuming.


def test_records_are_stored_and_valid(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    players = ("--player", "level:2", "--player", "random")
    code, out, err = command(
        "cubulus", "-o", "players=3", *players, "--games", 6, "--records", file, "--jobs", 2
    )
    assert (code, err) == (0, "")
    assert "level:2 - random" in out
    assert good("record", "check", file).startswith("6 games")
    games = list(record.read(file))
    assert sorted(int(game.tags["Round"]) for game in games) == [1, 2, 3, 4, 5, 6]
    assert all(game.result and game.termination for game in games)
    assert {game.tags["Event"] for game in games} == {
        "match cubulus players=3 opening=4 seed=1 level:2 | random"
    }


def test_a_file_is_never_overwritten_or_mixed(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ("quantik", "--player", "random", "--player", "level:1", "--games", 2)
    assert command(*arguments, "--records", file)[0] == 0
    before = file.read_text()
    code, _, err = command(*arguments, "--records", file)
    assert code == 2
    assert "--resume" in err
    code, _, err = command(*arguments, "--seed", 2, "--records", file, "--resume")
    assert code == 2
    assert "another tournament" in err
    assert file.read_text() == before


# The same tournament as of the command line, telling when a game is in the journal.
REPORTING_TOURNAMENT = """
import sys
from pathlib import Path
from quintet.engine.players import parse_player
from quintet.engine.tournament import Journal, Plan, Tournament

players = parse_player("level:6"), parse_player("level:5")
plan = Plan("quixo", players=players, games=24)
journal = Journal(Path(sys.argv[1]), plan, resume=False)
def report(_): print("a game is in the journal", flush=True)
Tournament(plan, journal).run(jobs=2, report=report)
"""


@pytest.mark.slow
def test_a_killed_run_resumes_without_replaying_games(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ["quixo", "--player", "level:6", "--player", "level:5", "--games", "24"]
    arguments += ["--records", str(file), "--resume", "--jobs", "2", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-c", REPORTING_TOURNAMENT, str(file)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert running.stdout is not None
    try:
        for _ in range(3):
            assert running.stdout.readline() == b"a game is in the journal\n"
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.stdout.close()
        running.wait()
    kept = list(record.read(file))
    with file.open("a") as torn:
        torn.write('[Game "quixo"]\n[Event "match qu')  # killed in the middle of writing
    code, out, err = command(*arguments)
    assert (code, err) == (0, "")
    games = list(record.read(file))
    assert games[: len(kept)] == kept
    assert len(kept) < 24
    assert sorted(int(game.tags["Round"]) for game in games) == list(range(1, 25))
    whole = plan("quixo", "level:6", "level:5", games=24)
    (duel,) = duels(whole, Journal(file, whole, resume=True).finished)
    facts = json.loads(out)
    assert facts["duels"][0]["wins"] == duel.wins
    assert facts["games"] == 24
    # And once more: nothing is left to play.
    before = file.read_text()
    assert command(*arguments)[0] == 0
    assert file.read_text() == before


@pytest.mark.slow_except("True-2")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("records", [True, False])
def test_an_interrupted_run_prints_no_traceback(tmp_path: Path, jobs: int, records: bool) -> None:
    """Ctrl-C reaches the main process, the workers and the external engines."""
    file, pipe = tmp_path / "games.txt", tmp_path / "heard"
    os.mkfifo(pipe)
    player = f"ugi:nodes=7:{BEGINNER} deaf {pipe}"  # it never answers
    arguments = ["quantik", "--player", player, "--player", "level:1", "--jobs", str(jobs)]
    arguments += ["--records", str(file)] if records else []
    running = subprocess.Popen(
        [QUINTET, "tournament", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with pipe.open() as heard:  # blocks until a game has started
            assert heard.readline() == "ugi\n"
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=60)
    finally:
        # An engine that waits for a reader of the pipe would wait for ever.
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    assert (running.returncode, out) == (130, "")
    said = (
        f"Interrupted. {file} has 0 finished games; run the same command with --resume to continue."
    )
    assert err == (said + "\n" if records else "")


def test_workers_leave_interrupts_to_the_main_process() -> None:
    """In a new process, in which nothing that workers need runs yet."""
    program = """
import signal
from quintet.engine.tournament import spread

spread.play_game = lambda plan, task: signal.pthread_sigmask(signal.SIG_BLOCK, [])
print(*[signal.SIGINT in held for held in spread.play_all(None, range(2), jobs=2, ray=None)])
"""
    out = subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE)
    assert out.stdout == b"True True\n"


def test_a_broken_game_in_the_middle_stops_resuming(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    arguments = ("quantik", "--player", "random", "--player", "level:1", "--games", 4)
    assert command(*arguments, "--records", file)[0] == 0
    text = file.read_text()
    file.write_text(text.replace("A@", "Z@", 1))
    code, _, err = command(*arguments, "--records", file, "--resume")
    assert code == 2
    assert "cannot be resumed" in err


# Sequential tests.


def test_a_sequential_test_answers_by_its_exit_code() -> None:
    arguments = ["quantik", "--format", "sprt", "--elo0", "0", "--elo1", "200", "--games", "400"]
    code, out, _ = command(*arguments, "--player", "level:5", "--player", "random", "--json")
    facts = json.loads(out)
    assert (code, facts["test"]["accepted"]) == (0, "H1")
    assert facts["games"] < 400
    code, out, _ = command(*arguments, "--player", "random", "--player", "level:5")
    assert code == 1
    assert "accepted: Elo +0" in out


def test_an_undecided_sequential_test_exits_with_1() -> None:
    arguments = ["quantik", "--format", "sprt", "--games", "2"]
    code, out, _ = command(*arguments, "--player", "level:1", "--player", "random")
    assert code == 1
    assert "undecided" in out


def test_a_sequential_test_does_not_depend_on_the_jobs() -> None:
    test = SequentialTest(0, 150)
    made = plan("quantik", "level:4", "level:2", format="sprt", games=200, test=test)
    counts = {len(Tournament(made).run(jobs=jobs)) for jobs in (1, 2)}
    assert len(counts) == 1


# The terminal.


def test_a_bar_on_a_terminal_and_silence_in_a_pipe() -> None:
    arguments = ["tournament", "quantik", "--player", "level:2", "--player", "random"]
    arguments += ["--games", "10", "--jobs", "1"]
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [QUINTET, *arguments], stdout=subprocess.PIPE, stderr=theirs, env={**os.environ}
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    out = done.communicate()[0].decode()
    assert done.returncode == 0
    assert b"playing" in shown
    assert "playing" not in out
    code, piped, err = command(*arguments[1:])
    assert (code, err, piped) == (0, "", out)


# Ray.

CLUSTER = """
import sys, ray
ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""


@contextmanager
def cluster(**environment: str) -> Iterator[str]:
    """A Ray cluster of its own, as another process would have started it."""
    head = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **environment},
    )
    assert head.stdin is not None
    assert head.stdout is not None
    try:
        yield head.stdout.readline().strip()
    finally:
        head.stdin.close()
        head.stdout.close()
        head.wait(60)


@pytest.mark.slow
def test_a_tournament_on_a_ray_cluster(tmp_path: Path) -> None:
    arguments = ["quantik", "--player", "level:3", "--player", "level:1", "--games", "8"]
    file = tmp_path / "games.txt"
    # A cluster lets in who knows its token; this one is for this test alone.
    secret = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with cluster(**secret) as address:
        assert address
        code, out, err = command(*arguments, "--ray", address, "--records", file, **secret)
    assert code == 0, err  # on which Ray may say how its processes fare
    assert len(list(record.read(file))) == 8
    assert out == command(*arguments)[1]


@pytest.mark.slow
def test_a_missing_cluster_is_a_wrong_call() -> None:
    arguments = ["quantik", "--player", "level:3", "--player", "level:1", "--games", "8"]
    code, out, err = command(*arguments, "--ray", "nowhere:what", RAY_AUTH_MODE="disabled")
    assert (code, out) == (2, "")
    assert "no Ray cluster" in err.splitlines()[-1]


def test_finished_games_can_be_pickled() -> None:
    made = plan("quixo", "random", "level:1", options={"players": 4}, games=2)
    game = play_game(made, next(made.tasks()))
    again = pickle.loads(pickle.dumps((made, game)))
    assert again[1] == game
    assert isinstance(again[1], Finished)
