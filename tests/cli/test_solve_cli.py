"""Solving games on the command line: build, continue, verify, and errors."""

import json
import signal
import subprocess
from pathlib import Path
from shutil import copy

import pytest

from commands import QUINTET, good, run, wrong
from quintet import tablebase
from server.waiting import eventually

SMALL = ("quixo", "-o", "size=3")
NAME = "quixo,size=3.qtable"


def test_build_and_verify(tmp_path: Path) -> None:
    said = good("solve", *SMALL, "--to", str(tmp_path), "--verify")
    assert "The first player wins, in 7 plies at most." in said
    assert "2,862 positions checked" in said
    assert "the checksum is right" in said
    assert "The tablebase existed already." in good("solve", *SMALL, "--to", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_json(tmp_path: Path) -> None:
    facts = json.loads(good("solve", *SMALL, "--to", str(tmp_path), "--verify", "--json"))
    assert facts["value"] == "win in 7"
    assert facts["boards"] == {"win": 12_748, "loss": 6_935, "draw": 0}
    assert facts["bytes"] == (tmp_path / NAME).stat().st_size
    assert facts["verified"]["mistakes"] == 0


def test_folder_from_the_environment(tmp_path: Path) -> None:
    good("solve", *SMALL, QUINTET_TABLES=str(tmp_path / "new" / "folder"))
    assert (tmp_path / "new" / "folder" / NAME).is_file()


def begun(call: list[str], journal: Path, steps: int) -> subprocess.Popen[bytes]:
    """Return a process that solves, when it has done `steps` steps."""
    solving = subprocess.Popen(call, stdout=subprocess.DEVNULL)

    def has_done_them() -> bool:
        done = steps_done(journal) >= steps
        assert done or solving.poll() is None
        return done

    eventually(has_done_them)
    return solving


def steps_done(journal: Path) -> int:
    return journal.read_bytes().count(b'"step"') if journal.exists() else 0


def call_of(folder: Path, *arguments: str) -> list[str]:
    return [str(QUINTET), "solve", *arguments, "--threads", "1", "--to", str(folder)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("quixo", "-o", "size=4"), "quixo,size=4.qtable"),
        (("quarto", "-o", "features=colour"), "quarto,features=1.qtable"),
    ],
    ids=["quixo", "quarto"],
)
def test_solving_continues_after_a_kill(
    arguments: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    """Steps done before a kill are not repeated, and the file is the same."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    subprocess.run(call_of(whole, *arguments), stdout=subprocess.DEVNULL, check=True)
    call = call_of(part, *arguments)
    journal = part / f"{name}.solving" / "journal.jsonl"
    with begun(call, journal, 2) as solving:
        solving.send_signal(signal.SIGKILL)
    assert solving.returncode == -signal.SIGKILL
    before = journal.read_bytes()
    with begun(call, journal, steps_done(journal) + 1) as solving:
        solving.kill()
    assert journal.read_bytes().startswith(before)
    subprocess.run(call, stdout=subprocess.DEVNULL, check=True)
    assert (part / name).read_bytes() == (whole / name).read_bytes()
    assert [path.name for path in part.iterdir()] == [name]


@pytest.mark.slow
def test_only_one_process_builds_a_tablebase(tmp_path: Path) -> None:
    """The second process ends with an error; the first goes on undisturbed."""
    arguments = ("quixo", "-o", "size=4", "--gigabytes", "0.001")
    folder = tmp_path / "quixo,size=4.qtable.solving"
    with begun(call_of(tmp_path, *arguments), folder / "journal.jsonl", 1) as first:
        first.send_signal(signal.SIGSTOP)
        said = wrong("solve", *arguments, "--to", str(tmp_path))
        good("solve", *SMALL, "--to", str(tmp_path))  # another table
        first.send_signal(signal.SIGCONT)
    assert "Another process is building this tablebase" in said
    assert str(tmp_path) in said
    assert first.returncode == 0
    assert not list(tmp_path.glob("*.lock"))
    checked = good("solve", *arguments, "--to", str(tmp_path), "--verify")
    assert "The tablebase existed already." in checked
    assert "the checksum is right" in checked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cubulus",), "Cubulus cannot be solved; there are solvers for quantik"),
        (("quixo", "-o", "players=4"), "cannot be solved with these options: players=4"),
        (("chess",), "no game"),
        ((*SMALL, "--gigabytes", "0"), "Not enough memory for a single layer"),
        ((*SMALL, "--gigabytes", "nan"), "takes a number of 0 or more"),
        ((*SMALL, "--gigabytes", "-inf"), "takes a number of 0 or more"),
        ((*SMALL, "--threads", "0"), "takes a number from 1 to 256"),
        ((*SMALL, "--threads", "100000"), "takes a number from 1 to 256"),
        ((*SMALL, "--complete"), "There is one kind of tablebase for Quixo."),
        ((*SMALL, "--device", "cuda"), "Only `quintet solve qomet --complete` can use a device."),
        (("qomet", "--complete", "--device", "abacus"), "There is no device abacus"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_games_that_cannot_be_solved(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in wrong("solve", *arguments, "--to", str(tmp_path / "new"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("gigabytes", ["inf", "1e400"])
def test_unlimited_size(gigabytes: str, tmp_path: Path) -> None:
    good("solve", *SMALL, "--gigabytes", gigabytes, "--to", str(tmp_path))
    assert (tmp_path / NAME).read_bytes() == (tablebase.SHIPPED / NAME).read_bytes()


@pytest.mark.parametrize("below", ["", "/below"])
def test_a_file_instead_of_a_folder(below: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert f"{file}{below}: Not a directory." in wrong("solve", *SMALL, "--to", f"{file}{below}")


def test_an_empty_folder_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "folder's name is empty" in wrong("solve", *SMALL, "--to", "")
    assert list(tmp_path.iterdir()) == []
    good("solve", *SMALL, "--to", ".")
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_damaged_tablebase(tmp_path: Path) -> None:
    path = tmp_path / NAME
    copy(tablebase.SHIPPED / NAME, path)
    content = bytearray(path.read_bytes())
    content[5000] ^= 1
    path.write_bytes(content)
    for arguments in ((), ("--verify",)):
        said = wrong("solve", *SMALL, *arguments, "--to", str(tmp_path))
        assert str(path) in said
        assert "damaged" in said
    assert path.read_bytes() == content


def test_a_tablebase_of_another_build(tmp_path: Path) -> None:
    from quintet.tablebase.file import TablebaseFile, write_tablebase

    path = tmp_path / "quarto.qtable"
    file = TablebaseFile(tablebase.SHIPPED / path.name)
    header = {name: file.header[name] for name in file.header if name not in ("blocks", "gifts")}
    layers = {name: bytes(file.block(name)) for name in file.header["blocks"] if name != "gifts"}
    write_tablebase(path, header, layers)
    for arguments in ((), ("--verify",)):
        said = wrong("solve", "quarto", *arguments, "--to", str(tmp_path))
        assert str(path) in said
        assert "run `quintet solve`" in said


def test_a_wrong_value(tmp_path: Path) -> None:
    """A tablebase with a correct checksum and a wrong value."""
    from quintet.tablebase.file import TablebaseFile, write_tablebase

    good_file = TablebaseFile(tablebase.SHIPPED / NAME)
    header = {name: value for name, value in good_file.header.items() if name != "blocks"}
    values = bytearray(good_file.block("values"))
    values[-1] = 20  # the blank board: a win in 9
    write_tablebase(tmp_path / NAME, header, {"values": bytes(values)})
    code, out, _ = run("solve", *SMALL, "--to", str(tmp_path), "--verify")
    assert code == 1
    assert "1 of 2,862 values are wrong, the first at .../.../... x." in out
