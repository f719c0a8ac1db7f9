"""Tablebases: values match the oracles, and errors are detected."""

import json
import random
import struct
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import exact_values
import quintet
from oracle.solver import SmallQuixo
from quintet import tablebase
from quintet.engine import Limits
from quintet.engine.review import review
from quintet.errors import BadPosition, NoTablebase
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence
from quintet.position import Position
from quintet.record import Record
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, write_tablebase
from quintet.tablebase.quixo import QuixoSolver
from quintet.tablebase.solver import Solver, Work
from quintet.tablebase.solvers import find_solver
from quintet.value import DRAW, Value, one_ply_earlier


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of tables for every test."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    return tmp_path


def solver_of(game: str, **options: object) -> Solver:
    solver = find_solver(variant_of(game, **options))
    assert solver is not None
    return solver


def variant_of(game: str, **options: object) -> Variant:
    return quintet.start(game, **options).variant


def board(size: int, cells: tuple[int, ...]) -> Position:
    """Any board of Quixo with x to move, even one that no game can come to."""
    made = variant_of("quixo", size=size).core.from_facts(bytes(cells), [0])
    assert isinstance(made, Position)
    return made


@cache
def small_quixo() -> SmallQuixo:
    return SmallQuixo()


def derived(position: Position) -> Value:
    """The value by what the moves lead to: the best of them for the side to move."""
    values = []
    for move in position.moves:
        after = position.play(move)
        same = position.variant.sides[position.turn] == position.variant.sides[after.turn]
        values.append(one_ply_earlier(tablebase.probe(after), same_side=same))
    return max(values, key=lambda value: value.order)


# Quantik, from the package.


def test_quantik_is_known_at_once() -> None:
    assert str(tablebase.probe(quintet.start("quantik"))) == "loss in 10"


@pytest.mark.parametrize("known", exact_values.read("quantik"), ids=lambda known: known.text)
def test_quantik_against_brute_force(known: exact_values.Known) -> None:
    position = known.position
    assert str(tablebase.probe(position)) == known.value
    for move, value in known.moves.items():
        assert str(one_ply_earlier(tablebase.probe(position.play(move)))) == value


@pytest.mark.parametrize("seed", range(20))
def test_quantik_values_follow_from_each_other(seed: int) -> None:
    rng = random.Random(seed)
    position = quintet.start("quantik")
    while position.outcome is None:
        assert tablebase.probe(position) == derived(position), position.text
        position = position.play(rng.choice(position.moves))
    assert str(tablebase.probe(position)) == "loss in 0"


def test_quantik_values_of_boards_that_are_set_up() -> None:
    """Place one side's pieces first, then the other's; no game leads there."""
    rng = random.Random(3)
    tried = 0
    while tried < 100:
        cells = ["."] * 16
        count = rng.randint(2, 10)
        for letters, pieces in (("ABCD", (count + 1) // 2), ("abcd", count // 2)):
            blank = [cell for cell in range(16) if cells[cell] == "."]
            for cell in rng.sample(blank, pieces):
                cells[cell] = rng.choice(letters)
        with suppress(BadPosition):
            rows = ("".join(cells[start : start + 4]) for start in range(0, 16, 4))
            position = quintet.position("quantik", "/".join(rows))
            if position.outcome is None:
                tried += 1
                assert tablebase.probe(position) == derived(position), position.text


def test_quantik_values_do_not_depend_on_how_the_board_is_turned() -> None:
    position = quintet.position("quantik", "a..c/.CB./bC../bD.D")
    turned = quintet.position("quantik", "c..a/.BC./..Cb/D.Db")
    renamed = quintet.position("quantik", "b..d/.DC./cD../cA.A")
    assert tablebase.probe(position) == tablebase.probe(turned) == tablebase.probe(renamed)


def test_quantik_header_counts_all_positions() -> None:
    header = TablebaseFile(solver_of("quantik").path(tablebase.SHIPPED)).header
    by_pieces = [sum(row) for row in header["positions_by_pieces_and_plies"].values()]
    # The first of them are facts of the rules: docs/rules/quantik.md.
    assert by_pieces[:5] == [1, 1, 7, 70, 901]
    assert header["positions"] == sum(by_pieces) == 11_084_231


# Quixo, built here.


@pytest.mark.slow
def test_quixo_3_is_what_brute_force_says_of_every_board(folder: Path) -> None:
    solved = solver_of("quixo", size=3).solve(Work(folder))
    counts: Counter[str] = Counter()
    for cells in product(range(3), repeat=9):
        position = board(3, cells)
        value = tablebase.probe(position)
        counts[value.kind] += 1
        state = small_quixo().oracle.read(position.text, size=3)
        assert str(value) == small_quixo().value(state), position.text
    # Published; see docs/rules/quixo.md.
    assert counts == {"win": 12_748, "loss": 6_935}
    assert solved.numbers["boards"] == {"win": 12_748, "loss": 6_935, "draw": 0}
    assert solved.positions == 2_862
    assert str(tablebase.probe(quintet.start("quixo", size=3))) == "win in 7"


def test_a_position_and_its_opposite_are_worth_the_same() -> None:
    x_moves = quintet.position("quixo", "x.o/.../o.x x", size=3)
    o_moves = quintet.position("quixo", "o.x/.../x.o o", size=3)
    assert tablebase.probe(x_moves) == tablebase.probe(o_moves)


def test_quixo_4_counts_are_the_published_ones(quixo_4: Path) -> None:
    numbers = solver_of("quixo", size=4).solve(Work(quixo_4)).numbers
    assert numbers["boards"] == {"win": 26_434_489, "loss": 15_003_736, "draw": 1_608_496}
    assert sum(numbers["boards"].values()) == 3**16
    assert numbers["value"] == "win in 21"


@pytest.mark.parametrize(
    "known",
    [known for known in exact_values.read("quixo") if known.options.get("size") == "4"],
    ids=lambda known: known.text,
)
def test_quixo_4_against_brute_force(
    known: exact_values.Known, quixo_4: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(quixo_4))
    value = tablebase.probe(known.position)
    if known.value != exact_values.OPEN:
        assert str(value) == known.value
    elif value.kind == "win":
        assert (value.plies or 0) > exact_values.WIN_WITHIN
    elif value.kind == "loss":
        assert (value.plies or 0) > exact_values.LOSS_WITHIN


@pytest.mark.parametrize("seed", range(20))
def test_quixo_4_values_follow_from_each_other(
    seed: int, quixo_4: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(quixo_4))
    rng = random.Random(seed)
    for _ in range(200):
        position = board(4, tuple(rng.choices(range(3), k=16)))
        if position.outcome is None:
            assert tablebase.probe(position) == derived(position), position.text


@pytest.mark.slow
def test_verification_passes(quixo_4: Path) -> None:
    verified = solver_of("quixo", size=4).verify(Work(quixo_4, threads=2))
    assert (verified.positions, verified.mistakes, verified.wrong) == (5_398_083, 0, None)


# Building.


def interrupt_after(calls: int) -> Callable[[Sentence, float], None]:
    """Someone who watches for a while and then has had enough."""
    left = iter(range(calls))

    def interrupt(_: Sentence, share: float) -> None:
        assert 0 <= share <= 1
        if next(left, None) is None:
            raise KeyboardInterrupt

    return interrupt


@pytest.mark.slow
def test_solving_resumes_after_an_interruption(folder: Path, quixo_4: Path) -> None:
    solver = solver_of("quixo", size=4)
    tries = 0
    while not solver.path(folder).exists():
        tries += 1
        # Every try may come a little farther.
        with suppress(KeyboardInterrupt):
            solver.solve(Work(folder, threads=2, show=interrupt_after(4 * tries)))
    assert tries > 1
    assert solver.path(folder).read_bytes() == solver.path(quixo_4).read_bytes()
    assert [path.name for path in folder.iterdir()] == ["quixo,size=4.qtable"]


def test_an_earlier_build_may_have_more_layers(folder: Path) -> None:
    solver = QuixoSolver(variant_of("quixo", size=3))
    draft = Draft(solver.path(folder), solver.plan)
    solver.take_over(TablebaseFile(solver.path(tablebase.SHIPPED)), draft)
    few = solver.solve(Work(folder, gigabytes=1e-6))
    assert few.numbers["blanks"] == 1
    assert few.positions == sum(few.numbers["different_boards"].values()) == 102 + 339
    assert solver.verify(Work(folder)).mistakes == 0
    solver.solve(Work(folder))
    assert solver.path(folder).read_bytes() == shipped_bytes()


@pytest.mark.slow
def test_a_tablebase_can_be_extended(folder: Path, quixo_4: Path) -> None:
    solver = solver_of("quixo", size=4)
    few = solver.solve(Work(folder, threads=2, gigabytes=0.001))
    assert few.numbers["value"] is None
    assert few.numbers["blanks"] == 3
    assert tablebase.get(quintet.start("quixo", size=4)) is None
    with pytest.raises(NoTablebase, match="does not have"):
        tablebase.probe(quintet.start("quixo", size=4))
    full = quintet.position("quixo", "xoxo/oxox/oxxo/xoox x", size=4)
    assert tablebase.get(full) is not None
    # A game that is over has a plain value, however far the table goes.
    over = quintet.position("quixo", "xxxx/oo../..o./.... o", size=4)
    assert str(tablebase.probe(over)) == "loss in 0"
    for cube, value in ((1, "win in 0"), (2, "loss in 0")):
        assert str(tablebase.probe(board(4, (cube,) * 4 + (0,) * 12))) == value
    solver.solve(Work(folder, threads=2))
    assert solver.path(folder).read_bytes() == solver.path(quixo_4).read_bytes()


@pytest.mark.slow
def test_threads_change_nothing(folder: Path, quixo_4: Path) -> None:
    solver = solver_of("quixo", size=4)
    solver.solve(Work(folder, threads=1))
    assert solver.path(folder).read_bytes() == solver.path(quixo_4).read_bytes()


# What is wrong.


def test_errors_without_a_tablebase() -> None:
    start = quintet.start("quixo", size=4)
    assert tablebase.get(start) is None
    assert tablebase.get(start, "nothing") == "nothing"
    with pytest.raises(NoTablebase, match="quintet solve quixo"):
        tablebase.probe(start)
    with pytest.raises(NoTablebase, match="No tablebase can be built"):
        tablebase.probe(quintet.start("quixo", players=4))
    assert find_solver(variant_of("cubulus")) is None


def test_tablebases_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", "off")
    assert tablebase.get(quintet.start("quantik")) is None


def shipped_bytes() -> bytes:
    return solver_of("quixo", size=3).path(tablebase.SHIPPED).read_bytes()


def test_verification_finds_a_single_wrong_value(folder: Path) -> None:
    solver = solver_of("quixo", size=3)
    solver.solve(Work(folder))
    good = TablebaseFile(solver.path(folder))
    header = {name: value for name, value in good.header.items() if name != "blocks"}
    values = bytearray(good.block("values"))
    place = next(place for place, value in enumerate(values) if value == 8)  # a win in 3
    values[place] = 12
    write_tablebase(solver.path(folder), header, {"values": bytes(values)})
    verified = solver.verify(Work(folder))
    assert verified.mistakes >= 1
    assert verified.wrong is not None


def test_the_preamble_is_as_documented() -> None:
    content = shipped_bytes()
    magic, version, header_length, first, length = struct.unpack_from("<8sIIQQ", content)
    assert (magic, version) == (b"QTABLE\r\n", 1)
    assert first + length == len(content)
    header = json.loads(content[64 : 64 + header_length])
    assert header["game"] == "quixo"
    assert header["options"] == {"players": "2", "size": "3"}
    at, size = header["blocks"]["values"]
    # The last layer is the blank board, a win in 7: 2 + 2 * 7.
    assert content[first + at + size - 1] == 16


# In use.


def test_analysis_is_looked_up() -> None:
    start = quintet.start("quantik")
    found = quintet.analyse(start, moves="all")
    assert (str(found.value), found.certainty, found.nodes) == ("loss in 10", "table", 0)
    assert len(found.moves) == 64
    assert {(move.certainty, str(move.value)) for move in found.moves} == {("table", "loss in 10")}
    end = start
    for move in found.best.line:
        end = end.play(move)
    assert len(found.best.line) == 10
    assert end.outcome is not None
    assert quintet.analyse(start, nodes=100, tables=False).certainty == "searched"


def test_analysis_of_some_moves_is_looked_up() -> None:
    position = quintet.start("quixo", size=3)
    found = quintet.analyse(position, moves=["a1a3", "b1b3"])
    assert {move.move for move in found.moves} == {"a1a3", "b1b3"}
    for move in found.moves:
        assert move.value == one_ply_earlier(tablebase.probe(position.play(move.move)))
    orders = [move.value.order for move in found.moves]
    assert orders == sorted(orders, reverse=True)


def test_a_repetition_is_a_draw_despite_the_tablebase() -> None:
    position = quintet.start("quixo", size=3)
    best = quintet.analyse(position).best
    met = position.play(best.move)
    found = quintet.analyse(position, moves=[best.move], history=[met, met])
    assert (found.value, found.certainty) == (DRAW, "searched")


def test_a_review_is_looked_up() -> None:
    moves = ["A@a1", "B@c1", "C@b4"]
    found = review(Record.from_moves(quintet.start("quantik"), moves), Limits(nodes=10))
    assert {analysis.certainty for analysis in found.analyses} == {"table"}
    missed = found.judgements[1]
    assert (missed.verdict, missed.missed, str(missed.value)) == ("blunder", "win", "loss in 8")
    assert missed.better is not None
    assert str(missed.better.value) == "win in 9"
