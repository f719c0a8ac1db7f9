"""Python policies as players of tournaments.

`policy:my_agent.py:choose` is the function `choose` of a file, `policy:package.module:choose` that
of a module that can be imported. It is a `Policy`, a callable from observations and masks to
actions, or a `StatePolicy`, and is asked about one position at a time.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from quintet.engine.external import EngineFault
from quintet.engine.player import Player, Situation
from quintet.engine.players import PlayerSpec
from quintet.env.policy import Agent, StatePolicy, choose
from quintet.env.simulator import Simulator
from quintet.errors import BadOption, QuintetError
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence, sentence


@dataclass(frozen=True, slots=True)
class PolicySpec(PlayerSpec):
    """How a policy is written as a player, and its display name if it has one."""

    def open(self, variant: Variant) -> Player:
        """Return a player for one game; each process loads the policy once."""
        place = self.text.removeprefix("policy:")
        simulator = Simulator(variant.name, **variant.changed_options)
        return _PolicyPlayer(place, load_policy(place), simulator)


def policy_player(place: str) -> PolicySpec:
    """Read `FILE.py:NAME` or `MODULE:NAME`; raise `BadOption` now, not in the first game."""
    load_policy(place)
    return PolicySpec(f"policy:{place}")


@cache
def load_policy(place: str) -> Agent:
    """Return the policy at `FILE.py:NAME` or `MODULE:NAME`."""
    # The last colon: paths of Windows have one of their own.
    source, _, name = place.rpartition(":")
    if not source or not name.isidentifier():
        raise BadOption(
            sentence(
                "Write a policy as policy:FILE.py:NAME or policy:MODULE:NAME, not {given}.",
                given=place[:60] or "''",
            ),
            option="player",
            value=place,
        )
    try:
        module = _load_file(Path(source)) if source.endswith(".py") else _load_module(source)
        policy = getattr(module, name)
    except Exception as error:
        raise _unusable(place, _problem(error)) from error
    if not callable(policy) and not isinstance(policy, StatePolicy):
        raise _unusable(place, sentence("it cannot be called, and it has no method act."))
    found: Agent = policy
    return found


def _load_module(name: str) -> ModuleType:
    return importlib.import_module(name)


def _load_file(path: Path) -> ModuleType:
    """Run a file as a module, with its folder on the path as `python FILE` has it."""
    path = path.resolve(strict=True)
    name = f"quintet_policy_{path.stem}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class _PolicyPlayer:
    """Asks a policy; what it does wrong loses the game, as with an external engine."""

    def __init__(self, place: str, policy: Agent, simulator: Simulator) -> None:
        self._place = place
        self._policy = policy
        self._simulator = simulator

    def move(self, situation: Situation, rng: random.Random) -> str:
        simulator, position = self._simulator, situation.position
        states = simulator.states([position])
        observations, masks = simulator.observe(states), simulator.masks(states)
        try:
            (action,) = choose(self._policy, states, observations, masks)
        except Exception as error:
            raise EngineFault(
                sentence(
                    "The policy {policy} failed: {problem}",
                    policy=self._place,
                    problem=_problem(error),
                )
            ) from error
        return simulator.variant.words[position.turn][int(action)]

    def close(self) -> None: ...


def _unusable(place: str, problem: Sentence) -> BadOption:
    return BadOption(
        sentence("{policy} cannot be used as a policy: {problem}", policy=place, problem=problem),
        option="player",
        value=place,
    )


def _problem(error: Exception) -> Sentence:
    if isinstance(error, QuintetError):
        return error.message
    lines = str(error).splitlines()
    said = lines[0] if lines else ""
    return sentence("{system}.", system=f"{type(error).__name__}: {said}"[:200].rstrip(" .:"))
