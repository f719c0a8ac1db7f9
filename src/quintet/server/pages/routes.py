"""All routes for people."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.pages import joining, known, main, opening, puzzles, qr_codes, rules, tutorials
from quintet.server.pages.analysis import board
from quintet.server.pages.my_games import files, listing

ROUTERS: tuple[APIRouter, ...] = tuple(
    part.router
    for part in (
        qr_codes,
        joining,
        opening,
        known,
        puzzles,
        rules,
        tutorials,
        board,
        files,
        listing,
        main,
    )
)
