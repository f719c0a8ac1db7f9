"""Checking and converting files of game records."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from quintet import record
from quintet.cli.common import print_json, say, tell
from quintet.errors import BadOption, BadRecord
from quintet.i18n.sentence import Sentence, any_of, counted, sentence

FORMS = ("text", "json")


def check(file: Path, *, as_json: bool) -> int:
    """Reports every game that cannot be read to its end; 1 when there is one."""
    games = bad = plies = 0
    for game in read_games(file):
        games += 1
        plies += len(game.moves)
        if game.error is None:
            continue
        bad += 1
        if as_json:
            print_json(
                {
                    "game": games,
                    "line": game.error.line,
                    "column": game.error.column,
                    "error": str(game.error.sentence),
                    "expected": None if game.error.expected is None else str(game.error.expected),
                    "rule": game.error.rule,
                }
            )
        else:
            tell(_located(file, games, game.error))
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


def convert(file: Path, to: str | None, output: Path | None) -> int:
    """Writes the good games of a file in the other form; 1 when some had errors."""
    if to is not None and to not in FORMS:
        raise BadOption(
            sentence("A record is written as {allowed}.", allowed=any_of(FORMS)),
            option="to",
            value=to,
            allowed=FORMS,
        )
    bad = 0
    with _writing(output) as target:
        for number, game in enumerate(read_games(file), start=1):
            if game.error is not None:
                bad += 1
                print(f"quintet: {say(_located(file, number, game.error))}", file=sys.stderr)
                continue
            form = to or ("text" if game.form == "json" else "json")
            record.write(target, [game], form=form)
    return 1 if bad else 0


def _located(file: Path, number: int, error: BadRecord) -> Sentence:
    return sentence(
        "{file}: game {number}: {message}", file=str(file), number=number, message=error.message
    )


def read_games(file: Path) -> Iterator[record.Record]:
    """The games of a file, or of standard input."""
    if str(file) != "-":
        yield from record.read(file)
        return
    _speak_utf8(sys.stdin, "surrogateescape")
    yield from record.read(sys.stdin)


def _speak_utf8(stream: TextIO, errors: str) -> None:
    """Records are UTF-8 wherever they go, whatever the terminal's own encoding."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors=errors)


@contextlib.contextmanager
def _writing(output: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears only when it is whole."""
    if output is None:
        _speak_utf8(sys.stdout, "strict")
        yield sys.stdout
        return
    partial = output.with_name(output.name + ".part")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as target:
            yield target
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)
