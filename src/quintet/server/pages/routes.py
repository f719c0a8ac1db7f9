"""All routes for people."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.pages import joining, known, main, my_games, opening, puzzles, qr_codes

ROUTERS: tuple[APIRouter, ...] = tuple(
    part.router for part in (qr_codes, joining, opening, known, puzzles, my_games, main)
)
