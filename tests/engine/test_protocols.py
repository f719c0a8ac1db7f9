"""UGI as a black box, by docs/reference/protocols.md."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from any_text import any_text
from engine_client import MODE_NAMES, MODES, PATIENCE, QUINTET, UgiClient

INFO = re.compile(
    r"info depth \d+ nodes \d+ time \d+ nps \d+( multipv \d+)?"
    r" score (win \d+|loss \d+|draw|tie|chance [01]\.\d+)( proved| table)? pv \S+( \S+)*"
)


@pytest.fixture(scope="module")
def ugi() -> Iterator[UgiClient]:
    """One engine for tests that leave it as they found it: waiting."""
    with UgiClient() as client:
        yield client


@pytest.fixture(scope="module")
def target() -> Iterator[UgiClient]:
    """Another one, for tests that leave it in any state."""
    with UgiClient() as client:
        yield client


# playing


@pytest.mark.slow_except("quarto calls=spoken", "cubulus players=3", "quixo players=4")
@pytest.mark.parametrize(("game", "options"), MODES, ids=MODE_NAMES)
def test_whole_games_against_itself(game: str, options: dict[str, str]) -> None:
    with UgiClient() as engine:
        engine.send("ugi")
        announced = engine.until("ugiok")
        assert any(line.startswith("id name ") for line in announced)
        assert "option name game type combo default quantik" in " ".join(announced)
        engine.choose(game=game, **{f"{game}__{name}": value for name, value in options.items()})
        for nodes in (1, 300):
            play_a_game(engine, nodes)


def play_a_game(engine: UgiClient, nodes: int) -> None:
    engine.send("uginewgame")
    seats = int(engine.ask("seats"))
    moves: list[str] = []
    while engine.ask("gameover") == "false":
        turn = engine.ask("turn")
        turns = [engine.ask(f"p{seat}turn") for seat in range(1, seats + 1)]
        assert turns.count("true") == 1
        assert turn == f"p{turns.index('true') + 1}"
        assert engine.ask("result") == "none"
        legal = engine.ask("moves").split()
        move = engine.go(f"nodes {nodes}")
        assert move in legal
        moves.append(move)
        engine.send(f"position startpos moves {' '.join(moves)}")
    assert len(moves) <= 400
    assert engine.ask("moves") == "none"
    scores = [fraction(text) for text in engine.ask("scores").split("-")]
    assert len(scores) == seats
    best = [f"p{seat + 1}" for seat, score in enumerate(scores) if score == max(scores)]
    expected = "draw" if len(best) == seats else "".join(best) + "win"
    assert engine.ask("result") == expected
    assert engine.ask("reason") != "none"
    # The position text says the same as the moves do.
    text = engine.ask("fen")
    engine.send(f"position fen {text}")
    assert engine.settle() == []
    assert engine.ask("fen") == text


def fraction(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def test_the_same_nodes_give_the_same_game(ugi: UgiClient) -> None:
    ugi.choose(game="qomet")
    chosen = set()
    for _ in range(3):
        ugi.send("position startpos moves d4 a1 g7")
        chosen.add(ugi.go("nodes 20000"))
    assert len(chosen) == 1


def test_information_has_one_form(ugi: UgiClient) -> None:
    ugi.choose(game="quixo", quixo__size="3", multipv="3")
    ugi.send("position startpos")
    ugi.send("go nodes 50000")
    *told, _ = ugi.until("bestmove ")
    assert told
    assert all(INFO.fullmatch(line) for line in told)
    assert {re.findall(r"multipv (\d+)", line)[0] for line in told} == {"1", "2", "3"}
    ugi.choose(multipv="1", quixo__size="5")


def test_a_win_at_hand_is_taken_and_proved(ugi: UgiClient) -> None:
    ugi.choose(game="quantik")
    ugi.send("position fen A.bC/..../..../...d")
    assert ugi.ask("p1turn") == "true"
    ugi.send("go nodes 100000")
    *told, last = ugi.until("bestmove ")
    assert " score win 1 proved pv " in told[-1]
    ugi.send(f"position fen A.bC/..../..../...d moves {last.split()[1]}")
    assert [ugi.ask(question) for question in ("gameover", "result", "reason")] == [
        "true",
        "p1win",
        "line",
    ]


def test_searchmoves_are_the_only_ones(ugi: UgiClient) -> None:
    ugi.choose(game="quantik")
    ugi.send("position startpos")
    assert ugi.go("nodes 1000 searchmoves D@d4") == "D@d4"
    assert ugi.go("searchmoves D@d4 C@c3 nodes 1000") in ("D@d4", "C@c3")


@pytest.mark.parametrize(
    "limits",
    [
        "movetime 20",
        "depth 2",
        "p1time 300 p2time 300",
        "p1time 1000 p1inc 10 p2time 1000 p2inc 10 movestogo 3",
        "p1time -20 p2time 5",
        "movetime 0",
        "nodes 1",
        "nodes 100 ponder something 12",
    ],
)
def test_every_kind_of_limit(ugi: UgiClient, limits: str) -> None:
    ugi.choose(game="quixo")
    ugi.send("position startpos moves a1a5")
    assert ugi.go(limits) in ugi.ask("moves").split()


def test_four_clocks() -> None:
    with UgiClient("quixo", "-o", "players=4") as engine:
        engine.send("position startpos moves a1a5s a2e2w")
        assert engine.ask("turn") == "p3"
        assert engine.go("p1time 1 p2time 1 p3time 200 p4time 1") in engine.ask("moves").split()
        engine.send("go p1time 1000 p2time 1000")
        error, move = engine.until("bestmove ")
        assert "p3time" in error
        assert move == "bestmove none"


@pytest.mark.parametrize(
    "limits",
    ["nodes", "nodes many", "nodes -3", "nodes 0", "depth 1e3", "movestogo 0", "movetime ٣"],
)
def test_a_wrong_go_is_answered(ugi: UgiClient, limits: str) -> None:
    ugi.send("position startpos")
    ugi.send(f"go {limits}")
    error, move = ugi.until("bestmove ")
    assert error.startswith("info string error: ")
    assert limits.split()[0] in error
    assert move == "bestmove none"


def test_a_game_that_is_over_has_no_move(ugi: UgiClient) -> None:
    ugi.choose(game="quantik")
    ugi.send("position fen AbCd/..../..../....")
    assert ugi.ask("gameover") == "true"
    assert ugi.ask("turn") == "none"
    assert ugi.go("infinite") == "none"


def test_repetition_and_the_limit_of_plies() -> None:
    around = "a1a5 e1e5 a5a1 e5e1"  # four plies that leave a board of own cubes as it was
    with UgiClient("quixo") as engine:
        engine.send(f"position startpos moves {around} {around} {around} {around} {around}")
        assert engine.settle() == []
        assert [engine.ask(question) for question in ("result", "reason")] == [
            "draw",
            "repetition",
        ]
        assert engine.ask("scores") == "1/2-1/2"
        engine.choose(repetition="false")
        engine.send(f"position startpos moves {around} {around} {around} {around} {around}")
        assert engine.ask("gameover") == "false"
        engine.choose(plies="20")
        assert [engine.ask(question) for question in ("result", "reason")] == ["draw", "limit"]
        assert engine.go("nodes 10") != "none"  # the board has moves, and may be analysed


def test_levels_play(ugi: UgiClient) -> None:
    ugi.choose(game="quarto")
    ugi.send("setoption name level value 1")
    assert ugi.settle() == []
    ugi.send("position startpos")
    legal = ugi.ask("moves").split()
    assert ugi.go("nodes 100") in legal
    ugi.choose(level="0")
    ugi.send("setoption name level value 11")
    assert "level" in ugi.settle()[0]


# searches and other commands at once


def test_infinite_ends_at_stop(ugi: UgiClient) -> None:
    for players in ("3", "2"):
        ugi.choose(game="cubulus", cubulus__players=players)
        ugi.send("position startpos")
        legal = ugi.ask("moves").split()
        ugi.send("go infinite")
        ugi.until("info depth")
        ugi.send("stop")
        assert ugi.until("bestmove ")[-1].split()[1] in legal


def test_infinite_waits_for_stop_even_when_solved(ugi: UgiClient) -> None:
    ugi.choose(game="quixo", quixo__size="3")
    ugi.send("position startpos")
    ugi.send("go infinite")
    told = ugi.until("info depth")
    while " proved " not in told[-1]:
        told = ugi.until("info depth")
    assert not any(line.startswith("bestmove") for line in told + ugi.settle())
    ugi.send("stop")
    ugi.until("bestmove ")
    ugi.choose(quixo__size="5")


def test_ready_and_questions_during_a_search(ugi: UgiClient) -> None:
    ugi.choose(game="quixo")
    ugi.send("position startpos")
    ugi.send("go infinite")
    assert all(line.startswith("info ") for line in ugi.settle())
    ugi.send("query p1turn")
    assert ugi.until("response ")[-1] == "response true"
    ugi.send("ugi")
    ugi.until("ugiok")
    ugi.send("stop")
    ugi.until("bestmove ")
    ugi.send("stop")  # nothing to stop
    assert ugi.settle() == []


@pytest.mark.parametrize(
    "command",
    ["position startpos moves a1a5", "go nodes 50", "uginewgame", "setoption name threads value 2"],
)
def test_a_command_that_needs_the_engine_ends_its_search(ugi: UgiClient, command: str) -> None:
    ugi.choose(game="quixo", threads="1")
    ugi.send("position startpos")
    ugi.send("go infinite")
    ugi.send(command)
    ugi.until("bestmove ")
    if command.startswith("go"):
        ugi.until("bestmove ")
    assert ugi.settle() == []


def test_many_searches_started_and_stopped() -> None:
    with UgiClient("qomet") as engine:
        engine.choose(megabytes="1")
        for _ in range(200):
            engine.send("go infinite\nstop")
        for _ in range(200):
            assert engine.until("bestmove ")[-1] != "bestmove none"
        assert engine.settle() == []


# what is wrong


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("position", "startpos"),
        ("position fen", "startpos"),
        ("position elsewhere", "startpos"),
        ("position fen AAAA/..../..../....", "column"),
        ("position fen ..../....", "column"),
        ("position fen A.../..../..../.... moves", ""),
        ("position startpos moves A@a1 A@z9", "move 2"),
        ("position startpos moves A@a1 A@a1", "QK"),
        ("position startpos moves \x00\x1b[31m", "is not a move"),
        ("setoption", "setoption name"),
        ("setoption name threads", "setoption name"),
        ("setoption name threads value 0", "threads"),
        ("setoption name threads value 99999999999999999999999", "threads"),
        ("setoption name megabytes value 99999999", "megabytes"),
        ("setoption name colour value red", "colour"),
        ("setoption name quarto.game value red", "game"),
        ("setoption name quarto.features value colour,smell", "features"),
        ("setoption name game value go", "no game"),
        ("frobnicate the board", "frobnicate"),
        ("query the oracle", "the oracle"),
        ("\N{SNOWMAN}" * 3000, "\N{SNOWMAN}"),
    ],
)
def test_one_error_line_and_the_old_position_stays(ugi: UgiClient, line: str, named: str) -> None:
    ugi.choose(game="quantik")
    ugi.send("position startpos moves D@d4")
    ugi.send(line)
    said = ugi.settle()
    if named:
        errors = [text for text in said if text.startswith("info string error: ")]
        assert len(errors) == 1
        assert named in errors[0]
        assert ugi.ask("fen") == "...D/..../..../...."
    else:
        assert said == []


def test_options_that_do_not_go_together_are_refused(ugi: UgiClient) -> None:
    ugi.choose(game="quixo", quixo__size="4")
    ugi.send("setoption name quixo.players value 4")
    assert "size 5" in ugi.settle()[0]
    assert ugi.ask("seats") == "2"
    ugi.choose(quixo__size="5", quixo__players="4")
    assert ugi.ask("seats") == "4"
    ugi.choose(quixo__players="2")


def test_a_line_that_is_too_long(ugi: UgiClient) -> None:
    ugi.send("position startpos moves " + "A@a1 " * 400_000)
    said = ugi.settle()
    assert len(said) == 1
    assert "1048576" in said[0]


COMMANDS = """ugi position startpos fen moves go nodes 5 depth 1 movetime p1time -1 query result
    setoption name value game quixo quarto.calls spoken level stop uginewgame A@a1 a1a5 searchmoves
    multipv 3 ...../...../...../...../..... x"""
garbage = st.one_of(
    st.binary(max_size=200),
    any_text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from(COMMANDS.split()), max_size=12).map(
        lambda words: " ".join(words).encode()
    ),
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines=st.lists(garbage, max_size=8))
def test_garbage(target: UgiClient, lines: list[bytes]) -> None:
    for line in lines:
        if not line.strip().startswith(b"quit"):
            target.send_bytes(line.replace(b"\n", b" ") + b"\n")
    target.send("stop")
    target.settle()


def test_a_flood_before_anybody_reads() -> None:
    lines = 30_000
    process = subprocess.Popen(
        [QUINTET, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    # Nobody reads meanwhile, so that an engine that waits for a reader would never come back.
    process.stdin.write(b"isready\nnonsense\nquery gameover\n" * (lines // 3))
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    kinds = Counter(line.split()[0] for line in out.splitlines())
    assert kinds == {b"readyok": lines // 3, b"info": lines // 3, b"response": lines // 3}


# the end


@pytest.mark.parametrize("end", ["quit", ""])
def test_the_end_of_infinite(end: str) -> None:
    engine = UgiClient("quixo")
    engine.send("go infinite")
    if end:
        engine.send(end)
    assert engine.end()[-1].startswith("bestmove ")


def test_a_pipe_gets_its_bestmove() -> None:
    done = subprocess.run(
        [QUINTET, "engine", "quarto", "-o", "squares=true"],
        input="position startpos moves 0\ngo nodes 2000",  # not even a line end
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^bestmove [a-d][1-4]$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_no_input_at_all(arguments: list[str]) -> None:
    done = subprocess.run(
        [QUINTET, "engine", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        ([], "go infinite\n"),
        ([], "go depth 90\n"),
        (["--json"], '{"id":"a","game":"quixo","infinite":true}\n'),
        (["--json"], '{"id":"a","game":"quixo","depth":90}\n'),
    ],
)
def test_a_search_ends_when_the_client_is_gone(arguments: list[str], work: str) -> None:
    """A client that dies leaves no engine behind that thinks forever."""
    process = subprocess.Popen(
        [QUINTET, "engine", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(work)
    process.stdin.flush()
    process.stdout.close()
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


def test_wrong_calls() -> None:
    for arguments, named in (
        (["go"], "no game"),
        (["quixo", "-o", "size=9"], "size"),
        (["quixo", "-o", "game=quarto"], "game"),
        (["quixo", "--json"], "--json"),
    ):
        done = subprocess.run(
            [QUINTET, "engine", *arguments], input="", capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert named in done.stderr
