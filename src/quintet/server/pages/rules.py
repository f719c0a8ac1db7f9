"""The rules pages: every game, and the house rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import count

from fastapi import APIRouter, Request
from starlette.responses import Response

from quintet.draw import svg
from quintet.games import GAMES, find_game
from quintet.i18n.catalogue import Translate
from quintet.rules import HEADINGS, RULES, house
from quintet.rules.demonstration import Demonstration, Refusal, Step, demonstrate
from quintet.rules.types import Figure, Section
from quintet.server.api.games import facts
from quintet.server.context import context_of
from quintet.server.pages.analysis.addresses import analysis_address
from quintet.server.pages.rendering import render
from quintet.server.pages.shared import shared_page
from quintet.server.play.views.motions import as_motions, motions_of
from quintet.server.schemas.pages import (
    FigureMotions,
    FigureStep,
    FigureTry,
    RulesFigure,
    RulesParagraph,
    RulesSection,
)
from quintet.tutorials import TUTORIALS

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """Show the games, each with a link to its rules."""
    games = [facts(game) for game in GAMES.values()]
    key = "rules", None, context_of(request).locale.code
    return await shared_page(request, key, lambda: render(request, "rules_list.html", games=games))


@router.get("/rules/house")
async def house_rules(request: Request) -> Response:
    """Show the rules that all games share."""
    locale = context_of(request).locale

    def make() -> Response:
        return render(
            request,
            "house_rules.html",
            summary=locale.say(house.SUMMARY),
            sections=_sections(house.SECTIONS, locale.say),
        )

    return await shared_page(request, ("rules", "house", locale.code), make)


@router.get("/rules/{game}")
async def rules(game: str, request: Request) -> Response:
    """Show the rules of a game."""
    found, locale = facts(find_game(game)), context_of(request).locale

    def make() -> Response:
        written = RULES.get(game)
        return render(
            request,
            "rules.html",
            game=found,
            learnable=game in TUTORIALS,
            summary=locale.say(written.SUMMARY) if written else "",
            sections=_sections(written.SECTIONS, locale.say) if written else [],
        )

    return await shared_page(request, ("rules", game, locale.code), make)


def _sections(sections: Iterable[Section], say: Translate) -> list[RulesSection]:
    numbers = count(1)
    told: set[str] = set()
    return [
        {
            "heading": say(HEADINGS[section.part]),
            "paragraphs": list(_paragraphs(section, told, say)),
            "figures": [_figure(figure, next(numbers), say) for figure in section.figures],
        }
        for section in sections
    ]


def _paragraphs(section: Section, told: set[str], say: Translate) -> Iterator[RulesParagraph]:
    """Yield the paragraphs of a section; `told` are the ids that have an anchor already."""
    for paragraph in section.paragraphs:
        anchors = [rule for rule in paragraph.ids if rule not in told]
        told.update(anchors)
        yield {
            "said": say(paragraph.said),
            "ids": paragraph.ids,
            "anchors": anchors,
            "why": "" if paragraph.why is None else say(paragraph.why),
        }


def _figure(figure: Figure, number: int, say: Translate) -> RulesFigure:
    shown = demonstrate(figure)
    motions = _motions(shown)
    moving = motions["ways"] or motions["tries"]
    return {
        "svg": svg(
            shown.position,
            marks=shown.marks,
            say=say,
            style=False,
            prefix=f"f{number}-",
            touchable=False,
        ),
        "caption": say(figure.caption),
        "ids": figure.ids,
        "shows": figure.shows,
        "verdicts": [say(verdict) for verdict in shown.verdicts],
        "motions": json.dumps(motions) if moving else "",
        "analysis": analysis_address(shown.position),
    }


def _motions(shown: Demonstration) -> FigureMotions:
    return {
        "ways": [[_step(step) for step in line] for line in shown.lines],
        "tries": [_try(refusal) for refusal in shown.refusals],
    }


def _step(step: Step) -> FigureStep:
    variant, motions = step.before.variant, step.motions
    claimed = variant.claimed(step.word) if variant.is_claim(step.word) else ()
    landed = [motion.target for motion in motions[:1] if motion.target in variant.places]
    return {
        "motions": motions_of(step.before, step.word),
        "touched": [*claimed, *landed],
        "lines": step.after.winning,
    }


def _try(refusal: Refusal) -> FigureTry:
    motion = refusal.motion
    return {
        "at": refusal.at,
        "motion": None if motion is None else as_motions([motion])[0],
        "places": refusal.reason.places,
    }
