"""Thinking: a search that runs beside everything else, tells what it knows, and can be stopped."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from quintet import _core
from quintet.engine.analysis import Analysis, MoveValue, value_of_score
from quintet.engine.probe import KNOWN, known_moves, look_up
from quintet.engine.transpositions import MEGABYTE, Memory
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position
from quintet.value import TIE, chance_of, loss_in, win_in

FOREVER = 1e6
MOST_NODES = 2**63 - 1  # what programs give for no limit
DEEPEST = 200
MOST_THREADS = 256
OCCURRENCES_TO_DRAW = 3  # H1
UNKNOWN_SCORE = -31_000  # of a move the search has not come to


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking. What is None does not limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    megabytes: int = 64

    def __post_init__(self) -> None:
        for name, least, most in (
            ("seconds", 0, FOREVER),
            ("nodes", 1, MOST_NODES),
            ("depth", 1, 10**9),
            ("threads", 1, MOST_THREADS),
            ("megabytes", 1, 2**20),
        ):
            value = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if value is None and name not in ("threads", "megabytes"):
                continue
            if type(value) not in kinds or not least <= value <= most:
                raise BadOption(
                    sentence(
                        "{name} must be a number from {least} to {most}.",
                        name=name,
                        least=least,
                        most=int(most),
                    ),
                    option=name,
                    value=value,
                )


class Thinking:
    """One search of one position. `run` does it here; `start` does it in a thread of its own.

    `history` is the positions of the game so far: to come to one of them for the third time is a
    draw (H1). `to_win` is for whoever has to play a move: it makes a repetition worth a little less
    than a draw, so that the search plays on where it is not worse. Where a table knows the answer,
    there is nothing to search, unless `tables` says not to look. With a `memory`, the values that
    are found are shared with other searches, instead of those in memory of its own. A `plain_tree`
    trusts random games. A search of `pitfalls` finds out how likely one who does so goes wrong
    with the next turn: its chance is that the turn does not lose. The game must be one that ends.
    """

    def __init__(
        self,
        position: Position,
        limits: Limits,
        *,
        moves: int | str | Iterable[str] = 1,
        seed: int = 1,
        plain_tree: bool = False,
        pitfalls: bool = False,
        history: Iterable[Position] = (),
        to_win: bool = False,
        tables: bool = True,
        memory: Memory | None = None,
    ) -> None:
        if memory is not None and memory.variant is not position.variant:
            raise BadOption(
                sentence("The memory is of another game, or of other options."),
                option="memory",
                value=memory.variant.name,
            )
        if pitfalls and position.variant.cycles:
            raise BadOption(
                sentence("Only a game that must end can be searched for pitfalls."),
                option="pitfalls",
                value=position.variant.name,
            )
        self.position = position
        self.limits = limits
        self.seed = seed
        self.to_win = to_win
        self.stopped = False  # by someone, before it was done
        self.tables = tables and not plain_tree and not pitfalls
        self.memory = memory
        self._drawn = _drawn(position, history)
        self.wanted, self.only = _wanted(position, moves)
        self._search = _core.pitfalls(position) if pitfalls else _core.search(position, plain_tree)
        self._known: list[MoveValue] = []  # what a table has of the moves, where it has not all
        self._updates: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, tell: Callable[[Analysis], object] | None = None) -> Analysis:
        """Thinks until a limit is reached or `stop` is called; `tell` hears of every depth."""
        if self.tables and self.position.outcome is None:
            looked_up = look_up(
                self.position, self.only, self.wanted, self._drawn, to_win=self.to_win
            )
            if looked_up is not None:
                if tell is not None:
                    tell(looked_up)
                return looked_up
            self._known = known_moves(self.position, self.only, self._drawn)
        limits = self.limits
        listener = None if tell is None else lambda found: tell(self._analysis(found))
        found = self._search.think(
            limits.nodes or MOST_NODES,
            FOREVER if limits.seconds is None else float(limits.seconds),
            min(limits.depth or DEEPEST, DEEPEST),
            limits.threads,
            limits.megabytes * MEGABYTE,
            self.wanted,
            self.only,
            self.seed,
            self._drawn,
            self.to_win,
            None if self.memory is None else self.memory.core,
            listener,
        )
        return self._analysis(found)

    def stop(self) -> None:
        """Ends the search within milliseconds; what is known stands."""
        self.stopped = True
        self._search.stop()

    def start(self) -> Iterator[Analysis]:
        """Thinks in a thread and yields what is known after every depth, and at the end.

        Closing the iterator stops the search.
        """
        self._thread = threading.Thread(target=self._run_and_tell, daemon=True)
        self._thread.start()
        try:
            while (update := self._updates.get()) is not None:
                yield update
        finally:
            self.stop()
            self._thread.join()

    def _run_and_tell(self) -> None:
        try:
            self._updates.put(self.run(self._updates.put))
        finally:
            self._updates.put(None)

    def _analysis(self, found: Any) -> Analysis:
        depth, nodes, seconds, proved, listed = found
        position = self.position
        outcome = position.outcome
        if outcome is not None:
            share = outcome.scores[position.turn]
            value = win_in(0) if share == 1 else loss_in(0) if share == 0 else TIE
            return Analysis(position, value, "proved", (), 0, nodes, seconds)
        values = [
            self._move_value(number, score, at_least and at_most, chance, line)
            for number, score, at_least, at_most, chance, line in listed
            if score > UNKNOWN_SCORE
        ]
        # Moves that only failed to be better have no value of their own.
        shown = self._with_known(values[: self.wanted])
        if not shown or shown[0].value.kind == "loss":
            shown = (*self._not_reached(listed), *shown)[: self.wanted]
        best = shown[0]
        known = KNOWN if best.known == KNOWN else "proved" if proved else "searched"
        return Analysis(position, best.value, known, shown, depth, nodes, seconds)

    def _with_known(self, searched: list[MoveValue]) -> tuple[MoveValue, ...]:
        """The best of what was searched and of what a table has, which counts for more."""
        known = {move.move for move in self._known}
        values = [*self._known, *(move for move in searched if move.move not in known)]
        if known:
            values.sort(key=lambda move: move.value.order, reverse=True)
        return tuple(values[: self.wanted])

    def _not_reached(self, listed: Any) -> list[MoveValue]:
        """A move of which nothing is known, if there is one: it is better than one that loses.

        A search that ends before it has come to all moves has not lost because some do.
        """
        known = {move.move for move in self._known}
        unknown = (
            self._word_of(self.position, number)
            for number, score, *_ in listed
            if score == UNKNOWN_SCORE
        )
        first = next((word for word in unknown if word not in known), None)
        return [] if first is None else [MoveValue(first, chance_of(0.5), "searched", (first,))]

    def _move_value(
        self, number: int, score: int, exact: bool, chance: float | None, line: list[int]
    ) -> MoveValue:
        must_end = not self.position.variant.cycles
        value = (
            value_of_score(score, exact=exact, must_end=must_end)
            if chance is None
            else chance_of(chance)
        )
        words = []
        position = self.position
        for step in line:
            if step not in position.numbers:
                break  # a line may be cut short, never invented
            words.append(self._word_of(position, step))
            position = position.play(step)
        # The search sees a win with the next move without making it.
        if value.plies == len(words) + 1:
            words += _winning_words(position)[:1]
        known = "proved" if exact and chance is None else "searched"
        return MoveValue(words[0], value, known, tuple(words))

    @staticmethod
    def _word_of(position: Position, number: int) -> str:
        return position.variant.words[position.turn][number]


def _winning_words(position: Position) -> list[str]:
    """The moves that win the game on the spot, not those that end it for the other side."""
    endings = ((word, position.play(word).outcome) for word in position.moves)
    return [word for word, end in endings if end is not None and end.scores[position.turn] == 1]


def _drawn(position: Position, history: Iterable[Position]) -> list[int]:
    """The positions whose next occurrence ends the game as a draw (H1), as their hashes."""
    met = Counter([*history, position])
    for earlier in met:
        if earlier.variant is not position.variant:
            raise BadOption(
                sentence("The history is made of positions of the same game and options."),
                option="history",
                value=earlier,
            )
    if not position.variant.cycles:
        return []
    return [earlier.hash64 for earlier, times in met.items() if times >= OCCURRENCES_TO_DRAW - 1]


def _wanted(position: Position, moves: int | str | Iterable[str]) -> tuple[int, list[int]]:
    """How many of the best moves to value, and which moves to look at (all when empty)."""
    count = max(1, len(position.moves))
    if type(moves) is int and moves >= 1:
        return min(moves, count), []
    if moves == "all":
        return count, []
    if isinstance(moves, Iterable) and not isinstance(moves, str):
        words = list(moves)
        numbers = dict(zip(position.moves, position.numbers, strict=True))
        for word in words:
            if word not in numbers:
                position.play(word)  # raises what is wrong with it
        if words:
            return len(words), [numbers[word] for word in words]
    raise BadOption(
        sentence("moves is how many of the best moves to value, 'all', or a list of moves."),
        option="moves",
        value=moves,
    )
