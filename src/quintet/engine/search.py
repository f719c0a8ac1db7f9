"""A search of one position, in this thread or in its own; it reports and can be stopped."""

from __future__ import annotations

import queue
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from quintet import _core
from quintet.engine.analysis import Analysis, Certainty, MoveValue, value_of_score
from quintet.engine.probe import KNOWN, known_moves, look_up
from quintet.engine.transpositions import MAX_MEGABYTES, TranspositionTable
from quintet.errors import BadOption
from quintet.i18n.sentence import any_of, sentence
from quintet.position import MAX_THREADS, Position
from quintet.value import TIE, estimated, loss_in, win_in

MAX_SECONDS = 1e6
MAX_NODES = 2**63 - 1  # what programs give for no limit
OCCURRENCES_TO_DRAW = 3  # H1
MAX_EXPLORATION = 100.0
MAX_DEPTH = 10**9  # what programs give for no limit; the search goes to _core.MAX_DEPTH


# What a position is to the side to move, where its pitfalls are looked for.
Standing = Literal["drawn", "won"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search stops. None means no limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int = 1
    megabytes: int = _core.DEFAULT_MEGABYTES

    def __post_init__(self) -> None:
        for name, least, most in (
            ("seconds", 0, MAX_SECONDS),
            ("nodes", 1, MAX_NODES),
            ("depth", 1, MAX_DEPTH),
            ("threads", 1, MAX_THREADS),
            ("megabytes", 1, MAX_MEGABYTES),
        ):
            value = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if value is None and name not in ("threads", "megabytes"):
                continue
            if type(value) not in kinds or not least <= value <= most:
                raise _out_of_range(name, value, least, most)


def _out_of_range(name: str, value: object, least: int, most: float) -> BadOption:
    return BadOption(
        sentence(
            "{name} must be a number from {least} to {most}.",
            name=name,
            least=least,
            most=int(most),
        ),
        option=name,
        value=value,
    )


class Search:
    """One search of one position: `run` blocks, `start` searches in a thread and yields.

    - `history`: the positions of the game so far; a third occurrence is a draw (H1).
    - `to_win`: make a repetition worth a little less than a draw, to play on when not worse.
    - `tables`: answer from a tablebase where one knows the position.
    - `transpositions`: a table shared with other searches, instead of one of its own.
    - `uct`: search with random games (UCT) only, and explore so many times as much as the textbook,
      whose constant is the square root of two.
    - `pitfalls`: estimate how likely such a player makes no mistake with the next turn: in a
      position that is "drawn" a turn that loses, in one that is "won" a turn that gives the win
      away. Only for games that must end.
    """

    def __init__(
        self,
        position: Position,
        limits: Limits,
        *,
        moves: int | str | Iterable[str] = 1,
        seed: int = 1,
        uct: float | None = None,
        pitfalls: Standing | None = None,
        history: Iterable[Position] = (),
        to_win: bool = False,
        tables: bool = True,
        transpositions: TranspositionTable | None = None,
    ) -> None:
        if transpositions is not None and transpositions.variant is not position.variant:
            raise BadOption(
                sentence(
                    "The transposition table belongs to another game or other options. "
                    "Make one for this variant."
                ),
                option="transpositions",
                value=transpositions.variant.name,
            )
        if uct is not None and (type(uct) not in (int, float) or not 0 <= uct <= MAX_EXPLORATION):
            raise _out_of_range("uct", uct, 0, MAX_EXPLORATION)
        if pitfalls is not None and pitfalls not in STANDINGS:
            said = sentence(
                "{field} must be one of {allowed}.", field="pitfalls", allowed=any_of(STANDINGS)
            )
            raise BadOption(said, option="pitfalls", value=pitfalls)
        if pitfalls is not None and position.variant.cycles:
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
        self.tables = tables and uct is None and pitfalls is None
        self.transpositions = transpositions
        self._drawn = _drawn(position, history)
        self.multipv, self.searchmoves = _multipv_and_searchmoves(position, moves)
        self._search = (
            _core.search(position, uct)
            if pitfalls is None
            else _core.pitfalls(position, pitfalls == "won")
        )
        self._known: list[MoveValue] = []  # what a table has of the moves, where it has not all
        self._updates: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, tell: Callable[[Analysis], object] | None = None) -> Analysis:
        """Search until a limit is reached or `stop` is called; `tell` gets every depth."""
        if self.tables and self.position.outcome is None:
            looked_up = look_up(
                self.position, self.searchmoves, self.multipv, self._drawn, to_win=self.to_win
            )
            if looked_up is not None:
                if tell is not None:
                    tell(looked_up)
                return looked_up
            self._known = known_moves(self.position, self.searchmoves, self._drawn)
        listener = None if tell is None else lambda found: tell(self._analysis(found))
        return self._analysis(self._search.run(self._core_limits(), listener))

    def stop(self) -> None:
        """End the search within milliseconds; its result so far stands."""
        self.stopped = True
        self._search.stop()

    def start(self) -> Iterator[Analysis]:
        """Search in a thread; yield the analysis after every depth and at the end.

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

    def _core_limits(self) -> _core.SearchLimits:
        limits = self.limits
        return _core.SearchLimits(
            nodes=limits.nodes or MAX_NODES,
            seconds=MAX_SECONDS if limits.seconds is None else float(limits.seconds),
            depth=min(limits.depth or MAX_DEPTH, _core.MAX_DEPTH),
            threads=limits.threads,
            megabytes=limits.megabytes,
            multipv=self.multipv,
            searchmoves=self.searchmoves,
            seed=self.seed,
            drawn=self._drawn,
            to_win=self.to_win,
            transpositions=None if self.transpositions is None else self.transpositions.core,
        )

    def _analysis(self, found: _core.SearchReport) -> Analysis:
        position = self.position
        outcome = position.outcome
        if outcome is not None:
            share = outcome.scores[position.turn]
            value = win_in(0) if share == 1 else loss_in(0) if share == 0 else TIE
            return Analysis(position, value, "proved", (), 0, found.nodes, found.seconds)
        moves = found.moves
        values = [self._move_value(move) for move in moves if move.score > _core.UNKNOWN_SCORE]
        # Moves that only failed to be better have no value of their own.
        shown = self._with_known(values[: self.multipv])
        if not shown or shown[0].value.kind == "loss":
            shown = (*self._not_reached(moves), *shown)[: self.multipv]
        best = shown[0]
        certainty: Certainty = "proved" if found.proved else "searched"
        if best.certainty == KNOWN:
            certainty = KNOWN
        return Analysis(
            position, best.value, certainty, shown, found.depth, found.nodes, found.seconds
        )

    def _with_known(self, searched: list[MoveValue]) -> tuple[MoveValue, ...]:
        """The best of what was searched and of what a table has, which counts for more."""
        known = {move.move for move in self._known}
        values = [*self._known, *(move for move in searched if move.move not in known)]
        if known:
            values.sort(key=lambda move: move.value.order, reverse=True)
        return tuple(values[: self.multipv])

    def _not_reached(self, moves: Sequence[_core.RootMove]) -> list[MoveValue]:
        """A move of which nothing is known, if there is one: it is better than one that loses.

        A search that ends before it has come to all moves has not lost because some do.
        """
        known = {move.move for move in self._known}
        unknown = (
            self._word_of(self.position, move.move)
            for move in moves
            if move.score == _core.UNKNOWN_SCORE
        )
        first = next((word for word in unknown if word not in known), None)
        return [] if first is None else [MoveValue(first, estimated(0.5), "searched", (first,))]

    def _move_value(self, move: _core.RootMove) -> MoveValue:
        estimate = move.estimate
        value = (
            value_of_score(move.score, exact=move.exact, must_end=not self.position.variant.cycles)
            if estimate is None
            else estimated(estimate)
        )
        words = []
        position = self.position
        for step in move.line:
            if step not in position.numbers:
                break  # a line may be cut short, never invented
            words.append(self._word_of(position, step))
            position = position.play(step)
        # The search sees a win with the next move without making it.
        if value.plies == len(words) + 1:
            words += _winning_words(position)[:1]
        certainty: Certainty = "proved" if move.exact and estimate is None else "searched"
        return MoveValue(words[0], value, certainty, tuple(words))

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


def _multipv_and_searchmoves(
    position: Position, moves: int | str | Iterable[str]
) -> tuple[int, list[int]]:
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
