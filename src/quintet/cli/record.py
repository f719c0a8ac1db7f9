"""`quintet record`: check and convert files of game records."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from quintet.cli.options import AsJson, RecordFile
from quintet.cli.parsing.completion import complete_one_of
from quintet.cli.parsing.values import check_choice
from quintet.cli.terminal.output import print_json, say, tell
from quintet.errors import BadRecord
from quintet.i18n.sentence import Sentence, counted, sentence, template

if TYPE_CHECKING:
    from quintet.record import Record

HELP = template("Check and convert game records.")
CHECK_HELP = template("Read every game of a file and report errors with line and column.")
CONVERT_HELP = template("Convert records from text to JSON lines, or back.")
FORMATS = ("text", "json")

Target = Annotated[
    str | None,
    typer.Option(
        metavar=template("FORMAT"),
        help=template("text or json; by default the format that the game does not have."),
        autocompletion=complete_one_of(*FORMATS),
    ),
]
OutputFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-O",
        metavar=template("FILE"),
        help=template("File to write; standard output by default."),
    ),
]


def record(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def check(file: RecordFile, as_json: AsJson = False) -> None:
    raise typer.Exit(check_file(file, as_json=as_json))


def convert(file: RecordFile, to: Target = None, output: OutputFile = None) -> None:
    raise typer.Exit(convert_file(file, to, output))


def check_file(file: Path, *, as_json: bool) -> int:
    """Report every game with an error; return 1 if there is one."""
    games = bad = plies = 0
    for game in read_games(file):
        games += 1
        plies += len(game.moves)
        if game.error is None:
            continue
        bad += 1
        if as_json:
            print_json(_error_facts(games, game.error))
        else:
            tell(located(file, games, game.error))
    if as_json:
        print_json({"games": games, "plies": plies, "errors": bad})
    else:
        tell(
            sentence(
                "{games}, {plies}, {bad}",
                games=counted("{count} game", "{count} games", count=games),
                plies=counted("{count} move", "{count} moves", count=plies),
                bad=counted("{count} with errors", "{count} with errors", count=bad),
            )
        )
    return 1 if bad else 0


def _error_facts(number: int, error: BadRecord) -> dict[str, object]:
    return {
        "game": number,
        "line": error.line,
        "column": error.column,
        "error": str(error.sentence),
        "expected": None if error.expected is None else str(error.expected),
        "rule": error.rule,
    }


def convert_file(file: Path, to: str | None, output: Path | None) -> int:
    """Write the games without errors in the other format; return 1 if some had errors."""
    from quintet.record import write

    if to is not None:
        check_choice("to", to, FORMATS)
    bad = 0
    with writing(output) as target:
        for number, game in enumerate(read_games(file), start=1):
            if game.error is not None:
                bad += 1
                print(f"quintet: {say(located(file, number, game.error))}", file=sys.stderr)
                continue
            to_json = game.form == "text" if to is None else to == "json"
            write(target, [game], form="json" if to_json else "text")
    return 1 if bad else 0


def located(file: Path, number: int, error: BadRecord) -> Sentence:
    return sentence(
        "{file}: game {number}: {message}", file=str(file), number=number, message=error.message
    )


def read_games(file: Path) -> Iterator[Record]:
    """Yield the games of a file, or of standard input."""
    from quintet.record import read

    if str(file) != "-":
        yield from read(file)
        return
    _use_utf8(sys.stdin, "surrogateescape")
    yield from read(sys.stdin)


def _use_utf8(stream: TextIO, errors: str) -> None:
    """Records are always UTF-8, regardless of the terminal's encoding."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors=errors)


@contextlib.contextmanager
def writing(output: Path | None) -> Iterator[TextIO]:
    """Open standard output, or a file that appears only when it is complete."""
    if output is None:
        _use_utf8(sys.stdout, "strict")
        yield sys.stdout
        return
    partial = output.with_name(output.name + ".part")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as target:
            yield target
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)
