"""What the players of a table have agreed on, in words.

The same sentences stand on invitations, at open tables and beside the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quintet.draw import side_names
from quintet.i18n.sentence import Filling, Number, Sentence, all_of, counted, sentence
from quintet.options import options_in_words, write_value
from quintet.table.state import State


@dataclass(frozen=True, slots=True)
class Agreement:
    """One thing the players agree on; a house rule has its id (H1 to H5)."""

    said: Sentence
    house_rule: str = ""


def agreements(state: State, names: Sequence[Filling]) -> list[Agreement]:
    """Return all that is agreed at a table; `names` are the players' by seat."""
    return [
        *_game(state),
        *_partners(state, names),
        *_clock(state),
        *_help(state),
        *_house_rules(state, names),
        *_company(state),
    ]


def _game(state: State) -> Iterator[Agreement]:
    variant, setup = state.position.variant, state.setup
    written = {name: write_value(value) for name, value in variant.options.items()}
    for said in options_in_words(variant.option_list, written):
        yield Agreement(said)
    if setup.position is not None:
        yield Agreement(sentence("The game starts from a set-up position."))


def _partners(state: State, names: Sequence[Filling]) -> Iterator[Agreement]:
    sides = state.position.variant.sides
    teams = [
        all_of(names[seat] for seat, its in enumerate(sides) if its == side)
        for side in sorted(set(sides))
    ]
    if len(teams) == len(sides):
        return
    # The seats rotate, but partners stay partners: they face each other (QX8).
    yield Agreement(sentence("Partners: {one} against {other}", one=teams[0], other=teams[1]))
    yield Agreement(
        sentence("Partners may talk to each other during the game.")
        if state.setup.conferring
        else sentence("Partners may not talk: chat is closed during the game.")  # QX14
    )


def _clock(state: State) -> Iterator[Agreement]:
    clock = state.setup.clock
    if clock is None:
        yield Agreement(sentence("No clock"))
        return
    yield Agreement(sentence("Clock: {clock}", clock=clock.sentence))
    yield Agreement(
        sentence("Clocks start after the first move.")
        if state.setup.clock_waits
        else sentence("Clocks start when the last player sits down.")
    )


def _help(state: State) -> Iterator[Agreement]:
    setup = state.setup
    if setup.hints and setup.values:
        yield Agreement(sentence("Hints and the values of moves are available."))
    elif setup.hints:
        yield Agreement(sentence("Hints are available."))
    elif setup.values:
        yield Agreement(sentence("The values of moves are available."))
    else:
        yield Agreement(sentence("No hints during the game"))


def _house_rules(state: State, names: Sequence[Filling]) -> Iterator[Agreement]:
    setup = state.setup
    if state.position.variant.cycles:
        yield Agreement(
            sentence("A position that occurs three times is a draw.")
            if setup.repetition
            else sentence("Repeating a position is not a draw."),
            "H1",
        )
    yield Agreement(
        sentence("Players may resign or agree on a draw.")
        if setup.clock is None
        else sentence("Players may resign or agree on a draw. A player out of time loses."),
        "H2",
    )
    yield Agreement(_first(state, names), "H3")
    looks = side_names(setup.game, setup.look)
    if looks:
        yield Agreement(sentence("Starting side: {look}", look=looks[0]))
    yield Agreement(
        sentence("Moves can be taken back if all other players agree.")
        if setup.take_backs
        else sentence("No take-backs"),
        "H4",
    )
    if setup.ply_limit is not None and state.position.variant.cycles:
        limit = Number(setup.ply_limit)
        yield Agreement(
            counted(
                "The game is a draw after {count} move, counting all players.",
                "The game is a draw after {count} moves, counting all players.",
                count=limit,
            ),
            "H5",
        )


def _first(state: State, names: Sequence[Filling]) -> Sentence:
    chair = state.setup.first
    if chair is None:
        return sentence("A random player begins; the seats rotate in a rematch.")
    name = names[state.seat_at(chair)]
    return sentence("{name} begins; the seats rotate in a rematch.", name=name)


def _company(state: State) -> Iterator[Agreement]:
    setup = state.setup
    people = state.levels.count(None)
    if setup.clock is None and people > 1:
        yield Agreement(
            sentence(
                "For a player who is away for five minutes, the engine may stand in at level "
                "{level} if all others agree.",
                level=setup.level_of_stand_ins,
            )
        )
    if setup.public:
        yield Agreement(sentence("The table is listed in the lobby."))
    if not setup.spectators:
        yield Agreement(sentence("No spectators"))
