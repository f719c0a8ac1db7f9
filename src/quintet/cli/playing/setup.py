"""From the options of `quintet play` to a table: who plays what, and under which rules."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from quintet.cli.parsing.completion import LEVELS
from quintet.cli.parsing.values import search_limits
from quintet.cli.playing.players import check_level, find_computer_player
from quintet.cli.playing.session import Session
from quintet.cli.terminal.line_input import is_interactive, read_line
from quintet.cli.terminal.output import say, tell
from quintet.errors import BadOption
from quintet.games import find_game
from quintet.i18n.sentence import sentence
from quintet.position import first_position
from quintet.table import ChairTaken, Event, Opened, Setup, Started, read_clock
from quintet.table.saving import RecordFile, resume

DEFAULT_LEVEL = 3  # of the opponent that is proposed


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of `quintet play`."""

    game: str | None
    options: dict[str, object]
    position: str | None
    players: str | None
    lot: bool
    clock: str | None
    take_backs: bool | None
    repetition: bool | None
    seed: int | None
    megabytes: int | None
    save: Path | None
    resume: Path | None


def play_games(asked: PlayOptions) -> None:
    """Play games until nobody wants another."""
    search_limits(None, None, threads=1, megabytes=asked.megabytes)  # report a wrong number now
    if asked.resume is None:
        try:
            events = _open(asked)
        except EOFError:  # instead of an answer to who plays
            print()
            return
        file = RecordFile.for_new_game(asked.save) if asked.save else None
    else:
        _check_resume(asked)
        resumed = RecordFile.for_last_game(asked.resume)
        assert resumed.earlier is not None
        events = resume(resumed.earlier, say)
        file = resumed.moved_to(asked.save) if asked.save else None
    Session(events, random.Random(asked.seed), file, asked.megabytes).run()


def _open(asked: PlayOptions) -> list[Event]:
    if asked.game is None:
        raise BadOption(
            sentence("Name a game to play, or continue one from a record with --resume."),
            option="game",
        )
    proposed = find_game(asked.game).table_options
    variant = first_position(asked.game, {**proposed, **asked.options}).variant
    setup = Setup(
        asked.game,
        variant.changed_options,
        position=asked.position,
        clock=read_clock(asked.clock or "-"),
        repetition=asked.repetition is not False,
        take_backs=asked.take_backs is not False,
    )
    if asked.players is None:
        names = _ask_players(variant.seats) if is_interactive() else _people(variant.seats)
    else:
        names = _read_names(asked.players, variant.seats)
    first = random.Random(asked.seed).randrange(variant.seats) if asked.lot else 0
    opened = Opened(0, setup)
    taken = [ChairTaken(0, chair, name) for chair, name in enumerate(names)]
    return [opened, *taken, Started(0, first)]


def _ask_players(seats: int) -> list[str]:
    """Propose a game against the engine, and return who plays."""
    tell(
        sentence(
            "You against the engine, level {level}: press Enter. Or type another level ({first} "
            "to {last}), or the names of all {seats} players, separated by commas.",
            level=DEFAULT_LEVEL,
            first=LEVELS[0],
            last=LEVELS[-1],
            seats=seats,
        )
    )
    prompt = say(sentence("Players:"))
    while True:
        answer = read_line(f"{prompt} ").strip()
        try:
            if answer and not (answer.isascii() and answer.isdigit()):
                names = _read_names(answer, seats)
                for name in names:
                    find_computer_player(name, random.Random())  # refuse a level that is not there
                return names
            level = answer[:9] or str(DEFAULT_LEVEL)
            check_level(level, answer)
            return [*_people(1), *[f"level:{int(level)}"] * (seats - 1)]
        except BadOption as error:
            tell(error.message)


def _people(count: int) -> list[str]:
    return [say(sentence("Player {number}", number=number)) for number in range(1, count + 1)]


def _read_names(given: str, seats: int) -> list[str]:
    names = [name.strip() for name in given.split(",")]
    if len(names) != seats or not all(names):
        raise BadOption(
            sentence(
                "This game has {seats} players; name all of them, separated by commas.", seats=seats
            ),
            option="players",
            value=given,
        )
    return names


def _check_resume(asked: PlayOptions) -> None:
    given = (asked.game, asked.options, asked.position, asked.players, asked.clock)
    if any(given) or asked.take_backs is not None or asked.repetition is not None:
        raise BadOption(
            sentence(
                "The record already says the game, the players and what they agreed; "
                "give --resume without these."
            ),
            option="resume",
        )
