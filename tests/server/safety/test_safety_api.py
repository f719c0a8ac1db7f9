"""The API, fuzzed from its own description: what it says is true, and nothing breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from quintet.server import Settings, create_app
from server.running import Device, logged, server

pytestmark = pytest.mark.slow

# Of each operation. What reads requests is the same whatever the database.
EXAMPLES = {"sqlite": 25, "postgresql": 10}
OPEN_CHAIRS = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]


@dataclass
class Place:
    address: str
    device: Device
    tables: list[str]
    examples: int


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """A real server, and tables at which somebody plays, waits, or has played."""
    folder = tmp_path_factory.mktemp("server")
    log = folder / "log"
    more = ["--limits", "off"]
    if request.param == "postgresql":
        more += ["--database", request.getfixturevalue("postgres").new_database()]
    with server(folder / "data", *more, log=log) as (process, address):
        device = Device()
        tables = [
            device.open_table(address, "quantik")["id"],
            device.open_table(address, "quixo", chairs=OPEN_CHAIRS, public=True)["id"],
            device.open_table(address, "quarto", spectators=False)["id"],
        ]
        yield Place(address, device, tables, EXAMPLES[request.param])
        assert process.poll() is None
    assert [line for line in logged(log) if line["level"] in ("error", "critical")] == []


def operations() -> Iterator[tuple[str, str, GenerationMode]]:
    """What the API says it can do; what is given to it can be right and, but for names, wrong."""
    for path, methods in create_app(Settings("")).openapi()["paths"].items():
        for method, facts in methods.items():
            yield method, path, GenerationMode.POSITIVE
            parameters = facts.get("parameters", [])
            if "requestBody" in facts or any(each["in"] == "query" for each in parameters):
                yield method, path, GenerationMode.NEGATIVE


@pytest.fixture(scope="module")
def api(place: Place) -> Any:
    return schemathesis.openapi.from_url(f"{place.address}api/v1/openapi.json")


@pytest.mark.parametrize(("method", "path", "mode"), list(operations()))
def test_every_answer_is_as_described(
    api: Any, place: Place, method: str, path: str, mode: GenerationMode
) -> None:
    turn = count()

    @settings(
        max_examples=place.examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=api[path][method].as_strategy(generation_mode=mode))
    def fuzz(case: Any) -> None:
        send(case, place, next(turn))

    fuzz()


def send(case: Any, place: Place, number: int) -> None:
    """Mostly to a table there is, mostly by somebody who plays, and never for long."""
    if "table_id" in case.path_parameters and number % 4:
        case.path_parameters["table_id"] = place.tables[number % len(place.tables)]
    if number % 3:
        case.headers["Cookie"] = place.device.cookie
    for values, key, most in ((case.body, "seconds", 5), (case.query, "wait", 30)):
        if isinstance(values, dict) and isinstance(values.get(key), int | float):
            values[key] = 0 if 0 <= values[key] <= most else values[key]
    # Not all that looks right is: a move may be illegal, and a game unknown.
    answer = case.call()
    if answer.status_code != 413:  # a text can be too long to be read at all
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])
