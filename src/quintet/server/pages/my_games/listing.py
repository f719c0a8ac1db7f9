"""The page of a device's games: filtered, in pages, with the scores of rematches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Number, Sentence, all_of, counted, sentence
from quintet.server.context import context_of
from quintet.server.pages.my_games.filters import Filters, offered
from quintet.server.pages.my_games.games import Game, games_of
from quintet.server.pages.rendering import render
from quintet.server.play.series import score
from quintet.server.play.views.ending import title_sentence, why_sentence
from quintet.server.schemas.pages import GameOfMine, ImportFault, Series
from quintet.server.web.processor_time import in_thread

router = APIRouter(include_in_schema=False)

PAGE = 12  # games on a page


@router.get("/games")
async def my_games(request: Request) -> Response:
    """Show the games of this device, the latest first; rematches go together."""
    return await games_page(request, _imported(request.query_params))


async def games_page(
    request: Request,
    notice: Sentence | None = None,
    faults: Sequence[ImportFault] = (),
    typed: str = "",
    status: int = 200,
) -> Response:
    """Return the page, after an import with what it did or what is wrong."""
    context = context_of(request)
    say, filters = context.locale.say, Filters.read(request.query_params)
    everything = await games_of(context)
    fitting = [game for game in everything if filters.fits(game)]
    pages = max(1, -(-len(fitting) // PAGE))
    filters = filters.at(min(filters.page, pages))
    shown = fitting[(filters.page - 1) * PAGE : filters.page * PAGE]

    def make() -> Response:
        return render(
            request,
            "games.html",
            status,
            series=_series(shown, everything, say),
            count=len(fitting),
            total=len(everything),
            fields=offered(everything, filters, say),
            filters=filters,
            pages=pages,
            notice="" if notice is None else say(notice),
            faults=faults,
            typed=typed,
        )

    return await in_thread(make)


def _series(shown: Sequence[Game], everything: Sequence[Game], say: Translate) -> list[Series]:
    """Group games with their rematches, the latest first; other games go together."""
    earlier = {it.id: it.listed.follows for it in everything if it.listed.follows}
    series: dict[str, list[Game]] = {}
    for game in everything:
        series.setdefault(_root(game.id, earlier), []).append(game)
    grouped: dict[str, list[Game]] = {}
    for game in shown:
        grouped.setdefault(_root(game.id, earlier), []).append(game)
    made: list[Series] = []
    for root, games in grouped.items():
        each: Series = {
            "score": _score(series[root], say),
            "games": [as_listed(game, say) for game in games],
        }
        if made and made[-1]["score"] is None and each["score"] is None:
            made[-1]["games"] += each["games"]  # single games stand side by side
        else:
            made.append(each)
    return made


def _root(table_id: str, earlier: dict[str, str]) -> str:
    while table_id in earlier:
        table_id = earlier[table_id]
    return table_id


def _score(games: Sequence[Game], say: Translate) -> str | None:
    """Return the score of a series in words; None for a single game."""
    over = [game for game in games if game.outcome is not None]
    if len(over) < 2:
        return None
    names = over[0].names_by_chair(say)
    points = score([game.winners for game in over], len(names))
    parts = [
        sentence("{name} {points}", name=name, points=Number(each, 0 if each.is_integer() else 1))
        for name, each in zip(names, points, strict=True)
    ]
    return say(sentence("Score: {score}", score=all_of(parts)))


def as_listed(game: Game, say: Translate) -> GameOfMine:
    """Return a game as lists show it."""
    names, outcome, summary = game.names(say), game.outcome, game.summary
    ended, why = sentence("In progress"), None
    if game.listed.phase == "open":
        ended = sentence("Waiting for players")
    if outcome is not None:
        ended = title_sentence(outcome, names, game.own)
        why = why_sentence(outcome, names, game.own, summary["last"])
    return {
        "id": game.id,
        "title": game.variant.title,
        "captions": game.captions(say),
        "game": game.listed.game,
        "names": names,
        "over": outcome is not None,
        "own": bool(game.own),
        "role": game.role,
        "ended": say(ended),
        "why": "" if why is None else say(why),
        "day": datetime.fromtimestamp(game.listed.changed / 1000, UTC).date().isoformat(),
        "options": summary["options"],
        "look": summary["look"],
        "position": summary["position"],
    }


def _imported(query: Mapping[str, str]) -> Sentence | None:
    """Return what an import did, from the query that it led to."""
    counts = [query.get(name, "") for name in ("imported", "known")]
    if not all(count.isdecimal() and len(count) < 4 for count in counts):
        return None
    added, known = map(int, counts)
    said = counted("{count} game imported.", "{count} games imported.", count=added)
    if not known:
        return said
    before = counted(
        "{count} game was here already.", "{count} games were here already.", count=known
    )
    return sentence("{said} {more}", said=said, more=before)
