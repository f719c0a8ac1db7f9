"""The Typer application: every command, in the order of the help page.

Commands import what is heavy inside their functions, so that `quintet --help` starts fast.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer

from quintet.cli import (
    analyse,
    bench,
    data,
    engine,
    games,
    moves,
    perft,
    play,
    puzzles,
    record,
    review,
    rules,
    secret,
    serve,
    show,
    solve,
    tournament,
    worker,
)
from quintet.cli.parsing.completion import complete_one_of
from quintet.cli.parsing.help import Command, Group
from quintet.cli.terminal.warnings import show_warnings
from quintet.errors import BadOption
from quintet.i18n.catalogue import CHOSEN, is_known, languages
from quintet.i18n.sentence import any_of, sentence, template

HELP = template(
    "Play, analyse and solve abstract board games. Without a command, start the server and open "
    "the browser."
)

app = typer.Typer(
    name="quintet",
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
record_app = typer.Typer(cls=Group)
data_app = typer.Typer(cls=Group)
secret_app = typer.Typer(cls=Group)


def print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"quintet {version('quintet')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version",
        "-V",
        is_eager=True,
        callback=print_version,
        help=template("Print the version and exit."),
    ),
]


def choose_language(code: str | None) -> None:
    if code is None:
        return
    if not is_known(code):
        said = sentence(
            "There is no language {code}; there are {codes}.", code=code, codes=any_of(languages())
        )
        raise BadOption(said, option="lang", value=code, allowed=languages())
    os.environ[CHOSEN] = code


Lang = Annotated[
    str | None,
    typer.Option(
        metavar=template("LANGUAGE"),
        is_eager=True,
        callback=choose_language,
        help=template("Use this language, such as fr, instead of the terminal's."),
        autocompletion=complete_one_of(*languages()),
    ),
]


@app.callback(invoke_without_command=True, help=HELP)
def quintet(
    context: typer.Context,
    version: Version = False,  # noqa: ARG001 - its callback prints it
    lang: Lang = None,  # noqa: ARG001 - its callback sets it
) -> None:
    show_warnings()
    if context.invoked_subcommand is None:
        serve.serve()


app.command(cls=Command, help=serve.HELP)(serve.serve)
app.command(cls=Command, help=play.HELP)(play.play)
app.command(cls=Command, help=puzzles.HELP)(puzzles.puzzles)
app.command(cls=Command, help=games.HELP)(games.games)
app.command(cls=Command, help=rules.HELP)(rules.rules)
app.command(cls=Command, help=show.HELP)(show.show)
app.command(cls=Command, help=moves.HELP)(moves.moves)
app.command(cls=Command, help=analyse.HELP)(analyse.analyse)
app.command(cls=Command, help=review.HELP)(review.review)
app.command(cls=Command, help=solve.HELP)(solve.solve)
app.command(cls=Command, help=tournament.HELP)(tournament.tournament)
app.command(cls=Command, help=engine.HELP)(engine.engine)
app.command(cls=Command, help=perft.HELP)(perft.perft)
app.command(cls=Command, help=bench.HELP)(bench.bench)
app.command(cls=Command, help=worker.HELP)(worker.worker)

app.add_typer(record_app, name="record")
record_app.callback(invoke_without_command=True, help=record.HELP)(record.record)
record_app.command(cls=Command, help=record.CHECK_HELP)(record.check)
record_app.command(cls=Command, help=record.CONVERT_HELP)(record.convert)

app.add_typer(data_app, name="data")
data_app.callback(invoke_without_command=True, help=data.HELP)(data.data)
data_app.command("selfplay", cls=Command, help=data.SELFPLAY_HELP)(data.play_games)
data_app.command("export", cls=Command, help=data.EXPORT_HELP)(data.export_games)
data_app.command("import", cls=Command, help=data.IMPORT_HELP)(data.import_games)

app.add_typer(secret_app, name="secret")
secret_app.callback(invoke_without_command=True, help=secret.HELP)(secret.secret)
secret_app.command(cls=Command, help=secret.ROTATE_HELP)(secret.rotate)
