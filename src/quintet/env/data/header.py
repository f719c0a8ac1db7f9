"""The header of a data set: what its numbers mean and where its games come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Any

from quintet.env import batch
from quintet.env.layout import layout_of
from quintet.env.simulator import Simulator
from quintet.errors import BadDataset, QuintetError
from quintet.games import find_variant
from quintet.i18n.sentence import sentence
from quintet.options import Value
from quintet.outcome import OutcomeReason
from quintet.position import Position

FORMAT = 1

# By number in the column `reason`: those of a batch, then those that need people.
REASONS: tuple[OutcomeReason, ...] = (*batch.REASONS, "agreement", "resignation", "time")


@dataclass(frozen=True)
class Header:
    """The facts of a file: one game with one set of options, under the name of its layout.

    `options` are those that differ from the defaults. `reasons` are the names of the numbers in the
    column `reason`. `seed` and `player` are None for games that were not played to make the file.
    """

    game: str
    options: Mapping[str, Value]
    layout: str
    version: str
    seed: int | None = None
    player: str | None = None
    reasons: tuple[str, ...] = REASONS

    @cached_property
    def simulator(self) -> Simulator:
        variant = find_variant(self.game, self.options, Position)  # options may have any name
        return Simulator(variant.name, **variant.options)

    def json(self) -> str:
        """Return the header as text; the same header gives the same text."""
        return json.dumps(
            {
                "format": FORMAT,
                "layout": self.layout,
                "game": self.game,
                "options": dict(self.options),
                "version": self.version,
                "seed": self.seed,
                "player": self.player,
                "reasons": self.reasons,
            },
            ensure_ascii=False,
        )


def header(
    game: str,
    options: Mapping[str, object] | None = None,
    *,
    seed: int | None = None,
    player: str | None = None,
) -> Header:
    """Return the header of a file that this version of Quintet writes."""
    variant = find_variant(game, options or {}, Position)
    return Header(
        game=variant.name,
        options=variant.changed_options,
        layout=layout_of(variant).name,
        version=version("quintet"),
        seed=seed,
        player=player,
    )


def read_header(text: str, path: str) -> Header:
    """Read the header of a file; raise `BadDataset` for one of another layout."""
    try:
        given: Any = json.loads(text)
        found = Header(
            game=_text(given["game"]),
            options={name: _option(value) for name, value in given["options"].items()},
            layout=_text(given["layout"]),
            version=_text(given["version"]),
            seed=given["seed"] if given["seed"] is None else int(given["seed"]),
            player=given["player"] if given["player"] is None else _text(given["player"]),
            reasons=tuple(_text(reason) for reason in given["reasons"]),
        )
        number = given["format"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise no_dataset(path) from error
    if number != FORMAT:
        raise BadDataset(
            sentence(
                "{file} has format {found}, and this version reads {known}. Export it again.",
                file=path,
                found=str(number)[:40],
                known=FORMAT,
            ),
            path=path,
        )
    try:
        layout = found.simulator.layout.name
    except QuintetError as error:
        raise BadDataset(
            sentence("{file}: {message}", file=path, message=error.message), path=path
        ) from error
    if found.layout != layout:
        raise BadDataset(
            sentence(
                "{file} has the layout {found}, and this version reads {known}. Export it again.",
                file=path,
                found=found.layout[:40],
                known=layout,
            ),
            path=path,
        )
    return found


def no_dataset(path: str) -> BadDataset:
    return BadDataset(
        sentence("{file} is damaged, or was not written by quintet data.", file=path), path=path
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _option(value: object) -> Value:
    if isinstance(value, list):
        return tuple(_text(part) for part in value)
    if isinstance(value, str | int | bool):
        return value
    raise TypeError
