"""Game records as rows, and rows as game records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
import numpy.typing as npt

from quintet.env.data.checking import bad_row
from quintet.env.data.header import REASONS, Header
from quintet.env.data.rows import NO_ACTION, NO_PLIES, Rows, pack, whole_games
from quintet.env.rewards import rewards_of
from quintet.errors import BadOption, QuintetError
from quintet.i18n.sentence import sentence
from quintet.outcome import Outcome, OutcomeReason
from quintet.position import Position
from quintet.record import Record, dumps, loads
from quintet.record.faults import read_scores

RECORDS_AT_ONCE = 1024

# The reasons that say who scored what: nobody won.
DRAWS: tuple[OutcomeReason, ...] = ("repetition", "agreement", "limit")


def rows_of(records: Iterable[Record], header: Header) -> Iterator[Rows]:
    """Yield the positions of records, many games at a time; all must be of the header's game.

    Raises the error of a record that has one.
    """
    left = iter(records)
    number = 0
    while chunk := list(islice(left, RECORDS_AT_ONCE)):
        yield _Chunk(header, number).add_all(chunk)
        number += len(chunk)


class _Chunk:
    """Columns that grow by a game at a time."""

    def __init__(self, header: Header, number: int) -> None:
        self.header = header
        self.number = number
        self.positions: list[Position] = []
        self.games: list[int] = []
        self.plies: list[int] = []
        self.actions: list[int] = []
        self.outcomes: list[float] = []
        self.reasons: list[int] = []
        self.over: list[int] = []  # rows in which nobody moves any more
        self.records: dict[int, str] = {}

    def add_all(self, records: Sequence[Record]) -> Rows:
        for record in records:
            self._add(record)
            self.number += 1
        simulator = self.header.simulator
        states = simulator.states(self.positions)
        masks = simulator.masks(states)
        masks[self.over] = False
        return Rows(
            game=np.array(self.games, np.int64),
            ply=np.array(self.plies, np.int32),
            seat=simulator.seats(states),
            state=states,
            mask=pack(masks),
            action=np.array(self.actions, np.int16),
            outcome=np.array(self.outcomes, np.float32),
            reason=np.array(self.reasons, np.uint8),
            exact=np.full(len(states), np.nan, np.float32),
            exact_plies=np.full(len(states), NO_PLIES, np.int16),
            record=self.records,
        )

    def _add(self, record: Record) -> None:
        variant = self.header.simulator.variant
        if record.error is not None:
            raise record.error
        if record.variant is not variant:
            raise BadOption(
                sentence("All positions must be of one game and its options."),
                option="records",
                value=record.game,
            )
        begin = len(self.positions)
        self.positions.extend(record.positions())
        rows = len(self.positions) - begin
        words = [ply.move for ply in record.moves]
        if record != _record(record.begin, words, record.termination):
            self.records[begin] = dumps(record, "json").rstrip("\n")
        moved = zip(self.positions[begin:-1], words, strict=True)
        self.actions += [variant.words[position.turn].index(word) for position, word in moved]
        self.actions.append(NO_ACTION)
        self.games += [self.number] * rows
        self.plies += range(rows)
        self.reasons += [REASONS.index(record.termination or "none")] * rows
        if record.result is None:
            self.outcomes += [np.nan] * rows
            return
        rewards = rewards_of(variant, read_scores(variant, record.result))
        self.outcomes += [rewards[position.turn] for position in self.positions[begin:]]
        self.over.append(len(self.positions) - 1)


def records_of(parts: Iterable[Rows], header: Header, path: str = "") -> Iterator[Record]:
    """Yield the records of games; raise `BadDataset` if the rows are not those of games.

    `path` is where they were read from, for the error.
    """
    row = 0
    for rows in whole_games(parts, header.simulator):
        begins = _check_games(rows, header, path, row)
        for begin, end in zip(begins, [*begins[1:], len(rows)], strict=True):
            found = _game(rows, int(begin), int(end), header)
            if found is None:
                raise bad_row(path, row + int(begin), header)
            yield found
        row += len(rows)


def _check_games(rows: Rows, header: Header, path: str, row: int) -> npt.NDArray[np.intp]:
    """Return the first rows of the games, each of which leads to the next row by its action."""
    simulator = header.simulator
    begins = np.flatnonzero(np.diff(rows.game, prepend=rows.game[0] - 1))
    lengths = np.diff(begins, append=len(rows))
    wrong = rows.ply != np.arange(len(rows)) - np.repeat(begins, lengths)
    lasts = np.zeros(len(rows), np.bool_)
    lasts[begins + lengths - 1] = True
    wrong |= lasts != (rows.action == NO_ACTION)
    if wrong.any():
        raise bad_row(path, row + int(np.argmax(wrong)), header)
    moved = np.flatnonzero(~lasts)
    legal = rows.masks(header)[moved, rows.action[moved]]
    legal &= simulator.masks(rows.state[moved])[np.arange(len(moved)), rows.action[moved]]
    if not legal.all():
        raise bad_row(path, row + int(moved[np.argmin(legal)]), header)
    following = simulator.step(rows.state[moved], rows.action[moved]).states
    wrong = (following != rows.state[moved + 1]).any(axis=1)
    if wrong.any():
        raise bad_row(path, row + int(moved[np.argmax(wrong)]) + 1, header)
    return begins


def _game(rows: Rows, begin: int, end: int, header: Header) -> Record | None:
    """Return the record of a game, or None if it contradicts the columns."""
    simulator = header.simulator
    first = simulator.position(rows.state[begin : begin + 1])
    last = simulator.position(rows.state[end - 1 : end])
    words = [
        simulator.variant.words[seat][action]
        for seat, action in zip(
            rows.seat[begin : end - 1].tolist(), rows.action[begin : end - 1].tolist(), strict=True
        )
    ]
    reason = REASONS[rows.reason[begin]]
    text = rows.record.get(begin)
    if text is not None:
        games = loads(text)
        if len(games) != 1:
            return None
        read = games[0]
        same = (
            read.error is None
            and read.variant is simulator.variant
            and read.begin == first
            and [ply.move for ply in read.moves] == words
            and (read.termination or "none") == reason
        )
        return read if same else None
    by_board = last.outcome is not None and last.outcome.reason == reason
    if not by_board and (last.outcome is not None or reason not in ("none", *DRAWS)):
        return None
    return _record(first, words, reason)


def _record(begin: Position, words: Sequence[str], reason: OutcomeReason | None) -> Record | None:
    """Return the record of a game that has no more than its moves and the reason of its end."""
    outcome = Outcome(begin.variant.draw_scores(), reason) if reason in DRAWS else None
    try:
        return Record.from_moves(begin, words, outcome=outcome)
    except QuintetError:
        return None
