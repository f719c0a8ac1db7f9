"""Numbers out of range are refused with a sentence that names the range."""

from collections.abc import Callable

import pytest

import quintet
from quintet.errors import BadOption

START = quintet.start("quixo")


@pytest.mark.parametrize(
    ("option", "call", "said"),
    [
        ("depth", lambda: START.perft(101), "depth must be a number from 0 to 100."),
        ("depth", lambda: START.perft(-1), "depth must be a number from 0 to 100."),
        ("depth", lambda: START.perft(2**31), "depth must be a number from 0 to 100."),
        ("threads", lambda: START.perft(1, threads=0), "threads must be a number from 1 to 256."),
        ("plies", lambda: START.wins_within(1001), "plies must be a number from 0 to 1000."),
        ("plies", lambda: START.wins_within(-1), "plies must be a number from 0 to 1000."),
        ("seat", lambda: START.wins_within(1, 2), "seat must be a number from 0 to 1."),
        ("games", lambda: START.playouts(-1), f"games must be a number from 0 to {2**63 - 1}."),
        ("limit", lambda: START.playouts(1, limit=-1), "limit must be a number from 0 to"),
        ("threads", lambda: START.playouts(1, threads=257), "threads must be a number from 1 to"),
        ("depth", lambda: quintet.analyse(START, depth=0), "depth must be a number from 1 to"),
    ],
)
def test_out_of_range(option: str, call: Callable[[], object], said: str) -> None:
    with pytest.raises(BadOption) as caught:
        call()
    assert caught.value.option == option
    assert str(caught.value).startswith(said)
