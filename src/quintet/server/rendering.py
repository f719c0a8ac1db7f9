"""Templates: made into pages with what all of them need."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from quintet.sentence import sentence
from quintet.server.context import context_of


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("quintet.server"),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(request: Request, name: str, status_code: int = 200, **values: Any) -> HTMLResponse:
    """A page. `_` says a sentence in the language of whoever asks, with its gaps filled."""
    speech = context_of(request).speech

    def say(template: str, **gaps: str | int) -> str:
        return speech.say(sentence(template, **gaps))

    page = (
        _environment()
        .get_template(name)
        .render(
            _=say,
            lang=speech.code,
            dir=speech.direction,
            static=request.app.state.static.url,
            **values,
        )
    )
    return HTMLResponse(page, status_code)
