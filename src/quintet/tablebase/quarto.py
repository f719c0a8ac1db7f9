"""The openings of Quarto: all boards with few pieces, with a piece to be given.

The boards with the most pieces are proved one by one, by the search that also answers for boards
with more pieces at run time, and stored with a gift that keeps their value. The values of boards
with fewer pieces follow from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from time import monotonic
from typing import Any

from quintet import _core
from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, Sentence, sentence
from quintet.position import first_position
from quintet.tablebase.draft import Draft
from quintet.tablebase.file import TablebaseFile, checked_int, write_tablebase
from quintet.tablebase.functions import check_function
from quintet.tablebase.solver import Solved, Solver, Tablebase, Verified, Work, start_sentence

GIGABYTE = 10**9
MAX_GIGABYTES = 2  # for the transposition table of the proofs; more does not help
BOARD = 16  # bytes
MAX_PIECES = 3  # boards with more are proved within a second or two
SLICE = 16  # boards proved in one step of the draft
SAMPLE = 200  # boards proved in two ways by `verify`
SAMPLE_PIECES = 6  # on these boards; there are too many to prove all


class QuartoSolver(Solver):
    game = "quarto"

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.features = variant.settings["features"]
        self.squares = bool(variant.settings["squares"])

    @classmethod
    def covers(cls, variant: Variant) -> bool:
        return variant.settings["common"] == 1  # QT18

    @property
    def name(self) -> str:
        """The name of the file, with the number of features and without `calls`."""
        features = self.features.bit_count()
        parts = [self.game]
        if self.squares:
            parts.append("squares=true")
        if features < 4:
            parts.append(f"features={features}")
        return ",".join(parts)

    @property
    def plan(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "options": {"squares": self.squares, "features": self.features.bit_count()},
            "rules": self.rules_version,
            "index": "quarto codes",
            "verdicts": "half the plies left",
            "gifts": "codes in hand",
            "pieces": MAX_PIECES,
        }

    def _build(self, work: Work, draft: Draft) -> Solved:
        core = _core.QuartoSolver(self.features, self.squares, self._memory(work))
        layers = list(self._layers(core))
        numbers, gifts = self._prove(work, draft, core, layers[-1])
        begun = monotonic()
        functions = [core.function_of(layers[-1], numbers, _core.Progress())]
        counts = [Counter(numbers)]
        for layer in reversed(layers[:-1]):
            numbers = core.derive(layer, functions[0], work.threads, _core.Progress())
            functions.insert(0, core.function_of(layer, numbers, _core.Progress()))
            counts.insert(0, Counter(numbers))
        header = {
            **self.plan,
            "positions": sum(len(layer) // BOARD for layer in layers),
            "boards_by_pieces_and_number": [dict(sorted(count.items())) for count in counts],
        }
        blocks = {str(pieces): function for pieces, function in enumerate(functions)}
        blocks["gifts"] = core.function_of(layers[-1], gifts, _core.Progress())
        file = write_tablebase(draft.path, header, blocks)
        draft.remove()
        return self._solved(file, draft.seconds + monotonic() - begun)

    def _memory(self, work: Work) -> int:
        return int(min(work.gigabytes, MAX_GIGABYTES) * GIGABYTE)

    def _layers(self, core: _core.QuartoSolver) -> Iterator[bytes]:
        """Yield the boards with no piece, with one, and so on, up to symmetry."""
        layer = core.first_layer()
        yield layer
        for _ in range(MAX_PIECES):
            layer = core.next_layer(layer, _core.Progress())
            yield layer

    def _prove(
        self, work: Work, draft: Draft, core: _core.QuartoSolver, layer: bytes
    ) -> tuple[bytes, bytes]:
        """Return the number of every board, and a gift that keeps its value."""
        slices = {
            f"boards from {first // BOARD}": layer[first : first + SLICE * BOARD]
            for first in range(0, len(layer), SLICE * BOARD)
        }
        left = {name: boards for name, boards in slices.items() if name not in draft.done}
        work.begin(sum(map(len, left.values())) // BOARD)
        for name, boards in left.items():
            begun = monotonic()
            numbers, gifts = work.run(
                sentence("proving boards with {count} pieces", count=MAX_PIECES),
                len(boards) // BOARD,
                partial(_prove_with_gifts, core, boards, work.threads),
            )
            draft.write(name, numbers)
            draft.write(f"gifts of {name}", gifts)
            draft.mark(name, len(numbers), monotonic() - begun)
        return (
            b"".join(draft.read(name) for name in slices),
            b"".join(draft.read(f"gifts of {name}") for name in slices),
        )

    def _solved(self, file: TablebaseFile, seconds: float | None) -> Solved:
        header = file.header
        start = self.open(file).get(first_position(self.game, self.variant.options))
        assert start is not None
        by_pieces = [
            _kinds({int(number): count for number, count in counts.items()})
            for counts in header["boards_by_pieces_and_number"]
        ]
        last = by_pieces[-1]
        facts = (
            start_sentence(start, sentence("With best play nobody wins: the board fills up.")),
            sentence(
                "Of the boards with {pieces} pieces, {wins} are won for the side that gives, "
                "{losses} are lost and {ties} are tied.",
                pieces=header["pieces"],
                wins=Number(last["win"]),
                losses=Number(last["loss"]),
                ties=Number(last["tie"]),
            ),
        )
        numbers = {"value": str(start), "pieces": header["pieces"], "boards_by_pieces": by_pieces}
        return Solved(facts, numbers, header["positions"], seconds, file.path)

    def verify(self, work: Work) -> Verified:
        """Derive the boards with fewer pieces again, and prove the others by plain search.

        The plain search also checks the search that answers for boards with more pieces.
        """
        begun = monotonic()
        file = self.read(self.path(work.folder))
        file.check()
        core_table = self.open(file).core
        assert isinstance(core_table, _core.QuartoTable)
        memory = self._memory(work)
        little = memory // 10  # enough for boards that are proved fast
        core = _core.QuartoSolver(self.features, self.squares, little)
        *earlier, last = self._layers(core)
        boards = b"".join(earlier)
        sample = self._later_boards(core, last)
        numbers = core.prove(sample, work.threads, _core.Progress())
        work.begin((len(boards) + len(sample) + len(last)) // BOARD)
        checks: Sequence[tuple[Sentence, int, Any]] = (
            (
                sentence("checking boards with fewer pieces"),
                len(boards) // BOARD,
                partial(core_table.verify, boards, work.threads),
            ),
            (
                sentence("proving some boards again"),
                len(sample) // BOARD,
                partial(core_table.prove_again, sample, numbers, little, work.threads),
            ),
            (
                sentence("proving boards with {count} pieces again", count=MAX_PIECES),
                len(last) // BOARD,
                partial(core_table.verify_last, last, memory, work.threads),
            ),
        )
        found = [work.run(doing, count, check) for doing, count, check in checks]
        return Verified(
            sum(positions for positions, _, _ in found),
            sum(mistakes for _, mistakes, _ in found),
            next((wrong for _, _, wrong in found if wrong is not None), None),
            monotonic() - begun,
            sentence(
                "The boards with {last} pieces and a sample of {count} boards with {pieces} were "
                "also proved by plain search.",
                last=MAX_PIECES,
                count=len(sample) // BOARD,
                pieces=SAMPLE_PIECES,
            ),
        )

    def _later_boards(self, core: _core.QuartoSolver, boards: bytes) -> bytes:
        for _ in range(MAX_PIECES, SAMPLE_PIECES):
            boards = core.next_layer(_sample(boards, SAMPLE), _core.Progress())
        return _sample(boards, SAMPLE)

    def open(self, file: TablebaseFile) -> Tablebase:
        layers = [
            file.block(str(pieces))
            for pieces in range(checked_int(file.header["pieces"], MAX_PIECES) + 1)
        ]
        gifts = file.block("gifts")
        for function in (*layers, gifts):
            check_function(function)
        return Tablebase(
            file, _core.QuartoTable(self.variant.core, self.variant.settings, layers, gifts)
        )


def _prove_with_gifts(
    core: _core.QuartoSolver, boards: bytes, threads: int, progress: _core.Progress
) -> tuple[bytes, bytes]:
    numbers = core.prove(boards, threads, progress)
    return numbers, core.gifts(boards, numbers, threads, progress)


def _kinds(numbers: dict[int, int]) -> dict[str, int]:
    """Return the counts of boards by result, from those by verdict number."""
    kinds = {"win": 0, "loss": 0, "tie": 0}
    for number, count in numbers.items():
        kinds["tie" if number == 0 else "loss" if number % 2 else "win"] += count
    return kinds


def _sample(boards: bytes, count: int) -> bytes:
    """Return some of the boards, evenly spread."""
    total = len(boards) // BOARD
    chosen = sorted({number * total // count for number in range(count)})
    return b"".join(boards[BOARD * number : BOARD * (number + 1)] for number in chosen)
