"""The explorer: how often a move was played on this server, and with what result."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict

from quintet.engine.symmetry import group_moves
from quintet.position import Position, option_text
from quintet.server.store import PlayedMove, Results, Store
from quintet.server.web.errors import SpoiltEvent
from quintet.server.web.processor_time import in_thread
from quintet.table import State, replay

MAX_PLIES = 60  # of a game that are counted: later positions are hardly ever met again
BATCH = 20  # games counted at a time


def position_key(position: Position) -> str:
    """Return a name for a position and all that are symmetric to it."""
    text = f"{position.game} {option_text(position.variant)} {position.canonical().text}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def played_moves(state: State) -> dict[PlayedMove, Results]:
    """Return the moves of a finished game with its result for the players who made them."""
    found: defaultdict[PlayedMove, Results] = defaultdict(Results)
    if state.outcome is None:
        return found
    for before, after, ply in zip(
        state.positions, state.positions[1:], state.played[:MAX_PLIES], strict=False
    ):
        move = PlayedMove(position_key(before), position_key(after))
        found[move] += Results.of(state.outcome.scores[ply.seat])
    return found


class Explorer:
    """Counts the moves of finished games, each game once."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def count(self) -> int:
        """Count some games that have not been counted yet; return how many."""
        waiting = await self._store.explored.waiting(BATCH)
        for table_id, imported in waiting:
            moves = {} if imported else await self._moves(table_id)
            await self._store.explored.add(table_id, moves)
        return len(waiting)

    async def results(self, position: Position) -> dict[str, Results]:
        """Return the results of the moves from a position that were ever played."""
        before, groups = await in_thread(lambda: _keys(position))
        known = await self._store.explored.moves(before)
        played = {after: words for after, words in groups.items() if after in known}
        return {word: known[after] for after, words in played.items() for word in words}

    async def _moves(self, table_id: str) -> dict[PlayedMove, Results]:
        try:
            stored = await self._store.load(table_id)
        except SpoiltEvent:
            return {}  # the log names it
        if stored is None:
            return {}
        events = stored.events
        return await asyncio.to_thread(lambda: played_moves(replay(events)))


def _keys(position: Position) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return the key of a position, and those of its moves by what they lead to."""
    groups = {position_key(position.play(group[0])): group for group in group_moves(position)}
    return position_key(position), groups
