"""Games as one file of records: download all, and import."""

from __future__ import annotations

import hashlib
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response, StreamingResponse

from quintet import record
from quintet.engine.levels import LEVELS
from quintet.errors import NotAllowed, QuintetError
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import counted, sentence
from quintet.record import Form, Record
from quintet.server.context import Context, context_of
from quintet.server.pages.my_games.filters import Filters
from quintet.server.pages.my_games.games import Game, games_of
from quintet.server.pages.my_games.listing import games_page
from quintet.server.play.registry import new_id
from quintet.server.play.seating import new_key
from quintet.server.schemas.pages import ImportFault
from quintet.server.schemas.requests import MAX_PLY_LIMIT
from quintet.server.store import ImportedGame, Occupant, StoredTable
from quintet.server.web.chosen_name import chosen_name, printable_name
from quintet.server.web.errors import InvalidField, SpoiltEvent
from quintet.server.web.processor_time import in_thread
from quintet.server.web.rate_limit import count_tables
from quintet.server.web.reserved_names import default_name, is_reserved
from quintet.table import replay
from quintet.table.importing import Player, exported, imported
from quintet.table.saving import record_of

router = APIRouter(include_in_schema=False)

MAX_IMPORTED = 100  # games in a file
MAX_FAULTS = 10  # that are shown
_ENGINE = re.compile(r"level:(\d{1,2})")  # as records and the command line write it


class Reading(NamedTuple):
    """What was read from a file: games to store, or what is wrong with it."""

    games: Sequence[ImportedGame]
    faults: Sequence[ImportFault]


@router.get("/games/download")
async def download(request: Request) -> Response:
    """Send the games that fit the filters as one file of records."""
    context, filters = context_of(request), Filters.read(request.query_params)
    form: Form = "json" if request.query_params.get("form") == "json" else "text"
    games = [
        game
        for game in await games_of(context)
        if filters.fits(game) and game.listed.phase != "open"
    ]
    kind, ending = ("application/x-ndjson", "jsonl") if form == "json" else ("text/plain", "txt")
    return StreamingResponse(
        _records(context, games, form),
        media_type=kind,
        headers={"Content-Disposition": f'attachment; filename="quintet-games.{ending}"'},
    )


async def _records(context: Context, games: Sequence[Game], form: Form) -> AsyncIterator[str]:
    store = context.registry.store
    sources = await store.library.records([game.id for game in games if game.listed.imported])
    for game in games:
        try:
            stored = await store.load(game.id)
        except SpoiltEvent:
            continue  # the log names it
        if stored is None:
            continue
        write = partial(_written, stored, sources.get(game.id), game.listed.created, form)
        yield await in_thread(write)


def _written(stored: StoredTable, source: str | None, created: int, form: Form) -> str:
    """Write a game as a record, followed by an empty line in text form."""
    state = replay(stored.events)
    if source is None:
        made = record_of(state, state.at)
        date = datetime.fromtimestamp(created / 1000, UTC).date()
        made = replace(made, tags={"Date": date.isoformat(), **made.tags})
    else:
        made = exported(state, state.at, record.loads(source)[0])
    return record.dumps(made, form) + ("\n" if form == "text" else "")


@router.post("/games/import")
async def import_games(request: Request) -> Response:
    """Import a file or a text of records, all or none; say which lines are wrong."""
    context = context_of(request)
    async with request.form(max_files=1, max_fields=10) as form:
        text = await _text(form.get("file")) or await _text(form.get("text"))
    at, name, say = context.registry.clock.now(), chosen_name(request), context.locale.say
    read = await in_thread(lambda: _read(text, context.device, name, at, say))
    if read.faults:
        said = sentence("Nothing was imported.")
        return await games_page(request, said, read.faults, _encodable(text), status=422)
    if not read.games:
        raise InvalidField(sentence("There is no game in this file."), field="file")
    await count_tables(request, len(read.games))
    added = await context.registry.store.create_imported(read.games)
    known = {"imported": added, "known": len(read.games) - added}
    return RedirectResponse(f"/games?{urlencode(known)}", 303)


async def _text(given: UploadFile | str | None) -> str:
    if isinstance(given, UploadFile):
        # Bytes that are not UTF-8 become lone surrogates, which a record then reports.
        return (await given.read()).decode("utf-8", "surrogateescape")
    return given or ""


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _read(text: str, device: str, name: str, at: int, say: Translate) -> Reading:
    games: list[ImportedGame] = []
    faults: list[ImportFault] = []
    for number, game in enumerate(record.loads(text), start=1):
        if number > MAX_IMPORTED:
            said = counted(
                "A file has at most {count} game.",
                "A file has at most {count} games.",
                count=MAX_IMPORTED,
            )
            faults.append({"line": game.line, "said": say(said)})
            break
        try:
            # The first game of a file is the latest, as in a download.
            games.append(_game(game, device, name, at - number, say))
        except QuintetError as error:
            line = game.line if game.error is None else game.error.line
            faults.append({"line": line, "said": _encodable(say(error.sentence))})
            if len(faults) == MAX_FAULTS:
                break
    return Reading(games, faults)


def _game(game: Record, device: str, name: str, at: int, say: Translate) -> ImportedGame:
    if game.error is not None:
        raise game.error
    if game.result is None and game.final.outcome is not None:
        raise NotAllowed(sentence("This game is finished."))
    seats = game.variant.seats
    given = [*game.seats, *[""] * (seats - len(game.seats))]
    players = [_player(each, number, say) for number, each in enumerate(given, start=1)]
    mine = [player.name for player in players].count(name) == 1 if name else False
    occupants = []
    for player in players:
        plays = game.result is None or (mine and player.name == name)
        person = Occupant(device, key=new_key()) if plays else Occupant()
        occupants.append(person if player.level is None else Occupant(level=player.level))
    events = imported(game, players, at, MAX_PLY_LIMIT)
    text = record.dumps(game)
    return ImportedGame(
        StoredTable(new_id(), device, tuple(occupants), tuple(events)),
        game.game,
        replay(events).phase,
        text,
        hashlib.sha256(text.encode()).hexdigest()[:32],
    )


def _player(given: str, number: int, say: Translate) -> Player:
    engine = _ENGINE.fullmatch(given)
    if engine is not None and int(engine[1]) in LEVELS:
        return Player(given, int(engine[1]))
    name = printable_name(given)
    return Player(say(default_name(number)) if not name or is_reserved(name, number) else name)
