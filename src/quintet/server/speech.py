"""The language of one request: how sentences are said, and which way they are written."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.language import Say


@dataclass(frozen=True, slots=True)
class Speech:
    code: str
    direction: str
    say: Say


ENGLISH = Speech("en", "ltr", str)


def speech_for(connection: HTTPConnection) -> Speech:
    return ENGLISH
