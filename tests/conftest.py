"""What holds for all tests."""

import contextlib
import fnmatch
import gc
import importlib
import importlib.util
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import quintet
from quintet import tablebase
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver


def _memory_folder() -> Path | None:
    """Return a folder in memory if there is one with ample room, in which programs may run."""
    folder = Path("/dev/shm")  # noqa: S108
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return None
    found = os.statvfs(folder)
    has_room = found.f_bavail * found.f_frsize >= 4 << 30
    return folder if has_room and not found.f_flag & os.ST_NOEXEC else None


# What tests write need not reach a disk: they make and remove thousands of small databases.
if memory := _memory_folder():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))

# Tests read English, wherever they run.
os.environ["LANGUAGE"] = "en"

# Workers share the tests that one of them has compiled, and programs share what they import.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Nothing that is collected becomes garbage (`pytest_collection` below).
gc.disable()

# Tests of the search must not look values up; tests of tablebases turn them on.
os.environ["QUINTET_TABLES"] = "off"

# A shell starts jobs in the background with SIGINT ignored, and programs inherit that. Those that
# tests start must hear a Ctrl-C, however the tests themselves were started.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Coverage is measured in the tests' own processes and in the one that commands are forked from.
# Servers and browsers that tests start would run twice as long for hardly a line more.
coverage = "PYTEST_XDIST_WORKER" in os.environ and os.environ.pop("COVERAGE_PROCESS_START", "")
if coverage:
    os.environ["QUINTET_COVERAGE"] = coverage

# Tests whose time is spent in Python that is not the package's: in oracles, and in reading sources.
# Measured, they run three times as long. What they call of the package, others call, too.
UNMEASURED = ("browser", "games", "project")
# How many cases of a test with parameters are measured: further ones hardly run another line.
MEASURED_CASES = 3

# Slow tests alone need what the extra `slow` installs.
collect_ignore = (
    [] if importlib.util.find_spec("schemathesis") else ["server/safety/test_safety_api.py"]
)


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:  # noqa: ARG001
    """Run one test more than there are cores: many wait for a browser, a server or a database."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Compile the tests by shares, and spare the garbage collector what is collected.

    All workers collect all tests at the same time. If each compiles another share first, it finds
    the rest compiled, which takes a third of the time.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        paths = sorted((session.config.rootpath / "tests").rglob("test_*.py"))
        first = int(worker["workerid"].removeprefix("gw"))
        for path in paths[first :: worker["workercount"]]:
            # What cannot be imported is reported when it is collected.
            with contextlib.suppress(Exception, pytest.skip.Exception):
                _ = pytest.Module.from_parent(session, path=path).obj
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow what `slow_except` does not name, what needs a large tablebase, and what runs on
    PostgreSQL as on SQLite, but for the tests of databases themselves."""
    for item in items:
        case = item.name.partition("[")[2].removesuffix("]")
        on_postgresql = "postgresql" in case.split("-") and "processes" not in item.path.parts
        if on_postgresql or "quixo_4" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
        for mark in item.iter_markers("slow_except"):
            if not any(fnmatch.fnmatchcase(case, pattern) for pattern in mark.args):
                item.add_marker("slow")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop measuring coverage during tests that are not measured."""
    measuring = None
    if coverage and not _is_measured(item):
        measuring = importlib.import_module("coverage").Coverage.current()
    if measuring is not None:
        measuring.stop()
    try:
        return (yield)
    finally:
        if measuring is not None:
            measuring.start()


_cases_met: Counter[str] = Counter()


def _is_measured(item: pytest.Item) -> bool:
    test = item.nodeid.partition("[")[0]
    _cases_met[test] += 1
    folder = item.path.relative_to(item.config.rootpath / "tests").parts[0]
    return folder not in UNMEASURED and _cases_met[test] <= MEASURED_CASES


@pytest.fixture(autouse=True)
def closed_tables() -> Iterator[None]:
    """Close the tablebases that a test has opened."""
    yield
    tablebase.close()


@pytest.fixture(scope="session")
def quixo_4(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tablebase of Quixo on 4x4, which does not come with the package."""
    made = tmp_path_factory.mktemp("tables")
    solver = find_solver(quintet.start("quixo", size=4).variant)
    assert solver is not None
    solver.solve(Work(made, threads=2))
    return made
