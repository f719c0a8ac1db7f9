"""Commands at a table: one model for each verb, told apart by `do`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from quintet.table.events import QuestionKind

MAX_LINE = 500  # characters of a chat line
MAX_COMMAND = 8000  # characters: the longest line, however its characters are escaped

SeatNumber = Annotated[int, Field(ge=0, le=3)]
Plies = Annotated[int, Field(ge=0, le=10_000)]
Level = Annotated[int, Field(ge=1, le=10)]
Room = Literal["players", "watchers", "team"]


class _Command(BaseModel):
    """A command: its `id`, and the `number` of the last event its sender knows."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(max_length=64)] = ""
    number: Annotated[int, Field(ge=0, le=2**31)] = 0


class _SeatCommand(_Command):
    """A command for a seat; by default the one to move, or else one's own."""

    seat: SeatNumber | None = None


class MoveCommand(_SeatCommand):
    """Play a move, call, or keep silent."""

    do: Literal["move"]
    move: Annotated[str, Field(max_length=40)]


class AskCommand(_SeatCommand):
    """Ask the other players for something."""

    do: Literal["ask"]
    what: QuestionKind
    to: Plies | None = None
    seat_of: SeatNumber | None = None
    level: Level | None = None


class AnswerCommand(_SeatCommand):
    """Answer a question, or withdraw one's own with no."""

    do: Literal["answer"]
    what: QuestionKind
    yes: bool


class ResignCommand(_SeatCommand):
    """Resign."""

    do: Literal["resign"]


class RematchCommand(_SeatCommand):
    """Ask for a rematch, or agree to one."""

    do: Literal["rematch"]


class LeaveCommand(_SeatCommand):
    """Free a chair, or leave a game that has started."""

    do: Literal["leave"]


class ReturnCommand(_SeatCommand):
    """Return to a game."""

    do: Literal["return"]


class RenewCommand(_Command):
    """Make a new link to a chair; the earlier one is not valid any more."""

    do: Literal["renew"]
    seat: SeatNumber


class RemoveCommand(_Command):
    """Ask a guest to leave, before the game starts."""

    do: Literal["remove"]
    seat: SeatNumber


class FillCommand(_Command):
    """Put the engine on an open chair."""

    do: Literal["fill"]
    seat: SeatNumber
    level: Level | None = None


class SwapCommand(_Command):
    """Let two chairs change places, before the game starts."""

    do: Literal["swap"]
    seat: SeatNumber
    other: SeatNumber


class SayCommand(_SeatCommand):
    """Say something in a room of the chat."""

    do: Literal["say"]
    room: Room
    text: Annotated[str, Field(max_length=MAX_LINE)]


class HintCommand(_Command):
    """Ask for a hint."""

    do: Literal["hint"]


class ValuesCommand(_Command):
    """Turn the values of moves on or off; of a finished game, after any ply."""

    do: Literal["values"]
    on: bool = True
    ply: Plies | None = None


class ViewCommand(_Command):
    """Ask for the whole view."""

    do: Literal["view"]


class PongCommand(_Command):
    """Answer a ping; `id` is the ping's."""

    do: Literal["pong"]


Command: TypeAlias = Annotated[
    MoveCommand
    | AskCommand
    | AnswerCommand
    | ResignCommand
    | RematchCommand
    | LeaveCommand
    | ReturnCommand
    | FillCommand
    | RenewCommand
    | RemoveCommand
    | SayCommand
    | HintCommand
    | ValuesCommand
    | SwapCommand
    | ViewCommand
    | PongCommand,
    Field(discriminator="do"),
]
# Those that become events of the table.
TableCommand: TypeAlias = (
    MoveCommand
    | SwapCommand
    | AskCommand
    | AnswerCommand
    | ResignCommand
    | RematchCommand
    | LeaveCommand
    | ReturnCommand
    | FillCommand
    | RenewCommand
    | RemoveCommand
)
COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)
