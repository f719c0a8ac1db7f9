"""The view of a table for one device: all that a page needs, and no rules.

The keys are described in docs/reference/web-api.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quintet.draw import side_names
from quintet.errors import QuintetError
from quintet.games.types import Reason
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.options import write_value
from quintet.outcome import outcome_sentence, overlooked_sentence
from quintet.position import Position
from quintet.server.boards import spot_labels, touches
from quintet.server.play.commands import (
    Standing,
    check_removing,
    check_renewing,
    may_ask,
    may_be_drawn,
    may_see_values,
)
from quintet.server.play.invitations import invitations, return_links
from quintet.server.play.rooms import CLOSED, is_closed, rooms_of, shown_room
from quintet.server.play.series import score
from quintet.server.play.table import Table
from quintet.server.play.views.agreed import agreed
from quintet.server.play.views.declined import declined
from quintet.server.play.views.ending import title_sentence, why_sentence, winners_of
from quintet.server.play.views.narrated import Narrated
from quintet.server.play.views.prompts import more_paths, next_prompts
from quintet.server.play.views.seat_names import seat_names
from quintet.server.schemas.commands import Room
from quintet.server.schemas.responses import Refusal
from quintet.server.schemas.views import (
    Allowed,
    Ply,
    PresentView,
    Question,
    Rooms,
    Seat,
    TableClock,
    TableOutcome,
    View,
)
from quintet.server.web.locale import Locale
from quintet.table import Question as AskedQuestion
from quintet.table import State
from quintet.table.events import QuestionKind
from quintet.table.marks import last_origins, last_places

# A client asks for the plies before these when it wants them, so that a long game is sent, and
# narrated, in parts.
MAX_PLIES = 50


def view(table: Table, device: str, locale: Locale) -> View:
    """Return the current state, with the latest plies."""
    return {**present(table, device, locale), "plies": earlier_plies(table, None, locale)}


def present(table: Table, device: str, locale: Locale) -> PresentView:
    """Return the current state, without plies."""
    state, say, who = table.state, locale.say, table.standing(device)
    position, variant = state.position, state.position.variant
    names, look = seat_names(table, locale), state.setup.look
    labels = table.cached(
        ("labels", locale.code),
        lambda: {at: say(label) for at, label in spot_labels(position, look).items()},
    )
    prompts = table.cached(("prompts", locale.code), lambda: next_prompts(variant, position, say))
    here = state.seat in who.own and not state.paused
    paths = position.paths if here else {}
    return {
        "number": table.number,
        "game": position.game,
        "title": variant.title,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "phase": state.phase,
        "seat": state.seat,
        "turn_name": None if state.seat is None else names[state.seat],
        "paused": state.paused,
        "ply_limit": state.setup.ply_limit,
        "agreements": agreed(table, locale),
        "draws": may_be_drawn(state, who),
        "public": state.setup.public,
        "spectators": state.setup.spectators,
        "look": look,
        "owner": who.owner,
        "seats": [_seat(table, seat, names[seat], who, say) for seat in range(variant.seats)],
        "watchers": table.presence.spectators,
        "rooms": _rooms(state, who, locale),
        "invitations": invitations(table, device),
        "return_links": return_links(table, device),
        "prompt": say(_prompt(table, names, who, here=here)),
        "prompts": prompts if here else {},
        "asked_piece": variant.asked_piece(position) if here else "",
        "actions": variant.actions(position) if here else (),
        "paths": paths,
        "more_paths": more_paths(variant, position) if here else {},
        "buttons": buttons(position, say) if here else {},
        "labels": labels,
        "marks": {"last": last_places(state), "origin": last_origins(state)},
        "outcome": _outcome(state, names, who, locale),
        "questions": [
            _question(state, what, question, names, who, locale)
            for what, question in state.questions.items()
            if what != "replace"  # of an earlier version: the next command withdraws it
        ],
        "declined": declined(state, names, who, locale),
        "stand_in_level": state.setup.level_of_stand_ins,
        "allowed": _allowed(table, who),
        "clock": _clock(state, table.clock_time(), locale),
        "position": position.text,
        "start": state.positions[0].text,
        "record_url": f"/api/v1/tables/{table.id}/record",
        "rematch_url": table.rematch_id and f"/tables/{table.rematch_id}",
    }


def plies(table: Table, first: int, locale: Locale) -> list[Ply]:
    """Return the plies from one on, counted from 0, with their motions and narration."""
    return _narrated(table, range(first, len(table.state.played)), locale)


def earlier_plies(table: Table, before: int | None, locale: Locale) -> list[Ply]:
    """Return the last plies before one, counted from 1, or the latest."""
    played = len(table.state.played)
    end = played if before is None else min(played, before - 1)
    return _narrated(table, range(max(0, end - MAX_PLIES), end), locale)


def _narrated(table: Table, wanted: range, locale: Locale) -> list[Ply]:
    narrated = table.narrated.setdefault(locale.code, Narrated())
    return narrated.plies(table.log, wanted, seat_names(table, locale), locale)


def _seat(table: Table, seat: int, name: str, who: Standing, say: Translate) -> Seat:
    state, variant = table.state, table.state.position.variant
    chair, level = state.chair_of(seat), table.occupant(seat).level
    is_open, roles_known = state.chairs[chair] is None, state.first is not None
    return {
        "seat": seat,
        "chair": chair,
        "name": name,
        "side": variant.sides[seat],
        # Before the start the roles are not known.
        "colour": say(_colour(state, seat)) if roles_known else "",
        "word": variant.seat_names[seat] if roles_known else "",
        "sign": variant.sign(seat) if roles_known else "",
        "kind": "engine" if level is not None else "open" if is_open else "person",
        "level": level,
        "here": seat in who.own,
        "joinable": is_open and state.setup.public,
        "present": table.is_present(seat),
        "left": seat in state.left,
        "stand_in": seat in state.stand_ins,
        "replaceable_in_ms": _replaceable_in(table, seat, who),
        "renewable": _passes(lambda: check_renewing(state, seat, who)),
        "removable": _passes(lambda: check_removing(state, seat, who)),
        "clock_ms": state.time_left(seat, table.clock_time()),
        "is_turn": seat == state.seat,
        "points": score(table.results, len(table.chairs))[chair] if table.earlier else None,
    }


def _colour(state: State, seat: int) -> Sentence:
    """Return what a seat's pieces look like, in one word."""
    names = side_names(state.setup.game, state.setup.look)
    return names[state.position.variant.sides[seat]] if names else Sentence("")


def _rooms(state: State, who: Standing, locale: Locale) -> Rooms:
    """Return the rooms this device may read and write."""
    people = set(range(len(state.chairs))).difference(who.engines)
    closed = is_closed(state, who.own) or (
        not who.own and any(is_closed(state, (seat,)) for seat in people)
    )
    rooms = rooms_of(state, who.own)
    return {
        "read": _shown(rooms.read),
        "write": _shown(rooms.write),
        "closed": locale.say(CLOSED) if closed else None,
    }


def _shown(rooms: Iterable[str]) -> list[Room]:
    return list(dict.fromkeys(map(shown_room, rooms)))


def _replaceable_in(table: Table, seat: int, who: Standing) -> int | None:
    """The milliseconds until a device may ask for the engine to stand in for a player."""
    state = table.state
    if state.seat != seat or state.clocks is not None or not who.own or seat in who.own:
        return None
    return None if seat in state.stand_ins else table.absent_in(seat)


def _passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except QuintetError:
        return False
    return True


def _prompt(table: Table, names: list[str], who: Standing, *, here: bool) -> Sentence:
    state = table.state
    if state.outcome is not None:
        title = title_sentence(state.outcome, names, who.own)
        why = why_sentence(state.outcome, names, who.own, _last_seat(state))
        return sentence("{title}. {why}", title=title, why=why)
    if state.seat is None:
        return sentence("The game begins when every chair is taken.")
    if state.paused:
        return sentence("The game is paused.")
    if state.seat in state.left:
        return sentence("{name} has left the table; the game waits.", name=names[state.seat])
    if state.seat in state.stand_ins:
        return sentence("The engine is playing for {name}.", name=names[state.seat])
    if here:
        asked = state.position.variant.prompt(state.position)
        if len(who.own) > 1:  # people at one screen
            return sentence("{name}'s turn. {asked}", name=names[state.seat], asked=asked)
        return sentence("Your turn. {asked}", asked=asked)
    if table.occupant(state.seat).level is not None:
        return sentence("{name} is thinking.", name=names[state.seat])
    return sentence("{name}'s turn.", name=names[state.seat])


def buttons(position: Position, say: Translate) -> dict[str, str]:
    """Return the touches that need a button, with their names."""
    touched = dict.fromkeys(touch for path in position.paths.values() for touch in path)
    return {
        touch: say(position.variant.touch_name(position, touch))
        for touch in touched
        if touch not in touches(position)
    }


def refusal(found: Reason | None, say: Translate) -> Refusal:
    """Return why no legal move begins in some way; empty if one does."""
    if found is None:
        return {"sentence": None, "rule": None, "places": ()}
    return {"sentence": say(found.sentence), "rule": found.rule, "places": found.places}


def _last_seat(state: State) -> int | None:
    """The seat that made the last move."""
    return state.played[-1].seat if state.played else None


def _outcome(state: State, names: list[str], who: Standing, locale: Locale) -> TableOutcome | None:
    outcome = state.outcome
    if outcome is None:
        return None
    return {
        "sentence": locale.say(outcome_sentence(outcome, names)),
        "title": locale.say(title_sentence(outcome, names, who.own)),
        "why": locale.say(why_sentence(outcome, names, who.own, _last_seat(state))),
        "reason": outcome.reason,
        "result": outcome.result,
        "lines": state.position.winning,
        "winners": winners_of(outcome),
        "overlooked": [
            {
                "ply": ply,
                "places": places,
                "sentence": locale.say(overlooked_sentence(ply, places)),
            }
            for ply, places in state.overlooked
        ],
    }


_QUESTIONS: dict[QuestionKind, str] = {
    "draw": template("{name} offers a draw."),
    "take_back": template("{name} would like to take back a move."),
    "rematch": template("{name} would like to play again."),
    "pause": template("{name} would like to pause the game."),
    "resume": template("{name} would like to go on with the game."),
    "stand_in": template("{name} would like the engine to stand in for {absent} meanwhile."),
}


def _question(
    state: State,
    what: QuestionKind,
    question: AskedQuestion,
    names: list[str],
    who: Standing,
    locale: Locale,
) -> Question:
    said = sentence(
        _QUESTIONS[what],
        name=names[question.asker],
        absent="" if question.seat_of is None else names[question.seat_of],
    )
    return {
        "what": what,
        "asker": question.asker,
        "sentence": locale.say(said),
        "mine": not state.waits_for(what).isdisjoint(who.own),
        "waits_for": sorted(state.waits_for(what)),
        "to": question.to,
        "seat_of": question.seat_of,
        "level": state.setup.level_of_stand_ins if what == "stand_in" else None,
    }


def _allowed(table: Table, who: Standing) -> Allowed:
    """Return the commands that would be accepted now."""
    state = table.state
    there = set(who.own) - state.left
    return {
        "take_back": may_ask(state, "take_back", who),
        "draw": may_ask(state, "draw", who),
        "resign": state.phase == "playing" and bool(who.own),
        "rematch": may_ask(state, "rematch", who),
        "pause": may_ask(state, "pause", who),
        "resume": may_ask(state, "resume", who),
        "leave": state.phase != "over" and bool(there),
        "return": bool((state.left | state.stand_ins).intersection(who.own)),
        "fill": state.phase == "open" and who.owner,
        "hint": state.setup.hints and state.seat in who.own and not state.paused,
        "swap": state.phase == "open" and who.owner,
        "values": may_see_values(state, who),
    }


def _clock(state: State, now: int, locale: Locale) -> TableClock | None:
    if state.setup.clock is None:
        return None
    deadline = state.deadline
    return {
        "text": state.setup.clock.text,
        "said": locale.say(state.setup.clock.sentence),
        "kind": state.setup.clock.kind,
        "running": None if deadline is None else state.seat,
        "deadline_in_ms": None if deadline is None else max(0, deadline - now),
    }
