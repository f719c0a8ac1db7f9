"""`quintet solve`: build and verify tablebases."""

from __future__ import annotations

from os import cpu_count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintet.cli.options import AsJson, Game, GameOptions
from quintet.cli.parsing.values import find_position
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence, template

if TYPE_CHECKING:
    from quintet.tablebase.solver import Device

HELP = template("Solve a game: build its tablebase, or verify it.")

Folder = Annotated[
    str | None,
    typer.Option(
        metavar=template("FOLDER"),
        help=template("Folder of the tablebases; the user's data folder by default."),
    ),
]
SolverThreads = Annotated[
    int | None,
    typer.Option(min=1, max=256, help=template("Number of threads; all cores by default.")),
]
Gigabytes = Annotated[
    float,
    typer.Option(
        min=0, help=template("Maximum size of the tablebase, for games that can be solved in part.")
    ),
]
Verify = Annotated[
    bool,
    typer.Option("--verify", help=template("Recompute every value and compare.")),
]
Complete = Annotated[
    bool,
    typer.Option(
        "--complete",
        help=template("Solve every position, where the usual tablebase has fewer: Qomet."),
    ),
]
DeviceName = Annotated[
    str,
    typer.Option(
        metavar="cpu|cuda", help=template("Where to solve every position: on a CPU or a GPU.")
    ),
]
DEVICES: tuple[Device, ...] = ("cpu", "cuda")


def solve(
    game: Game,
    option: GameOptions = None,
    to: Folder = None,
    threads: SolverThreads = None,
    gigabytes: Gigabytes = 8.0,
    complete: Complete = False,
    device: DeviceName = "cpu",
    verify: Verify = False,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.reports.solving import solve_game
    from quintet.tablebase.solver import Work

    variant = find_position(game, option, None, None).variant
    work = Work(read_folder(to), threads or cpu_count() or 1, gigabytes, read_device(device))
    raise typer.Exit(solve_game(variant, work, complete=complete, verify=verify, as_json=as_json))


def read_folder(given: str | None) -> Path:
    """Return the folder of the tablebases; an empty name would be the current folder."""
    from quintet.folders import tablebase_folder

    if given == "":
        raise BadOption(
            sentence("The folder's name is empty; use '.' for the current folder."),
            option="to",
            value=given,
        )
    return tablebase_folder() if given is None else Path(given)


def read_device(given: str) -> Device:
    """Return a device, which must be one that solvers can use."""
    for device in DEVICES:
        if device == given:
            return device
    raise BadOption(
        sentence("There is no device {device}; use cpu or cuda.", device=given),
        option="device",
        value=given,
        allowed=DEVICES,
    )
