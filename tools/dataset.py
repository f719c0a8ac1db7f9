"""Make the public data set: a million games of every game, with their checksums.

Run: python tools/dataset.py FOLDER [--games N] [--level random|1..10] [--only NAME ...]

Every game and mode gets a Parquet file, named after its layout and its player, and a line in
FOLDER/checksums.txt. The seed is fixed, so that anybody can make the same games again. Checksums
are over the content: they do not depend on the number of threads or on versions of libraries. Exact
values, which depend on the tablebases at hand, are not in them.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from quintet.env import data

GAMES = 1_000_000
SEED = 1
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "data.md"
PUBLISHED = re.compile(r"^\| `(\S+\.parquet)` \|[^|]+\| `([0-9a-f]{64})` \|$", re.MULTILINE)

VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "quantik": ("quantik", {}),
    "quarto": ("quarto", {}),
    "quarto-spoken": ("quarto", {"calls": "spoken"}),
    "qomet": ("qomet", {}),
    "cubulus": ("cubulus", {}),
    "cubulus-three": ("cubulus", {"players": 3}),
    "quixo": ("quixo", {}),
    "quixo-four": ("quixo", {"players": 4}),
}


def make(
    folder: Path, name: str, *, games: int, level: str, threads: int, exact: bool
) -> tuple[Path, data.Written]:
    """Write the file of one game."""
    game, options = VARIANTS[name]
    player = "random" if level == "random" else f"level:{level}"
    header = data.header(game, options, seed=SEED, player=player)
    parts: Iterator[data.Rows]
    if level == "random":
        parts = data.random_games(header, games=games, threads=threads)
    else:
        parts = data.level_games(header, int(level), games=games, jobs=threads)
    if exact:
        parts = (data.with_exact_values(part, header) for part in parts)
    path = folder / f"{header.layout}-{player.replace(':', '-')}.parquet"
    return path, data.write(path, header, parts)


def published() -> dict[str, str]:
    """Return the checksums of the set of a million random games, by file."""
    return dict(PUBLISHED.findall(PAGE.read_text(encoding="utf-8")))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--level", default="random")
    parser.add_argument("--only", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--exact", action=argparse.BooleanOptionalAction, default=True)
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for name in given.only:
        path, written = make(
            given.folder,
            name,
            games=given.games,
            level=given.level,
            threads=given.threads,
            exact=given.exact,
        )
        lines.append(f"{written.checksum}  {path.name}")
        print(f"{lines[-1]}  {written.games:,} games, {written.rows:,} positions", flush=True)
    (given.folder / "checksums.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if (given.games, given.level) == (GAMES, "random"):
        compare(lines)


def compare(lines: Sequence[str]) -> None:
    """End with an error if a checksum of the whole set is not the published one."""
    known = published()
    found = (line.split("  ") for line in lines)
    different = [name for checksum, name in found if known.get(name) != checksum]
    if different:
        raise SystemExit("Not as published: " + ", ".join(different))
    print("All as published.")


if __name__ == "__main__":
    main()
