"""The form of a new table, and the table it opens."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from pydantic import ValidationError
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from quintet.draw import side_names
from quintet.errors import BadEvent, BadOption, BadPosition, QuintetError
from quintet.games import GAMES, find_game
from quintet.games.variant import Variant
from quintet.server.api.games import facts
from quintet.server.context import context_of
from quintet.server.pages.choices import form_choices, offered_levels
from quintet.server.pages.forms import read_form
from quintet.server.pages.rendering import render
from quintet.server.pages.typed import NO_FAULT, Fault, Typed, fault_of
from quintet.server.play.create import open_table
from quintet.server.play.table import Table
from quintet.server.schemas.requests import PROPOSED_LEVEL, NewTable
from quintet.server.web.chosen_name import chosen_name, keep_name
from quintet.server.web.errors import InvalidField
from quintet.server.web.rate_limit import count_table, counting_open
from quintet.server.web.validation import invalid
from quintet.tutorials import TUTORIALS

router = APIRouter(include_in_schema=False)

# What the person at the form can put right.
FAULTS = (BadOption, BadPosition, BadEvent, InvalidField)


@router.get("/new/{game}")
async def new(
    game: str, request: Request, friends: bool = False, public: bool = False
) -> HTMLResponse:
    """Show the form of a new table; `friends` proposes open chairs."""
    return _page(request, find_game(game), Typed(), NO_FAULT, friends=friends, public=public)


@router.post("/tables", dependencies=[Depends(count_table)])
async def create(request: Request) -> Response:
    """Open a table from a form, and redirect to it; keep the form if something is wrong."""
    form = await request.form()
    try:
        table = await _open(request, form)
    except FAULTS as error:
        if "house" not in form or str(form.get("game")) not in GAMES:
            raise
        return _form_again(request, form, error)
    there = RedirectResponse(f"/tables/{table.id}", 303)
    if name := str(form.get("name-0", "")).strip():
        keep_name(there, name)
    return there


async def _open(request: Request, form: FormData) -> Table:
    context = context_of(request)
    try:
        wishes = NewTable.model_validate(read_form(form), strict=False)  # form values are texts
    except ValidationError as error:
        raise invalid(error, NewTable) from error
    address, device = context.client
    async with counting_open(request, wishes):
        return await open_table(context.registry, wishes, device, context.locale, address)


def _form_again(request: Request, form: FormData, error: QuintetError) -> HTMLResponse:
    """Show a form with what was typed, and what is wrong with it."""
    game = find_game(str(form["game"]))
    names = [option.name for option in game.option_list]
    fault = fault_of(error, names, context_of(request).locale.say)
    chairs = {str(form[key]) for key in form if key.startswith("chair-")}
    typed = Typed(form)
    public = typed.ticked("public", False)
    return _page(request, game, typed, fault, friends="open" in chairs, public=public)


def _page(
    request: Request,
    game: type[Variant],
    typed: Typed,
    fault: Fault,
    *,
    friends: bool,
    public: bool,
) -> HTMLResponse:
    return render(
        request,
        "new.html",
        status_code=422 if fault.said else 200,
        game=facts(game),
        choices=form_choices(game, typed),
        repeats=game.cycles,
        sides=[context_of(request).locale.say(each) for each in side_names(game.name)[:2]],
        levels=offered_levels(context_of(request).locale.say),
        proposed_level=PROPOSED_LEVEL,
        my_name=chosen_name(request),
        friends=friends,
        public=public,
        typed=typed,
        fault=fault,
        learnable=game.name in TUTORIALS,
    )
