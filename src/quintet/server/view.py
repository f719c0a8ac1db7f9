"""A table as one device sees it, in plain values: everything a page needs, and no rule.

The keys are described in docs/web_api.md.
"""

from __future__ import annotations

from typing import Any

from quintet.errors import QuintetError
from quintet.narration import narrate
from quintet.options import write_value
from quintet.outcome import outcome_sentence
from quintet.sentence import Sentence, sentence, template
from quintet.server.commands import Command, Standing, events_for
from quintet.server.live_table import LiveTable
from quintet.server.picture import spot_labels, touches
from quintet.server.pulse import now
from quintet.server.speech import Speech
from quintet.table import Question, State, apply
from quintet.table.marks import last_places


def view(table: LiveTable, device: str, speech: Speech) -> dict[str, Any]:
    """The whole truth, with every ply."""
    return {**present(table, device, speech), "plies": plies(table, 0, speech)}


def present(table: LiveTable, device: str, speech: Speech) -> dict[str, Any]:
    """How the table stands now."""
    state, say, who = table.state, speech.say, table.standing(device)
    position, variant = state.position, state.position.variant
    names = seat_names(table, speech)
    labels = {at: say(label) for at, label in spot_labels(position).items()}
    here = state.seat in who.own
    paths = position.paths if here else {}
    return {
        "number": table.number,
        "game": position.game,
        "title": variant.title,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "phase": state.phase,
        "seat": state.seat,
        "turn_name": None if state.seat is None else names[state.seat],
        "seats": [_seat(table, seat, names[seat], who) for seat in range(variant.seats)],
        "prompt": say(_prompt(table, names, here=here)),
        "actions": variant.actions(position) if here else (),
        "paths": paths,
        "buttons": _buttons(table, speech) if here else {},
        "labels": labels,
        "marks": {"last": last_places(state)},
        "outcome": _outcome(state, names, speech),
        "questions": [
            _question(what, question, names, who, speech)
            for what, question in state.questions.items()
        ],
        "allowed": _allowed(table, who),
        "clock": _clock(state),
        "position": position.text,
        "record_url": f"/api/v1/tables/{table.id}/record",
        "rematch_url": table.rematch_id and f"/tables/{table.rematch_id}",
    }


def plies(table: LiveTable, first: int, speech: Speech) -> list[dict[str, Any]]:
    """The plies from one on, each with what it does to the pieces and how it is told."""
    state, names, made = table.state, seat_names(table, speech), []
    for number in range(first, len(state.played)):
        ply, before, after = state.played[number], *state.positions[number : number + 2]
        old, new = spot_labels(before), spot_labels(after)
        made.append(
            {
                "ply": number + 1,
                "seat": ply.seat,
                "word": ply.move,
                "said": speech.say(narrate(before, ply.move, names)),
                "automatic": ply.automatic,
                "motions": [
                    {
                        "piece": step.piece,
                        "origin": step.origin,
                        "target": step.target,
                        "becomes": step.becomes,
                    }
                    for step in before.motion(ply.move)
                ],
                "labels": {
                    at: speech.say(label) for at, label in new.items() if old.get(at) != label
                },
                "position": after.text,
            }
        )
    return made


def seat_names(table: LiveTable, speech: Speech) -> list[str]:
    """Who plays every seat, as people call them."""
    names = []
    for seat in range(len(table.chairs)):
        level, name = table.holder(seat).level, table.state.names[seat]
        if level is not None:
            names.append(speech.say(sentence("Engine, level {level}", level=level)))
        else:
            names.append(name or table.state.position.variant.seat_names[seat])
    return names


def _seat(table: LiveTable, seat: int, name: str, who: Standing) -> dict[str, Any]:
    variant, level = table.state.position.variant, table.holder(seat).level
    return {
        "seat": seat,
        "name": name,
        "side": variant.sides[seat],
        "word": variant.seat_names[seat],
        "sign": variant.sign(seat),
        "kind": "person" if level is None else "engine",
        "level": level,
        "here": seat in who.own,
        "clock_ms": table.state.time_left(seat, now()),
        "is_turn": seat == table.state.seat,
    }


def _prompt(table: LiveTable, names: list[str], *, here: bool) -> Sentence:
    state = table.state
    if state.outcome is not None:
        return outcome_sentence(state.outcome, names)
    if state.seat is None:
        return sentence("The game has not started.")
    if here:
        return state.position.variant.prompt(state.position)
    if table.holder(state.seat).level is not None:
        return sentence("{name} is thinking.", name=names[state.seat])
    return sentence("It is the turn of {name}.", name=names[state.seat])


def _buttons(table: LiveTable, speech: Speech) -> dict[str, str]:
    """Touches that no spot of the picture stands for."""
    position = table.state.position
    touched = dict.fromkeys(touch for path in position.paths.values() for touch in path)
    return {
        touch: speech.say(position.variant.touch_name(position, touch))
        for touch in touched
        if touch not in touches(position)
    }


def _outcome(state: State, names: list[str], speech: Speech) -> dict[str, Any] | None:
    outcome = state.outcome
    if outcome is None:
        return None
    best = max(outcome.scores)
    drawn = best == min(outcome.scores)
    return {
        "sentence": speech.say(outcome_sentence(outcome, names)),
        "reason": outcome.reason,
        "result": outcome.result,
        "lines": state.position.winning,
        "winners": [
            seat for seat, score in enumerate(outcome.scores) if score == best and not drawn
        ],
        "overlooked": [
            {
                "ply": ply,
                "places": places,
                "sentence": speech.say(
                    sentence(
                        "After move {ply} nobody called {places}.",
                        ply=ply,
                        places=" ".join(places),
                    )
                ),
            }
            for ply, places in state.overlooked
        ],
    }


_QUESTIONS = {
    "draw": template("{name} offers a draw."),
    "take_back": template("{name} would like to take back a move."),
    "rematch": template("{name} would like to play again."),
}


def _question(
    what: str, question: Question, names: list[str], who: Standing, speech: Speech
) -> dict[str, Any]:
    return {
        "what": what,
        "asker": question.asker,
        "sentence": speech.say(sentence(_QUESTIONS[what], name=names[question.asker])),
        "mine": any(seat not in question.agreed for seat in who.own),
        "to": question.to,
    }


def _allowed(table: LiveTable, who: Standing) -> dict[str, bool]:
    """What may be asked for now: what would come to events that the table accepts."""
    state = table.state

    def possible(**wish: Any) -> bool:
        try:
            after = state
            for event in events_for(state, Command(**wish), who, table.time()):
                after = apply(after, event)
        except QuintetError:
            return False
        return True

    return {
        "take_back": possible(do="ask", what="take_back"),
        "draw": possible(do="ask", what="draw"),
        "resign": possible(do="resign"),
        "rematch": possible(do="rematch"),
        "hint": state.setup.hints and state.seat in who.own,
        "values": state.setup.values and (bool(who.own) or who.owner),
    }


def _clock(state: State) -> dict[str, Any] | None:
    if state.setup.clock is None:
        return None
    deadline = state.deadline
    return {
        "text": state.setup.clock.text,
        "running": None if deadline is None else state.seat,
        "deadline_in_ms": None if deadline is None else max(0, deadline - now()),
    }
