"""The registry of solvers: one a game."""

from __future__ import annotations

from quintet.games.variant import Variant
from quintet.tablebase.qomet import QometSolver
from quintet.tablebase.quantik import QuantikSolver
from quintet.tablebase.quarto import QuartoSolver
from quintet.tablebase.quixo import QuixoSolver
from quintet.tablebase.solver import Solver

SOLVERS: dict[str, type[Solver]] = {
    solver.game: solver for solver in (QuantikSolver, QuartoSolver, QometSolver, QuixoSolver)
}


def find_solver(variant: Variant) -> Solver | None:
    """Return the solver of a variant, or None without one."""
    solver = SOLVERS.get(variant.name)
    return solver(variant) if solver is not None and solver.covers(variant) else None
