"""Analyses: a page with the board, the value in words and the best moves, or JSON."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quintet.cli.reports.facts import status
from quintet.cli.reports.phrasing import short_sentence
from quintet.cli.terminal.output import (
    coloured,
    columns,
    has_colour,
    print_json,
    print_picture,
    say,
    wrapped,
)
from quintet.draw import terminal
from quintet.draw.terminal import Line, Picture, Span, above
from quintet.engine import Analysis, Limits, MoveValue, Search, Value
from quintet.engine.phrasing import analysis_sentence
from quintet.i18n.columns import columns_of, padded
from quintet.i18n.sentence import Number, Sentence, counted
from quintet.narration import narrate_line
from quintet.options import write_value
from quintet.outcome import outcome_sentence
from quintet.position import Position

BAR_WIDTH = 10  # characters for 100 %


def print_analysis(position: Position, limits: Limits, moves: int | str, *, as_json: bool) -> None:
    """Search and print the result; on a terminal also intermediate results."""
    search = Search(position, limits, moves=moves)
    live = not as_json and position.outcome is None and sys.stdout.isatty()
    found = _show_live(search) if live else _run(search)
    if as_json:
        print_json(analysis_facts(found))
    else:
        print_picture(page(found, columns()))


def _run(search: Search) -> Analysis:
    """Return the final result of a search; Ctrl-C ends the search early."""
    with _stopped_by_interrupt(search):
        *_, last = search.start()
    return last


def _show_live(search: Search) -> Analysis:
    """Return the same, showing every intermediate result in one place."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    def drawn(found: Analysis) -> Text:
        picture = page(found, columns())
        if has_colour():
            return Text.from_ansi(coloured(picture))
        return Text("\n".join("".join(span.text for span in line) for line in picture))

    # The live page is erased when the search ends; the caller prints the final one.
    with (
        _stopped_by_interrupt(search),
        Live(console=Console(), transient=True, auto_refresh=False) as live,
    ):
        for found in search.start():
            live.update(drawn(found), refresh=True)
    return found


@contextmanager
def _stopped_by_interrupt(search: Search) -> Iterator[None]:
    """Let Ctrl-C end the search instead of the program."""
    before = signal.signal(signal.SIGINT, lambda *_: search.stop())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def page(found: Analysis, width: int) -> Picture:
    """Return an analysis as a page of text: board, value, best moves, main line in words."""
    position = found.position
    if position.outcome is not None:
        return above(terminal(position, columns=width, say=say), (_said(status(position)),))
    best = found.best
    return above(
        terminal(position, columns=width, marks=move_marks(position, best.move), say=say),
        (
            _said(status(position)),
            (Span(say(analysis_sentence(found)), "winning"),),
            *([_said(say(effort_sentence(found)))] if found.nodes else []),
        ),
        move_table(found.moves, width),
        tuple(
            _said(line)
            for text in line_in_words(position, best.line)
            for line in wrapped(text, width, hanging=3)
        ),
    )


def effort_sentence(found: Analysis) -> Sentence:
    """Return depth, nodes and time of a search."""
    return counted(
        "depth {depth}, {count} node, {seconds} s",
        "depth {depth}, {count} nodes, {seconds} s",
        depth=found.depth,
        count=Number(found.nodes),
        seconds=Number(found.seconds, 1),
    )


def line_in_words(position: Position, line: tuple[str, ...]) -> Iterator[str]:
    """Yield a numbered sentence per move, and the outcome if the line ends the game."""
    for number, said in enumerate(narrate_line(position, line), start=1):
        yield f"{number}. {say(said)}"
    for word in line:
        position = position.play(word)
    if position.outcome is not None:
        yield say(outcome_sentence(position.outcome, position.variant.seat_names))


def move_marks(position: Position, move: str) -> dict[str, str]:
    """Return marks for the places of a move: those touched, and the first piece's way."""
    touched = list(position.variant.path(move))
    for step in position.motion(move)[:1]:
        touched += [step.origin, step.target]
    return {place: "target" for place in touched if place in position.variant.places}


def move_table(moves: tuple[MoveValue, ...], width: int) -> Picture:
    """Return a table of moves: value, bar, and as much of the line as fits."""
    longest = max(len(found.move) for found in moves)
    values = [say(short_sentence(found.value, found.certainty)) for found in moves]
    value_width = max(map(columns_of, values))
    lines: list[Line] = []
    for found, value in zip(moves, values, strict=True):
        start = f"{found.move:<{longest}}  {padded(value, value_width)}  "
        room = max(longest, width - columns_of(start) - BAR_WIDTH - 4)
        lines.append(
            (Span(start), Span(bar(found.value), "last"), Span(f"  {cut(found.line, room)}"))
        )
    return tuple(lines)


def bar(value: Value) -> str:
    """Return a value as a bar of text."""
    full = round(value.estimate * BAR_WIDTH)
    return "#" * full + "-" * (BAR_WIDTH - full)


def cut(line: tuple[str, ...], room: int) -> str:
    """Return as many whole moves of a line as fit."""
    text = " ".join(line)
    if len(text) <= room:
        return text
    shown = text[: max(0, room - 2)].rpartition(" ")[0]
    return f"{shown or line[0]} .."


def _said(text: str) -> Line:
    return (Span(text),)


def analysis_facts(found: Analysis) -> dict[str, Any]:
    """Return an analysis as plain values."""
    position = found.position
    return {
        "game": position.game,
        "options": {name: write_value(value) for name, value in position.options.items()},
        "position": position.text,
        "seat": position.seat,
        "value": value_facts(found.value),
        "known": found.certainty,
        "moves": [move_facts(move) for move in found.moves],
        "words": [str(said) for said in narrate_line(position, found.moves[0].line)]
        if found.moves
        else [],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def move_facts(found: MoveValue) -> dict[str, Any]:
    return {
        "move": found.move,
        "value": value_facts(found.value),
        "known": found.certainty,
        "line": found.line,
    }


def value_facts(value: Value) -> dict[str, Any]:
    return {"kind": value.kind, "plies": value.plies, "chance": round(value.estimate, 6)}
