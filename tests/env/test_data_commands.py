"""Commands and the public data set; what the pages say of data sets."""

import doctest
import importlib
import json
from pathlib import Path

import pytest

import dataset
from commands import good, run, wrong
from quintet import record
from quintet.env import Simulator, data


def test_commands(tmp_path: Path) -> None:
    made, text = tmp_path / "a.parquet", tmp_path / "a.txt"
    said = json.loads(good("data", "selfplay", "quixo", "--games", 5, "-O", made, "--json"))
    assert (said["games"], said["layout"]) == (5, "quixo-5x5-v0")
    assert data.read(made).header.player == "random"
    good("data", "import", made, "-O", text)
    again = json.loads(good("data", "export", text, "-O", tmp_path / "b.npz", "--json"))
    assert (again["checksum"], again["rows"]) == (said["checksum"], said["rows"])
    assert good("data", "import", tmp_path / "b.npz") == text.read_text()
    out = good("data", "selfplay", "quantik", "--level", 1, "--games", 1, "--jobs", 1, "-O", made)
    assert "1 game, " in out
    assert record.loads(good("data", "import", made))[0].seats == ("level:1", "level:1 (2)")


def test_command_reports_broken_games(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text('[Game "quixo"]\n\n1. a1b2 *\n\n[Game "quixo"]\n\n1. a1e1 *\n')
    code, out, err = run("data", "export", games, "-O", tmp_path / "x.npz")
    assert (code, err.count("\n")) == (1, 1)
    assert "game 1: line 3" in err
    assert "1 game, 2 positions" in out
    games.write_text('[Game "quixo"]\n\n1. a1b2 *\n')
    code, out, err = run("data", "export", games, "-O", tmp_path / "y.npz")
    assert (code, out) == (2, "")
    assert "no games" in err


@pytest.mark.slow_except("arguments0", "arguments2", "arguments7")
@pytest.mark.parametrize(
    "arguments",
    [
        ("selfplay", "quixo", "--level", "11", "-O", "x.npz"),
        ("selfplay", "quixo", "--games", "0", "-O", "x.npz"),
        ("selfplay", "quixo", "-o", "seed=3", "-O", "x.npz"),
        ("selfplay", "quixo", "-O", "x.csv"),
        ("selfplay", "go", "-O", "x.npz"),
        ("selfplay", "quixo"),
        ("export", "missing.txt", "-O", "x.npz"),
        ("import", "missing.parquet"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...]) -> None:
    wrong("data", *arguments)
    assert not Path("x.npz").exists()


def test_games_of_one_kind_only(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text('[Game "quixo"]\n\n1. a1e1 *\n\n[Game "quantik"]\n\n1. A@a1 *\n')
    assert "one game" in wrong("data", "export", games, "-O", tmp_path / "x.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["games.txt"]


KNOWN = {
    "quantik": "4443c358410e01ef6fc5dc760f9979795725b38f29d49d467adb3d98e58384cc",
    "quarto": "593024d457bc359a8e1be6446a9e9105f88a4e10c71d30abd2a27cbaf59bf06a",
    "quarto-spoken": "6c22a9eac19d2939b3ec49d7decc7e0a5631196b22e1afe7fe6ec3e9fa4f85ae",
    "qomet": "f440c4356ac5c8c3f4554c4b5c1c4df62b6f5be8a7ad7d3a7690c4eed6a7cf31",
    "cubulus": "a2e8391444a62dc20e33bd96ab17c92512e9c23f684817ac8ff521d3bf96787d",
    "cubulus-three": "5f1e21c745e233ce3a3d26291e015098b4d6326e4b9f423a88c40f82fefb7fe5",
    "quixo": "3e9994e9fce6f7860a39927dffbcdef3afbc9885f5ed104b2dbbce3321406458",
    "quixo-four": "d80139ea1a389c8766ba71c29cffde10177e9c97979680a039f9c0635aa5b587",
}


@pytest.mark.parametrize("threads", [1, 2])
def test_public_data_set_is_always_the_same(threads: int, tmp_path: Path) -> None:
    """The games of the public data set must not change: other people have them."""
    dataset.main([str(tmp_path), "--games", "300", "--threads", str(threads)])
    lines = (tmp_path / "checksums.txt").read_text().splitlines()
    found = dict(line.split("  ")[::-1] for line in lines)
    assert list(found.values()) == list(KNOWN.values())
    for name in found:
        header, parts = data.chunks(tmp_path / name)
        checksum = data.Checksum(header)
        for part in parts:
            checksum.add(part)
        assert checksum.text == found[name]


def test_the_whole_set_is_compared_with_what_was_published() -> None:
    known = dataset.published()
    assert len(known) == len(dataset.VARIANTS)
    lines = [f"{checksum}  {name}" for name, checksum in known.items()]
    dataset.compare(lines)
    with pytest.raises(SystemExit, match="quixo-5x5"):
        dataset.compare([line.replace("e", "f") if "5x5" in line else line for line in lines])


def test_example_of_the_module() -> None:
    assert doctest.testmod(data) == (0, 8)


def test_reference_page_has_every_column() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "data.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    named = {line.split("`")[1] for line in lines if line.startswith("| `")}
    parquet = importlib.import_module("quintet.env.data.parquet")
    assert set(parquet.schema_of(Simulator("quixo")).names) <= named
    header = data.header("quixo", seed=1, player="random")
    assert json.loads(header.json()).keys() <= named
