"""Playing at one terminal: people and random movers, any number of seats."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quintet.cli.common import columns, print_picture
from quintet.draw import terminal
from quintet.errors import BadMove, BadOption, IllegalMove, NotAllowed, QuintetError
from quintet.games import find_game
from quintet.outcome import outcome_sentence
from quintet.sentence import sentence
from quintet.table import (
    Answered,
    Asked,
    ChairTaken,
    Event,
    Moved,
    Opened,
    Resigned,
    Setup,
    Started,
    State,
    apply,
    begin,
    due,
    read_clock,
    rematch,
    take_back_to,
)
from quintet.table.saving import record_of, resumed, write_record

RANDOM = "random"

HELP = """\
Type a move, or the places one after the other; Enter alone shows where you may begin.
  moves       all legal moves           undo        take back, if everyone agrees
  board       the board again           draw        offer a draw
  save FILE   keep the game             resign      give up
  quit        leave (with --save the game is kept)"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line."""

    game: str | None
    options: dict[str, object]
    position: str | None
    players: str | None
    lot: bool
    clock: str
    take_backs: bool
    repetition: bool
    seed: int | None
    save: Path | None
    resume: Path | None


def play_games(wishes: Wishes) -> None:
    """Plays until the people at the terminal have had enough."""
    table = _resume(wishes) if wishes.resume else _open(wishes)
    _Terminal(table, random.Random(wishes.seed), wishes.save).run()


def _open(wishes: Wishes) -> list[Event]:
    if wishes.game is None:
        raise BadOption(
            sentence("Say which game to play, or give a record with --resume."), option="game"
        )
    game = find_game(wishes.game)
    options = {**game.table_options, **wishes.options}
    setup = Setup(
        wishes.game,
        options,
        position=wishes.position,
        clock=read_clock(wishes.clock),
        repetition=wishes.repetition,
        take_backs=wishes.take_backs,
    )
    variant = setup.first_position().variant
    names = _names(wishes.players, variant.seats)
    first = random.Random(wishes.seed).randrange(variant.seats) if wishes.lot else 0
    opened = Opened(0, setup)
    taken = [ChairTaken(0, chair, name) for chair, name in enumerate(names)]
    return [opened, *taken, Started(0, first)]


def _names(given: str | None, seats: int) -> list[str]:
    if given is None:
        return [f"Player {number}" for number in range(1, seats + 1)]
    names = [name.strip() for name in given.split(",")]
    if len(names) != seats or not all(names):
        raise BadOption(
            sentence("This game has {seats} players; give as many names.", seats=seats),
            option="players",
            value=given,
        )
    return names


def _resume(wishes: Wishes) -> list[Event]:
    assert wishes.resume is not None
    if wishes.game is not None or wishes.options or wishes.position or wishes.players:
        raise BadOption(
            sentence("A record says the game, options and players; give --resume alone."),
            option="resume",
        )
    return resumed(wishes.resume, take_backs=wishes.take_backs, repetition=wishes.repetition)


class _Terminal:
    """A table, the people in front of it, and the clock on the wall."""

    def __init__(self, events: list[Event], mover: random.Random, save: Path | None) -> None:
        self.mover = mover
        self.save = save
        self.began = time.monotonic()
        self.offset = 0
        self.restart(events)

    def restart(self, events: list[Event]) -> None:
        self.state: State = begin(events[0])
        for event in events[1:]:
            self.state = apply(self.state, event)
        # A resumed game's clock goes on from where it stood.
        self.began = time.monotonic()
        self.offset = self.state.at

    def now(self) -> int:
        return self.offset + int((time.monotonic() - self.began) * 1000)

    def run(self) -> None:
        """Plays until the game ends and nobody wants another, or until the input ends."""
        try:
            print(f"{self.title()}\n")
            self.draw()
            while True:
                if not self.turn():
                    return
        except EOFError:
            print()
            self.keep()

    def turn(self) -> bool:
        """One ply, or the end of a game; False when it is time to leave."""
        state = self.state
        flag = due(state, self.now())
        if flag is not None:
            self.add(flag)
        if self.state.outcome is not None:
            return self.ending()
        seat = state.seat
        assert seat is not None
        if self.name(seat) == RANDOM:
            move = self.mover.choice(state.position.moves)
            self.add(Moved(self.now(), seat, move))
            print(f"{self.label(seat)} plays {move}")
            self.show_passes(len(state.played) + 1)
            self.draw()
            return True
        return self.ask(seat)

    def ask(self, seat: int) -> bool:
        """Asks a person until a ply is made; False when they leave."""
        touched: tuple[str, ...] = ()
        while True:
            prompt = self.state.position.variant.prompt(self.state.position)
            shown = " ".join(touched)
            line = _input(f"{self.label(seat)}: {prompt} {self.clock(seat)}> {shown and shown + ' '}")
            if due(self.state, self.now()):
                return True
            words = line.split()
            command = words[0].lower() if words else ""
            if command in ("quit", "exit"):
                self.keep()
                return False
            if command in ("help", "?"):
                print(HELP)
            elif command == "moves":
                print(" ".join(self.state.position.moves))
            elif command == "board":
                self.draw()
            elif command == "save" and len(words) == 2:
                self.save = Path(words[1])
                self.keep()
            elif command in ("undo", "draw", "resign"):
                if self.request(command, seat):
                    return True
            elif words:
                touched = self.touch(seat, touched, words)
                if not touched and self.state.seat != seat or self.changed:
                    return True
            elif touched:
                touched = ()
            else:
                self.point(())

    changed = False

    def touch(self, seat: int, touched: tuple[str, ...], words: list[str]) -> tuple[str, ...]:
        """Adds to a half-made move; plays it when it is whole; says why when it cannot be one."""
        self.changed = False
        position = self.state.position
        whole = (*touched, *words)
        move = next((word for word, path in position.paths.items() if path == whole), None)
        if move is None and len(whole) == 1 and whole[0] in position.moves:
            move = whole[0]
        if move is None and len(words) == 1 and words[0] in position.moves:
            move = words[0]
        if move is not None:
            before = len(self.state.played)
            self.add(Moved(self.now(), seat, move))
            self.show_passes(before + 1)
            self.draw()
            self.changed = True
            return ()
        if position.touchable(*whole):
            self.point(whole)
            return whole
        self.explain(whole)
        return touched

    def explain(self, touched: tuple[str, ...]) -> None:
        position = self.state.position
        try:
            if len(touched) == 1:
                try:
                    position.play(touched[0])
                except IllegalMove as error:
                    print(error)
                    self.mark(dict.fromkeys(error.places, "forbidding"))
                    return
                except BadMove:
                    pass
            why = position.why_not(*touched)
        except BadMove as error:
            print(error)
            return
        if why is not None:
            print(f"{' '.join(touched)}: {why.sentence} ({why.rule})")
            self.mark(dict.fromkeys(why.places, "forbidding"))

    def point(self, touched: tuple[str, ...]) -> None:
        """Shows what may be touched next, on the board and in words."""
        following = self.state.position.touchable(*touched)
        self.mark(dict.fromkeys(following, "target"))
        print("next: " + " ".join(following))

    def request(self, command: str, seat: int) -> bool:
        """Undo, draw and resign; True when it changed the game."""
        try:
            if command == "resign":
                if not self.agree(f"{self.label(seat)}, do you really resign?"):
                    return False
                self.add(Resigned(self.now(), seat))
                return True
            what = "draw" if command == "draw" else "take_back"
            to = take_back_to(self.state, seat) if what == "take_back" else None
            self.add(Asked(self.now(), seat, what, to))
        except NotAllowed as error:
            print(error)
            return False
        question = "a draw" if what == "draw" else "taking back"
        for other in range(len(self.state.chairs)):
            if other == seat:
                continue
            yes = self.name(other) == RANDOM or self.agree(f"{self.label(other)}, agree to {question}?")
            self.add(Answered(self.now(), other, what, yes))
            if not yes:
                return False
        self.draw()
        return True

    def agree(self, question: str) -> bool:
        return _input(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    def ending(self) -> bool:
        """Tells how the game ended; another game if everyone wants one."""
        state = self.state
        assert state.outcome is not None
        names = [self.label(seat) for seat in range(len(state.chairs))]
        print(f"{state.outcome.result}  {outcome_sentence(state.outcome, names)}")
        for ply, line in state.overlooked:
            print(f"Overlooked after ply {ply}: {' '.join(line)}")
        self.keep()
        people = any(self.name(seat) != RANDOM for seat in range(len(state.chairs)))
        if not people or not self.agree("Another game, with the seats rotated?"):
            return False
        self.restart(list(rematch(state, 0)))
        print(f"\n{self.title()}\n")
        self.draw()
        return True

    def add(self, event: Event) -> None:
        self.state = apply(self.state, event)
        if self.save is not None:
            write_record(self.save, record_of(self.state))

    def keep(self) -> None:
        if self.save is not None:
            write_record(self.save, record_of(self.state))
            print(f"The game is kept in {self.save}.")

    def draw(self) -> None:
        self.mark(None)

    def mark(self, marks: Mapping[str, str] | None) -> None:
        print_picture(terminal(self.state.position, columns=columns(), marks=marks))
        print()

    def show_passes(self, since: int) -> None:
        for ply in self.state.played[since:]:
            if ply.automatic:
                print(f"{self.label(ply.seat)} can take nothing and passes.")

    def title(self) -> str:
        variant = self.state.position.variant
        order = ", ".join(self.label(seat) for seat in range(len(self.state.chairs)))
        return f"{variant.title}: {order}. Type help for help."

    def name(self, seat: int) -> str:
        return self.state.names[seat] or ""

    def label(self, seat: int) -> str:
        return f"{self.name(seat)} ({self.state.position.variant.seat_names[seat]})"

    def clock(self, seat: int) -> str:
        left = self.state.time_left(seat, self.now())
        return "" if left is None else f"[{left // 60000}:{left // 1000 % 60:02}] "


def _input(prompt: str) -> str:
    """A line from whoever is there; the prompt is shown in a pipe, too."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


__all__ = ["QuintetError", "Wishes", "play_games"]
