"""Moves without tags, as the move text of a record: comments, annotations and variations."""

from __future__ import annotations

from quintet.position import Position, first_position
from quintet.record.limits import MAX_GAME_SIZE
from quintet.record.model import Line, Record, fill_seats
from quintet.record.split import GameText
from quintet.record.text_moves import LineBuilder, read_moves
from quintet.record.tokens import write_comment


def read_move_text(begin: Position, text: str) -> Record:
    """Return the record of moves from a position, or raise `BadRecord`.

    The result is the one on the board: the text has none.
    """
    main = LineBuilder(begin, 0)
    whole = f"{text} *"
    read_moves(GameText(whole[:MAX_GAME_SIZE], 1, len(whole) > MAX_GAME_SIZE), main)
    comments, moves = main.build()
    variant, outcome = begin.variant, main.position.outcome
    options = variant.changed_options
    return Record(
        game=variant.name,
        options=options,
        seats=fill_seats(variant, ()),
        start=None if begin == first_position(variant.name, options) else begin,
        comments=comments,
        moves=moves,
        result=None if outcome is None else outcome.result,
        termination=None if outcome is None else outcome.reason,
    )


def write_move_text(record: Record) -> str:
    """Return the moves of a record in one line, without numbers, clocks and result."""
    return " ".join(_line(Line(record.comments, record.moves)))


def _line(line: Line) -> list[str]:
    parts = _comments(line.comments)
    for ply in line.plies:
        parts += [ply.move, *(f"${nag}" for nag in ply.nags), *_comments(ply.comments)]
        parts += [f"({' '.join(_line(other))})" for other in ply.variations]
    return parts


def _comments(comments: tuple[str, ...]) -> list[str]:
    return [write_comment(" ".join(comment.split())) for comment in comments if comment.strip()]
