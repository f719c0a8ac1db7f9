"""Every game and variant passes the public conformance suite."""

import pytest

from quintet import GAMES
from quintet.options import Value, write_value
from quintet.testing import check_variant, variants
from slow import slow_variants

ALL = slow_variants((game, options) for game in GAMES for options in variants(game))


def name(case: object) -> str:
    if isinstance(case, dict):
        return ",".join(f"{key}={write_value(value)}" for key, value in case.items()) or "-"
    return str(case)


@pytest.mark.slow_except(
    "quantik-*",
    "quarto-calls=spoken,squares=true,features=colour,shape,common=2,false_call=loses",
    "quixo-players=2,size=3",
)
@pytest.mark.parametrize(("game", "options"), ALL, ids=name)
def test_conformance(game: str, options: dict[str, Value]) -> None:
    games = 1 if game == "quarto" else 4  # Quarto has two hundred variants, which share their code
    check_variant(game, games=games, seed=1, **options)
