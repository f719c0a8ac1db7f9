"""What is said to a player whose question was declined."""

from __future__ import annotations

from quintet.i18n.sentence import sentence, template
from quintet.server.play.commands import Standing
from quintet.server.schemas.views import DeclinedQuestion
from quintet.server.web.locale import Locale
from quintet.table import State
from quintet.table.events import QuestionKind

_DECLINED: dict[QuestionKind, str] = {
    "draw": template("{name} declined the draw."),
    "take_back": template("{name} declined the take-back."),
    "rematch": template("{name} declined the rematch."),
    "pause": template("{name} declined the pause."),
    "resume": template("{name} would rather stay paused."),
    "stand_in": template("{name} would rather wait."),
}


def declined(
    state: State, names: list[str], who: Standing, locale: Locale
) -> list[DeclinedQuestion]:
    """Return the questions of this device that others have declined."""
    return [
        {
            "what": what,
            "by": no.by,
            "sentence": locale.say(sentence(_DECLINED[what], name=names[no.by])),
        }
        for what, no in state.refusals.items()
        if no.asker in who.own and no.by not in who.own and what in _DECLINED
    ]
