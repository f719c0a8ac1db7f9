"""The engine against brute force: proofs are exact, and near wins are found.

The values are those of `oracle.solver`, which knows nothing of the engine; most are kept in
`data/exact`, and some are computed in every run.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest

import exact_values
import quintet
from exact_values import LOSS_WITHIN, OPEN, WIN_WITHIN, Known
from oracle import ORACLES
from oracle.solver import SmallQuixo, Solver
from quintet.engine import Analysis, MoveValue, Value, analyse

GAMES = list(exact_values.WANTED)
AMPLE = 5_000_000  # nodes; what is to be proved here takes far fewer
LITTLE = 150_000


@cache
def small_quixo() -> SmallQuixo:
    return SmallQuixo()


def check(known: Known, found: Analysis) -> None:
    if known.value == OPEN:
        assert not claims_too_much(found.value), (known.text, found.value)
    else:
        assert (str(found.value), found.certainty) == (known.value, "proved"), (known, found)
    assert found.value == found.best.value


def claims_too_much(value: Value) -> bool:
    """Of a position that is neither won nor lost so soon."""
    plies = value.plies or 0
    return (value.kind == "win" and plies <= WIN_WITHIN) or (
        value.kind == "loss" and plies <= LOSS_WITHIN
    )


def check_line(known: Known, found: MoveValue) -> None:
    """Play a line with the oracle, and check that it ends as claimed."""
    solver, state = Solver(known.game), known.state
    side = solver.side_to_move(state)
    for word in found.line:
        assert word in solver.moves(state), (known.text, found)
        state = solver.child(state, word)
    plies = (found.value.plies or 0) - len(found.line)
    assert plies >= 0, (known.text, found)
    winner = side if found.value.kind == "win" else 1 - side
    scores = solver.outcome(state)
    assert (scores is not None) == (plies == 0), (known.text, found)
    assert scores is None or scores[winner] == 1, (known.text, found)
    if plies > 0:
        assert solver.wins_within(state, winner, plies), (known.text, found)
        assert not solver.wins_within(state, winner, plies - 1), (known.text, found)


@pytest.mark.slow_except("*-1")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_values(game: str, threads: int) -> None:
    for known in exact_values.read(game):
        nodes = LITTLE if known.value == OPEN else AMPLE
        check(known, analyse(known.position, nodes=nodes, threads=threads, megabytes=8))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", exact_values.FINITE)
def test_values_of_all_moves(game: str, threads: int) -> None:
    for known in exact_values.read(game):
        found = analyse(known.position, nodes=AMPLE, moves="all", threads=threads, megabytes=8)
        check(known, found)
        told = {move.move: (str(move.value), move.certainty) for move in found.moves}
        expected = {word: (value, "proved") for word, value in known.moves.items()}
        assert told == expected, known.text
        orders = [move.value.order for move in found.moves]
        assert orders == sorted(orders, reverse=True), known.text


@pytest.mark.parametrize("game", GAMES)
def test_lines_lead_where_they_say(game: str) -> None:
    for known in exact_values.read(game):
        if known.value in (OPEN, "draw", "tie") or int(known.value.split()[-1]) > WIN_WITHIN:
            continue
        check_line(known, analyse(known.position, nodes=AMPLE, megabytes=8).best)


@pytest.mark.slow_except("quantik-*", "quixo-*")
@pytest.mark.parametrize(
    ("game", "count"), [("quantik", 20), ("quarto", 8), ("qomet", 6), ("cubulus", 1), ("quixo", 4)]
)
def test_stored_values_match_the_solver(game: str, count: int) -> None:
    """Solve positions that are quick to solve again."""
    quick = [
        known
        for known in exact_values.read(game)
        if known.value != OPEN and (game != "quarto" or known.text.split()[0].count(".") <= 3)
    ]
    for known in random.Random(game).sample(quick, count):
        assert exact_values.solve(known) == known


@pytest.mark.slow_except("quarto-*")
@pytest.mark.parametrize(
    ("game", "plies", "count"), [("quantik", range(8, 13), 60), ("quarto", range(23, 30), 20)]
)
def test_positions_of_random_games(game: str, plies: range, count: int) -> None:
    """Positions nobody chose, solved here and now."""
    rng = random.Random(f"{game} at random")
    solved = 0
    while solved < count:
        line = quintet.testing.random_game(quintet.start(game), rng)
        at = rng.choice(plies)
        if at >= len(line) or line[at].outcome is not None:
            continue
        known = exact_values.solve(Known(game, {}, line[at].text, OPEN, {}))
        check(known, analyse(known.position, nodes=AMPLE, megabytes=8))
        solved += 1


@pytest.mark.slow
def test_small_quixo_is_as_published() -> None:
    """QX7: 12,748 wins and 6,935 losses for the side to move, and a win in 7 from the start."""
    kinds: Counter[str] = Counter()
    for cells in product(".xo", repeat=9):
        rows = ["".join(cells[at : at + 3]) for at in (0, 3, 6)]
        state = ORACLES["quixo"].read("/".join(rows) + " x", size=3)
        kinds[small_quixo().value(state).split()[0]] += 1
    assert kinds == {"win": 12_748, "loss": 6_935}
    assert small_quixo().value(ORACLES["quixo"].start(size=3)) == "win in 7"


@pytest.mark.slow
@pytest.mark.parametrize(("to_move", "step", "least"), [("x", 1, 15_000), ("o", 5, 3_000)])
def test_small_quixo_everywhere(to_move: str, step: int, least: int) -> None:
    """Every reachable board of 3x3 with x to move, and a fifth of them with o."""
    tried = 0
    for cells in islice(product(".xo", repeat=9), 0, None, step):
        rows = ["".join(cells[at : at + 3]) for at in (0, 3, 6)]
        text = "/".join(rows) + " " + to_move
        try:
            position = quintet.position("quixo", text, size=3)
        except quintet.BadPosition:
            continue
        expected = small_quixo().value(ORACLES["quixo"].read(text, size=3))
        found = analyse(position, nodes=AMPLE, megabytes=1)
        assert (str(found.value), found.certainty) == (expected, "proved"), text
        tried += 1
    assert tried > least


def small_positions(count: int) -> Iterator[quintet.Position]:
    """Positions of random games on 3x3."""
    rng = random.Random(3)
    while count > 0:
        line = quintet.testing.random_game(quintet.start("quixo", size=3), rng)
        position = rng.choice(line)
        if position.outcome is None:
            count -= 1
            yield position


def check_small_line(position: quintet.Position, move: MoveValue) -> None:
    """Each move of a line brings the end one ply nearer."""
    state = ORACLES["quixo"].read(position.text, size=3)
    for step, word in enumerate(move.line, start=1):
        state = ORACLES["quixo"].play(state, word)
        kind = "win" if (move.value.kind == "win") == (step % 2 == 0) else "loss"
        expected = f"{kind} in {(move.value.plies or 0) - step}"
        assert small_quixo().value(state) == expected, (position.text, move)


@pytest.mark.slow
def test_small_quixo_lines() -> None:
    for position in small_positions(600):
        found = analyse(position, nodes=AMPLE, threads=2, megabytes=1)
        assert found.certainty == "proved"
        check_small_line(position, found.best)


def small_moves(position: quintet.Position, chosen: str) -> tuple[MoveValue, ...]:
    """All moves, looked at together or each alone."""
    if chosen == "all":
        return analyse(position, nodes=AMPLE, moves="all", megabytes=1).moves
    return tuple(
        analyse(position, nodes=AMPLE, moves=[word], megabytes=1).best for word in position.moves
    )


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ["all", "each"])
def test_small_quixo_moves_are_right(chosen: str) -> None:
    """In `oxo/x../..x x` the other side can undo a2a3, but then it is lost in 4 as before."""
    known = quintet.position("quixo", "oxo/x../..x x", size=3)
    for position in [known, *small_positions(200)]:
        values = small_moves(position, chosen)
        assert sorted(move.move for move in values) == sorted(position.moves)
        for move in values:
            if move.certainty == "proved":
                check_small_line(position, move)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ["all", "each"])
def test_small_quixo_moves_are_proved(chosen: str) -> None:
    for position in small_positions(100):
        for move in small_moves(position, chosen):
            assert move.certainty == "proved", (position.text, move)
