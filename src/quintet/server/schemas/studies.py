"""Saved studies, as they are sent and answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from quintet.server.schemas.requests import MoveText

Visibility = Literal["private", "unlisted", "public"]
MAX_TITLE = 100


class StudyRequest(MoveText):
    """A study to save: a tree of variations from a position, with a title."""

    title: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)]
    visibility: Visibility = "private"


class ListedStudy(TypedDict):
    """A study without its moves."""

    id: str
    url: str
    game: str
    title: str
    visibility: Visibility
    mine: bool
    changed: int


class SavedStudy(ListedStudy):
    """A study."""

    options: dict[str, str]
    position: str
    text: str


class StudyList(TypedDict):
    """The studies of this device, the latest first."""

    studies: list[ListedStudy]
