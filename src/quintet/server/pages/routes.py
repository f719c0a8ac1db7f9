"""All routes for people."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.pages import joining, known, main, opening, qr_codes, rules, tutorials
from quintet.server.pages.analysis import board, studies
from quintet.server.pages.my_games import files, listing
from quintet.server.pages.puzzles import collection, mistakes, puzzle, rush
from quintet.server.pages.review import page as review
from quintet.server.pages.review import retry

ROUTERS: tuple[APIRouter, ...] = tuple(
    part.router
    for part in (
        qr_codes,
        joining,
        opening,
        known,
        rush,  # before the puzzle of a number
        mistakes,  # before the puzzles of a game
        puzzle,
        collection,
        rules,
        tutorials,
        board,
        studies,
        files,
        listing,
        review,
        retry,
        main,
    )
)
