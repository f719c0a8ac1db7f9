"""The page that says what is known of the games."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from quintet.draw import bars
from quintet.known import Fact
from quintet.known import facts as known_facts
from quintet.known.plots import plots
from quintet.known.words import (
    curiosity_sentence,
    effort_sentence,
    how_sentence,
    value_sentence,
    zugzwang_sentence,
)
from quintet.language import Say
from quintet.sentence import Number
from quintet.server.choices import in_words
from quintet.server.context import context_of
from quintet.server.rendering import render

router = APIRouter(include_in_schema=False)


@router.get("/known")
async def known(request: Request) -> HTMLResponse:
    say = context_of(request).speech.say
    return render(request, "known.html", facts=[_told(fact, say) for fact in known_facts()])


def _told(fact: Fact, say: Say) -> dict[str, Any]:
    effort, zugzwang = effort_sentence(fact), zugzwang_sentence(fact)
    return {
        "game": fact.game,
        "title": fact.variant.title,
        "options": [say(each) for each in in_words(fact.game, fact.options)],
        "value": say(value_sentence(fact.value)),
        "how": say(how_sentence(fact)),
        "positions": "-" if fact.positions is None else say(Number(fact.positions)),
        "longest": "-" if fact.longest is None else say(Number(fact.longest)),
        "effort": "-" if effort is None else say(effort),
        "plots": [bars.svg(made, style=False) for made in plots(fact, say).values()],
        "curiosities": [
            {
                "said": say(curiosity_sentence(each)),
                "text": each.text,
                "options": dict(each.options),
                "line": " ".join(each.line),
            }
            for each in fact.curiosities
        ],
        "zugzwang": None if zugzwang is None else say(zugzwang),
    }
