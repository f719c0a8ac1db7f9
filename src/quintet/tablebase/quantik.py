"""Quantik: the plies to the end of every position up to symmetry, in layers."""

from __future__ import annotations

from functools import partial
from time import monotonic
from typing import Any

from quintet import _core
from quintet.i18n.sentence import Number, Sentence, sentence
from quintet.position import first_position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, checked_int, write_tablebase
from quintet.tablebase.functions import check_function
from quintet.tablebase.solver import MAX_POSITIONS, Solved, Solver, Tablebase, Verified, Work

PIECES = 16
POSITIONS = 11_084_231  # up to symmetry, without a line; for the progress bar only


class QuantikSolver(Solver):
    game = "quantik"

    @property
    def plan(self) -> dict[str, Any]:
        return {**super().plan, "index": "quantik keys", "verdicts": "plies left"}

    def _build(self, work: Work, draft: Draft) -> Solved:
        """Find all positions, piece by piece; then their values, backwards."""
        work.begin(2 * POSITIONS)
        for pieces in range(PIECES + 1):
            if f"positions {pieces}" not in draft.done:
                self.find_positions(work, draft, pieces)
        for pieces in reversed(range(PIECES + 1)):
            if f"values {pieces}" not in draft.done:
                self._find_values(work, draft, pieces)
        by_plies = {pieces: draft.done[f"values {pieces}"] for pieces in range(PIECES + 1)}
        header = {
            **self.plan,
            "positions": sum(map(sum, by_plies.values())),
            "positions_by_pieces_and_plies": by_plies,
        }
        layers = {str(pieces): draft.read(f"values {pieces}") for pieces in range(PIECES + 1)}
        file = write_tablebase(draft.path, header, layers)
        draft.remove()
        return self._solved(file, draft.seconds)

    def find_positions(self, work: Work, draft: Draft, pieces: int) -> None:
        begun = monotonic()
        keys = bytes(8)  # the empty board
        if pieces > 0:
            before = draft.read(f"positions {pieces - 1}")
            keys = work.run(
                sentence("finding positions with {count} pieces", count=pieces),
                len(before) // 8,
                partial(_core.quantik_next_layer, before, work.threads),
            )
        draft.write(f"positions {pieces}", keys)
        draft.mark(f"positions {pieces}", len(keys) // 8, monotonic() - begun)

    def _find_values(self, work: Work, draft: Draft, pieces: int) -> None:
        begun = monotonic()
        keys = draft.read(f"positions {pieces}")
        after = draft.read(f"values {pieces + 1}") if pieces < PIECES else b""
        function, by_plies = work.run(
            sentence("solving positions with {count} pieces", count=pieces),
            len(keys) // 8,
            partial(_core.quantik_solve_layer, keys, after, work.threads),
        )
        draft.write(f"values {pieces}", function)
        draft.mark(f"values {pieces}", by_plies, monotonic() - begun)

    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        header = file.header
        start = self.open(file).get(first_position(self.game, self.variant.options))
        assert start is not None
        by_plies = [sum(column) for column in zip(*_by_pieces(header), strict=True)]
        longest = max(plies for plies, count in enumerate(by_plies) if count)
        facts: tuple[Sentence, ...] = (
            sentence("The second player wins, in {plies} plies at most.", plies=start.plies or 0),
            sentence(
                "{wins} positions are won for the side to move, and {losses} are lost; the "
                "longest game takes {plies} plies.",
                wins=Number(sum(by_plies[1::2])),
                losses=Number(sum(by_plies[0::2])),
                plies=longest,
            ),
        )
        numbers = {
            "value": str(start),
            "wins": sum(by_plies[1::2]),
            "losses": sum(by_plies[0::2]),
            "positions_by_plies": by_plies,
        }
        return Solved(facts, numbers, header["positions"], seconds, file.path)

    def verify(self, work: Work) -> Verified:
        begun = monotonic()
        file = self.read(self.path(work.folder))
        file.check()
        core = self.open(file).core
        assert isinstance(core, _core.QuantikTable)
        work.begin(file.header["positions"])
        positions, mistakes, wrong = work.run(
            sentence("checking every position"),
            file.header["positions"],
            partial(core.verify, work.threads),
        )
        # The check covers only positions in which the game goes on.
        over = sum(row[0] for row in _by_pieces(file.header))
        if positions != file.header["positions"] - over:
            raise file.damaged()
        return Verified(positions, mistakes, wrong, monotonic() - begun)

    def check(self, file: TablebaseFile) -> None:
        by_pieces = file.header["positions_by_pieces_and_plies"]
        if list(by_pieces) != [str(pieces) for pieces in range(PIECES + 1)]:
            raise ValueError("layers are missing")
        counts = [checked_int(count, MAX_POSITIONS) for row in by_pieces.values() for count in row]
        if sum(counts) != file.header["positions"]:
            raise ValueError("the counts do not add up to the number of positions")
        super().check(file)

    def open(self, file: TablebaseFile) -> Tablebase:
        layers = [file.block(str(pieces)) for pieces in range(PIECES + 1)]
        for layer in layers:
            check_function(layer)
        return Tablebase(file, _core.QuantikTable(self.variant.core, layers))


def _by_pieces(header: dict[str, Any]) -> list[list[int]]:
    return list(header["positions_by_pieces_and_plies"].values())
