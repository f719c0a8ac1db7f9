"""`quintet data`: games as data sets for learning, a row a position."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintet.cli.options import AsJson, Game, GameOptions
from quintet.cli.parsing.completion import complete_one_of
from quintet.cli.parsing.values import check_choice, read_pairs
from quintet.cli.record import OutputFile, located, read_games, writing
from quintet.cli.terminal.output import print_json, say, tell
from quintet.cli.terminal.progress import progress_bar
from quintet.errors import BadOption, MissingExtra
from quintet.i18n.sentence import counted, sentence, template

if TYPE_CHECKING:
    from quintet.env.data import Header, Rows
    from quintet.record import Record

HELP = template("Make and read data sets of games: Parquet or NumPy, a row a position.")
SELFPLAY_HELP = template("Let a level play itself, or play at random, and write the positions.")
EXPORT_HELP = template("Write the positions of game records as a data set.")
IMPORT_HELP = template("Write the games of a data set as records.")

RANDOM = "random"
LEVELS = (RANDOM, *map(str, range(1, 11)))

DataFile = Annotated[
    Path,
    typer.Option(
        "--output",
        "-O",
        metavar=template("FILE"),
        help=template("File to write, ending with .parquet or .npz."),
    ),
]
RecordFiles = Annotated[
    list[Path],
    typer.Argument(
        metavar=template("FILE"), help=template("A file of game records, or - for standard input.")
    ),
]
SourceFile = Annotated[
    Path,
    typer.Argument(
        metavar=template("FILE"), help=template("A data set, ending with .parquet or .npz.")
    ),
]
Games = Annotated[int, typer.Option(min=1, help=template("Number of games."))]
Level = Annotated[
    str,
    typer.Option(
        metavar=template("LEVEL"),
        help=template("1 to 10, or random."),
        autocompletion=complete_one_of(*LEVELS),
    ),
]
Seed = Annotated[
    int, typer.Option(help=template("Seed of the random numbers, for repeatable results."))
]
Openings = Annotated[
    int, typer.Option(min=0, help=template("Random plies at the start of a level's game."))
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help=template("Games at the same time; one per core by default.")),
]
Exact = Annotated[bool, typer.Option(help=template("Add exact values where they are known."))]
WithPolicy = Annotated[
    bool, typer.Option(help=template("Add how likely the player was to choose each action."))
]


def data(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def play_games(
    game: Game,
    output: DataFile,
    option: GameOptions = None,
    games: Games = 1000,
    level: Level = RANDOM,
    seed: Seed = 1,
    openings: Openings = 4,
    jobs: Jobs = None,
    exact: Exact = True,
    policy: WithPolicy = False,
    as_json: AsJson = False,
) -> None:
    _check_installed()
    from quintet.env.data import header, level_games, random_games

    check_choice("level", level, LEVELS)
    number = None if level == RANDOM else int(level)
    player = RANDOM if number is None else f"level:{number}"
    head = header(game, read_pairs(option), seed=seed, player=player)
    if number is None:
        parts = random_games(head, games=games, threads=jobs or os.cpu_count() or 1)
    else:
        parts = level_games(head, number, games=games, opening=openings, jobs=jobs)
    _write(output, head, parts, games, exact=exact, policy=policy, as_json=as_json)


def export_games(
    file: RecordFiles,
    output: DataFile,
    exact: Exact = True,
    policy: WithPolicy = False,
    as_json: AsJson = False,
) -> None:
    _check_installed()
    from quintet.env.data import header, rows_of

    bad: list[int] = []
    found = _good_games(file, bad)
    first = next(found, None)
    if first is None:
        raise BadOption(
            sentence("There are no games in {file}.", file=str(file[0])),
            option="file",
            value=str(file[0]),
        )
    head = header(first.game, first.options)
    parts = rows_of(chain([first], found), head)
    _write(output, head, parts, None, exact=exact, policy=policy, as_json=as_json)
    raise typer.Exit(1 if bad else 0)


def import_games(file: SourceFile, output: OutputFile = None) -> None:
    _check_installed()
    from quintet.env.data import chunks, records_of
    from quintet.record import write

    head, parts = chunks(file)
    with writing(output) as target:
        write(target, records_of(parts, head, str(file)))


def _good_games(files: Iterable[Path], bad: list[int]) -> Iterator[Record]:
    """Yield the games without errors; report the others, and note their numbers."""
    for file in files:
        for number, game in enumerate(read_games(file), start=1):
            if game.error is None:
                yield game
                continue
            bad.append(number)
            print(f"quintet: {say(located(file, number, game.error))}", file=sys.stderr)


def _write(
    output: Path,
    head: Header,
    parts: Iterator[Rows],
    games: int | None,
    *,
    exact: bool,
    policy: bool,
    as_json: bool,
) -> None:
    """Write a data set with a progress bar, and say what it has."""
    from quintet.env.data import with_exact_values, with_policy, write

    if policy:
        parts = map(partial(with_policy, header=head), parts)
    if exact:
        parts = map(partial(with_exact_values, header=head), parts)
    written = write(output, head, parts if games is None else _shown(parts, games))
    if as_json:
        print_json({"file": str(output), "layout": head.layout, **written._asdict()})
        return
    tell(
        sentence(
            "{file}: {games}, {positions}, checksum {checksum}",
            file=str(output),
            games=counted("{count} game", "{count} games", count=written.games),
            positions=counted("{count} position", "{count} positions", count=written.rows),
            checksum=written.checksum,
        )
    )


def _shown(parts: Iterator[Rows], games: int) -> Iterator[Rows]:
    with progress_bar(sentence("playing"), games, counted=True) as update:
        for part in parts:
            yield part
            if update is not None and len(part):
                update(int(part.game[-1]) + 1)


def _check_installed() -> None:
    if find_spec("numpy") is None:
        raise MissingExtra(
            sentence("quintet data needs NumPy. Install it with pip install 'quintet[data]'."),
            extra="data",
        )
