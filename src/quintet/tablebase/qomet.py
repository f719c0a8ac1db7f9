"""Qomet: a winning strategy of the first player that covers every answer.

Whether a side can force a win within so many plies depends on the position alone, not on the moves
before it, so a search settles it. The start is searched for more and more plies until there is a
win; then the strategy is stored, and the win is proved again by another method.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import partial
from itertools import count, pairwise
from time import monotonic
from typing import Any

from quintet import _core
from quintet.games.qomet import SLIDES, Slide
from quintet.i18n.sentence import Number, Sentence, sentence
from quintet.position import Position, first_position
from quintet.tablebase import qomet_rules
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, checked_int, write_tablebase
from quintet.tablebase.solver import MAX_POSITIONS, Solved, Solver, Tablebase, Verified, Work

# For the progress bar only: the plies of the win, and the growth of work with two plies more.
EXPECTED_PLIES = 17
GROWTH = 8

WORD = struct.Struct("<Q")  # a position
BAN_BIT = 57  # the first bit of the banned slide in a word

_BLOCKS = ("positions", "moves", "plies")


class QometSolver(Solver):
    game = "qomet"

    @property
    def plan(self) -> dict[str, Any]:
        return {**super().plan, "index": "qomet strategy", "verdicts": "plies to win"}

    def _build(self, work: Work, draft: Draft) -> Solved:
        work.begin(sum(map(_weight, range(3, EXPECTED_PLIES + 5, 2))))
        solver = _core.QometSolver(work.threads, **self.variant.settings)
        for plies in count(3, 2):
            self._look_for_win(work, draft, solver, plies)
            if draft.done[f"within {plies}"]:
                break
        self._find_strategy(work, draft, solver, plies)
        self._prove_again(work, draft, plies)
        blocks = {name: draft.read(name) for name in _BLOCKS}
        header = {
            **self.plan,
            "positions": len(blocks["plies"]),
            "positions_by_plies": {
                plies: blocks["plies"].count(plies) for plies in sorted(set(blocks["plies"]))
            },
        }
        file = write_tablebase(draft.path, header, blocks)
        draft.remove()
        return self._solved(file, draft.seconds)

    def _look_for_win(
        self, work: Work, draft: Draft, solver: _core.QometSolver, plies: int
    ) -> None:
        """Search for a win of the first player within so many plies."""
        if f"within {plies}" in draft.done:
            return
        begun = monotonic()
        wins = work.run(
            sentence("looking for a win within {plies} plies", plies=plies),
            _weight(plies),
            partial(solver.wins_within, self._start, plies),
        )
        draft.mark(f"within {plies}", wins, monotonic() - begun)

    def _find_strategy(
        self, work: Work, draft: Draft, solver: _core.QometSolver, plies: int
    ) -> None:
        if "strategy" in draft.done:
            return
        begun = monotonic()
        found = work.run(
            sentence("storing the strategy"), _weight(plies), partial(solver.strategy, plies)
        )
        for name, block in zip(_BLOCKS, found, strict=True):
            draft.write(name, block)
        draft.mark("strategy", len(found[-1]), monotonic() - begun)

    def _prove_again(self, work: Work, draft: Draft, plies: int) -> None:
        if "proof" in draft.done:
            return
        begun = monotonic()
        proof = _core.QometProof(**self.variant.settings)
        wins = work.run(
            sentence("proving the win a second time"),
            _weight(plies),
            partial(proof.wins_within, self._start, plies),
        )
        assert wins
        draft.mark("proof", wins, monotonic() - begun)

    @property
    def _start(self) -> Position:
        return first_position(self.game, self.variant.options)

    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        header = file.header
        start = self.open(file).get(self._start)
        assert start is not None
        facts: tuple[Sentence, ...] = (
            sentence("The first player wins, in {plies} plies at most.", plies=start.plies or 0),
            sentence(
                "The strategy covers all answers with {positions} positions that are not won at "
                "once.",
                positions=Number(header["positions"]),
            ),
        )
        numbers = {"value": str(start), "positions_by_plies": header["positions_by_plies"]}
        return Solved(facts, numbers, header["positions"], seconds, file.path)

    def verify(self, work: Work) -> Verified:
        """Check the moves by the rules alone, then the distances by the second method."""
        begun = monotonic()
        file = self.read(self.path(work.folder))
        file.check()
        core = self.open(file).core
        assert isinstance(core, _core.QometTable)
        positions = file.header["positions"]
        work.begin(2 * positions)
        wrong_plans = work.run(
            sentence("checking every answer by the rules"),
            positions,
            partial(self._check_by_rules, file),
        )
        _, mistakes, wrong = work.run(
            sentence("checking every distance"), positions, partial(core.verify, work.threads)
        )
        if wrong_plans:
            wrong = self._position(wrong_plans[0].stand)
        return Verified(positions, mistakes + len(wrong_plans), wrong, monotonic() - begun)

    def _check_by_rules(
        self, file: TablebaseFile, progress: _core.Progress
    ) -> list[qomet_rules.Plan]:
        def report() -> None:
            progress.advance()
            if progress.stopped:
                raise InterruptedError

        undo, corner_exit = (str(self.variant.options[name]) for name in ("undo", "corner_exit"))
        rules = qomet_rules.Rules(undo=undo, corner_exit=corner_exit)
        return qomet_rules.Strategy(self._plans(file), rules).wrong_plans(report)

    def _plans(self, file: TablebaseFile) -> Iterator[qomet_rules.Plan]:
        """Yield the entries of the file in the notation of `qomet_rules`."""
        words = self.variant.words[0]
        for (word,), move, plies in zip(
            WORD.iter_unpack(file.block("positions")),
            file.block("moves"),
            file.block("plies"),
            strict=True,
        ):
            stand = qomet_rules.Stand(
                word & 0x1FFFFFF,
                word >> 32 & 0x1FFFFFF,
                _ends(SLIDES[(word >> BAN_BIT) - 1]) if word >> BAN_BIT else None,
            )
            yield qomet_rules.Plan(stand, qomet_rules.read_move(words[move]), plies)

    def _position(self, stand: qomet_rules.Stand) -> Position:
        """Return the position with seat 0 to move."""
        cells = bytes(
            (stand.own >> point & 1) + 2 * (stand.other >> point & 1) for point in range(25)
        )
        ban = 1 + list(map(_ends, SLIDES)).index(stand.banned) if stand.banned else 0
        position = self.variant.core.from_facts(cells, [0, ban])
        assert isinstance(position, Position)
        return position

    def check(self, file: TablebaseFile) -> None:
        entries = checked_int(file.header["positions"], MAX_POSITIONS)
        positions, moves, plies = (file.block(name) for name in _BLOCKS)
        if not len(positions) // WORD.size == len(moves) == len(plies) == entries:
            raise ValueError("blocks and header disagree on the number of positions")
        words = [word for (word,) in WORD.iter_unpack(positions)]
        if any(word >= after for word, after in pairwise(words)):
            raise ValueError("positions are not in ascending order")
        if words and words[-1] >> BAN_BIT > len(SLIDES):
            raise ValueError("a position bans a slide that does not exist")
        if max(moves, default=0) >= len(self.variant.words[0]):
            raise ValueError("a move is not in the vocabulary")
        super().check(file)

    def open(self, file: TablebaseFile) -> Tablebase:
        core = _core.QometTable(
            self.variant.core,
            file.block("positions"),
            file.block("plies"),
            **self.variant.settings,
        )
        return Tablebase(file, core)


def _weight(plies: int) -> int:
    """Estimate the positions searched to find a win within so many plies."""
    return int(GROWTH ** ((plies - 3) / 2))


def _ends(slide: Slide) -> tuple[int, int]:
    return 1 << slide.start, 1 << slide.target
