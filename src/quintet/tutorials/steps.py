"""Steps and tracks of tutorials: what a game's module here is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quintet.i18n.sentence import Sentence
from quintet.position import Position, read_position
from quintet.tutorials.goals import Goal


@dataclass(frozen=True, slots=True)
class Sentences:
    """What a step says: the task, the sentence when it is done, and hints."""

    task: Sentence
    done: Sentence
    hints: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A position, a task for the seat to move, and what counts as done.

    Browsers keep the names of steps that were done, so a name never changes. `rules` are the ids of
    the rules that the step exercises.
    """

    game: str
    name: str
    text: str
    goal: Goal
    rules: tuple[str, ...]
    said: Sentences
    options: Mapping[str, str] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        game: str,
        name: str,
        text: str,
        goal: Goal,
        rules: str,
        said: Sentences,
        **options: str,
    ) -> Step:
        """Return a step; its rules are written with spaces between them."""
        return cls(game, name, text, goal, tuple(rules.split()), said, options)

    @property
    def position(self) -> Position:
        return read_position(self.game, self.text, self.options)


@dataclass(frozen=True, slots=True)
class Track:
    """Steps in order, and the options of the first game to play after them."""

    name: str
    title: Sentence
    steps: tuple[Step, ...]
    options: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def length(self) -> int:
        return len(self.steps)
