"""`quintet tournament`: engines play each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quintet.cli.options import AsJson, Game, GameOptions
from quintet.cli.parsing.completion import complete_one_of, complete_player
from quintet.cli.parsing.values import read_pairs
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence, template

if TYPE_CHECKING:
    from quintet.engine.players import PlayerSpec

HELP = template("Let engines play each other, and measure their strength.")

Players = Annotated[
    list[str],
    typer.Option(
        metavar=template("PLAYER"),
        help=template(
            "level:5, engine:nodes=10000, random, uct:1000, ugi:COMMAND or policy:FILE.py:NAME, "
            "perhaps with a name as in Ann=level:5; give at least two."
        ),
        autocompletion=complete_player,
    ),
]
Format = Annotated[
    str,
    typer.Option(
        "--format",
        metavar=template("FORMAT"),
        help=template("match, round-robin, gauntlet or sprt."),
        autocompletion=complete_one_of("match", "round-robin", "gauntlet", "sprt"),
    ),
]
Games = Annotated[
    int, typer.Option(min=1, help=template("Games per pairing; the maximum for sprt."))
]
Openings = Annotated[
    int, typer.Option(min=0, help=template("Random plies at the start of a game."))
]
Seed = Annotated[
    int, typer.Option(help=template("Seed of the random numbers, for repeatable results."))
]
Elo0 = Annotated[float, typer.Option(help=template("sprt: Elo difference of H0."))]
Elo1 = Annotated[float, typer.Option(help=template("sprt: Elo difference of H1."))]
Alpha = Annotated[
    float, typer.Option(help=template("sprt: probability of accepting H1 when H0 is true."))
]
Beta = Annotated[
    float, typer.Option(help=template("sprt: probability of accepting H0 when H1 is true."))
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help=template("Games at the same time; one per core by default.")),
]
Megabytes = Annotated[
    int | None,
    typer.Option(
        help=template("Default memory of engine: players, in megabytes."),
    ),
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        metavar=template("ADDRESS"), help=template("Play on the Ray cluster at this address.")
    ),
]
RecordsFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"), help=template("Append every finished game to this file.")
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help=template("Continue the tournament in --records."))
]


def tournament(
    game: Game,
    player: Players,
    option: GameOptions = None,
    form: Format = "match",
    games: Games = 100,
    openings: Openings = 4,
    seed: Seed = 1,
    elo0: Elo0 = 0.0,
    elo1: Elo1 = 50.0,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    jobs: Jobs = None,
    megabytes: Megabytes = None,
    ray: RayAddress = None,
    records: RecordsFile = None,
    resume: Resume = False,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.reports.tournament import play_tournament
    from quintet.cli.terminal.output import others_on_stderr
    from quintet.engine.players import parse_player
    from quintet.engine.tournament import Plan, SequentialTest

    kinds = {"policy": _policy_player}
    with others_on_stderr():  # policies are imported
        players = tuple(parse_player(with_megabytes(text, megabytes), kinds) for text in player)
    plan = Plan(
        game,
        read_pairs(option),
        players,
        form,
        games,
        openings,
        seed,
        SequentialTest(elo0, elo1, alpha, beta) if form == "sprt" else None,
    )
    code = play_tournament(
        plan, jobs=jobs, ray=ray, records=records, resume=resume, as_json=as_json
    )
    raise typer.Exit(code)


def _policy_player(place: str) -> PlayerSpec:
    """Return a Python policy as a player; only these need NumPy."""
    try:
        from quintet.env.rating.policy_players import policy_player
    except ImportError:
        raise BadOption(
            sentence("Policies need NumPy. Install it with pip install 'quintet[env]'."),
            option="player",
            value=place,
        ) from None
    return policy_player(place)


def with_megabytes(player: str, megabytes: int | None) -> str:
    """Return an engine player with its memory added, unless it names that itself."""
    is_engine = re.match(r"\s*([^:=]+=)?engine:", player) is not None
    if megabytes is None or not is_engine or "megabytes=" in player:
        return player
    return f"{player},megabytes={megabytes}"
