"""Tournaments at the terminal: a progress bar for people, tables or JSON at the end."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from quintet.cli.common import print_json, say
from quintet.engine.tournament import (
    Duel,
    Estimate,
    Journal,
    Plan,
    Standing,
    Tournament,
    duels,
    standings,
    units_of_duel,
)
from quintet.engine.tournament.game import Finished
from quintet.i18n.sentence import Number, Sentence, counted, sentence, template

ACCEPTED, NOT_ACCEPTED = 0, 1

HEADINGS = (
    sentence("player"),
    sentence("games"),
    sentence("points"),
    sentence("score"),
    sentence("Elo"),
)

# By which hypothesis of a sequential test was accepted.
_DECIDED = template("log-likelihood ratio {ratio} ({low} to {high}), accepted: Elo {elo}")
ANSWERS = {
    "H1": _DECIDED,
    "H0": _DECIDED,
    None: template("log-likelihood ratio {ratio} ({low} to {high}), undecided"),
}


def hold(
    plan: Plan,
    *,
    jobs: int | None,
    ray: str | None,
    records: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Plays a tournament and prints how it ended; the exit code is a sequential test's answer."""
    journal = None if records is None else Journal(records, plan, resume=resume)
    tournament = Tournament(plan, journal)
    try:
        with _watching(tournament) as tell:
            games = tournament.run(jobs=jobs, ray=ray, tell=tell)
    except KeyboardInterrupt:
        if journal is not None:
            print(say(_how_to_resume(journal)), file=sys.stderr)
        raise
    verdict = None
    if plan.test is not None:
        verdict = plan.test.verdict(units_of_duel(plan, games, 0, 1))
    if as_json:
        print_json(_facts(plan, games, verdict))
    else:
        print("\n".join(_report(plan, games, verdict)))
    return NOT_ACCEPTED if plan.test is not None and verdict != "H1" else ACCEPTED


def _how_to_resume(journal: Journal) -> Sentence:
    return counted(
        "Interrupted. {file} has {count} finished game; run the same command with --resume to "
        "continue.",
        "Interrupted. {file} has {count} finished games; run the same command with --resume to "
        "continue.",
        file=str(journal.path),
        count=len(journal.finished),
    )


@contextlib.contextmanager
def _watching(tournament: Tournament) -> Iterator[Callable[[Tournament], object]]:
    """A bar on standard error when that is a terminal; silence in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    plan = tournament.plan
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        playing = say(sentence("playing"))
        total = plan.rounds * plan.games_a_round
        bar = progress.add_task(playing, total=total, completed=len(tournament.finished))

        def tell(now: Tournament) -> None:
            first = duels(plan, list(now.finished.values()))[:1] if len(plan.players) == 2 else ()
            said = "".join(f" +{duel.wins} ={duel.draws} -{duel.losses}" for duel in first)
            progress.update(bar, completed=len(now.finished), description=playing + said)

        yield tell


def _report(plan: Plan, games: Sequence[Finished], verdict: str | None) -> Iterator[str]:
    yield plan.title
    yield say(counted("{count} game", "{count} games", count=len(games)))
    yield ""
    rows = [_row(standing) for standing in standings(plan, games)]
    table = [tuple(map(say, HEADINGS)), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(5)]
    for name, *numbers in table:
        cells = [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *cells])
    yield ""
    yield from map(_duel_line, duels(plan, games))
    if plan.test is not None:
        yield _test_line(plan, games, verdict)


def _row(standing: Standing) -> tuple[str, str, str, str, str]:
    return (
        standing.name,
        str(standing.games),
        f"{standing.points:.4g}",
        _percent(standing.score),
        _elo(standing.elo),
    )


def _duel_line(duel: Duel) -> str:
    return say(
        sentence(
            "{first} - {second}: +{wins} ={draws} -{losses}, {score}, Elo {elo}, stronger with "
            "{percent}%",
            first=duel.first,
            second=duel.second,
            wins=duel.wins,
            draws=duel.draws,
            losses=duel.losses,
            score=_percent(duel.score),
            elo=_elo(duel.elo),
            percent=Number(100 * duel.superiority, 1),
        )
    )


def _test_line(plan: Plan, games: Sequence[Finished], verdict: str | None) -> str:
    test = plan.test
    assert test is not None
    low, high = test.bounds
    ratio = test.ratio(units_of_duel(plan, games, 0, 1))
    return say(
        sentence(
            ANSWERS[verdict],
            ratio=Number(ratio, 2),
            low=Number(low, 2),
            high=Number(high, 2),
            elo=f"{test.elo1 if verdict == 'H1' else test.elo0:+g}",
        )
    )


def _percent(score: Estimate) -> str:
    return say(
        sentence(
            "{percent}% [{low}%, {high}%]",
            percent=Number(100 * score.value, 1),
            low=Number(100 * score.low, 1),
            high=Number(100 * score.high, 1),
        )
    )


def _elo(elo: Estimate) -> str:
    return f"{_signed(elo.value)} [{_signed(elo.low)}, {_signed(elo.high)}]"


def _signed(number: float) -> str:
    return f"{number:+.0f}" if math.isfinite(number) else f"{'+' if number > 0 else '-'}inf"


def _facts(plan: Plan, games: Sequence[Finished], verdict: str | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "tournament": plan.title,
        "format": plan.format,
        "game": plan.game,
        "options": dict(plan.variant.changed_options),
        "games": len(games),
        "players": [
            {
                "player": each.name,
                "games": each.games,
                "points": each.points,
                "score": _ends(each.score),
                "elo": _ends(each.elo),
            }
            for each in standings(plan, games)
        ],
        "duels": [
            {
                "players": [each.first, each.second],
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
                "score": _ends(each.score),
                "elo": _ends(each.elo),
                "superiority": each.superiority,
            }
            for each in duels(plan, games)
        ],
    }
    if plan.test is not None:
        low, high = plan.test.bounds
        ratio = plan.test.ratio(units_of_duel(plan, games, 0, 1))
        facts["test"] = {
            "elo0": plan.test.elo0,
            "elo1": plan.test.elo1,
            "ratio": ratio,
            "bounds": [low, high],
            "accepted": verdict,
        }
    return facts


def _ends(estimate: Estimate) -> dict[str, float | None]:
    """What is infinite is null: JSON has no word for it."""
    named = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: number if math.isfinite(number) else None for name, number in named.items()}
