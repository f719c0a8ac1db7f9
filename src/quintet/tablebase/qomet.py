"""Qomet: a proof that the first player wins, as a strategy that covers every answer.

Within how many plies a side can force a win has one answer for every position, whatever was played
before, so a search finds it for good. It is asked of the start for ever more plies until there is a
win; then the strategy is written down, and the win is proved once more by another method.
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
from quintet.tablebase.file import TablebaseFile, whole, write_tablebase
from quintet.tablebase.solver import MOST_POSITIONS, Solved, Solver, Tablebase, Verified, Work

# For the bar only: the plies it will take, and how much more work two plies more are.
EXPECTED_PLIES = 17
GROWTH = 8

WORD = struct.Struct("<Q")  # a position
BAN_BIT = 57  # from which on a word has the slide that is banned

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
        """Whether the first player wins within so many plies."""
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
            sentence("writing down how to win"), _weight(plies), partial(solver.strategy, plies)
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
                "The strategy covers all answers with {positions} positions in which the win takes "
                "another move at least.",
                positions=Number(header["positions"]),
            ),
        )
        numbers = {"value": str(start), "positions_by_plies": header["positions_by_plies"]}
        return Solved(facts, numbers, header["positions"], seconds, file.path)

    def verify(self, work: Work) -> Verified:
        """First the moves by the rules alone, then the plies by the second method."""
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
        def tell() -> None:
            progress.advance()
            if progress.stopped:
                raise InterruptedError

        undo, corner_exit = (str(self.variant.options[name]) for name in ("undo", "corner_exit"))
        rules = qomet_rules.Rules(undo=undo, corner_exit=corner_exit)
        return qomet_rules.Strategy(self._plans(file), rules).wrong_plans(tell)

    def _plans(self, file: TablebaseFile) -> Iterator[qomet_rules.Plan]:
        """The lines of the file, as whoever knows only the rules reads them."""
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
        """What stands there, with seat 0 to move."""
        cells = bytes(
            (stand.own >> point & 1) + 2 * (stand.other >> point & 1) for point in range(25)
        )
        ban = 1 + list(map(_ends, SLIDES)).index(stand.banned) if stand.banned else 0
        position = self.variant.core.from_facts(cells, [0, ban])
        assert isinstance(position, Position)
        return position

    def check(self, file: TablebaseFile) -> None:
        entries = whole(file.header["positions"], MOST_POSITIONS)
        positions, moves, plies = (file.block(name) for name in _BLOCKS)
        if not len(positions) // WORD.size == len(moves) == len(plies) == entries:
            raise ValueError("blocks have not as many entries as there are positions")
        words = [word for (word,) in WORD.iter_unpack(positions)]
        if any(word >= after for word, after in pairwise(words)):
            raise ValueError("positions are not in ascending order")
        if words and words[-1] >> BAN_BIT > len(SLIDES):
            raise ValueError("a position bans what is no slide")
        if max(moves, default=0) >= len(self.variant.words[0]):
            raise ValueError("a move is no word of the game")
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
    """About how many positions are looked at to find a win within so many plies."""
    return int(GROWTH ** ((plies - 3) / 2))


def _ends(slide: Slide) -> tuple[int, int]:
    return 1 << slide.start, 1 << slide.target
