"""A game as the list of a device's games shows it, and its summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from typing_extensions import TypedDict

from quintet.draw import Look
from quintet.games import find_variant
from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence
from quintet.options import write_value
from quintet.outcome import Outcome, OutcomeReason
from quintet.position import Position
from quintet.server.context import Context
from quintet.server.pages.captions import captions
from quintet.server.play.views.ending import winners_of
from quintet.server.store.library import ListedGame
from quintet.server.web.errors import SpoiltEvent
from quintet.server.web.processor_time import in_thread
from quintet.table import Event, State, replay

MAX_GAMES = 1000  # that are listed of a device
AT_ONCE = 50  # tables that are summarised before others have their turn
ENGINE = "engine"  # any engine, as an opponent; nobody can take this name

Role = Literal["played", "watched", "imported"]
Result = Literal["playing", "won", "lost", "drawn", "decided"]
ROLES: tuple[Role, ...] = get_args(Role)
RESULTS: tuple[Result, ...] = get_args(Result)


class GameSummary(TypedDict):
    """All that a list needs of a table; names and levels are by seat."""

    options: dict[str, str]
    look: Look
    names: list[str | None]
    levels: list[int | None]
    first: int
    scores: list[float] | None
    reason: OutcomeReason | None
    last: int | None
    position: str


def summary_of(state: State) -> GameSummary:
    seats, outcome = range(len(state.chairs)), state.outcome
    variant = state.position.variant
    return {
        "options": {name: write_value(value) for name, value in variant.changed_options.items()},
        "look": state.setup.look,
        "names": [state.chairs[state.chair_of(seat)] for seat in seats],
        "levels": [state.levels[state.chair_of(seat)] for seat in seats],
        "first": state.first or 0,
        "scores": None if outcome is None else list(outcome.scores),
        "reason": None if outcome is None else outcome.reason,
        "last": state.played[-1].seat if state.played else None,
        "position": state.position.text,
    }


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a device, and what it is filtered by."""

    listed: ListedGame
    summary: GameSummary

    @property
    def id(self) -> str:
        return self.listed.id

    @property
    def variant(self) -> Variant:
        return find_variant(self.listed.game, self.summary["options"], Position)

    @property
    def own(self) -> list[int]:
        """The seats that the device plays."""
        count, first = len(self.summary["names"]), self.summary["first"]
        return sorted((chair - first) % count for chair in self.listed.chairs)

    @property
    def role(self) -> Role:
        if self.listed.imported:
            return "imported"
        return "played" if self.listed.chairs else "watched"

    @property
    def mode(self) -> str:
        """The game and the options that differ from its defaults."""
        options = (f"{name}={value}" for name, value in sorted(self.summary["options"].items()))
        return " ".join([self.listed.game, *options])

    @property
    def outcome(self) -> Outcome | None:
        scores, reason = self.summary["scores"], self.summary["reason"]
        return None if scores is None or reason is None else Outcome(tuple(scores), reason)

    @property
    def result(self) -> Result:
        """The result for the device; `decided` where it played all sides, or none."""
        if self.outcome is None:
            return "playing"
        winners, own = winners_of(self.outcome), self.own
        if not winners:
            return "drawn"
        if own and set(own) <= set(winners):
            return "won"
        return "lost" if own and set(own).isdisjoint(winners) else "decided"

    @property
    def opponents(self) -> frozenset[str]:
        """The names of those who played against the device, or who were watched."""
        own, summary = self.own, self.summary
        players = zip(summary["names"], summary["levels"], strict=True)
        return frozenset(
            name if level is None else ENGINE
            for seat, (name, level) in enumerate(players)
            if seat not in own and name is not None
        )

    @property
    def winners(self) -> list[int]:
        """The chairs that won."""
        count, first = len(self.summary["names"]), self.summary["first"]
        seats = [] if self.outcome is None else winners_of(self.outcome)
        return [(first + seat) % count for seat in seats]

    def names(self, say: Translate) -> list[str]:
        """Return the players by seat."""
        return [
            say(sentence("Engine, level {level}", level=level))
            if level is not None
            else name or say(sentence("An open chair"))
            for name, level in zip(self.summary["names"], self.summary["levels"], strict=True)
        ]

    def names_by_chair(self, say: Translate) -> list[str]:
        names, first = self.names(say), self.summary["first"]
        return names[len(names) - first :] + names[: len(names) - first]

    def captions(self, say: Translate) -> list[str]:
        """Return the options of the mode in words."""
        return captions(self.variant, self.summary["options"], say)


async def games_of(context: Context) -> list[Game]:
    """Return the games of a device, the latest first; summaries are made where missing."""
    store = context.registry.store
    listed = await store.library.games_of(context.device, MAX_GAMES)
    missing = [it for it in listed if it.summary is None]
    made: dict[str, GameSummary] = {}
    for at in range(0, len(missing), AT_ONCE):
        made |= await _summarise(context, missing[at : at + AT_ONCE])
    found = []
    for it in listed:
        known = made.get(it.id) if it.summary is None else cast(GameSummary, it.summary)
        if known is not None:
            found.append(Game(it, known))
    return found


async def _summarise(context: Context, missing: Sequence[ListedGame]) -> dict[str, GameSummary]:
    """Make and keep the summaries of tables; those that cannot be read are left out."""
    store = context.registry.store
    logs: dict[str, tuple[Event, ...]] = {}
    for it in missing:
        try:
            stored = await store.load(it.id)
        except SpoiltEvent:
            continue  # the log names it
        if stored is not None:
            logs[it.id] = stored.events
    made = await in_thread(lambda: {name: summary_of(replay(log)) for name, log in logs.items()})
    await store.library.keep(
        {name: (len(logs[name]), cast(dict[str, object], body)) for name, body in made.items()}
    )
    return made
