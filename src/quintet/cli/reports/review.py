"""Reviews of recorded games: a report with a chart, or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quintet.cli.record import read_games
from quintet.cli.reports.analysis import analysis_facts, cut, move_facts, value_facts
from quintet.cli.reports.phrasing import MISSED, change_sentence, summary_sentence
from quintet.cli.terminal.output import columns, print_json, print_picture, say, wrapped
from quintet.cli.terminal.progress import progress_bar
from quintet.draw import chart
from quintet.engine import Limits
from quintet.engine.review import VERDICTS, Judgement, Review, review
from quintet.engine.review_chart import review_chart
from quintet.engine.review_phrasing import SYMBOLS
from quintet.errors import BadOption
from quintet.i18n.columns import columns_of, padded
from quintet.i18n.sentence import Sentence, counted, sentence
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import Outcome, outcome_sentence, overlooked_sentence
from quintet.position import option_text
from quintet.record import Record

PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}  # in JSON


def review_file(
    file: Path, number: int | None, limits: Limits, svg: Path | None, *, as_json: bool
) -> None:
    """Review one game of a file and print the report."""
    number, game = _find_game(file, number)
    with progress_bar(sentence("reviewing"), len(game.moves) + 1) as update:
        found = review(game, limits, report=update)
    title = say(sentence("{heading}. {ending}", heading=heading(found), ending=ending(found)))
    drawn = review_chart(found, title, say)
    if svg is not None:
        svg.write_text(chart.svg(drawn, say=say), encoding="utf-8")
    if as_json:
        print_json({"number": number, **review_facts(found)})
        return
    width = columns()
    numbered = sentence("Game {number}: {heading}", number=number, heading=heading(found))
    for text in (say(numbered), ending(found)):
        print("\n".join(wrapped(text, width, hanging=3)))
    print()
    print_picture(chart.terminal(drawn, columns=width, say=say))
    print()
    for line in report(found, width):
        print(line)
    if svg is not None:
        print()
        print(say(sentence("The chart is drawn in {file}.", file=str(svg))))


def _find_game(file: Path, number: int | None) -> tuple[int, Record]:
    """Return the game of this number, or the last one, and its number."""
    count, game = 0, None
    for count, game in enumerate(read_games(file), start=1):  # noqa: B007 the last one is used
        if count == number:
            break
    if game is None or (number is not None and count < number):
        raise BadOption(
            counted(
                "There is {count} game in {file}.",
                "There are {count} games in {file}.",
                count=count,
                file=str(file),
            ),
            option="game",
            value=number,
        )
    return count, game


def heading(found: Review) -> Sentence:
    """Return the game, its options, the players and its length."""
    game, variant = found.record, found.record.variant
    return counted(
        "{game}, {names}, {count} ply",
        "{game}, {names}, {count} plies",
        game=f"{variant.title} {option_text(variant)}".strip(),
        names=" - ".join(seat_labels(found)),
        count=len(game.moves),
    )


def ending(found: Review) -> str:
    """Return how the game ended, in words where the record gives a reason."""
    game = found.record
    outcome = found.positions[-1].outcome
    if outcome is None and game.result is not None and game.termination is not None:
        scores = tuple(_score(part) for part in game.result.split("-"))
        outcome = Outcome(scores, game.termination)
    if outcome is not None:
        text = sentence(
            "{result}: {message}",
            result=outcome.result,
            message=outcome_sentence(outcome, seat_labels(found)),
        )
        return say(text)
    return game.result or say(sentence("Not finished."))


def _score(text: str) -> float:
    numerator, _, denominator = text.partition("/")
    return int(numerator) / int(denominator or "1")


def seat_labels(found: Review) -> list[str]:
    """Return the seats with the players' names: `Ann (x)`."""
    game = found.record
    words = game.variant.seat_names
    names = (*game.seats, *[""] * len(words))[: len(words)]
    return [f"{name} ({word})" if name else word for name, word in zip(names, words, strict=True)]


def report(found: Review, width: int) -> Iterator[str]:
    """Yield the bad moves, the overlooked calls, and a summary per seat."""
    labels = seat_labels(found)
    named = False
    for judgement in found.judgements:
        if judgement.better is not None:
            named = True
            yield from _paragraph(judgement, labels[judgement.seat], width)
            yield ""
    if not named:
        yield say(sentence("No inaccuracies, mistakes or blunders."))
        yield ""
    for ply, places in found.overlooked:
        yield say(overlooked_sentence(ply, places))
    for seat, label in enumerate(labels):
        yield from wrapped(say(summary_sentence(found, seat, label)), width, hanging=3)


def _paragraph(judgement: Judgement, label: str, width: int) -> Iterator[str]:
    better = judgement.better
    assert better is not None
    position = judgement.position
    symbol = SYMBOLS[judgement.verdict] if judgement.verdict else ""
    judged = change_sentence(judgement)
    missed = [say(MISSED[judgement.missed])] if judgement.missed else []
    begun = f"{judgement.ply}. {label} {judgement.move}{symbol} "
    yield from wrapped(" ".join([begun, say(judged), *missed]), width, hanging=3)
    lines = {sentence("played:"): judgement.line, sentence("better:"): better.line}
    column = max(columns_of(say(name)) for name in lines) + 1
    for name, line in lines.items():
        yield f"   {padded(say(name), column)}{cut(line, width - column - 4)}"
    yield from wrapped(say(narrate(position, better.move)), width, indent=column + 3)


def review_facts(found: Review) -> dict[str, Any]:
    """Return a review as plain values."""
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
                "accuracy": round(found.accuracy(seat), 6),
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
        "known": judgement.certainty,
        "line": judgement.line,
        "loss": round(judgement.loss, 6),
        "verdict": judgement.verdict,
        "better": None if judgement.better is None else move_facts(judgement.better),
        "missed": judgement.missed,
        "grade": judgement.grade,
        "exact": judgement.exact,
    }
