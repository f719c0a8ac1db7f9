"""Measure every playing level against the one below.

Run: python bench/levels.py [--games N] [--mode quixo --mode cubulus:players=3] [--levels 2-10]
[--seconds S] [--keep FOLDER] [--jobs N] [--write]. A match ends when a sequential test has
decided whether the level is stronger, after N games at most. Level 10 gets S seconds a move. With
--keep the games are stored there, so that an interrupted run resumes; --write updates
docs/explanation/levels.md and docs/explanation/levels.svg.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

from levels_plot import Step, draw
from quintet.engine.players import parse_player
from quintet.engine.tournament import Journal, Plan, SequentialTest, Tournament, duels

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
    "Matches of {games} games with openings of {opening} random plies and {seconds:g} s a move for "
    "level 10, each ended as soon as it was decided which level is stronger."
)
# No difference, or about three points in five?
TEST = SequentialTest(elo0=0, elo1=80)
TABLE = re.compile(r"(<!-- measured -->\n).*?(<!-- end of measured -->)", re.DOTALL)


def variant_of(mode: str) -> tuple[str, dict[str, str]]:
    game, _, pairs = mode.partition(":")
    return game, dict(pair.split("=") for pair in pairs.split(",") if pair)


def measure(mode: str, level: int, arguments: argparse.Namespace) -> Step:
    """Play a match between a level and the one below."""
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
    return Step(mode, level, len(games), duel)


def table(steps: list[Step], seconds: float) -> str:
    """Return a Markdown table: rows of levels, columns of modes."""
    modes = list(dict.fromkeys(step.mode for step in steps))
    found = {(step.mode, step.level): step for step in steps}
    lines = ["| levels | " + " | ".join(map(title, modes)) + " |", "|---" * (len(modes) + 1) + "|"]
    for level in sorted({step.level for step in steps}):
        cells = [cell(found.get((mode, level))) for mode in modes]
        lines.append(f"| {level} over {level - 1} | " + " | ".join(cells) + " |")
    games = sorted({step.games for step in steps})
    counts = str(games[0]) if len(games) == 1 else f"{games[0]} to {games[-1]}"
    lines += ["", ABOUT.format(games=counts, opening=OPENING, seconds=seconds)]
    return "\n".join(lines)


def title(mode: str) -> str:
    game, _, pairs = mode.partition(":")
    return f"{game.capitalize()} {pairs}".strip()


def cell(step: Step | None) -> str:
    if step is None:
        return "-"
    score = step.duel.score
    return f"{score.value:.0%} ({100 * score.low:.0f}-{100 * score.high:.0f})"


def levels(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--mode", action="append")
    parser.add_argument("--levels", type=levels, default=range(2, 11))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--seconds", type=float, default=0.4, help="a move of level 10")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    steps = []
    for mode in arguments.mode or MODES:
        for level in arguments.levels:
            began = time.perf_counter()
            step = measure(mode, level, arguments)
            steps.append(step)
            duel = step.duel
            print(
                f"{mode:<20} {level:>2} over {level - 1:<2} {cell(step):<14} "
                f"+{duel.wins} ={duel.draws} -{duel.losses}  "
                f"stronger with {duel.superiority:.1%}  {time.perf_counter() - began:.0f} s",
                flush=True,
            )
    if arguments.write:
        page = PAGES / "levels.md"
        text = page.read_text(encoding="utf-8")
        page.write_text(
            TABLE.sub(rf"\g<1>{table(steps, arguments.seconds)}\n\g<2>", text), encoding="utf-8"
        )
        (PAGES / "levels.svg").write_text(draw(steps), encoding="utf-8")


if __name__ == "__main__":
    main()
