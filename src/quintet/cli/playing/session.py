"""A game at one terminal: people and computer players, any number of seats."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from quintet.cli.playing.players import ComputerPlayer, find_computer_player, search
from quintet.cli.reports.analysis import move_marks
from quintet.cli.terminal.line_input import read_line
from quintet.cli.terminal.output import columns, print_picture, say, tell
from quintet.draw import terminal
from quintet.engine.phrasing import analysis_sentence
from quintet.errors import BadMove, IllegalMove, NotAllowed
from quintet.i18n.sentence import Sentence, all_of, sentence, template
from quintet.narration import narrate
from quintet.outcome import outcome_sentence, overlooked_sentence
from quintet.position import Position
from quintet.record import Record
from quintet.table import (
    Answered,
    Asked,
    Event,
    Moved,
    Resigned,
    apply,
    due,
    rematch,
    replay,
    take_back_to,
)
from quintet.table.events import QuestionKind
from quintet.table.marks import last_places
from quintet.table.saving import RecordFile, record_of

HELP = sentence("Type a move, or the places one after the other; Enter alone shows where to begin.")
COMMAND_HELP = {
    "moves": sentence("all legal moves"),
    "board": sentence("the board again"),
    "hint": sentence("the move the engine would play"),
    "undo": sentence("take a move back, if everyone agrees"),
    "draw": sentence("offer a draw"),
    "resign": sentence("resign the game"),
    "save FILE": sentence("save the game"),
    "quit": sentence("leave (with --save the game is saved)"),
}
COMMANDS = ("help", *(word.split()[0] for word in COMMAND_HELP))
AGAIN = sentence("Another game, with the seats rotated? [y/N]")
AGREE = {
    "take_back": template("{player}, do you agree to taking back? [y/N]"),
    "draw": template("{player}, do you agree to a draw? [y/N]"),
}


class Session:
    """The games that the people at one terminal play."""

    def __init__(
        self,
        events: list[Event],
        rng: random.Random,
        file: RecordFile | None,
        megabytes: int | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rng = rng
        self.file = file
        self.megabytes = megabytes
        self.monotonic = monotonic
        self.open(events)

    def open(self, events: list[Event]) -> None:
        self.state = replay(events)
        for name in self.state.names:
            find_computer_player(name or "", self.rng)  # report a wrong level before the first move
        self.began = self.monotonic()
        self.now = 0
        self.update_clock()

    def update_clock(self) -> bool:
        """Read the time for the events that follow; return whether a flag has just fallen."""
        self.now = int((self.monotonic() - self.began) * 1000)
        flag = due(self.state, self.now)
        if flag is not None:
            self.add(flag)
        return flag is not None

    def run(self) -> None:
        """Play until nobody wants another game, or until the input ends."""
        if self.file is not None:
            self.file.write(self.record())  # report a file that cannot be written now
        self.greet()
        try:
            while self.turn():
                pass
        except EOFError:
            print()
            self.save()

    def turn(self) -> bool:
        """Handle one ply, one request, or the end of a game; return False to leave."""
        self.update_clock()
        seat = self.state.seat
        if seat is None:
            return self.end()
        computer = self.computer_player(seat)
        if computer is None:
            return self.ask(seat)
        move = computer.choose(self.history, self.state.time_left(seat, self.now))
        if self.update_clock():
            return True
        tell(sentence("{player} plays {move}", player=self.label(seat), move=move))
        self.play(seat, move)
        return True

    @property
    def history(self) -> Sequence[Position]:
        """The positions that count for repetition (H1), the current one last."""
        positions = self.state.positions
        return positions if self.state.setup.repetition else positions[-1:]

    def computer_player(self, seat: int) -> ComputerPlayer | None:
        return find_computer_player(self.name(seat), self.rng, self.megabytes)

    def ask(self, seat: int) -> bool:
        """Ask a person until the table has changed; return False to leave."""
        touched: tuple[str, ...] = ()
        asked = self.state
        while self.state is asked:
            line = self.read(seat, touched)
            if self.update_clock():
                break
            match line.split():
                case ["quit" | "exit"]:
                    self.save()
                    return False
                case []:
                    touched = ()
                    self.show_targets(touched)
                case words if not self.obey(seat, words):
                    touched = self.touch(seat, touched, words)
        return True

    def read(self, seat: int, touched: tuple[str, ...]) -> str:
        """Read a line from the player to move."""
        position = self.state.position

        def complete(before: list[str]) -> Iterable[str]:
            places = position.touchable(*touched, *before)
            return places if touched or before else (*COMMANDS, *position.moves, *places)

        variant = position.variant
        prompt = variant.next_prompt(position, touched) if touched else variant.prompt(position)
        # On a line of its own: with a long one before the cursor, line editing scrolls sideways.
        tell(sentence("{player}: {prompt}", player=self.label(seat), prompt=prompt))
        half = " ".join((*touched, ""))
        return read_line(f"{self.clock(seat)}> {half}", complete)

    def obey(self, seat: int, words: list[str]) -> bool:
        """Carry out a command; return False if these words are no command."""
        match words:
            case ["help" | "?"]:
                self.help()
            case ["moves"]:
                print(" ".join(self.state.position.moves))
            case ["board"]:
                self.draw()
            case ["hint"]:
                self.hint(seat)
            case ["save", *rest] if rest:
                self.save_as(Path(" ".join(rest)))
            case ["undo"]:
                self.request(seat, "take_back")
            case ["draw"]:
                self.request(seat, "draw")
            case ["resign"]:
                self.resign(seat)
            case _:
                return False
        return True

    def resign(self, seat: int) -> None:
        question = sentence("{player}, do you really resign? [y/N]", player=self.label(seat))
        if self.agree(question) is True:
            self.add(Resigned(self.now, seat))

    def touch(self, seat: int, touched: tuple[str, ...], words: list[str]) -> tuple[str, ...]:
        """Play a complete move, or return the places touched so far; explain a wrong one."""
        position = self.state.position
        whole = (*touched, *words)
        by_path = {path: word for word, path in position.paths.items()}
        move = words[0] if len(words) == 1 and words[0] in position.moves else by_path.get(whole)
        if move is not None:
            self.play(seat, move)
            return ()
        if position.touchable(*whole):
            self.show_targets(whole)
            return whole
        self.explain(whole)
        return touched

    def show_targets(self, touched: tuple[str, ...]) -> None:
        """Show what can be touched next, on the board and in words."""
        following = self.state.position.touchable(*touched)
        self.draw(dict.fromkeys(following, "target"))
        tell(sentence("next: {places}", places=" ".join(following)))

    def hint(self, seat: int) -> None:
        """Show what the engine would play, and its evaluation."""
        position = self.state.position
        left = self.state.time_left(seat, self.now)
        found = search(self.history, left, self.megabytes, claims=False)
        best = found.best.move
        self.draw(move_marks(position, best))
        tell(sentence("hint: {move}  {said}", move=best, said=narrate(position, best)))
        tell(analysis_sentence(found))

    def explain(self, touched: tuple[str, ...]) -> None:
        """Explain why no legal move begins like this, and show what forbids it."""
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

    def request(self, seat: int, what: QuestionKind) -> None:
        """Ask all others to agree; computer players answer by themselves."""
        to = take_back_to(self.state, seat) if what == "take_back" else None
        try:
            self.add(Asked(self.now, seat, what, to))
        except NotAllowed as error:
            tell(error.message)
            return
        for other in range(len(self.state.chairs)):
            if other == seat:
                continue
            computer = self.computer_player(other)
            if computer is None:
                yes = self.agree(sentence(AGREE[what], player=self.label(other)))
            else:
                yes = computer.agrees(what, self.history, other)
                if self.update_clock():
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
        """Ask a yes-or-no question; return None if a flag fell meanwhile."""
        answer = read_line(f"{say(question)} ").strip().lower()
        yes = ("y", "yes", *say(sentence("y yes")).split())
        return None if self.update_clock() else answer in yes

    def end(self) -> bool:
        """Say how the game ended; return whether to play another."""
        state = self.state
        assert state.outcome is not None
        seats = range(len(state.chairs))
        said = outcome_sentence(state.outcome, [self.label(seat) for seat in seats])
        print(f"{state.outcome.result}  {say(said)}")
        for ply, line in state.overlooked:
            tell(overlooked_sentence(ply, line))
        self.save()
        people = any(self.computer_player(seat) is None for seat in seats)
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
        """Write the game to its file; on failure say so and go on."""
        assert self.file is not None
        try:
            self.file.write(self.record())
        except OSError as error:
            tell(
                sentence(
                    "The game is not saved: {file}: {system}.",
                    file=str(error.filename),
                    system=str(error.strerror),
                )
            )
            tell(sentence("Type save FILE to save it elsewhere."))
            return False
        return True

    def record(self) -> Record:
        earlier = None if self.file is None else self.file.earlier
        made = record_of(self.state, self.now, earlier)
        return replace(made, tags={"Date": date.today().isoformat(), **made.tags})

    def save(self) -> None:
        if self.file is not None:
            self.update_clock()
            if self.write():
                tell(sentence("The game is saved in {file}.", file=str(self.file.path)))

    def save_as(self, path: Path) -> None:
        """Save the game to another file from now on, if that one can be written."""
        before = self.file
        try:
            self.file = before.moved_to(path) if before else RecordFile.for_new_game(path)
        except (OSError, UnicodeDecodeError, NotAllowed) as error:
            problem = error.message if isinstance(error, NotAllowed) else str(error)
            tell(sentence("The game cannot be saved there: {problem}", problem=problem))
            return
        if self.write():
            tell(sentence("The game is saved in {file}.", file=str(self.file.path)))
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
        for word, meaning in COMMAND_HELP.items():
            print(f"  {word:<12}{say(meaning)}")

    def draw(self, marks: Mapping[str, str] | None = None) -> None:
        """Draw the board with these places marked, or else the winning line or the last move."""
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
