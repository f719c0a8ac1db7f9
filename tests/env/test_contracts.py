"""Action numbers and observation layouts are frozen: any change needs a new version.

If one of these fails, don't edit the data files: raise `VERSION` in `quintet.env.layout`, and run
`python tools/environment_contracts.py` to add those of the new version.
"""

import json
from importlib.resources import files

import pytest

from quintet.env import Simulator
from quintet.env.layout import MODES, VERSION

CONTRACTS = files("quintet.env") / "contracts"


@pytest.mark.parametrize(
    ("game", "options"),
    MODES,
    ids=lambda value: value if isinstance(value, str) else str(dict(value)),
)
def test_layout_is_the_frozen_one(game: str, options: dict[str, object]) -> None:
    layout = Simulator(game, **options).layout
    frozen = json.loads((CONTRACTS / f"{layout.name}.json").read_text(encoding="utf-8"))
    assert layout.contract() == frozen


def test_every_contract_of_this_version_has_a_variant() -> None:
    names = {Simulator(game, **options).layout.name for game, options in MODES}
    stored = {entry.name.removesuffix(".json") for entry in CONTRACTS.iterdir()}
    assert {name for name in stored if name.endswith(f"-v{VERSION}")} == names


def test_names_carry_the_version() -> None:
    assert Simulator("quixo").layout.name == f"quixo-5x5-v{VERSION}"


def test_observations_are_what_the_contract_says() -> None:
    """A hand-made position of Quixo, plane by plane."""
    simulator = Simulator("quixo", size=3)
    states = simulator.init()
    first = simulator.layout.actions.index("a1a3")
    states = simulator.step(states, [first]).states
    own, other = simulator.observe(states)[0]
    # x took a1 and pushed it in at a3: o, who is to move, sees it as the other's.
    assert not own.any()
    assert other.ravel().nonzero()[0].tolist() == [simulator.layout.cells.index("a3")]
