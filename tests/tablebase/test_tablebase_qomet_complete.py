"""Every position of Qomet: on games with fewer stars a side, which are small enough to solve here.

A square needs four stars, so four a side is the smallest game in which somebody wins.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from math import comb
from pathlib import Path

import pytest

import quintet
from oracle import qomet as oracle
from quintet import _core, tablebase
from quintet.errors import BadOption
from quintet.games.qomet import BAN_OF, PLACES
from quintet.games.variant import Variant
from quintet.position import Position
from quintet.tablebase import qomet_device
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import ROOM_BEFORE_VALUES, TablebaseFile
from quintet.tablebase.qomet_complete import CompleteQometSolver
from quintet.tablebase.solver import Tablebase, Work, value_of
from quintet.tablebase.solvers import find_solver
from quintet.value import DRAW, Value, one_ply_earlier

Patch = pytest.MonkeyPatch

FEW = 3  # stars a side: nobody wins
ENOUGH = 4


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of tables for every test."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """All positions of the game with four stars a side."""
    made = tmp_path_factory.mktemp("four")
    solver = solver_with(ENOUGH)
    solver.solve(Work(made, threads=2))
    return solver.open(TablebaseFile(solver.path(made)))


def variant_of(**options: str) -> Variant:
    return quintet.start("qomet", **options).variant


def solver_with(stars: int, **options: str) -> CompleteQometSolver:
    return CompleteQometSolver(variant_of(**options), stars)


def position_of(state: oracle.State) -> Position:
    stars = dict(state.stars)
    cells = bytes(" xo".index(stars.get(place, " ")) for place in PLACES)
    fields = [oracle.SIDES.index(state.side), BAN_OF.get(state.ban, 0)]
    made = variant_of(undo=state.undo, corner_exit=state.corner_exit).core.from_facts(cells, fields)
    assert isinstance(made, Position)
    return made


def value(table: Tablebase, state: oracle.State) -> Value:
    found = table.get(position_of(state))
    assert found is not None
    return found


def moves(state: oracle.State, stars: int) -> list[str]:
    """The legal moves, if a side has only so many stars."""
    own = sum(side == state.side for _, side in state.stars)
    return [word for word in oracle.moves(state) if own < stars or "-" in word]


def derived(table: Tablebase, state: oracle.State, stars: int) -> Value:
    """The value by what the moves of the oracle lead to."""
    after = [oracle.play(state, word) for word in moves(state, stars)]
    return max((one_ply_earlier(value(table, it)) for it in after), key=lambda it: it.order)


def random_states(rng: random.Random, stars: int) -> Iterator[oracle.State]:
    """Boards that are not over, the side to move at random; then with every ban that can stand."""
    while True:
        placed = rng.sample(PLACES, rng.randint(stars, 2 * stars))
        x = rng.randint(max(0, len(placed) - stars), min(stars, len(placed)))
        board = [*((place, "x") for place in placed[:x]), *((place, "o") for place in placed[x:])]
        state = oracle.State(frozenset(board), rng.choice("xo"), "-", "exact", "any")
        if oracle.outcome(state) is None:
            yield state
            yield from with_bans(state)


def with_bans(state: oracle.State) -> Iterator[oracle.State]:
    """The board after each turn that QM7 lets nobody undo."""
    for word in oracle.moves(state):
        after = oracle.play(state, word)
        if after.ban != "-" and oracle.outcome(after) is None:
            yield after


def test_nobody_wins_with_three_stars(folder: Path) -> None:
    solver = solver_with(FEW)
    solved = solver.solve(Work(folder))
    boards = sum(comb(25, own) * comb(25 - own, other) for own in range(4) for other in range(4))
    assert solved.numbers["boards"] == {"win": 0, "loss": 0, "draw": boards}
    assert solved.numbers["value"] == "draw"
    assert solved.positions == sum(solved.numbers["different_boards"].values())
    table = solver.open(TablebaseFile(solver.path(folder)))
    full = quintet.position("qomet", ".../.../.../xxxx.../.../.../... o -")
    assert table.get(full) is None


def test_boards_are_checked_with_every_ban(folder: Path) -> None:
    solver = solver_with(2)
    solved = solver.solve(Work(folder))
    verified = solver.verify(Work(folder))
    assert verified.mistakes == 0
    assert verified.positions > solved.positions


def test_boards_are_counted_up_to_symmetry(folder: Path) -> None:
    """One star has six places up to symmetry and the centre."""
    solved = solver_with(1).solve(Work(folder))
    # Burnside: a quarter turn keeps boards of centre stars only; a half turn, too; a mirror keeps
    # the boards on its seven points.
    pairs = 25 * 24
    assert solved.positions == 1 + 7 + 7 + (pairs + 4 * 7 * 6) // 8


def begun_draft(solver: CompleteQometSolver, folder: Path) -> Path:
    """A draft whose boards are numbered, and no more; returns the file of its values."""
    draft = Draft(solver.path(folder), solver.plan)
    values = draft.values(_core.qomet_complete_bytes(solver.stars))
    waves = _core.QometWaves(values, solver.stars, 1, **solver.variant.settings)
    waves.begin(_core.Progress())
    draft.mark("numbered", None, 0.0, [(1, 8191)])
    return draft.folder / "values"


def test_interrupted_waves_are_repeated(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever an interrupted wave has written is taken back."""
    solver = solver_with(2)
    solver.solve(Work(folder))
    whole = solver.path(folder).read_bytes()
    solver.path(folder).unlink()
    with begun_draft(solver, folder).open("r+b") as file:
        # A win in 1 of the empty board, as if the first wave had found it.
        file.seek(ROOM_BEFORE_VALUES)
        file.write(b"\x01")
    solver.solve(Work(folder, threads=2))
    assert caplog.messages == []
    assert solver.path(folder).read_bytes() == whole
    assert [path.name for path in folder.iterdir()] == ["qomet,complete,stars=2.qtable"]


def test_a_draft_without_its_values_begins_again(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    solver = solver_with(1)
    begun_draft(solver, folder).unlink()
    assert solver.solve(Work(folder)).numbers["boards"]["draw"] == 1 + 25 + 25 + 25 * 24
    assert "repeating 1 step" in caplog.messages[0]


def test_a_complete_tablebase_is_preferred() -> None:
    solver = find_solver(variant_of(), complete=True)
    assert isinstance(solver, CompleteQometSolver)
    assert solver.path(Path("x")).name == "qomet,complete.qtable"
    rays = find_solver(variant_of(corner_exit="rays"), complete=True)
    assert rays is not None
    assert rays.path(Path("x")).name == "qomet,complete,corner_exit=rays.qtable"
    assert find_solver(quintet.start("quantik").variant, complete=True) is None
    first, *others = tablebase._candidates(variant_of())
    assert isinstance(first[0], CompleteQometSolver)
    assert len(others) == 3


def test_without_a_program_for_the_device(folder: Path) -> None:
    with suppress(BadOption):
        qomet_device.find_program()
        pytest.skip("There is one.")
    with pytest.raises(BadOption, match="QUINTET_CUDA"):
        solver_with(FEW).solve(Work(folder, device="cuda"))
    assert list(folder.iterdir()) == []


@pytest.fixture
def device_program(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Patch) -> Path:
    """A program in place of the one for CUDA devices, still empty."""
    program = tmp_path_factory.mktemp("program") / "qomet_complete_cuda"
    program.touch(mode=0o755)
    for module in ("qomet_device", "qomet_complete"):
        monkeypatch.setattr(f"quintet.tablebase.{module}.find_program", lambda: program)
    return program


def test_values_of_a_device_become_a_tablebase(folder: Path, device_program: Path) -> None:
    """What the program writes where it is told to is the block of the file."""
    solver = solver_with(2, corner_exit="rays")
    solver.solve(Work(folder))
    whole = solver.path(folder).rename(folder / "here").read_bytes()
    solved = device_program.with_name("values")
    solved.write_bytes(TablebaseFile(folder / "here").block("values"))
    (folder / "here").unlink()
    device_program.write_text(
        f"#!{sys.executable}\n"
        "import sys\n"
        "told = dict(zip(sys.argv[1::2], sys.argv[2::2]))\n"
        "assert told['--stars'] == '2' and told['--corner-exit'] == 'rays'\n"
        "assert told['--undo'] == 'exact'\n"
        "with open(told['--values'], 'r+b') as file:\n"
        "    file.seek(int(told['--offset']))\n"
        f"    file.write(open({str(solved)!r}, 'rb').read())\n"
    )
    solver.solve(Work(folder, device="cuda"))
    assert solver.path(folder).read_bytes() == whole


def test_a_device_that_fails(folder: Path, device_program: Path) -> None:
    device_program.write_text("#!/bin/sh\necho 'out of memory' >&2\nexit 2\n")
    solver = solver_with(1)
    with pytest.raises(BadOption, match="failed: out of memory"):
        solver.solve(Work(folder, device="cuda"))
    assert solver.solve(Work(folder)).numbers["value"] == "draw"


@pytest.mark.parametrize("stars", [-1, 8])
def test_sides_have_at_most_seven_stars(stars: int) -> None:
    with pytest.raises(ValueError, match="seven"):
        _core.qomet_complete_bytes(stars)


@pytest.mark.slow
def test_values_with_four_stars_follow_from_the_moves_of_the_oracle(four: Tablebase) -> None:
    """Values carry their distance, so values that follow from each other are right."""
    rng = random.Random(20)
    kinds = set()
    states = random_states(rng, ENOUGH)
    for _ in range(700):
        state = next(states)
        found = value(four, state)
        kinds.add((found.kind, state.ban != "-"))
        assert found == derived(four, state, ENOUGH), oracle.text(state)
    assert kinds == {(kind, ban) for kind in ("win", "loss", "draw") for ban in (False, True)}


@pytest.mark.slow
def test_bans_that_decide_the_game(four: Tablebase) -> None:
    """Boards whose only winning, or only saving, move may not be played."""
    for text, free, banned in (
        ("o../oo./.../......x/o../x../.xx x", "win in 3", "loss in 44"),
        ("..o/o../.../......x/.../o.o/xxx x", "draw", "loss in 30"),
        (".../oo./.../......x/.../o.o/xxx x", "loss in 14", "loss in 4"),
        ("..x/o../.o./o....../.o./.../xxx x", "win in 7", "win in 9"),
    ):
        ban = "b2-c3" if free == "win in 3" else "a1-a4" if free == "win in 7" else "a1-b2"
        for ending, expected in (("-", free), (ban, banned)):
            state = oracle.read(f"{text} {ending}")
            assert str(value(four, state)) == expected
            assert str(derived(four, state, ENOUGH)) == expected


@pytest.mark.slow
def test_the_longest_win_with_four_stars_is_played_out(four: Tablebase) -> None:
    classes = four.file.header["classes"]
    longest = max(int(verdict) for its in classes.values() for verdict in its["different"])
    assert str(value_of(longest)) == "win in 61" or str(value_of(longest - 1)) == "win in 61"
    state = oracle.read(".x./ox./.../.o...../x../o.x/.o. x -")
    for plies in range(61, 0, -1):
        found = value(four, state)
        assert found.plies == plies
        after = [oracle.play(state, word) for word in moves(state, ENOUGH)]
        state = next(it for it in after if one_ply_earlier(value(four, it)) == found)
    assert oracle.outcome(state) is not None


@pytest.mark.slow
def test_the_check_finds_a_wrong_value(four: Tablebase) -> None:
    """In a class whose values were changed, and nowhere else."""
    values = bytearray(four.file.block("values"))
    settings = four.file.header["options"]
    assert settings == {"undo": "exact", "corner_exit": "any"}
    values[0] = 3  # the empty board
    table = _core.QometCompleteTable(
        variant_of().core, bytes(values), ENOUGH, strict_undo=0, rays_only=0
    )
    _, mistakes, wrong = table.verify(0, 0, 1, _core.Progress())
    assert mistakes == 1
    assert wrong.text == ".../.../.../......./.../.../... x -"
    assert table.verify(2, 1, 1, _core.Progress())[1] == 0
    assert str(four.get(quintet.start("qomet"))) == str(DRAW)
