"""Render templates, with what all pages need."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    PackageLoader,
    StrictUndefined,
    Template,
    select_autoescape,
)
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from quintet.games import packages
from quintet.i18n.catalogue import date_text, languages, native_name
from quintet.i18n.columns import sort_key
from quintet.i18n.sentence import Filling, counted, sentence
from quintet.server.context import context_of
from quintet.server.pages.figures import figures


def render(request: Request, name: str, status_code: int = 200, **values: Any) -> HTMLResponse:
    """Render a page; in it `_` translates a sentence and fills its placeholders."""
    locale = context_of(request).locale

    def say(template: str, **gaps: Filling) -> str:
        return locale.say(sentence(template, **gaps))

    def say_counted(one: str, many: str, *, count: int, **gaps: Filling) -> str:
        return locale.say(counted(one, many, count=count, **gaps))

    page = _environment().get_template(name)
    text = page.render(
        _=say,
        counted=say_counted,
        date=partial(date_text, locale.code),
        lang=locale.code,
        path=request.url.path,
        dir=locale.direction,
        languages=_language_names(),
        static=request.app.state.static.url,
        sentences=request.app.state.static.sentences(locale.code),
        figure=figures(locale.say),
        words_of=_words_of,
        **values,
    )
    return HTMLResponse(text, status_code)


@cache  # several servers in one process have the same templates
def load_templates() -> None:
    """Compile all templates, which would otherwise delay the first visitors."""
    for name in _environment().list_templates(extensions=["html"]):
        _environment().get_template(name)


def as_json(value: Any) -> Markup:
    """Embed values in a page; no text in them can close the element around them."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))  # noqa: S704


def _words_of(game: str) -> Template:
    """Return what pages say of a game, or the little that can be said of any."""
    return _environment().select_template([f"games/{game}.html", "games/any.html"])


def _loaders() -> Iterator[PackageLoader]:
    """Yield the templates of every package; a game from elsewhere need not have any."""
    for package in packages():
        with suppress(ModuleNotFoundError, ValueError):
            yield PackageLoader(f"{package}.server.pages")


@cache
def _environment() -> Environment:
    return Environment(
        loader=ChoiceLoader(list(_loaders())),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _language_names() -> dict[str, str]:
    names = {code: native_name(code) for code in languages()}
    return dict(sorted(names.items(), key=lambda pair: sort_key(pair[1])))
