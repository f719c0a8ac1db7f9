"""Measure every playing level against the one below.

Run: python bench/levels.py [--games N] [--mode quixo --mode cubulus:players=3] [--levels 2-10]
[--seconds S] [--keep FOLDER] [--jobs N] [--write]. A match ends when a sequential test has
decided whether the level is stronger, after N games at most. Level 10 gets S seconds a move. With
--keep the games are stored there, so that an interrupted run resumes; --write updates what was
measured in docs/explanation/levels.md, and draws docs/explanation/levels.svg.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

from arguments import positive
from levels_plot import Step, draw
from quintet.engine.players import parse_player
from quintet.engine.tournament import Duel, Journal, Plan, SequentialTest, Tournament, duels

PAGES = Path(__file__).parent.parent / "docs" / "explanation"
MODES = (
    "quantik",
    "quarto",
    "quarto:calls=spoken",
    "qomet",
    "cubulus",
    "cubulus:players=3",
    "quixo",
    "quixo:players=4",
)
OPENING = 2  # plies; levels vary their play anyway
ABOUT = (
    "Matches of {fewest} to {most} games with openings of {opening} random plies and {seconds:g} s "
    "a move for level 10, each ended as soon as it was decided which level is stronger."
)
# No difference, or about three points in five?
TEST = SequentialTest(elo0=0, elo1=80)
TABLE = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- end of measured -->)", re.DOTALL)
CELL = re.compile(r"(\d+)% \((\d+)-(\d+)\)")
GAMES = re.compile(r"Matches of (\d+) to (\d+) games")


def variant_of(mode: str) -> tuple[str, dict[str, str]]:
    game, _, pairs = mode.partition(":")
    return game, dict(pair.split("=") for pair in pairs.split(",") if pair)


def measure(mode: str, level: int, arguments: argparse.Namespace) -> tuple[Duel, int]:
    """Play a match between a level and the one below; return it and how many games it took."""
    game, options = variant_of(mode)
    seconds = f",seconds={arguments.seconds:g}"
    players = tuple(parse_player(f"level:{one}{seconds}") for one in (level, level - 1))
    plan = Plan(game, options, players, games=arguments.games, opening=OPENING, test=TEST)
    journal = None
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "-", mode)
        journal = Journal(arguments.keep / f"{name}-{level}.txt", plan, resume=True)
    games = Tournament(plan, journal).run(jobs=arguments.jobs)
    (duel,) = duels(plan, games)
    return duel, len(games)


Steps = dict[tuple[str, int], Step]  # by mode and level


def read(table: str) -> tuple[Steps, tuple[int, int]]:
    """Return the steps of a table, and the fewest and the most games of a match."""
    header, _, *rows = (line.split("|")[1:-1] for line in table.splitlines() if "|" in line)
    modes = {title(mode): mode for mode in MODES}
    steps: Steps = {}
    for first, *cells in rows:
        level = int(first.split()[0])
        for name, found in zip(header[1:], map(CELL.search, cells), strict=True):
            if found is not None:
                mode = modes[name.strip()]
                steps[mode, level] = Step(
                    mode, level, *(int(each) / 100 for each in found.groups())
                )
    counts = GAMES.search(table)
    assert counts is not None
    return steps, (int(counts[1]), int(counts[2]))


def table(steps: Steps, games: tuple[int, int], seconds: float) -> str:
    """Return a Markdown table: rows of levels, columns of modes."""
    modes = [mode for mode in MODES if any(mode == each for each, _ in steps)]
    lines = ["| levels | " + " | ".join(map(title, modes)) + " |", "|---" * (len(modes) + 1) + "|"]
    for level in sorted({level for _, level in steps}):
        cells = [cell(steps.get((mode, level))) for mode in modes]
        lines.append(f"| {level} over {level - 1} | " + " | ".join(cells) + " |")
    about = ABOUT.format(fewest=games[0], most=games[1], opening=OPENING, seconds=seconds)
    return "\n".join([*lines, "", about, ""])


def title(mode: str) -> str:
    game, _, pairs = mode.partition(":")
    return f"{game.capitalize()} {pairs}".strip()


def cell(step: Step | None) -> str:
    if step is None:
        return "-"
    return f"{step.score:.0%} ({100 * step.low:.0f}-{100 * step.high:.0f})"


def levels(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=200)
    parser.add_argument("--mode", action="append", choices=MODES)
    parser.add_argument("--levels", type=levels, default=range(2, 11))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--seconds", type=float, default=0.4, help="a move of level 10")
    parser.add_argument("--jobs", type=positive, default=2)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    measured: Steps = {}
    counts = []
    for mode in arguments.mode or MODES:
        for level in arguments.levels:
            began = time.perf_counter()
            duel, count = measure(mode, level, arguments)
            score = duel.score
            step = Step(mode, level, score.value, score.low, score.high)
            measured[mode, level] = step
            counts.append(count)
            print(
                f"{mode:<20} {level:>2} over {level - 1:<2} {cell(step):<14} "
                f"+{duel.wins} ={duel.draws} -{duel.losses}  "
                f"stronger with {duel.superiority:.1%}  {time.perf_counter() - began:.0f} s",
                flush=True,
            )
    if arguments.write:
        write(measured, counts, arguments.seconds)


def write(measured: Steps, counts: list[int], seconds: float) -> None:
    """Put what was measured into the page and its plot."""
    page = PAGES / "levels.md"
    text = page.read_text(encoding="utf-8")
    kept = TABLE.search(text)
    assert kept is not None
    steps, games = read(kept[0])
    steps |= measured
    made = table(steps, (min(*games, *counts), max(*games, *counts)), seconds)
    page.write_text(text.replace(kept[0], made), encoding="utf-8")
    in_order = sorted(steps.values(), key=lambda step: (MODES.index(step.mode), step.level))
    (PAGES / "levels.svg").write_text(draw(in_order), encoding="utf-8")


if __name__ == "__main__":
    main()
