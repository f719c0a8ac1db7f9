"""The finished games of a device, with the scores of rematches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.i18n.sentence import Number, all_of, sentence
from quintet.server.context import Context, context_of
from quintet.server.pages.rendering import render
from quintet.server.play.series import score
from quintet.server.play.view import present
from quintet.server.schemas.pages import FinishedGame, Series
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)

MAX_LISTED = 50


@router.get("/games")
async def my_games(request: Request) -> Response:
    """Show the finished games of this device, the latest first; rematches go together."""
    context = context_of(request)
    store = context.registry.store
    listed = await store.tables_of(context.device, MAX_LISTED, phase="over")
    earlier = await store.follows([it.id for it in listed])
    games = {it.id: await _finished(context, it.id) for it in listed}
    series = [_series(context, [games[each] for each in ids]) for ids in _chains(games, earlier)]
    return await in_thread(lambda: render(request, "games.html", series=series))


async def _finished(context: Context, table_id: str) -> FinishedGame:
    seen = present(await context.find(table_id), context.device, context.locale)
    outcome = seen["outcome"]
    assert outcome is not None
    return {
        "url": f"/tables/{table_id}",
        "title": seen["title"],
        "game": seen["game"],
        "names": [seat["name"] for seat in sorted(seen["seats"], key=lambda it: it["chair"])],
        "winners": [seen["seats"][seat]["chair"] for seat in outcome["winners"]],
        "ended": outcome["title"],
        "why": outcome["why"],
        "options": seen["options"],
        "position": seen["position"],
    }


def _chains(ids: Iterable[str], earlier: dict[str, str]) -> list[list[str]]:
    """Group tables with their rematches, the latest first."""
    chains: dict[str, list[str]] = {}
    for table_id in ids:
        root = table_id
        while root in earlier:
            root = earlier[root]
        chains.setdefault(root, []).append(table_id)
    return list(chains.values())


def _series(context: Context, games: Sequence[FinishedGame]) -> Series:
    points = score([game["winners"] for game in games], len(games[0]["names"]))
    parts = [
        sentence("{name} {points}", name=name, points=Number(each, 0 if each.is_integer() else 1))
        for name, each in zip(games[0]["names"], points, strict=True)
    ]
    said = sentence("Score: {score}", score=all_of(parts)) if len(games) > 1 else None
    return {"score": None if said is None else context.locale.say(said), "games": list(games)}
