"""What holds for all tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import quintet
from quintet import tablebase
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver

# Whatever the language of whoever runs them, tests read English.
os.environ["LANGUAGE"] = "en"

# Whatever tables of solved games there are, tests of the search search; those of tables say so.
os.environ["QUINTET_TABLES"] = "off"


@pytest.fixture(autouse=True)
def closed_tables() -> Iterator[None]:
    """Tables that a test has opened are not there for the next one."""
    yield
    tablebase.close()


@pytest.fixture(scope="session")
def quixo_4(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the table of Quixo on 4x4, which does not come with the package."""
    made = tmp_path_factory.mktemp("tables")
    solver = find_solver(quintet.start("quixo", size=4).variant)
    assert solver is not None
    solver.solve(Work(made, threads=2))
    return made
