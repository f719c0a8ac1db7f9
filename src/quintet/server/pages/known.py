"""The page of known facts about the games."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.draw import bars
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Filling, Number
from quintet.known import Fact
from quintet.known import facts as known_facts
from quintet.known.plots import plots
from quintet.known.sources import source_sentence
from quintet.known.words import (
    curiosity_sentence,
    effort_sentence,
    how_sentence,
    longest_sentence,
    value_sentence,
    verdict_sentence,
    zugzwang_sentence,
)
from quintet.server.context import context_of
from quintet.server.pages.captions import captions
from quintet.server.pages.rendering import render
from quintet.server.pages.shared import shared_page
from quintet.server.schemas.pages import KnownGame

router = APIRouter(include_in_schema=False)


@router.get("/known")
async def known(request: Request) -> Response:
    """Show what is known of the games."""
    locale = context_of(request).locale

    def make() -> Response:
        told = (_told(fact, locale.say) for fact in known_facts())
        games = [list(each) for _, each in groupby(told, key=lambda each: each["game"])]
        for variants in games:
            variants.sort(key=lambda each: bool(each["options"]))  # the usual one first
        solved = {fact.game for fact in known_facts() if fact.value is not None}
        return render(request, "known.html", games=games, solved=len(solved))

    return await shared_page(request, ("known", locale.code), make)


def _told(fact: Fact, say: Translate) -> KnownGame:
    def or_nothing(said: Filling | None) -> str:
        return "" if said is None else say(said)

    options = captions(fact.variant, fact.options, say)
    title = " · ".join([fact.variant.title, *options])
    return {
        "game": fact.game,
        "title": fact.variant.title,
        "options": options,
        "verdict": say(verdict_sentence(fact.value)),
        "value": say(value_sentence(fact.value)),
        "how": say(how_sentence(fact)),
        "source": or_nothing(source_sentence(fact)),
        "positions": or_nothing(None if fact.positions is None else Number(fact.positions)),
        "longest": or_nothing(longest_sentence(fact)),
        "effort": or_nothing(effort_sentence(fact)),
        "plots": [
            bars.svg(made, style=False, say=say) for made in plots(fact, say, title).values()
        ],
        "curiosities": [
            {
                "said": say(curiosity_sentence(each)),
                "text": each.text,
                "options": dict(each.options),
                "edit": f"/edit/{fact.game}?{urlencode({**each.options, 'position': each.text})}",
                "line": each.line_text,
            }
            for each in fact.curiosities
        ],
        "zugzwang": or_nothing(zugzwang_sentence(fact)),
    }
