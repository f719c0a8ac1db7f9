"""The analysis board: positions to touch, and searches that report as they go."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from fastapi import APIRouter, Request, Response, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence, template
from quintet.server.analysis.lines import LineSearch, lines_message
from quintet.server.analysis.turns import board_turn
from quintet.server.api.positions import position_of
from quintet.server.api.replies import reply, sends
from quintet.server.context import Context, context_of
from quintet.server.schemas.analysis import (
    ANALYSIS_COMMANDS,
    BoardTurn,
    ExplorerAnswer,
    LinesMessage,
    LinesRequest,
    SearchCommand,
    StopCommand,
)
from quintet.server.schemas.encoding import encode
from quintet.server.schemas.messages import RefusedMessage
from quintet.server.schemas.requests import PositionRequest
from quintet.server.thinking.jobs import AnalysisJob, line_from
from quintet.server.web.errors import Busy, MalformedRequest, problem
from quintet.server.web.processor_time import in_thread
from quintet.server.web.validation import invalid

log = logging.getLogger("quintet.server")
router = APIRouter(prefix="/api/v1", tags=["positions"])

MAX_COMMAND = 16_000  # characters: a position and the moves that led to it
SECONDS_BETWEEN_REPORTS = 0.1
BROKEN_OFF = 1011
GONE = (WebSocketDisconnect, RuntimeError)


@router.post(
    "/positions/turn",
    summary=template("Offer the moves of a position"),
    description=template(
        "What a board needs to have a move made: places to touch, prompts, and what moves do."
    ),
    responses=sends(BoardTurn, template("The position and its moves.")),
)
async def turn(asked: PositionRequest, request: Request) -> Response:
    say = context_of(request).locale.say
    return reply(await in_thread(lambda: board_turn(position_of(asked), say)))


@router.post(
    "/positions/explore",
    summary=template("Show how often moves were played"),
    description=template(
        "The moves from a position that were played on this server, with the results of the "
        "games; symmetric moves count as one."
    ),
    responses=sends(ExplorerAnswer, template("The moves that were played.")),
)
async def explore(asked: PositionRequest, request: Request) -> Response:
    found = await context_of(request).registry.explorer.results(position_of(asked))
    answer: ExplorerAnswer = {
        "moves": {
            word: {
                "games": each.games,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
            }
            for word, each in found.items()
        }
    }
    return reply(answer)


@router.post(
    "/positions/lines",
    summary=template("Analyse a position"),
    description=template("What the engine thinks of a position."),
    responses=sends(LinesMessage, template("The value, and the best moves first.")),
)
async def lines(question: LinesRequest, request: Request) -> Response:
    """Search once, where a proxy lets no WebSocket through."""
    context = context_of(request)
    await in_thread(lambda: position_of(question))  # raises if a move is not legal
    begin = position_of(question.model_copy(update={"moves": []}))
    job = AnalysisJob(line_from(begin, question.moves), question.seconds, grouped=True)
    found = await context.registry.analyses.run(job, context.client)
    if found is None:
        raise Busy(sentence("There is no time to think about this now."))
    return reply(lines_message(found, context.locale.say, search_id="", done=True))


@router.websocket("/analysis/live")
async def live(websocket: WebSocket) -> None:
    """Search what the client looks at, one position at a time, until it goes."""
    await websocket.accept()
    await _Connection(websocket, context_of(websocket)).run()


class _Connection:
    """One client: a loop that takes commands, and one that reports."""

    def __init__(self, websocket: WebSocket, context: Context) -> None:
        self._websocket = websocket
        self._context = context
        self._changed = asyncio.Event()
        self._replaced = asyncio.Event()  # another search has begun
        self._search: LineSearch | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        reporting = asyncio.create_task(self._report())
        try:
            while True:
                await self._answer(await self._websocket.receive_text())
        except GONE:
            pass  # nobody looks any more
        finally:
            self._stop()
            reporting.cancel()
            with suppress(asyncio.CancelledError, *GONE):
                await reporting

    async def _answer(self, text: str) -> None:
        command_id = ""
        try:
            command = _read_command(text)
            command_id = command.id
            self._stop()
            if isinstance(command, SearchCommand):
                await self._start(command)
        except QuintetError as error:
            await self._refuse(command_id, error)

    async def _start(self, command: SearchCommand) -> None:
        begin = command.model_copy(update={"moves": []})
        await in_thread(lambda: position_of(command))  # raises if a move is not legal
        search = self._search = LineSearch(command.id, self._changed)
        self._replaced.set()
        work = search.run(
            self._context.registry.engine_pool,
            line_from(position_of(begin), command.moves),
            command.seconds,
            self._context.client,
        )
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    async def _report(self) -> None:
        """Send the latest result of a search, not more often than somebody can read it."""
        say = self._context.locale.say
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                self._replaced.clear()
                search = self._search
                if search is not None and search.error is not None:
                    await self._refuse(search.id, search.error)
                elif search is not None and search.latest is not None:
                    told = lines_message(search.latest, say, search_id=search.id, done=search.done)
                    await self._send(encode(told))
                    await self._pause()
        except GONE:
            pass  # the other loop ends, too
        except Exception:
            log.exception("A search could not be reported.")
            await self._websocket.close(BROKEN_OFF)

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with self._context.registry.clock.timeout(SECONDS_BETWEEN_REPORTS):
                await self._replaced.wait()

    async def _refuse(self, command_id: str, error: QuintetError) -> None:
        found = problem(error, self._context.locale.say, self._websocket.url.path)
        refused: RefusedMessage = {"type": "refused", "id": command_id, "error": found}
        await self._send(encode(refused))

    async def _send(self, text: str) -> None:
        async with self._sending:
            await self._websocket.send_text(text)


def _read_command(text: str) -> SearchCommand | StopCommand:
    if len(text) > MAX_COMMAND:
        raise MalformedRequest(sentence("A command is shorter than that."))
    try:
        return ANALYSIS_COMMANDS.validate_json(text)
    except ValidationError as error:
        raise invalid(error, ANALYSIS_COMMANDS) from error
