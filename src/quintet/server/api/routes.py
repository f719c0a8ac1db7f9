"""All routes for programs."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.api import (
    analysis,
    chat,
    devices,
    games,
    health,
    lobby,
    polling,
    positions,
    records,
    reviews,
    studies,
    tables,
    websocket,
)

ROUTERS: tuple[APIRouter, ...] = tuple(
    part.router
    for part in (
        devices,
        games,
        positions,
        analysis,
        records,
        studies,
        tables,
        reviews,
        chat,
        lobby,
        polling,
        websocket,
        health,
    )
)
