"""Where records come from: files, streams and bytes, hostile ones among them."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintet import record
from quintet.record import MAX_GAME_SIZE
from records.games import GAME, in_json, one, quantik, words, wrong


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(("\ufeff" + GAME * 2).replace("\n", "\r\n").encode())
    expected = record.loads(GAME * 2)
    assert list(record.read(path)) == list(record.read(str(path))) == expected
    with path.open(encoding="utf-8") as file:
        assert list(record.read(file)) == expected
    with path.open(encoding="utf-8", newline="") as file:
        assert list(record.read(file)) == expected
    assert list(record.read((GAME * 2).split("\n"))) == expected
    assert list(record.read((GAME * 2).splitlines(keepends=True))) == expected
    assert [game.line for game in record.read(path)] == [1, 6]


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(
        b"\xff\xfe\x00\x00\n" + GAME.encode() + bytes(range(256)) + b"\n" + GAME.encode()
    )
    first, second, third = record.read(path)
    assert first.error is not None
    assert (
        "UTF-8" in str(second.error)
        or "control" in str(second.error)
        or "follows" in str(second.error)
    )
    assert third.error is None


def endless(games: int) -> Iterator[str]:
    for _ in range(games):
        yield from GAME.splitlines(keepends=True)


def peak_of(games: int) -> int:
    """Return how many bytes reading took at most."""
    tracemalloc.start()
    try:
        assert sum(game.error is None for game in record.read(endless(games))) == games
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_many_games_need_little_memory() -> None:
    assert peak_of(10) > 0  # what is made once is made
    # Threads that earlier tests have left behind may take memory, too, but not each time.
    assert any(peak_of(5000) < 200_000 for _ in range(3))


class EndlessLine:
    """A file whose last line before a good game has no end for very long."""

    def __init__(self, head: str, filler: str, size: int) -> None:
        self.parts: list[str | tuple[str, int]] = [head, (filler, size), "\n" + GAME]

    def readline(self, size: int = -1, /) -> str:
        assert 0 < size <= 2 * MAX_GAME_SIZE, "no line may be asked for whole"
        while self.parts:
            part = self.parts.pop(0)
            if isinstance(part, tuple):
                filler, left = part
                if left > size:
                    self.parts.insert(0, (filler, left - size))
                return filler * min(size, left)
            line, newline, rest = part.partition("\n")
            if rest:
                self.parts.insert(0, rest)
            if line + newline:
                return line + newline
        return ""


@pytest.mark.parametrize("filler", ["x", " ", "{"])
def test_a_line_without_end_is_never_held(filler: str) -> None:
    tracemalloc.start()
    try:
        file = EndlessLine('[Game "quantik"]\n\n;', filler, 30 * MAX_GAME_SIZE)
        first, second = record.read(file)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "larger than 1048576" in str(first.error)
    assert len(first.raw) <= MAX_GAME_SIZE
    assert second == one(GAME)
    assert peak < 12 * MAX_GAME_SIZE


def test_a_line_of_json_without_end_is_never_held() -> None:
    file = EndlessLine('{"game": "', "x", 5 * MAX_GAME_SIZE)
    first, *others = record.read(file)
    assert "larger than 1048576" in str(first.error)
    assert [game.form for game in others] == ["json"] * 3


@pytest.mark.slow
def test_old_line_ends_beyond_the_size_of_a_game() -> None:
    count = MAX_GAME_SIZE // len(GAME) + 10
    games = record.loads((GAME * count).replace("\n", "\r"))
    assert [game.error for game in games] == [None] * count
    assert games[-1].line == 1 + 5 * (count - 1)


def test_a_game_that_is_too_large() -> None:
    huge = quantik("A@a1 {" + "comment\n" * (MAX_GAME_SIZE // 8) + "} *")
    first, second = record.loads(huge + GAME)
    assert "larger than 1048576" in str(first.error)
    assert second.error is None
    blank = GAME + "\n" * MAX_GAME_SIZE + "\n" + GAME
    assert [game.error for game in record.loads(blank)] == [None, None]


MANY = 3_000_000


@pytest.mark.parametrize("blank", ["\n", " \n", "\r\n"])
def test_blank_lines_are_no_part_of_a_game(tmp_path: Path, blank: str) -> None:
    gap = blank * MANY
    path = tmp_path / "games.txt"
    path.write_bytes((gap + GAME + gap + GAME + gap).encode())
    first, second = record.read(path)
    assert first == second == one(GAME)
    assert (first.line, second.line) == (1 + MANY, 6 + 2 * MANY)
    assert first.raw == second.raw == GAME.strip()
    path.write_bytes((in_json() + "\n" + gap + in_json()).encode())
    assert [(game.error, game.line) for game in record.read(path)] == [(None, 1), (None, 2 + MANY)]


def test_blank_lines_inside_a_game() -> None:
    gap = "\n" * MANY
    tags, moves = '[Game "quantik"]\n', "1. A@a1 2. B@b1\n"
    assert words(one(f"{tags}{gap}{moves}{gap}*")) == ["A@a1", "B@b1"]
    (game,) = record.loads(f"{tags}{gap}{moves}{gap}{{x}}\n{gap}  3. B@b1 *")
    assert game.error is not None
    assert (game.error.line, game.error.column) == (4 + 3 * MANY, 6)
    first, second = record.loads(f'{tags}{gap}[Event "x"]\n{GAME}')
    assert "breaks off" in str(first.error)
    assert (first.line, second) == (1, one(GAME))
    # Tags that come after a long pause still belong to their game, as after a short one.
    assert one(f'{tags}{gap}[Event "x"]\n{gap}*').tags == {"Event": "x"}


@pytest.mark.parametrize("before", ["\n\n", "", " "])
def test_blank_lines_inside_a_comment_are_kept(before: str) -> None:
    comment = "a" + "\n" * 100_000 + "b"
    text = f'[Game "quantik"]{before}1. A@a1 {{{comment}}} 2. B@b1 *'
    assert one(text).moves[0].comments == (comment,)
    error = wrong(text.replace("B@b1", "A@a2"))
    assert (error.line, error.column) == (1 + text.count("\n"), 7)
    huge = text.replace(comment, "a" + "\n" * MAX_GAME_SIZE + "b")
    assert "larger than" in str(record.loads(huge)[0].error)


def test_white_space_without_a_line_end_moves_no_error() -> None:
    (game,) = record.loads(quantik("A@a1\n" + " " * 100_000 + "A@a2 *"))
    assert game.error is not None
    assert (game.error.line, game.error.column) == (4, 100_001)
    (game,) = record.loads(quantik("A@a1\n" + "\n" * 100_000 + "\t" * 100_000 + "A@a2 *"))
    assert game.error is not None
    assert (game.error.line, game.error.column) == (100_004, 100_001)


def test_moves_on_the_line_of_the_tags() -> None:
    line = '[Game "quantik"] [Site "a\\"] ]{"] 1. A@a1 *\n'
    first, second = record.loads(line + '[Event "x"]\n' + line)
    assert (first.error, second.error) == (None, None)
    assert (first.tags, second.tags) == ({"Site": 'a"] ]{'}, {"Event": "x", "Site": 'a"] ]{'})
    open_comment = '[Game "quantik"] {a\n[Event "x"]\n} *'
    assert one(open_comment).comments == ('a\n[Event "x"]\n',)


HOSTILE = [
    "(",
    "A@a1 (",
    "{}",
    "$1",
    "!",
    "{",
    "}",
    "\\",
    "[%clk ",
    "1.",
    "1-",
    "9",
    '[A "',
    "\n[",
    " ",
    "\0",
]


@pytest.mark.slow_except("{}")
@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_games_are_read_in_time(part: str) -> None:
    size = MAX_GAME_SIZE // 4 // len(part)
    for text in (quantik("A@a1 " + part * size), quantik("A@a1 {" + part * size), part * size):
        assert len(record.loads(text)) < size + 2
