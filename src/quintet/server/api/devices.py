"""Tokens by which programs are known."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet.i18n.sentence import template
from quintet.server.api.replies import reply, sends
from quintet.server.schemas.responses import DeviceToken
from quintet.server.web.device_tokens import DeviceTokens, Identity, new_token
from quintet.server.web.secret_keys import COOKIE_LIFE

router = APIRouter(prefix="/api/v1/devices", tags=["devices"])


@router.post(
    "",
    status_code=201,
    summary=template("Identify a device"),
    description=template(
        "A token by which a program is known, instead of a cookie. With a token, the same device "
        "gets a fresh one."
    ),
    responses=sends(DeviceToken, template("The token."), 201),
)
async def identify(request: Request) -> Response:
    tokens: DeviceTokens = request.app.state.device_tokens
    identity: Identity = request.state.identity
    # A browser's cookie stays where scripts cannot read it: only a token is renewed.
    token = identity.token if identity.from_header else new_token()
    made: DeviceToken = {"token": tokens.signed(token), "expires_in": COOKIE_LIFE}
    return reply(made, 201)
