"""Values that pages carry for their modules and templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from quintet.draw.looks import Look
from quintet.server.schemas.analysis import BoardTurn
from quintet.server.schemas.studies import SavedStudy
from quintet.server.schemas.views import Motion, Seat


class PuzzleStep(TypedDict):
    """A move of a puzzle."""

    word: str
    said: str  # the move as a sentence
    seat: int
    motions: list[Motion]
    lines: Sequence[Sequence[str]]  # the winning lines after it


class PuzzleTask(TypedDict):
    """What a puzzle asks for, and what may be touched."""

    game: str
    number: int
    options: dict[str, str]
    position: str
    seat: int
    task: str
    paths: Mapping[str, Sequence[str]]
    more_paths: Mapping[str, Sequence[Sequence[str]]]  # other ways to touch a move
    prompts: dict[str, str]  # what is asked after some touches; `*` is any touch
    asked_piece: str  # the letter of the piece that the task is about, if any
    buttons: dict[str, str]  # the labels of touches that have no spot


class PuzzleData(PuzzleTask):
    """A puzzle: its task, its solution, and what is said to every other move."""

    right: str  # what is said to the solution
    wrong: dict[str, PuzzleStep]
    line: list[PuzzleStep]
    all: list[str]  # the positions of all puzzles of the game
    themes: dict[str, list[int]]  # the numbers of the puzzles of each theme


class MistakeLink(TypedDict):
    """A mistake of this device: where it is, what it is remembered by, and its page."""

    game: str
    ply: int
    name: str
    url: str


class MistakeLinks(TypedDict):
    """The mistakes of this device."""

    mistakes: list[MistakeLink]


class MistakeData(PuzzleData):
    """A mistake in a game of one's own, as a puzzle."""

    address: str  # where pictures and refutations are
    name: str  # under which it is remembered
    following: list[MistakeLink]  # the others, from the next one on


class RushTask(PuzzleTask):
    """A puzzle of a rush."""

    answer: PuzzleStep


class RushData(TypedDict):
    """A rush: the puzzles of each level by number, and how long it takes."""

    game: str
    levels: list[list[int]]
    seconds: int


class FigureStep(TypedDict):
    """A move that a figure of the rules shows."""

    motions: list[Motion]
    touched: list[str]  # the places to mark
    lines: Sequence[Sequence[str]]  # the winning lines after it


class FigureTry(TypedDict):
    """A move that a figure tries in vain."""

    at: str  # the place it is tried on, if any
    motion: Motion | None
    places: Sequence[str]  # what forbids it


class FigureMotions(TypedDict):
    """What a figure of the rules shows: moves from its position, then tries."""

    ways: list[list[FigureStep]]
    tries: list[FigureTry]


class RulesFigure(TypedDict):
    """A figure of the rules, ready for a page."""

    svg: str
    caption: str
    ids: Sequence[str]
    shows: str
    verdicts: list[str]
    motions: str  # `FigureMotions` as JSON; empty if nothing moves
    analysis: str  # the address of the position on the analysis board


class RulesParagraph(TypedDict):
    """A paragraph of the rules."""

    said: str
    ids: Sequence[str]
    anchors: Sequence[str]  # the ids that are told here first
    why: str  # the reason, if the rule is ours


class RulesSection(TypedDict):
    """A section of a rules page."""

    heading: str
    paragraphs: list[RulesParagraph]
    figures: list[RulesFigure]


class Refutation(TypedDict):
    """What a wrong move leads to, up to the opponent's answer."""

    said: str
    steps: list[PuzzleStep]
    right: NotRequired[bool]  # whether the move is not wrong after all


class AnalysisData(TypedDict):
    """The position an analysis begins with, and the moves of its main line."""

    turn: BoardTurn
    moves: list[str]
    seats: int
    study: SavedStudy | None


class GameInProgress(TypedDict):
    """A game of this device that goes on, for the home page."""

    url: str
    title: str
    game: str
    seats: list[Seat]
    prompt: str
    options: dict[str, str]
    look: Look
    position: str


class GameOfMine(TypedDict):
    """A game of this device in a list; names are by seat."""

    id: str
    title: str
    captions: list[str]  # the mode in words
    game: str
    names: list[str]
    over: bool
    own: bool  # whether the device has a seat
    role: str
    ended: str
    why: str
    day: str
    options: dict[str, str]
    look: Look
    position: str


class Series(TypedDict):
    """A game and its rematches, the latest first."""

    score: str | None
    games: list[GameOfMine]


class FilterChoice(TypedDict):
    """A value of a filter."""

    value: str
    label: str
    chosen: bool


class GameFilter(TypedDict):
    """A field that filters the list of games."""

    name: str
    label: str
    choices: list[FilterChoice]


class ImportFault(TypedDict):
    """What is wrong with a file of records, and in which line."""

    line: int
    said: str


class Curiosity(TypedDict):
    """A position worth a look."""

    said: str
    text: str
    options: dict[str, str]
    edit: str
    line: str


class KnownGame(TypedDict):
    """What is known of a game with some options, in words."""

    game: str
    title: str
    options: list[str]
    verdict: str
    value: str
    how: str
    source: str
    positions: str
    longest: str
    effort: str
    plots: list[str]
    curiosities: list[Curiosity]
    zugzwang: str


class TutorialTurn(TypedDict):
    """A turn of a learner: what may be touched, and a way to go on."""

    position: str
    seat: int
    paths: Mapping[str, Sequence[str]]
    more_paths: Mapping[str, Sequence[Sequence[str]]]  # other ways to touch a move
    prompts: dict[str, str]  # what is asked after some touches; `*` is any touch
    buttons: dict[str, str]  # the labels of touches that have no spot
    shown: Sequence[str]  # touches that lead to the goal
    advice: str  # the same in words
    motions: list[Motion]  # of that move; none if it is one that is refused


class TutorialStep(TypedDict):
    """A step of a tutorial."""

    game: str
    name: str
    number: int  # in its track, from 1
    last: int  # the number of the track's last step
    track: str
    title: str  # of the track
    next: str | None  # the name of the step after it, in its track
    task: str
    hints: list[str]
    options: dict[str, str]
    caption: str  # the options of its game, in words
    sign: str  # a piece of the learner's side, if it has its own
    piece: str  # the piece that the learner has to place, if any
    turn: TutorialTurn


class TutorialAnswer(TypedDict):
    """What a learner's move was, and what the others play then."""

    verdict: Literal["done", "on", "wrong"]
    said: str
    steps: list[PuzzleStep]
    turn: TutorialTurn | None  # where the step goes on


class TutorialRefusal(TypedDict):
    """Why touches begin no move, and whether that is what the step asks for."""

    sentence: str | None
    places: Sequence[str]
    done: bool
    said: str  # when it is done
