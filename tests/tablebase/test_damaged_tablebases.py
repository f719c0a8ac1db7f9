"""Damaged tablebases are detected, never crash, and never hide intact ones."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quintet
from commands import run
from quintet import tablebase
from quintet.errors import BadTablebase
from quintet.tablebase.file import TablebaseFile, write_tablebase
from quintet.tablebase.functions import check_function
from quintet.tablebase.solver import Solver, Work
from quintet.tablebase.solvers import find_solver

NAME = "quixo,size=3.qtable"
START = quintet.start("quixo", size=3)
LATE, EMPTY, TIE = 254, 255, 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of tables for every test."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    return tmp_path


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a table that does not come with the package."""
    monkeypatch.setattr(tablebase, "SHIPPED", tmp_path / "none")


SHIPPED = tablebase.SHIPPED


def solver_of(game: str, **options: object) -> Solver:
    solver = find_solver(quintet.start(game, **options).variant)
    assert solver is not None
    return solver


def parts_of(name: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A header and the blocks of a table that comes with the package."""
    file = TablebaseFile(SHIPPED / name)
    header = json.loads(json.dumps(file.header))
    return header, {block: bytes(file.block(block)) for block in header.pop("blocks")}


# Bytes of the file.


@pytest.mark.parametrize("place", [0, 9, 13, 20, 40, 70, -1])
@pytest.mark.usefixtures("nothing_shipped")
def test_a_changed_byte_is_detected(place: int, folder: Path) -> None:
    content = bytearray((SHIPPED / NAME).read_bytes())
    content[place] ^= 1
    (folder / NAME).write_bytes(content)
    with pytest.raises(BadTablebase, match="quintet solve") as caught:
        tablebase.probe(START)
    assert caught.value.path == str(folder / NAME)
    assert tablebase.get(START) is None


@pytest.mark.parametrize("length", [0, 1, 63, 64, 100, 1000])
@pytest.mark.usefixtures("nothing_shipped")
def test_a_truncated_file_is_detected(length: int, folder: Path) -> None:
    (folder / NAME).write_bytes((SHIPPED / NAME).read_bytes()[:length])
    with pytest.raises(BadTablebase):
        tablebase.probe(START)


# Headers.


@pytest.mark.usefixtures("nothing_shipped")
def test_a_tablebase_of_another_variant_is_refused(folder: Path) -> None:
    for header in ({}, {"game": "quantik"}, {**solver_of("quixo", size=3).plan, "rules": 0}):
        write_tablebase(folder / NAME, header, {"values": b"12"})
        with pytest.raises(BadTablebase, match="another variant"):
            tablebase.probe(START)


def without(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda header: header.pop(name)


def having(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda header: header.update({name: value})


def layer_at(place: object) -> Callable[[dict[str, Any]], object]:
    return lambda header: header["layers"]["4 4"].__setitem__(0, place)


def counting(which: str, counts: object) -> Callable[[dict[str, Any]], object]:
    return lambda header: header["steps"]["4 4"].update({which: counts})


LIES = {
    "no blanks": without("blanks"),
    "no layers": without("layers"),
    "no positions": without("positions"),
    "no steps": without("steps"),
    "fewer blanks": having("blanks", 3),
    "too many blanks": having("blanks", 10),
    "huge blanks": having("blanks", 10**30),
    "less than no blanks": having("blanks", -1),
    "blanks in words": having("blanks", "nine"),
    "half a blank": having("blanks", 8.5),
    "other positions": having("positions", 7),
    "positions in words": having("positions", "many"),
    "layers in words": having("layers", "x"),
    "a layer far away": layer_at(10**9),
    "a layer before the first": layer_at(-5),
    "a layer less": lambda header: header["layers"].pop("4 4"),
    "steps as a list": having("steps", []),
    "a step less": lambda header: header["steps"].pop("4 4"),
    "a step as a number": lambda header: header["steps"].update({"4 4": 1}),
    "a step without counts": lambda header: header["steps"]["4 4"].pop("all"),
    "counts of other boards": counting("all", {"0": 1}),
    "counts of ties": counting("all", {"1": 630}),
    "counts of nothing known": counting("different", {"65535": 5}),
    "counts in words": counting("different", {"2": "some"}),
    "counts of words": counting("different", {"some": 2}),
    "counts of late values": counting("different", {"254": 93}),
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.usefixtures("nothing_shipped")
def test_a_wrong_header_is_detected(lie: Callable[[dict[str, Any]], object], folder: Path) -> None:
    """A header with a correct checksum and wrong contents is reported as damaged."""
    header, blocks = parts_of(NAME)
    lie(header)
    write_tablebase(folder / NAME, header, blocks)
    solver = solver_of("quixo", size=3)
    for use in (solver.solve, solver.verify):
        with pytest.raises(BadTablebase, match="damaged"):
            use(Work(folder))
    with pytest.raises(BadTablebase, match="damaged"):
        tablebase.probe(START)
    assert tablebase.get(START) is None


BLOCKS: dict[str, dict[str, bytes]] = {
    "none": {},
    "values only as far as they go": {"values": bytes(100)},
    "a list that nothing needs": {"late 4 4": bytes(8)},
    "a list that is no list of words": {"late 4 4": bytes(7)},
    "a list of no layer": {"late 40 4": bytes(8)},
    "a list of a layer below zero": {"late -1 4": bytes(8)},
    "a list without a name": {"late ": bytes(8)},
}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.usefixtures("nothing_shipped")
def test_blocks_of_the_wrong_size_are_detected(name: str, folder: Path) -> None:
    header, blocks = parts_of(NAME)
    write_tablebase(folder / NAME, header, {**blocks, **BLOCKS[name]} if BLOCKS[name] else {})
    with pytest.raises(BadTablebase, match="damaged"):
        solver_of("quixo", size=3).solve(Work(folder))
    with pytest.raises(BadTablebase, match="damaged"):
        tablebase.probe(START)


@pytest.mark.parametrize("place", [[0.5, 10], ["0", 10], [0], 5, [-1, 10], [0, -1], [True, 1]])
@pytest.mark.usefixtures("nothing_shipped")
def test_a_block_outside_the_file_is_detected(place: object, folder: Path) -> None:
    header, blocks = parts_of(NAME)
    good = write_tablebase(folder / NAME, header, blocks)
    said = json.dumps({**good.header, "blocks": {"values": place}})
    rewrite(folder / NAME, said.encode())
    with pytest.raises(BadTablebase, match="damaged"):
        tablebase.probe(START)


@pytest.mark.parametrize(
    "said", [b"[" * 5000, b"\xff", b"{}", b"[]", b"1", b"null", b'{"blocks":1}']
)
@pytest.mark.usefixtures("nothing_shipped")
def test_an_invalid_header_is_detected(said: bytes, folder: Path) -> None:
    rewrite(folder / NAME, said)
    with pytest.raises(BadTablebase):
        tablebase.probe(START)


def rewrite(path: Path, said: bytes) -> None:
    """A file with these bytes as its header, and a right checksum."""
    from quintet.tablebase.disk import checksum

    rest = said + bytes(64)
    preamble = struct.pack("<8sIIQQ", b"QTABLE\r\n", 1, len(said), 64 + len(said), 64)
    path.write_bytes(preamble + checksum(rest) + rest)


@pytest.mark.parametrize(
    "lie",
    [
        without("positions"),
        without("positions_by_pieces_and_plies"),
        having("positions", 1),
        having("positions_by_pieces_and_plies", {}),
        lambda header: header["positions_by_pieces_and_plies"]["3"].append(1),
        lambda header: header["positions_by_pieces_and_plies"].update({"3": "some"}),
    ],
)
@pytest.mark.usefixtures("nothing_shipped")
def test_a_wrong_header_of_quantik_is_detected(
    lie: Callable[[dict[str, Any]], object], folder: Path
) -> None:
    header, blocks = parts_of("quantik.qtable")
    lie(header)
    write_tablebase(folder / "quantik.qtable", header, blocks)
    with pytest.raises(BadTablebase, match="damaged"):
        solver_of("quantik").solve(Work(folder))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("qomet", "positions"),
        ("qomet", "positions_by_plies"),
        ("quarto", "positions"),
        ("quarto", "boards_by_pieces_and_number"),
    ],
)
def test_a_header_without_counts_is_detected(game: str, name: str, folder: Path) -> None:
    header, blocks = parts_of(f"{game}.qtable")
    del header[name]
    write_tablebase(folder / f"{game}.qtable", header, blocks)
    with pytest.raises(BadTablebase, match="damaged"):
        solver_of(game).solve(Work(folder))


@pytest.mark.parametrize(
    ("block", "content"),
    [
        ("positions", lambda old: old[:-8]),
        ("positions", lambda old: old[8:16] + old[:8] + old[16:]),
        ("positions", lambda old: old[:-1] + b"\xff"),
        ("moves", lambda old: old[:-1]),
        ("moves", lambda old: b"\xff" + old[1:]),
        ("plies", lambda old: old + b"1"),
    ],
)
def test_wrong_blocks_of_qomet_are_detected(
    block: str, content: Callable[[bytes], bytes], folder: Path
) -> None:
    header, blocks = parts_of("qomet.qtable")
    blocks[block] = content(blocks[block])
    write_tablebase(folder / "qomet.qtable", header, blocks)
    with pytest.raises(BadTablebase, match="damaged"):
        solver_of("qomet").verify(Work(folder))


# Functions, which compiled code reads.


@pytest.mark.parametrize("name", sorted(path.name for path in SHIPPED.glob("qua*.qtable")))
def test_shipped_functions_are_intact(name: str) -> None:
    file = TablebaseFile(SHIPPED / name)
    for block in file.header["blocks"]:
        check_function(file.block(block))


def word(place: int, value: int) -> Callable[[bytes], bytes]:
    def put(content: bytes) -> bytes:
        changed = bytearray(content)
        struct.pack_into("<I", changed, 4 * place, value)
        return bytes(changed)

    return put


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda content: content[:7],
        lambda content: content[:-1],
        lambda content: content + b"1",
        word(0, 0),
        word(0, 9),
        word(1, 0),
        word(1, 2**31),
        word(2, 1),
        word(4, 2**32 - 1),
    ],
)
@pytest.mark.parametrize(
    ("game", "block"), [("quantik", "5"), ("quarto", "3"), ("quarto", "gifts")]
)
@pytest.mark.usefixtures("nothing_shipped")
def test_a_function_that_reads_out_of_bounds_is_detected(
    game: str, block: str, damage: Callable[[bytes], bytes], folder: Path
) -> None:
    header, blocks = parts_of(f"{game}.qtable")
    blocks[block] = damage(blocks[block])
    # The other way round, so that none of them is the last, which the file's length gives away.
    write_tablebase(folder / f"{game}.qtable", header, dict(reversed(blocks.items())))
    with pytest.raises(BadTablebase, match="damaged"):
        tablebase.probe(quintet.start(game))


# Values.


def put_everywhere(byte: int, folder: Path) -> None:
    """A table with its checksum set right, in which all boards have this byte."""
    header, blocks = parts_of(NAME)
    blocks["values"] = bytes(byte if old != EMPTY else old for old in blocks["values"])
    write_tablebase(folder / NAME, header, blocks)


@pytest.mark.parametrize("byte", [LATE, EMPTY, TIE])
def test_impossible_values_are_mistakes(byte: int, folder: Path) -> None:
    """All of them: they would follow from each other."""
    put_everywhere(byte, folder)
    # Solving asks for the value of the start first.
    code, out, err = run("solve", "quixo", "-o", "size=3", "--to", str(folder), "--verify")
    assert (code, out) == (2, "")
    assert "damaged" in err
    verified = solver_of("quixo", size=3).verify(Work(folder))
    assert verified.mistakes == verified.positions == 2_862
    assert verified.wrong is not None


@pytest.mark.parametrize("byte", [LATE, EMPTY, TIE])
def test_a_single_impossible_value_is_a_mistake(byte: int, folder: Path) -> None:
    header, blocks = parts_of(NAME)
    values = bytearray(blocks["values"])
    values[5] = byte
    write_tablebase(folder / NAME, header, {"values": bytes(values)})
    code, out, _ = run("solve", "quixo", "-o", "size=3", "--to", str(folder), "--verify")
    assert code == 1
    assert "1 of 2,862 values are wrong" in out


@pytest.mark.parametrize("byte", [LATE, EMPTY, TIE])
@pytest.mark.usefixtures("nothing_shipped")
def test_looking_up_an_impossible_value(
    byte: int, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As in a large tablebase, which is not checked when it is opened."""
    header, blocks = parts_of(NAME)
    values = bytearray(blocks["values"])
    last = bytes(values[-1:])
    values[:] = bytes([byte]) * (len(values) - 1) + last
    write_tablebase(folder / NAME, header, {"values": bytes(values)})
    monkeypatch.setattr("quintet.tablebase.file._MAX_CHECKED_ON_OPEN", 0)
    assert str(tablebase.probe(START)) == "win in 7"
    after = START.play(START.moves[0])
    with pytest.raises(BadTablebase, match="damaged") as caught:
        tablebase.probe(after)
    assert caught.value.path == str(folder / NAME)
    assert tablebase.get(after) is None
    assert len(caplog.messages) == 1


# Other tables.


def test_an_intact_shipped_tablebase_is_used_instead(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / NAME
    path.write_bytes((SHIPPED / NAME).read_bytes()[:-1])
    assert str(tablebase.probe(START)) == "win in 7"
    assert str(tablebase.get(START.play("a1a3"))) == "loss in 6"
    assert quintet.analyse(START).certainty == "table"
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith(f"{path}: This tablebase is damaged. Delete it and run")
    assert caplog.messages[0].endswith("It is not used.")


def test_an_intact_tablebase_is_used_for_an_impossible_value(folder: Path) -> None:
    header, blocks = parts_of(NAME)
    values = bytes([LATE]) * (len(blocks["values"]) - 1) + blocks["values"][-1:]
    write_tablebase(folder / NAME, header, {"values": values})
    assert str(tablebase.probe(START.play("a1a3"))) == "loss in 6"


@pytest.mark.usefixtures("nothing_shipped")
def test_a_replaced_tablebase_is_used_again(folder: Path) -> None:
    path = folder / NAME
    path.write_bytes(b"nonsense")
    assert tablebase.get(START) is None
    path.unlink()
    path.write_bytes((SHIPPED / NAME).read_bytes())
    assert str(tablebase.get(START)) == "win in 7"


def test_a_command_reports_a_damaged_tablebase_once(folder: Path) -> None:
    path = folder / NAME
    path.write_bytes((SHIPPED / NAME).read_bytes()[:-1])
    code, out, err = run("analyse", "quixo", "-o", "size=3", "--json", QUINTET_TABLES=str(folder))
    assert code == 0
    assert json.loads(out)["known"] == "table"
    assert err.count("\n") == 1
    assert err.startswith(f"quintet: {path}: This tablebase is damaged. Delete it")


def test_the_check_of_quantik_compares_the_header_with_its_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check is slow, so its result is replaced: all positions that are not over."""
    header, blocks = parts_of("quantik.qtable")
    write_tablebase(folder / "quantik.qtable", header, blocks)
    monkeypatch.setattr(Work, "run", lambda *_, **__: (10_900_427, 0, None))
    assert solver_of("quantik").verify(Work(folder)).mistakes == 0
    counts = header["positions_by_pieces_and_plies"]["5"]
    counts[0], counts[1] = counts[1], counts[0]
    write_tablebase(folder / "quantik.qtable", header, blocks)
    with pytest.raises(BadTablebase, match="damaged"):
        solver_of("quantik").verify(Work(folder))
