"""Facts match tablebases and oracles, and words and pages match the facts."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from oracle import ORACLES
from oracle.solver import NEVER, SmallQuixo
from oracle.solver import Solver as BruteForce
from quintet import known, tablebase
from quintet.draw import bars
from quintet.known import Curiosity, Fact, How, Why
from quintet.known.plots import fact_title, plots
from quintet.known.sources import advice_sentence, source_sentence
from quintet.known.words import (
    curiosity_sentence,
    effort_sentence,
    value_sentence,
    zugzwang_sentence,
)
from quintet.position import first_position, read_position, start
from quintet.puzzles.checking import never_wins, wins
from quintet.tablebase.file import TablebaseFile
from quintet.tablebase.solver import Solver, Work, value_of
from quintet.tablebase.solvers import find_solver
from quintet.value import DRAW, win_in

PAGES = Path(__file__).parents[2] / "docs" / "explanation" / "known"
TABLES = [fact for fact in known.facts() if fact.how in (How.TABLE, How.OPENINGS)]
COMPLETE = [fact for fact in known.facts() if fact.how is How.COMPLETE]
(LARGE,) = (fact for fact in COMPLETE if fact.game == "quixo")
FULL = 25  # cubes on the board of 5x5


@pytest.fixture(scope="module")
def folder(quixo_4: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Quixo on 4x4, and the full boards of 5x5."""
    made = tmp_path_factory.mktemp("known")
    for table in quixo_4.iterdir():
        shutil.copy(table, made)
    solver_of(LARGE).solve(Work(made, threads=2, gigabytes=0.005))
    return made


@pytest.fixture(autouse=True)
def all_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Those that come with the package, and those."""
    monkeypatch.setenv("QUINTET_TABLES", str(folder))
    tablebase.close()
    yield
    tablebase.close()


def name_of(fact: Fact) -> str:
    return str(fact_title(fact))


def solver_of(fact: Fact) -> Solver:
    solver = find_solver(fact.variant)
    assert solver is not None
    return solver


# What the facts say.


@pytest.mark.slow
def test_every_value_says_how_it_is_known() -> None:
    """Values come from tablebases, from counts of all positions, or from set-ups alone."""
    others = {name_of(fact): (fact.how, fact.value) for fact in known.facts() if fact not in TABLES}
    assert others == {
        "Qomet": (How.COMPLETE, win_in(17)),
        "Qomet corner_exit=rays": (How.COMPLETE, win_in(17)),
        "Cubulus": (How.SET_UPS, None),
        "Quixo": (How.COMPLETE, DRAW),  # as published: Tanaka, Bonnet, Tixeuil and Tamura, 2020
    }


@pytest.mark.parametrize("fact", TABLES, ids=name_of)
def test_values_match_the_tablebases(fact: Fact) -> None:
    assert tablebase.probe(first_position(fact.game, fact.options)) == fact.value
    found = tablebase.find_tablebase(fact.variant)
    assert found is not None
    assert (found.file.header["positions"], found.file.size) == (fact.positions, fact.bytes)


@pytest.mark.parametrize("fact", [it for it in COMPLETE if it.game == "qomet"], ids=name_of)
def test_complete_values_match_the_strategies(fact: Fact) -> None:
    """Qomet ships a strategy, which was found and checked in other ways."""
    assert tablebase.probe(first_position(fact.game, fact.options)) == fact.value


def counts_of(fact: Fact, file: TablebaseFile) -> Counter[tuple[int, str, int | None]]:
    """Return the counts of positions by pieces, value and plies, from the header."""
    counts: Counter[tuple[int, str, int | None]] = Counter()
    if fact.game == "quantik":
        for pieces, by_plies in file.header["positions_by_pieces_and_plies"].items():
            for plies, count in enumerate(by_plies):
                counts[int(pieces), "win" if plies % 2 else "loss", plies] += count
    else:
        for cubes, step in file.header["steps"].items():
            for verdict, count in step["different"].items():
                value = value_of(int(verdict))
                assert value is not None
                counts[sum(map(int, cubes.split())), value.kind, value.plies] += count
    return counts


def layers_of(counts: Counter[tuple[int, str, int | None]]) -> list[known.Layer]:
    layers: dict[int, Counter[str]] = {}
    for (on_board, kind, _), count in counts.items():
        layers.setdefault(on_board, Counter())[kind] += count
    return [
        known.Layer(at, kinds["win"], kinds["draw"], kinds["loss"])
        for at, kinds in sorted(layers.items())
    ]


@pytest.mark.parametrize("fact", [it for it in TABLES if it.how is How.TABLE], ids=name_of)
def test_pictures_have_the_counts_of_the_tablebases(fact: Fact) -> None:
    found = tablebase.find_tablebase(fact.variant)
    assert found is not None
    counts = counts_of(fact, found.file)
    assert fact.spread is not None
    assert list(fact.spread.layers) == layers_of(counts)
    by_plies: Counter[tuple[int, str]] = Counter()
    for (_, kind, plies), count in counts.items():
        if plies is not None:
            by_plies[plies, kind] += count
    told = {
        (plies, kind): count
        for plies, both in fact.spread.plies.items()
        for kind, count in zip(("win", "loss"), both, strict=True)
    }
    assert +Counter(told) == +by_plies
    assert fact.longest == max(plies for plies, kind in +by_plies if kind == "win")


def test_full_boards_of_quixo_are_recounted(folder: Path) -> None:
    """Boards of 5x5 without blanks; `quintet solve quixo --verify` checks the others."""
    counts = counts_of(LARGE, TablebaseFile(solver_of(LARGE).path(folder)))
    assert LARGE.spread is not None
    layers = LARGE.spread.layers
    assert layers[-1:] == tuple(layers_of(counts))
    assert layers[-1].on_board == FULL
    assert LARGE.positions == sum(it.win + it.draw + it.loss for it in layers)


# Positions worth a look.

CURIOSITIES = [curiosity for fact in known.facts() for curiosity in fact.curiosities]
# test_complete_counts.py plays these out: no tablebase that comes with the package has them.
LONG = [it for fact in COMPLETE for it in fact.curiosities if it.why is not Why.ONLY_MOVE]


def curiosities(why: Why) -> pytest.MarkDecorator:
    chosen = [it for it in CURIOSITIES if it.why is why and it not in LONG]
    return pytest.mark.parametrize("curiosity", chosen, ids=lambda it: it.text)


@curiosities(Why.LONGEST)
def test_longest_wins(curiosity: Curiosity) -> None:
    (longest,) = (fact.longest for fact in known.facts() if curiosity in fact.curiosities)
    assert tablebase.probe(curiosity.position) == curiosity.value
    assert (curiosity.value.kind, curiosity.value.plies) == ("win", longest)


@curiosities(Why.ONLY_MOVE)
def test_only_moves(curiosity: Curiosity) -> None:
    """Look values up in a tablebase, or search everything that follows."""
    position = curiosity.position
    assert tablebase.get(position, curiosity.value) == curiosity.value
    assert curiosity.value.kind != "loss"
    for move in position.moves:
        assert wins(position.play(move), 1 - position.turn) == (move != curiosity.line[0])
    if not position.variant.cycles:
        assert never_wins(position.play(curiosity.line[0]), 1 - position.turn)


def passed(curiosity: Curiosity) -> str:
    """The same board with the other side to move."""
    board, *turn = curiosity.text.split(" ")
    if not turn:
        return board.swapcase()  # whose turn it is follows from the pieces, so they are exchanged
    return f"{board} {'o' if turn == ['x'] else 'x'}"


@curiosities(Why.ZUGZWANG)
def test_zugzwang(curiosity: Curiosity) -> None:
    oracle, brute_force = ORACLES[curiosity.game], BruteForce(curiosity.game)
    plies, options = curiosity.value.plies or 0, curiosity.position.options
    state = oracle.read(curiosity.text, **options)
    assert brute_force.value_within(state, plies, plies) == str(curiosity.value)
    turned = oracle.read(passed(curiosity), **options)
    far = 3 if curiosity.position.variant.cycles else NEVER
    assert not brute_force.wins_within(turned, brute_force.side_to_move(turned), far)
    again = read_position(curiosity.game, passed(curiosity), curiosity.options)
    assert tablebase.probe(again).kind != "win"
    assert tablebase.probe(curiosity.position) == curiosity.value


@pytest.mark.slow
def test_quixo_3_has_no_zugzwang() -> None:
    (fact,) = (fact for fact in known.facts() if fact.options == {"size": "3"})
    small = SmallQuixo()
    for cells in product(".xo", repeat=9):
        board = "/".join("".join(cells[start : start + 3]) for start in (0, 3, 6))
        mine, other = (small.value(small.oracle.read(f"{board} {it}", size=3)) for it in "xo")
        if mine.startswith("loss") and mine != "loss in 0":
            assert other.startswith("win")
    assert fact.zugzwangs == 0


# How they are told.


def test_the_documentation_says_the_same() -> None:
    page = (PAGES / "index.md").read_text(encoding="utf-8")
    for fact in known.facts():
        row = re.search(
            rf"^\| \[?{re.escape(str(fact_title(fact)))}(\]| \|).*$", page, re.MULTILINE
        )
        assert row is not None
        assert str(value_sentence(fact.value)) in row[0]
        zugzwang = zugzwang_sentence(fact)
        assert zugzwang is None or str(zugzwang) in page
        for curiosity in fact.curiosities:
            assert str(curiosity_sentence(curiosity)) in page
        for name, made in plots(fact).items():
            pictures = PAGES / "pictures"
            assert bars.svg(made) in [
                it.read_text("utf-8") for it in pictures.glob(f"*-{name}.svg")
            ]


BARS = bars.Bars(
    "A title",
    "A heading",
    "below",
    "beside",
    ("a", "b", "c"),
    (("1", (3, 1, 0)), ("2", (0, 0, 9)), ("3", (1000, 0, 10))),
)


def test_bars_have_the_counts() -> None:
    drawn = bars.svg(BARS)
    assert "<title>1: a 3</title>" in drawn
    assert "<title>2: c 9</title>" in drawn
    assert drawn.count('<rect class="up"') == 3  # in two columns, and in the key
    assert "2: a" not in drawn
    for written in ("A heading", "below", "beside"):
        assert f">{written}</text>" in drawn


def test_counts_by_tens_are_each_as_high_as_they_say() -> None:
    """Side by side from the ground: 1,000 three steps above one, 10 a single step."""
    drawn = bars.svg(replace(BARS, shares=False))
    heights = {
        said: float(height)
        for height, said in re.findall(r'height="([\d.]+)"><title>(.*?)</title>', drawn)
    }
    step = heights["3: c 10"] / 2
    assert heights["3: a 1,000"] == pytest.approx(4 * step, abs=0.2)
    assert heights["1: b 1"] == pytest.approx(step, abs=0.2)


def test_numbers_and_names_are_in_the_language_of_the_page() -> None:
    drawn = bars.svg(replace(BARS, shares=False), say=lambda said: f"<{said}>")
    assert "3: a &lt;1,000&gt;" in drawn
    (small,) = (fact for fact in known.facts() if fact.options == {"size": "3"})
    assert plots(small, title="Petit")["plies"].title.startswith("Petit: ")


def test_the_cost_on_a_device_names_it() -> None:
    assert str(effort_sentence(LARGE)) == "NVIDIA H200: 322 s, 135,565 MB of memory"


@pytest.mark.parametrize("curiosity", CURIOSITIES, ids=lambda it: it.text)
def test_a_line_that_is_cut_says_so(curiosity: Curiosity) -> None:
    plies = curiosity.value.plies
    is_cut = plies is not None and len(curiosity.line) < plies
    assert curiosity.line_text.endswith("…") == is_cut
    assert curiosity.line_text.removesuffix(" …").split() == list(curiosity.line)


def test_where_values_are_looked_up() -> None:
    told = {name_of(fact): str(source_sentence(fact)) for fact in known.facts()}
    assert told["Quixo size=3"] == "included"
    assert told["Quixo size=4"] == "built by quintet solve quixo -o size=4"
    assert told["Quixo"] == "built by quintet solve quixo --gigabytes 110"
    assert told["Qomet"] == "built by quintet solve qomet --complete"
    assert told["Cubulus"] == "None"


def test_what_can_be_built_in_seconds_is_recommended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    middle, large = (start("quixo", size=size).variant for size in (4, 5))
    assert advice_sentence(middle) is None  # it is there
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()
    assert "quintet solve quixo -o size=4" in str(advice_sentence(middle))
    assert advice_sentence(large) is None


@pytest.mark.parametrize("fact", json.loads(known.FILE.read_text(encoding="utf-8")))
def test_values_are_written_as_they_are_read(fact: dict[str, object]) -> None:
    (found,) = (
        it for it in known.facts() if (it.game, it.options) == (fact["game"], fact["options"])
    )
    assert fact["value"] == (None if found.value is None else str(found.value))
