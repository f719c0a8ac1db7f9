"""Qomet is won by the first player: the strategy is correct, exact, and playable."""

import random
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import quintet
from oracle import qomet as oracle
from oracle.solver import Solver as BruteForce
from quintet import _core, tablebase
from quintet.errors import NoTablebase
from quintet.games.qomet import PLACES
from quintet.i18n.sentence import Sentence
from quintet.position import Position
from quintet.tablebase import qomet_rules
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, write_tablebase
from quintet.tablebase.qomet import QometSolver
from quintet.tablebase.solver import Work

VARIANTS = [
    {"undo": undo, "corner_exit": corner_exit}
    for undo in ("exact", "strict")
    for corner_exit in ("any", "rays")
]
SHIPPED = VARIANTS[:2]
of_every_variant, of_shipped_variants = (
    pytest.mark.parametrize("options", variants, ids=lambda options: ",".join(options.values()))
    for variants in (VARIANTS, SHIPPED)
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of tables for every test, so that those of the package are used."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    return tmp_path


def solver_of(options: dict[str, str]) -> QometSolver:
    return QometSolver(quintet.start("qomet", **options).variant)


def shipped(options: dict[str, str]) -> TablebaseFile:
    return TablebaseFile(solver_of(options).path(tablebase.SHIPPED))


def strategy(options: dict[str, str]) -> list[tuple[Position, str, int]]:
    """Every position of the strategy with its move and its plies."""
    file = shipped(options)
    variant = quintet.start("qomet", **options).variant
    lines = zip(
        struct.iter_unpack("<Q", file.block("positions")),
        file.block("moves"),
        file.block("plies"),
        strict=True,
    )
    found = []
    for (word,), move, plies in lines:
        cells = bytes((word >> point & 1) + 2 * (word >> (32 + point) & 1) for point in range(25))
        position = variant.core.from_facts(cells, [0, word >> 57])
        assert isinstance(position, Position)
        found.append((position, variant.words[0][move], plies))
    return found


def state_of(position: Position) -> oracle.State:
    return oracle.read(position.text, **position.options)


def random_positions(seed: int, options: dict[str, str]) -> Iterator[Position]:
    """Positions of a random game in which nobody can win at once."""
    rng = random.Random(seed)
    position = quintet.start("qomet", **options)
    while position.outcome is None:
        ends = [position.play(move).outcome for move in position.moves]
        if all(end is None or end.scores[position.turn] == 0 for end in ends):
            yield position
        position = position.play(rng.choice(position.moves))


@of_shipped_variants
def test_the_first_player_wins_in_17_plies(options: dict[str, str]) -> None:
    start = quintet.start("qomet", **options)
    assert str(tablebase.probe(start)) == "win in 17"
    assert str(tablebase.probe(start.play("d4"))) == "loss in 16"


# The strategy is right.


@pytest.mark.slow
@of_shipped_variants
def test_every_answer_is_covered_by_the_rules_alone(options: dict[str, str]) -> None:
    """All long wins and a sample of short ones; `quintet solve --verify` checks all."""
    plans = list(solver_of(options)._plans(shipped(options)))
    strategy = qomet_rules.Strategy(plans, qomet_rules.Rules(**options))
    rng = random.Random(1)
    checked = [plan for plan in plans if plan.plies >= 11 or rng.random() < 0.04]
    assert len(checked) > 100
    assert [plan for plan in checked if not strategy.is_right(plan)] == []
    assert qomet_rules.START in [plan.stand for plan in checked]


@pytest.mark.slow_except("exact,any")
@of_every_variant
def test_the_second_rules_are_those_of_the_oracle(options: dict[str, str]) -> None:
    rules = qomet_rules.Rules(**options)
    names = {bit: place for place, bit in zip(PLACES, (1 << i for i in range(25)), strict=True)}

    def stand_of(state: oracle.State) -> qomet_rules.Stand:
        bits = {name: bit for bit, name in names.items()}
        own = sum(bits[point] for point, side in state.stars if side == state.side)
        every = sum(bits[point] for point, _ in state.stars)
        banned = None if state.ban == "-" else qomet_rules.read_move(state.ban)
        return qomet_rules.Stand(own, every ^ own, banned)

    for seed in range(10):
        for position in random_positions(seed, options):
            state = state_of(position)
            moves = dict(rules.moves(stand_of(state)))
            expected = {
                qomet_rules.read_move(word): stand_of(oracle.play(state, word))
                for word in oracle.moves(state)
            }
            assert moves == expected


@pytest.mark.slow
@of_shipped_variants
def test_short_wins_are_what_brute_force_says(options: dict[str, str]) -> None:
    brute_force = BruteForce("qomet")
    rng = random.Random(1)
    lines = strategy(options)
    threes = rng.sample([line for line in lines if line[2] == 3], 20)
    fives = rng.sample([line for line in lines if line[2] == 5], 2)
    for position, _, plies in threes + fives:
        assert brute_force.value_within(state_of(position), plies, 0) == f"win in {plies}"


@pytest.mark.slow_except("exact,rays")
@of_every_variant
def test_both_methods_say_what_brute_force_says(options: dict[str, str]) -> None:
    settings = quintet.start("qomet", **options).variant.settings
    solver = _core.QometSolver(2, **settings)
    proof = _core.QometProof(**settings)
    brute_force = BruteForce("qomet")
    progress = _core.Progress()
    for number, position in enumerate(random_positions(1, options)):
        for plies in (1, 3, 5, 7):
            wins = solver.wins_within(position, plies, progress)
            assert proof.wins_within(position, plies, progress) == wins
            if plies <= 3 and number % 4 == 0:
                assert brute_force.wins_within(state_of(position), position.turn, plies) == wins


@pytest.mark.slow
def test_a_mistake_in_the_strategy_is_found() -> None:
    solver = solver_of(VARIANTS[0])
    rules = qomet_rules.Rules(**VARIANTS[0])
    plans = list(solver._plans(shipped(VARIANTS[0])))
    first = next(plan for plan in plans if plan.plies == 17)
    after = dict(rules.moves(first.stand))[first.move]
    answers = {answered for _, answered in rules.moves(after)}
    second = next(plan for plan in plans if plan.stand in answers)
    others = [plan for plan in plans if plan != second]
    assert qomet_rules.Strategy(plans, rules).is_right(first)
    assert not qomet_rules.Strategy(others, rules).is_right(first)  # an answer is not covered
    longer = qomet_rules.Strategy([*others, second._replace(plies=17)], rules)
    assert not longer.is_right(first)
    strategy = qomet_rules.Strategy(plans, rules)
    for wrong in (
        second._replace(plies=second.plies + 2),
        second._replace(plies=second.plies - 2),
        second._replace(move=(0, 1)),  # a move that does not win
        second._replace(move=(1, 1)),  # none at all
    ):
        assert not strategy.is_right(wrong)
    ended = qomet_rules.Strategy([plan for plan in plans if plan.plies == 3][:1], rules)
    assert qomet_rules.START in [plan.stand for plan in ended.wrong_plans()]


def test_verification_finds_what_is_wrong(folder: Path) -> None:
    solver, good = solver_of(VARIANTS[0]), shipped(VARIANTS[0])
    lines = [line for line in strategy(VARIANTS[0]) if line[2] == 3][:100]
    write_part(solver, good, folder, [3] * 100)
    core = solver.open(TablebaseFile(solver.path(folder))).core
    assert isinstance(core, _core.QometTable)
    assert core.verify(2, _core.Progress()) == (100, 0, None)
    found = solver.verify(Work(folder))
    assert (found.positions, found.mistakes) == (100, 1)  # there is no line for the start
    assert found.wrong == quintet.start("qomet")

    write_part(solver, good, folder, [3] * 99 + [5])
    core = solver.open(TablebaseFile(solver.path(folder))).core
    assert isinstance(core, _core.QometTable)
    assert core.verify(2, _core.Progress()) == (100, 1, lines[-1][0])
    assert solver.verify(Work(folder)).mistakes == 3  # the start, and the last line in both ways


def write_part(solver: QometSolver, good: TablebaseFile, folder: Path, plies: list[int]) -> None:
    """Return a tablebase of some positions won in three plies, with these plies."""
    numbers = [number for number, of in enumerate(good.block("plies")) if of == 3][: len(plies)]
    words = [word for (word,) in struct.iter_unpack("<Q", good.block("positions"))]
    blocks = {
        "positions": b"".join(struct.pack("<Q", words[number]) for number in numbers),
        "moves": bytes(good.block("moves")[number] for number in numbers),
        "plies": bytes(plies),
    }
    write_tablebase(solver.path(folder), {**solver.plan, "positions": len(plies)}, blocks)


# The table is asked.


def test_colours_and_symmetry_do_not_matter() -> None:
    position, _, plies = next(line for line in strategy(VARIANTS[0]) if line[2] == 9)
    exchanged = bytes((0, 2, 1)[cell] for cell in position.cells)
    other = position.variant.core.from_facts(exchanged, [1, position.fields[1]])
    assert isinstance(other, Position)
    assert str(tablebase.probe(position)) == str(tablebase.probe(other)) == f"win in {plies}"
    start = quintet.start("qomet").play("d4")
    values = {str(tablebase.probe(start.play(corner))) for corner in ("a1", "a7", "g1", "g7")}
    assert len(values) == 1


def test_positions_outside_the_strategy_are_unknown() -> None:
    aside = quintet.start("qomet").play("a1")
    assert tablebase.get(aside) is None
    with pytest.raises(NoTablebase, match="does not have"):
        tablebase.probe(aside)


def test_immediate_wins_are_always_known() -> None:
    position = quintet.position("qomet", "o.o/.../.../......./..x/.x./o.. o -")
    assert str(tablebase.probe(position)) == "win in 1"


@pytest.mark.parametrize("seed", range(3))
@of_shipped_variants
def test_the_engine_wins_from_the_first_move_to_the_last(
    options: dict[str, str], seed: int
) -> None:
    rng = random.Random(seed)
    position = quintet.start("qomet", **options)
    plies = 17
    while position.outcome is None:
        found = quintet.analyse(position, seconds=60)
        assert (found.value.kind, found.certainty, found.nodes) == ("win", "table", 0)
        assert found.value.plies is not None
        assert found.value.plies <= plies
        position = position.play(found.best.move)
        if position.outcome is None:
            values = quintet.analyse(position, moves="all").moves
            assert len(values) == len(position.moves)
            # The best answers often, or any.
            answer = values[0] if rng.random() < 0.7 else rng.choice(values)
            position = position.play(answer.move)
        plies = found.value.plies - 2
    assert position.outcome.scores == (1.0, 0.0)


def test_the_longest_line_is_shown() -> None:
    found = quintet.analyse(quintet.start("qomet"))
    assert (str(found.value), found.best.move, len(found.best.line)) == ("win in 17", "d4", 17)


def test_tablebase_moves_come_before_searched_ones() -> None:
    found = quintet.analyse(quintet.start("qomet"), moves=3, nodes=20_000)
    assert (str(found.value), found.certainty) == ("win in 17", "table")
    assert [move.certainty for move in found.moves] == ["table", "searched", "searched"]


# Building.


def test_building_resumes_after_an_interruption(folder: Path) -> None:
    solver, good = solver_of(VARIANTS[0]), shipped(VARIANTS[0])

    def interrupt(doing: Sentence, share: float) -> None:
        assert 0 <= share <= 1
        if "13" in str(doing):
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        solver.solve(Work(folder, threads=2, show=interrupt))
    draft = Draft(solver.path(folder), solver.plan)
    assert {f"within {plies}": False for plies in (3, 5, 7, 9, 11)} == draft.done
    # As if all the rest but the last step had been done before a second interruption.
    for plies in (13, 15, 17):
        draft.mark(f"within {plies}", plies == 17, 1.0)
    for name in ("positions", "moves", "plies"):
        draft.write(name, bytes(good.block(name)))
    draft.mark("strategy", good.header["positions"], 1.0)
    draft.mark("proof", True, 1.0)
    solved = solver.solve(Work(folder))
    assert solved.numbers["value"] == "win in 17"
    assert solver.path(folder).read_bytes() == good.path.read_bytes()
    assert [path.name for path in folder.iterdir()] == [solver.path(folder).name]
