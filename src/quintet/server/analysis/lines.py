"""Searches for analysis boards: one at a time for each client that looks, told as they go."""

from __future__ import annotations

import asyncio
import secrets

from quintet.engine import Analysis
from quintet.engine.player_phrasing import moves_left, player_sentence
from quintet.engine.review import estimate_of_side
from quintet.engine.symmetry import group_moves
from quintet.errors import QuintetError
from quintet.i18n.catalogue import Translate
from quintet.known.sources import advice_sentence
from quintet.outcome import outcome_sentence
from quintet.server.analysis.turns import piece_names
from quintet.server.schemas.analysis import LinesMessage
from quintet.server.thinking.jobs import AnalysisJob, Line, StopToken
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client


class LineSearch:
    """One search: `latest` is what it has found so far, and `changed` is set when there is more."""

    def __init__(self, search_id: str, changed: asyncio.Event) -> None:
        self.id = search_id
        self.latest: Analysis | None = None
        self.done = False
        self.error: QuintetError | None = None
        self._changed = changed
        self._token = StopToken()

    async def run(self, pool: EnginePool, line: Line, seconds: float, client: Client) -> None:
        """Search on the account of a client until a limit is reached or `stop` is called."""
        job = AnalysisJob(line, seconds, grouped=True)
        name = f"lines:{secrets.token_hex(8)}"
        try:
            found = await pool.run(job, self._token, name, self._take, client)
        except QuintetError as error:
            self.error = error
            self._changed.set()
            return
        if found is not None:
            self.done = True
            self._take(found)

    def stop(self) -> None:
        self._token.stop()

    def _take(self, found: Analysis) -> None:
        if not self._token.stopped:
            self.latest = found
            self._changed.set()


def lines_message(found: Analysis, say: Translate, *, search_id: str, done: bool) -> LinesMessage:
    """Return what a search has found, with symmetric moves as one."""
    position, names = found.position, piece_names(found.position, say)
    groups = {group[0]: group for group in group_moves(position)}
    valued = {each.move for each in found.moves}
    said = (
        player_sentence(position, found.value, found.certainty, (), names)
        if position.outcome is None
        else outcome_sentence(position.outcome, names)
    )
    note = None if found.certainty != "searched" else advice_sentence(position.variant)
    return {
        "type": "lines",
        "id": search_id,
        "done": done,
        "depth": found.depth,
        "nodes": found.nodes,
        "value": {
            "kind": found.value.kind,
            "plies": found.value.plies,
            "known": found.certainty,
            "said": say(said),
            "note": None if note is None else say(note),
        },
        "chance": estimate_of_side(found, position.variant.sides[0]),
        "lines": [
            {
                "moves": _together(each.move, groups.get(each.move, ()), valued),
                "kind": each.value.kind,
                "plies": each.value.plies,
                "in_moves": moves_left(position, each.value),
                "chance": each.value.estimate,
                "known": each.certainty,
                "said": say(player_sentence(position, each.value, each.certainty, (), names)),
                "line": each.line,
            }
            for each in found.moves
        ],
    }


def _together(word: str, group: tuple[str, ...], valued: set[str]) -> list[str]:
    """Return a move and those like it that were not searched themselves."""
    return [word, *(other for other in group if other not in valued)]
