"""Studies: save them, show them, list and delete one's own."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet import record
from quintet.i18n.sentence import sentence, template
from quintet.options import write_value
from quintet.server.api.positions import position_of
from quintet.server.api.replies import reply, sends
from quintet.server.context import Context, context_of
from quintet.server.play.registry import new_id
from quintet.server.schemas.requests import PositionRequest
from quintet.server.schemas.studies import ListedStudy, SavedStudy, StudyList, StudyRequest
from quintet.server.store import Study
from quintet.server.web.errors import Forbidden, InvalidField, NotFound, TooManyRequests
from quintet.server.web.processor_time import in_thread

router = APIRouter(prefix="/api/v1/studies", tags=["studies"])

MAX_STUDIES = 500  # of a device
MAX_LISTED = 100


@router.post(
    "",
    summary=template("Save a new study"),
    description=template(
        "A tree of variations from a position: private, unlisted (for those with the link) or "
        "public."
    ),
    status_code=201,
    responses=sends(SavedStudy, template("The study."), 201),
)
async def create(wishes: StudyRequest, request: Request) -> Response:
    context = context_of(request)
    if await context.registry.store.studies.count(context.device) >= MAX_STUDIES:
        raise TooManyRequests(sentence("You have saved many studies; delete one first."), 60)
    now = context.registry.clock.now()
    study = await _made(wishes, new_id(), context, now)
    await context.registry.store.studies.save(study)
    return reply(saved(study, context.device), 201)


@router.get(
    "",
    summary=template("List your studies"),
    description=template("The studies of this device, without their moves."),
    responses=sends(StudyList, template("The latest hundred.")),
)
async def mine(request: Request) -> Response:
    context = context_of(request)
    found = await context.registry.store.studies.of_device(context.device, MAX_LISTED)
    return reply(StudyList(studies=[listed(study, context.device) for study in found]))


@router.get(
    "/{study_id}",
    summary=template("Show a study"),
    description=template("A study of one's own, or one that is not private."),
    responses=sends(SavedStudy, template("The study.")),
)
async def show(study_id: str, request: Request) -> Response:
    context = context_of(request)
    return reply(saved(await find_study(context, study_id), context.device))


@router.put(
    "/{study_id}",
    summary=template("Save a study again"),
    description=template("Replaces a study of one's own."),
    responses=sends(SavedStudy, template("The study.")),
)
async def replace(study_id: str, wishes: StudyRequest, request: Request) -> Response:
    context = context_of(request)
    before = await _own(context, study_id)
    study = await _made(wishes, study_id, context, before.created)
    await context.registry.store.studies.save(study)
    return reply(saved(study, context.device))


@router.delete(
    "/{study_id}",
    summary=template("Delete a study"),
    description=template("Deletes a study of one's own for good."),
    responses=sends(StudyList, template("The studies that are left.")),
)
async def remove(study_id: str, request: Request) -> Response:
    context = context_of(request)
    await _own(context, study_id)
    await context.registry.store.studies.remove(study_id)
    return await mine(request)


async def find_study(context: Context, study_id: str) -> Study:
    """Return a study that this device may see."""
    found = await context.registry.store.studies.find(study_id[:24])
    if found is None or (found.visibility == "private" and found.owner != context.device):
        raise NotFound(sentence("There is no such study."))
    return found


def listed(study: Study, device: str) -> ListedStudy:
    return {
        "id": study.id,
        "url": f"/studies/{study.id}",
        "game": study.game,
        "title": study.title,
        "visibility": study.visibility,
        "mine": study.owner == device,
        "changed": study.changed,
    }


def saved(study: Study, device: str) -> SavedStudy:
    return {
        **listed(study, device),
        "options": dict(study.options),
        "position": study.position,
        "text": study.text,
    }


async def _own(context: Context, study_id: str) -> Study:
    found = await find_study(context, study_id)
    if found.owner != context.device:
        raise Forbidden(sentence("Only the author can change this study."))
    return found


async def _made(wishes: StudyRequest, study_id: str, context: Context, created: int) -> Study:
    """Return a study whose moves are legal and whose title can be shown."""
    title = " ".join(wishes.title.split())
    if not title or not title.isprintable():
        raise InvalidField(sentence("Give the study a title."), field="title")
    asked = PositionRequest(game=wishes.game, options=wishes.options, position=wishes.position)
    begin = position_of(asked)
    text = await in_thread(
        lambda: record.write_move_text(record.read_move_text(begin, wishes.text))
    )
    options = {name: write_value(value) for name, value in begin.options.items()}
    return Study(
        study_id,
        context.device,
        wishes.game,
        title,
        wishes.visibility,
        options,
        begin.text,
        text,
        created,
        context.registry.clock.now(),
    )
