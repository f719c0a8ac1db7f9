"""Tournaments: standings, duels and the sequential test, as text or JSON."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from quintet.cli.terminal.output import others_on_stderr, print_json, say
from quintet.cli.terminal.progress import progress_bar
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
from quintet.i18n.columns import columns_of, padded
from quintet.i18n.sentence import Number, Sentence, counted, sentence, template

ACCEPTED, NOT_ACCEPTED = 0, 1

HEADINGS = (
    sentence("player"),
    sentence("games"),
    sentence("points"),
    sentence("score"),
    sentence("Elo"),
)

# By the hypothesis that a sequential test accepted.
_DECIDED = template("log-likelihood ratio {ratio} ({low} to {high}), accepted: Elo {elo}")
ANSWERS = {
    "H1": _DECIDED,
    "H0": _DECIDED,
    None: template("log-likelihood ratio {ratio} ({low} to {high}), undecided"),
}


def play_tournament(
    plan: Plan,
    *,
    jobs: int | None,
    ray: str | None,
    records: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Play a tournament and print the result; return 1 if a test did not accept H1."""
    journal = None if records is None else Journal(records, plan, resume=resume)
    tournament = Tournament(plan, journal)
    try:
        games = _play(tournament, jobs, ray)
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


def _play(tournament: Tournament, jobs: int | None, ray: str | None) -> Sequence[Finished]:
    """Play all games, with a progress bar."""
    plan = tournament.plan
    total = plan.rounds * plan.games_a_round
    with progress_bar(sentence("playing"), total, counted=True) as update:

        def show(now: Tournament) -> None:
            if update is not None:
                update(len(now.finished), _progress(now))

        show(tournament)  # the games of a resumed tournament
        with others_on_stderr():
            return tournament.run(jobs=jobs, ray=ray, report=show)


def _how_to_resume(journal: Journal) -> Sentence:
    return counted(
        "Interrupted. {file} has {count} finished game; run the same command with --resume to "
        "continue.",
        "Interrupted. {file} has {count} finished games; run the same command with --resume to "
        "continue.",
        file=str(journal.path),
        count=len(journal.finished),
    )


def _progress(now: Tournament) -> Sentence:
    """Return the score of a match so far, for the progress bar."""
    found = duels(now.plan, list(now.finished.values()))
    if len(now.plan.players) != 2 or not found:
        return sentence("playing")
    return sentence(
        "playing +{wins} ={draws} -{losses}",
        wins=found[0].wins,
        draws=found[0].draws,
        losses=found[0].losses,
    )


def _report(plan: Plan, games: Sequence[Finished], verdict: str | None) -> Iterator[str]:
    yield plan.title
    yield say(counted("{count} game", "{count} games", count=len(games)))
    yield ""
    rows = [_row(standing) for standing in standings(plan, games)]
    table = [tuple(map(say, HEADINGS)), *rows]
    widths = [max(columns_of(row[column]) for row in table) for column in range(5)]
    for name, *numbers in table:
        cells = [
            " " * (width - columns_of(cell)) + cell
            for cell, width in zip(numbers, widths[1:], strict=True)
        ]
        yield "  ".join([padded(name, widths[0]), *cells])
    yield ""
    yield from map(_duel_line, duels(plan, games))
    yield from _fault_lines(games)
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


def _fault_lines(games: Sequence[Finished]) -> Iterator[str]:
    """Yield what players did wrong that lost them games, each once."""
    for fault, count in _faults(games).items():
        yield say(
            counted(
                "{count} game was lost by a fault: {fault}",
                "{count} games were lost by a fault: {fault}",
                count=count,
                fault=fault,
            )
        )


def _faults(games: Sequence[Finished]) -> Counter[str]:
    tags = (game.record.tags for game in games)
    return Counter(each["Fault"] for each in tags if "Fault" in each)


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
    if faults := _faults(games):
        facts["faults"] = dict(faults)
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
    """Return the ends of an interval; infinity is null, because JSON has no such number."""
    named = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: number if math.isfinite(number) else None for name, number in named.items()}
