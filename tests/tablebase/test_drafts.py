"""Drafts of tablebases: finished steps are kept, and damaged ones repeated."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import quintet
from quintet.errors import BadTablebase
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import ROOM_BEFORE_VALUES
from quintet.tablebase.quantik import QuantikSolver
from quintet.tablebase.quixo import QuixoSolver
from quintet.tablebase.solver import Work

PLAN = {"game": "some"}


def variant_of(game: str, **options: object) -> Variant:
    return quintet.start(game, **options).variant


def change(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def cut(path: Path, _: int) -> None:
    path.write_bytes(path.read_bytes()[:-8])


def extend(path: Path, _: int) -> None:
    path.write_bytes(path.read_bytes() + bytes(8))


def remove(path: Path, _: int) -> None:
    path.unlink()


def test_a_truncated_journal_is_used_up_to_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "some.qtable"
    draft = Draft(path, PLAN)
    draft.mark("first", {"found": 1}, 0.5)
    draft.mark("second", {"found": 2}, 0.5)
    journal = draft.folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-4])
    again = Draft(path, PLAN)
    assert (again.done, again.seconds) == ({"first": {"found": 1}}, 0.5)
    again.mark("second", {"found": 2}, 0.5)
    assert Draft(path, PLAN).done == {"first": {"found": 1}, "second": {"found": 2}}
    assert caplog.messages == []  # that is what a kill does
    assert Draft(path, {"game": "other"}).done == {}


def test_a_draft_keeps_the_values_of_a_larger_tablebase(tmp_path: Path) -> None:
    path = tmp_path / "some.qtable"
    Draft(path, PLAN).values(100)[:] = bytes(range(100))
    Draft(path, PLAN).values(10)
    assert bytes(Draft(path, PLAN).values(100)) == bytes(range(100))
    smaller = Draft(path, PLAN)
    smaller.values(10)
    assert bytes(smaller.finish(PLAN, {"more": b"end"}).block("values")) == bytes(range(10))
    assert [left.name for left in tmp_path.iterdir()] == ["some.qtable"]


def draft_of_four_steps(path: Path) -> Draft:
    draft = Draft(path, PLAN)
    draft.values(100)[:] = bytes(range(100))
    draft.write("one", bytes(20))
    draft.mark("first", 1, 0.5)
    draft.mark("second", 2, 0.5, values=[(10, 20), (50, 10)])
    draft.write("three", bytes(30))
    draft.write("more of three", bytes(40))
    draft.mark("third", 3, 0.5)
    draft.mark("fourth", 4, 0.5, values=[(60, 40)])
    return draft


@pytest.mark.parametrize("damage", [change, cut, extend, remove])
@pytest.mark.parametrize(
    ("name", "kept"),
    [("one", []), ("three", ["first", "second"]), ("more of three", ["first", "second"])],
)
def test_a_damaged_step_and_all_later_ones_are_repeated(
    damage: Callable[[Path, int], None],
    name: str,
    kept: list[str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = tmp_path / "some.qtable"
    draft = draft_of_four_steps(path)
    assert list(Draft(path, PLAN).done) == ["first", "second", "third", "fourth"]
    assert caplog.messages == []
    damage(draft.folder / name, 5)
    again = Draft(path, PLAN)
    assert list(again.done) == kept
    assert again.seconds == 0.5 * len(kept)
    assert len(caplog.messages) == 1
    assert f"damaged or out of date; repeating {4 - len(kept)} steps" in caplog.messages[0]
    # What is thrown away does not come back, and its files are gone.
    assert list(Draft(path, PLAN).done) == kept
    assert not again.has("three")
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(
    ("place", "kept"), [(9, 4), (10, 1), (29, 1), (30, 4), (49, 4), (50, 1), (60, 3), (99, 3)]
)
def test_a_step_checks_only_its_own_values(place: int, kept: int, tmp_path: Path) -> None:
    path = tmp_path / "some.qtable"
    draft = draft_of_four_steps(path)
    change(draft.folder / "values", ROOM_BEFORE_VALUES + place)
    assert len(Draft(path, PLAN).done) == kept


def test_missing_values_are_detected(tmp_path: Path) -> None:
    path = tmp_path / "some.qtable"
    draft = draft_of_four_steps(path)
    cut(draft.folder / "values", 0)
    assert list(Draft(path, PLAN).done) == ["first", "second", "third"]
    remove(draft.folder / "values", 0)
    assert list(Draft(path, PLAN).done) == ["first"]


@pytest.mark.parametrize(("result", "kept"), [(2, ["first"]), (4, ["first", "second", "third"])])
def test_a_changed_journal_is_detected(
    result: int, kept: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "some.qtable"
    journal = draft_of_four_steps(path).folder / "journal.jsonl"
    journal.write_text(journal.read_text().replace(f'"result": {result}', '"result": 7'))
    assert list(Draft(path, PLAN).done) == kept
    assert len(caplog.messages) == 1


def test_a_draft_without_checksums_is_not_trusted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "some.qtable"
    folder = draft_of_four_steps(path).folder
    steps = [{"step": step, "result": 1, "seconds": 0.5} for step in ("first", "second")]
    old = "\n".join(json.dumps(line) for line in [PLAN, *steps])
    (folder / "journal.jsonl").write_text(old + "\n")
    assert Draft(path, PLAN).done == {}
    assert "repeating 2 steps" in caplog.messages[0]
    assert [file.name for file in folder.iterdir()] == ["journal.jsonl"]


@pytest.mark.parametrize("damage", [change, cut])
def test_damaged_positions_of_quantik_are_recomputed(
    damage: Callable[[Path, int], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tablebase is built from these positions: without some it would be wrong."""
    monkeypatch.setattr("quintet.tablebase.quantik.POSITIONS", 1)
    solver = QuantikSolver(variant_of("quantik"))
    work = Work(tmp_path)

    def found(draft: Draft) -> dict[str, bytes]:
        for pieces in range(6):
            if f"positions {pieces}" not in draft.done:
                solver.find_positions(work, draft, pieces)
        return {name: draft.read(name) for name in draft.done}

    draft = Draft(solver.path(tmp_path), solver.plan)
    whole = found(draft)
    damage(draft.folder / "positions 4", -5)
    again = Draft(solver.path(tmp_path), solver.plan)
    assert list(again.done) == [f"positions {pieces}" for pieces in range(4)]
    assert found(again) == whole


@pytest.mark.slow
def test_damaged_values_of_quixo_are_recomputed(
    tmp_path: Path, quixo_4: Path, caplog: pytest.LogCaptureFixture
) -> None:
    solver = QuixoSolver(variant_of("quixo", size=4))
    folder = tmp_path / "quixo,size=4.qtable.solving"

    def interrupt(_: Sentence, __: float) -> None:
        if (folder / "journal.jsonl").read_bytes().count(b'"step"') >= 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(Work(tmp_path, threads=2, show=interrupt))
    with (folder / "values").open("r+b") as file:
        file.seek(ROOM_BEFORE_VALUES + 1000)
        file.write(bytes(2000))
    solver.solve(Work(tmp_path, threads=2))
    assert any("damaged" in message for message in caplog.messages)
    assert solver.path(tmp_path).read_bytes() == solver.path(quixo_4).read_bytes()


def test_a_damaged_tablebase_is_not_extended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large ones are not checked when they are opened."""
    monkeypatch.setattr("quintet.tablebase.file._MAX_CHECKED_ON_OPEN", 0)
    solver = QuixoSolver(variant_of("quixo", size=3))
    solver.solve(Work(tmp_path, gigabytes=1e-6))
    change(solver.path(tmp_path), -1)
    with pytest.raises(BadTablebase, match="damaged"):
        solver.solve(Work(tmp_path))
