"""The registry of solvers: one a game, and for some a second that solves every position."""

from __future__ import annotations

from quintet.games.variant import Variant
from quintet.tablebase.qomet import QometSolver
from quintet.tablebase.qomet_complete import CompleteQometSolver
from quintet.tablebase.quantik import QuantikSolver
from quintet.tablebase.quarto import QuartoSolver
from quintet.tablebase.quixo import QuixoSolver
from quintet.tablebase.solver import Solver

SOLVERS: dict[str, type[Solver]] = {
    solver.game: solver for solver in (QuantikSolver, QuartoSolver, QometSolver, QuixoSolver)
}

COMPLETE_SOLVERS: dict[str, type[Solver]] = {CompleteQometSolver.game: CompleteQometSolver}


def find_solver(variant: Variant, *, complete: bool = False) -> Solver | None:
    """Return the solver of a variant, or None without one.

    `complete` asks for the solver of every position, where the usual tablebase has fewer.
    """
    solver = (COMPLETE_SOLVERS if complete else SOLVERS).get(variant.name)
    return solver(variant) if solver is not None and solver.covers(variant) else None


def find_solvers(variant: Variant) -> list[Solver]:
    """Return all solvers of a variant, the one with the most positions first."""
    found = (find_solver(variant, complete=True), find_solver(variant))
    return [solver for solver in found if solver is not None]
