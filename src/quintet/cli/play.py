"""Playing at one terminal: people, the engine and random movers, any number of seats."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from quintet.cli.analyse import move_marks
from quintet.cli.common import columns, print_picture, say, tell
from quintet.cli.players import Automaton, find_automaton, think
from quintet.draw import terminal
from quintet.engine.phrasing import analysis_sentence
from quintet.errors import BadMove, BadOption, IllegalMove, NotAllowed
from quintet.games import find_game
from quintet.i18n.sentence import Sentence, all_of, sentence, template
from quintet.narration import narrate
from quintet.outcome import outcome_sentence, overlooked_sentence
from quintet.position import Position, first_position
from quintet.record import Record
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
    apply,
    due,
    read_clock,
    rematch,
    replay,
    take_back_to,
)
from quintet.table.marks import last_places
from quintet.table.saving import RecordFile, record_of, resume

HELP = sentence("Type a move, or the places one after the other; Enter alone shows where to begin.")
WORDS = {
    "moves": sentence("all legal moves"),
    "board": sentence("the board again"),
    "hint": sentence("what the engine would do"),
    "undo": sentence("take back, if everyone agrees"),
    "draw": sentence("offer a draw"),
    "resign": sentence("give up"),
    "save FILE": sentence("keep the game"),
    "quit": sentence("leave (with --save the game is kept)"),
}
AGAIN = sentence("Another game, with the seats rotated? [y/N]")
AGREE = {
    "take_back": template("{player}, do you agree to taking back? [y/N]"),
    "draw": template("{player}, do you agree to a draw? [y/N]"),
}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line."""

    game: str | None
    options: dict[str, object]
    position: str | None
    players: str | None
    lot: bool
    clock: str | None
    take_backs: bool | None
    repetition: bool | None
    seed: int | None
    save: Path | None
    resume: Path | None


def play_games(wishes: Wishes) -> None:
    """Plays until the people at the terminal have had enough."""
    if wishes.resume is None:
        events = _open(wishes)
        file = RecordFile.for_new_game(wishes.save) if wishes.save else None
    else:
        _refuse_what_a_record_says(wishes)
        resumed = RecordFile.for_last_game(wishes.resume)
        assert resumed.earlier is not None
        events = resume(resumed.earlier, say)
        file = resumed.moved_to(wishes.save) if wishes.save else None
    _Terminal(events, random.Random(wishes.seed), file).run()


def _open(wishes: Wishes) -> list[Event]:
    if wishes.game is None:
        raise BadOption(
            sentence("Say which game to play, or give a record with --resume."), option="game"
        )
    proposed = find_game(wishes.game).table_options
    variant = first_position(wishes.game, {**proposed, **wishes.options}).variant
    setup = Setup(
        wishes.game,
        variant.changed_options,
        position=wishes.position,
        clock=read_clock(wishes.clock or "-"),
        repetition=wishes.repetition is not False,
        take_backs=wishes.take_backs is not False,
    )
    names = _names(wishes.players, variant.seats)
    first = random.Random(wishes.seed).randrange(variant.seats) if wishes.lot else 0
    opened = Opened(0, setup)
    taken = [ChairTaken(0, chair, name) for chair, name in enumerate(names)]
    return [opened, *taken, Started(0, first)]


def _names(given: str | None, seats: int) -> list[str]:
    if given is None:
        return [say(sentence("Player {number}", number=number)) for number in range(1, seats + 1)]
    names = [name.strip() for name in given.split(",")]
    if len(names) != seats or not all(names):
        raise BadOption(
            sentence("This game has {seats} players; give as many names.", seats=seats),
            option="players",
            value=given,
        )
    return names


def _refuse_what_a_record_says(wishes: Wishes) -> None:
    given = (wishes.game, wishes.options, wishes.position, wishes.players, wishes.clock)
    if any(given) or wishes.take_backs is not None or wishes.repetition is not None:
        raise BadOption(
            sentence("A record says the game and all that was agreed; give --resume without it."),
            option="resume",
        )


class _Terminal:
    """A table, the people in front of it, and the clock on the wall."""

    def __init__(self, events: list[Event], mover: random.Random, file: RecordFile | None) -> None:
        self.mover = mover
        self.file = file
        self.open(events)

    def open(self, events: list[Event]) -> None:
        self.state = replay(events)
        for name in self.state.names:
            find_automaton(name or "", self.mover)  # a level there is not is better known now
        self.began = time.monotonic()
        self.now = 0
        self.look_at_the_clock()

    def look_at_the_clock(self) -> bool:
        """Takes the time all that follows happens at; True when a flag has just fallen."""
        self.now = int((time.monotonic() - self.began) * 1000)
        flag = due(self.state, self.now)
        if flag is not None:
            self.add(flag)
        return flag is not None

    def run(self) -> None:
        """Plays until the game ends and nobody wants another, or until the input ends."""
        if self.file is not None:
            self.file.write(self.record())  # a file that cannot be written is better known now
        self.greet()
        try:
            while self.turn():
                pass
        except EOFError:
            print()
            self.keep()

    def turn(self) -> bool:
        """One ply, one request, or the end of a game; False when it is time to leave."""
        self.look_at_the_clock()
        seat = self.state.seat
        if seat is None:
            return self.end()
        automaton = self.automaton(seat)
        if automaton is None:
            return self.ask(seat)
        move = automaton.choose(self.history, self.state.time_left(seat, self.now))
        if self.look_at_the_clock():
            return True
        tell(sentence("{player} plays {move}", player=self.label(seat), move=move))
        self.play(seat, move)
        return True

    @property
    def history(self) -> Sequence[Position]:
        """The game's positions up to now, as far as they count for the engine (H1)."""
        positions = self.state.positions
        return positions if self.state.setup.repetition else positions[-1:]

    def automaton(self, seat: int) -> Automaton | None:
        return find_automaton(self.name(seat), self.mover)

    def ask(self, seat: int) -> bool:
        """Asks a person until the table has changed; False when they leave."""
        touched: tuple[str, ...] = ()
        asked = self.state
        while self.state is asked:
            prompt = asked.position.variant.prompt(asked.position)
            half = " ".join((*touched, ""))
            asking = sentence("{player}: {prompt}", player=self.label(seat), prompt=prompt)
            line = ask_line(f"{say(asking)} {self.clock(seat)}> {half}")
            if self.look_at_the_clock():
                break
            match line.split():
                case ["quit" | "exit"]:
                    self.keep()
                    return False
                case ["help" | "?"]:
                    self.help()
                case ["moves"]:
                    print(" ".join(asked.position.moves))
                case ["board"]:
                    self.draw()
                case ["hint"]:
                    self.hint(seat)
                case ["save", *words] if words:
                    self.keep_in(Path(" ".join(words)))
                case ["undo"]:
                    self.request(seat, "take_back")
                case ["draw"]:
                    self.request(seat, "draw")
                case ["resign"]:
                    asked_again = sentence(
                        "{player}, do you really resign? [y/N]", player=self.label(seat)
                    )
                    if self.agree(asked_again) is True:
                        self.add(Resigned(self.now, seat))
                case []:
                    touched = ()
                    self.point(touched)
                case words:
                    touched = self.touch(seat, touched, words)
        return True

    def touch(self, seat: int, touched: tuple[str, ...], words: list[str]) -> tuple[str, ...]:
        """What is touched after these words: a whole move is played, a wrong one is explained."""
        position = self.state.position
        whole = (*touched, *words)
        by_path = {path: word for word, path in position.paths.items()}
        move = words[0] if len(words) == 1 and words[0] in position.moves else by_path.get(whole)
        if move is not None:
            self.play(seat, move)
            return ()
        if position.touchable(*whole):
            self.point(whole)
            return whole
        self.explain(whole)
        return touched

    def point(self, touched: tuple[str, ...]) -> None:
        """Shows what may be touched next, on the board and in words."""
        following = self.state.position.touchable(*touched)
        self.draw(dict.fromkeys(following, "target"))
        tell(sentence("next: {places}", places=" ".join(following)))

    def hint(self, seat: int) -> None:
        """Shows what the engine would play, and what it thinks of the position."""
        position = self.state.position
        found = think(self.history, self.state.time_left(seat, self.now))
        best = found.best.move
        self.draw(move_marks(position, best))
        tell(sentence("hint: {move}  {said}", move=best, said=narrate(position, best)))
        tell(analysis_sentence(found))

    def explain(self, touched: tuple[str, ...]) -> None:
        """Says why no legal move begins like this, and shows what forbids it."""
        try:
            why = self.state.position.why_not(*touched)
        except BadMove as error:
            tell(error.message)
            return
        assert why is not None
        tell(IllegalMove(why.sentence, move=" ".join(touched), rule=why.rule).message)
        if why.places:
            self.draw(dict.fromkeys(why.places, "forbidding"))

    def play(self, seat: int, move: str) -> None:
        made = len(self.state.played) + 1
        remark = self.state.position.variant.remark(self.state.position, move)
        self.add(Moved(self.now, seat, move))
        for ply in self.state.played[made:]:
            tell(sentence("{player} can take no cube and passes.", player=self.label(ply.seat)))
        self.draw()
        if remark is not None:
            tell(remark)

    def request(self, seat: int, what: str) -> None:
        """Asks all others for something; those who are no people answer by themselves."""
        to = take_back_to(self.state, seat) if what == "take_back" else None
        try:
            self.add(Asked(self.now, seat, what, to))
        except NotAllowed as error:
            tell(error.message)
            return
        for other in range(len(self.state.chairs)):
            if other == seat:
                continue
            automaton = self.automaton(other)
            if automaton is None:
                yes = self.agree(sentence(AGREE[what], player=self.label(other)))
            else:
                yes = automaton.agrees(what, self.history, other)
                if self.look_at_the_clock():
                    return
                if not yes:
                    tell(sentence("{player} declines.", player=self.label(other)))
            if yes is None:
                return
            self.add(Answered(self.now, other, what, yes))
            if not yes:
                return
        self.draw()

    def agree(self, question: Sentence) -> bool | None:
        """Asks for a yes; None when a flag fell over the answer."""
        answer = ask_line(f"{say(question)} ").strip().lower()
        yes = ("y", "yes", *say(sentence("y yes")).split())
        return None if self.look_at_the_clock() else answer in yes

    def end(self) -> bool:
        """Tells how the game ended; True when there is to be another."""
        state = self.state
        assert state.outcome is not None
        seats = range(len(state.chairs))
        said = outcome_sentence(state.outcome, [self.label(seat) for seat in seats])
        print(f"{state.outcome.result}  {say(said)}")
        for ply, line in state.overlooked:
            tell(overlooked_sentence(ply, line))
        self.keep()
        people = any(self.automaton(seat) is None for seat in seats)
        if not people or not self.agree(AGAIN):
            return False
        if self.file is not None:
            self.file = self.file.next_game(self.record())
        self.open(list(rematch(state, 0)))
        self.greet()
        return True

    def add(self, event: Event) -> None:
        self.state = apply(self.state, event)
        if self.file is not None:
            self.write()

    def write(self) -> bool:
        """Puts the game on disk; says so when it cannot be, and the game goes on all the same."""
        assert self.file is not None
        try:
            self.file.write(self.record())
        except OSError as error:
            tell(
                sentence(
                    "The game is not kept: {file}: {system}.",
                    file=str(error.filename),
                    system=str(error.strerror),
                )
            )
            tell(sentence("Type save FILE to keep it elsewhere."))
            return False
        return True

    def record(self) -> Record:
        earlier = None if self.file is None else self.file.earlier
        made = record_of(self.state, self.now, earlier)
        return replace(made, tags={"Date": date.today().isoformat(), **made.tags})

    def keep(self) -> None:
        if self.file is not None:
            self.look_at_the_clock()
            if self.write():
                tell(sentence("The game is kept in {file}.", file=str(self.file.path)))

    def keep_in(self, path: Path) -> None:
        """Keeps the game in another file from now on, if that one can be written."""
        before = self.file
        try:
            self.file = before.moved_to(path) if before else RecordFile.for_new_game(path)
        except (OSError, UnicodeDecodeError, NotAllowed) as error:
            problem = error.message if isinstance(error, NotAllowed) else str(error)
            tell(sentence("The game cannot be kept there: {problem}", problem=problem))
            return
        if self.write():
            tell(sentence("The game is kept in {file}.", file=str(self.file.path)))
        else:
            self.file = before

    def greet(self) -> None:
        variant = self.state.position.variant
        players = all_of(self.label(seat) for seat in range(len(self.state.chairs)))
        tell(
            sentence("{game}: {players}. Type help for help.", game=variant.title, players=players)
        )
        print()
        self.draw()

    def help(self) -> None:
        tell(HELP)
        for word, meaning in WORDS.items():
            print(f"  {word:<12}{say(meaning)}")

    def draw(self, marks: Mapping[str, str] | None = None) -> None:
        """The board with places marked: these, or else the end of the game, or the last move."""
        position = self.state.position
        if marks is None and position.outcome is None:
            marks = dict.fromkeys(last_places(self.state), "last")
        print_picture(terminal(position, columns=columns(), marks=marks, say=say))
        print()

    def name(self, seat: int) -> str:
        return self.state.names[seat] or ""

    def label(self, seat: int) -> str:
        return f"{self.name(seat)} ({self.state.position.variant.seat_names[seat]})"

    def clock(self, seat: int) -> str:
        left = self.state.time_left(seat, self.now)
        return "" if left is None else f"[{left // 60000}:{left // 1000 % 60:02}] "


def ask_line(prompt: str) -> str:
    """A line from whoever is there; the prompt is shown in a pipe, too."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
