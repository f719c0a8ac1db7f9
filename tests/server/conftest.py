"""A server in this process, with its data in a folder of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from server.tables import other_device


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(str(tmp_path)))) as made:
        yield made


@pytest.fixture
def device(client: TestClient) -> Callable[[], TestClient]:
    """Makes somebody else at the same server, with cookies of their own."""
    return lambda: other_device(client)


@pytest.fixture
def again(tmp_path: Path) -> Callable[[TestClient], TestClient]:
    """Another server with the same data, for a device that was at the first."""

    def start(known: TestClient) -> TestClient:
        return TestClient(create_app(Settings(str(tmp_path))), cookies=known.cookies)

    return start
