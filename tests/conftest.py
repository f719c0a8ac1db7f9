"""What holds for all tests."""

import os
from collections.abc import Iterator

import pytest

from quintet import tables

# Whatever the language of whoever runs them, tests read English.
os.environ["LANGUAGE"] = "en"

# Whatever tables of solved games there are, tests of the search search; those of tables say so.
os.environ["QUINTET_TABLES"] = "off"


@pytest.fixture(autouse=True)
def closed_tables() -> Iterator[None]:
    """Tables that a test has opened are not there for the next one."""
    yield
    tables.close()
