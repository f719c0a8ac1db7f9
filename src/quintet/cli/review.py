"""A recorded game gone through, for people and for machines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quintet.cli.analyse import analysis_facts, cut, move_facts, value_facts
from quintet.cli.common import columns, print_json, print_picture, wrapped
from quintet.cli.records import read_games
from quintet.draw import chart
from quintet.draw.chart import Chart, Point
from quintet.engine import Limits, Value
from quintet.engine.review import VERDICTS, Judgement, Review, chance_of_side, review
from quintet.engine.words import side_name
from quintet.errors import BadOption
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import Outcome, outcome_sentence
from quintet.record import Record
from quintet.sentence import sentence

# As annotators write them.
SYMBOLS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
MISSED = {"win": "A win was missed.", "draw": "A draw was missed."}
PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


def review_file(
    file: Path, number: int | None, limits: Limits, svg: Path | None, *, as_json: bool
) -> None:
    """Goes through one game of a file and prints what is found."""
    number, game = _find_game(file, number)
    with _progress(len(game.moves) + 1) as tell:
        found = review(game, limits, tell=tell)
    drawn = review_chart(found)
    if svg is not None:
        svg.write_text(chart.svg(drawn), encoding="utf-8")
    if as_json:
        print_json({"number": number, **review_facts(found)})
        return
    width = columns()
    for text in (f"Game {number}: {heading(found)}", ending(found)):
        print("\n".join(wrapped(text, width, hanging=3)))
    print()
    print_picture(chart.terminal(drawn, columns=width))
    print()
    for line in report(found, width):
        print(line)
    if svg is not None:
        print(f"\nThe chart is drawn in {svg}.")


def _find_game(file: Path, number: int | None) -> tuple[int, Record]:
    """The game of this number, or the last one."""
    count, game = 0, None
    for count, game in enumerate(read_games(file), start=1):  # noqa: B007 the last one is used
        if count == number:
            break
    if game is None or (number is not None and count < number):
        raise BadOption(
            sentence("There are {count} games in {file}.", count=count, file=str(file)),
            option="game",
            value=number,
        )
    return count, game


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], object] | None]:
    """A bar on standard error when that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("reviewing", total=total)
        yield lambda done: progress.update(task, completed=done)


def heading(found: Review) -> str:
    """Who played what."""
    game, variant = found.record, found.record.variant
    names = " - ".join(seat_labels(found))
    options = "".join(
        f" {name}={write_value(value)}" for name, value in variant.changed_options.items()
    )
    return f"{variant.title}{options}, {names}, {len(game.moves)} plies"


def ending(found: Review) -> str:
    """How the game ended, in words where the record has them."""
    game = found.record
    outcome = found.positions[-1].outcome
    if outcome is None and game.result is not None and game.termination is not None:
        scores = tuple(_score(part) for part in game.result.split("-"))
        outcome = Outcome(scores, game.termination)
    if outcome is not None:
        return f"{outcome.result}: {outcome_sentence(outcome, seat_labels(found))}"
    return game.result or "Not finished."


def _score(text: str) -> float:
    numerator, _, denominator = text.partition("/")
    return int(numerator) / int(denominator or "1")


def seat_labels(found: Review) -> list[str]:
    """The seats with the names of those who sat there: `Ann (x)`."""
    game = found.record
    words = game.variant.seat_names
    names = (*game.seats, *[""] * len(words))[: len(words)]
    return [f"{name} ({word})" if name else word for name, word in zip(names, words, strict=True)]


def report(found: Review, width: int) -> Iterator[str]:
    """The moves that threw something away, what nobody claimed, and a line a seat."""
    labels = seat_labels(found)
    named = False
    for judgement in found.judgements:
        if judgement.better is not None:
            named = True
            yield from _paragraph(judgement, labels[judgement.seat], width)
            yield ""
    if not named:
        yield "Nobody threw anything away."
        yield ""
    for ply, places in found.overlooked:
        yield f"Overlooked after ply {ply}: {' '.join(places)}"
    for seat, label in enumerate(labels):
        yield from wrapped(f"{label}: {_summary(found, seat)}", width, hanging=3)


def _paragraph(judgement: Judgement, label: str, width: int) -> Iterator[str]:
    better = judgement.better
    assert better is not None
    position = judgement.position
    symbol = SYMBOLS.get(judgement.verdict or "", "")
    what = f"{judgement.verdict}: " if judgement.verdict else ""
    missed = f" {MISSED[judgement.missed]}" if judgement.missed else ""
    told = (
        f"{judgement.ply}. {label} {judgement.move}{symbol}  "
        f"{what}from {_worth(better.value)} to {_worth(judgement.value)}.{missed}"
    )
    yield from wrapped(told, width, hanging=3)
    room = width - 12
    yield f"   played: {cut(judgement.line, room)}"
    yield f"   better: {cut(better.line, room)}"
    yield from wrapped(str(narrate(position, better.move)), width, indent=11)


def _worth(value: Value) -> str:
    """A value for the one who moved."""
    if value.kind in ("win", "loss"):
        return f"a {value}"
    return "a draw" if value.kind == "draw" else f"about {round(100 * value.chance)} %"


def _summary(found: Review, seat: int) -> str:
    moves = found.of_seat(seat)
    counts = {name: sum(judgement.verdict == name for judgement in moves) for name, _ in VERDICTS}
    listed = ", ".join(
        f"{count} {name if count == 1 else PLURALS[name]}" for name, count in counts.items()
    )
    return f"{listed}; {100 * found.mean_loss(seat):.1f} % lost a move"


def review_chart(found: Review) -> Chart:
    """The chances over the game, position by position.

    Between two sides a mark stands where its move led to; with more sides every point is about the
    one to move, so that the mark stands where the move was made.
    """
    position = found.positions[0]
    sides = sorted(set(position.variant.sides))
    names = tuple(side_name(position, side) for side in sides)
    two = len(sides) == 2
    marked = {
        judgement.ply if two else judgement.ply - 1: judgement
        for judgement in found.judgements
        if judgement.verdict
    }
    return Chart(
        title=f"{heading(found)}. {ending(found)}",
        description=_description(found, names[0] if two else "the seat to move"),
        names=names,
        points=tuple(
            _point(found, number, 0 if two else _side_shown(found, number), marked.get(number))
            for number in range(len(found.positions))
        ),
    )


def _point(found: Review, number: int, side: int, judgement: Judgement | None) -> Point:
    chance = chance_of_side(found.analyses[number], side)
    assert chance is not None  # a side that is shown is one the analysis speaks of
    if judgement is None or judgement.verdict is None:
        return Point(chance, side)
    text = f"{judgement.ply}. {judgement.move}: {judgement.verdict}"
    return Point(chance, side, SYMBOLS[judgement.verdict], text)


def _side_shown(found: Review, number: int) -> int:
    """Among several sides the one to move, and in the end the one that moved last."""
    seat = found.positions[number].seat
    if seat is None:
        seat = found.judgements[number - 1].seat if number else found.positions[number].turn
    return found.positions[0].variant.sides[seat]


def _description(found: Review, whose: str) -> str:
    """What the chart shows, for whoever hears it."""
    text = f"The chance of {whose} after every ply."
    marked = [
        f"{judgement.ply}. {judgement.move} is a {judgement.verdict}."
        if judgement.verdict != "inaccuracy"
        else f"{judgement.ply}. {judgement.move} is an inaccuracy."
        for judgement in found.judgements
        if judgement.verdict
    ]
    return " ".join([text, *marked])


def review_facts(found: Review) -> dict[str, Any]:
    """A review as plain values (docs/analysis.md lists them)."""
    game = found.record
    return {
        "game": game.game,
        "options": {name: write_value(value) for name, value in game.variant.options.items()},
        "seats": (*game.seats, *[""] * game.variant.seats)[: game.variant.seats],
        "result": game.result,
        "termination": game.termination,
        "positions": [analysis_facts(analysis) for analysis in found.analyses],
        "moves": [_judgement_facts(judgement) for judgement in found.judgements],
        "overlooked": [{"ply": ply, "places": places} for ply, places in found.overlooked],
        "summary": [
            {
                "seat": seat,
                **{
                    PLURALS[name]: sum(move.verdict == name for move in found.of_seat(seat))
                    for name, _ in VERDICTS
                },
                "mean_loss": round(found.mean_loss(seat), 6),
            }
            for seat in range(game.variant.seats)
        ],
    }


def _judgement_facts(judgement: Judgement) -> dict[str, Any]:
    return {
        "ply": judgement.ply,
        "seat": judgement.seat,
        "move": judgement.move,
        "value": value_facts(judgement.value),
        "known": judgement.known,
        "line": judgement.line,
        "loss": round(judgement.loss, 6),
        "verdict": judgement.verdict,
        "better": None if judgement.better is None else move_facts(judgement.better),
        "missed": judgement.missed,
    }
