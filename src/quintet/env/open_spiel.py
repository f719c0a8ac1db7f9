"""The games for OpenSpiel, registered when this module is imported.

Needs OpenSpiel: `pip install 'quintet[open_spiel]'`.

>>> import pyspiel
>>> import quintet.env.open_spiel
>>> game = pyspiel.load_game("quintet_quixo(players=4)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("a1e1s"))
>>> game.num_players(), state.current_player(), state.history()
(4, 1, [2])

The options of a game are its parameters; several features of Quarto are joined by `+`, since
OpenSpiel separates parameters by commas. Two more are house rules: `limit`, the plies after which a
game is a draw (H5), and `repetition`, whether the third occurrence of a position is one (H1).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.util import find_spec
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

if find_spec("pyspiel") is None:
    raise ImportError(
        "quintet.env.open_spiel needs OpenSpiel. Install it: pip install 'quintet[open_spiel]'"
    )

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from quintet.env.batch import MAX_LIMIT
from quintet.env.layout import layout_of
from quintet.env.rewards import rewards_of
from quintet.env.simulator import Simulator
from quintet.errors import BadOption
from quintet.games import GAMES, find_variant
from quintet.games.variant import Variant
from quintet.options import Subset, Value
from quintet.outcome import Outcome, TableReason
from quintet.position import Position, check_range, first_position, read_position

PREFIX = "quintet_"
DEFAULT_LIMIT = 400  # H5
OCCURRENCES_TO_DRAW = 3  # H1


class QuintetGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with fixed options, as OpenSpiel knows games."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        given = dict(parameters)
        self.limit = check_range("limit", given.pop("limit", DEFAULT_LIMIT), 1, MAX_LIMIT)
        self.repetition = bool(given.pop("repetition", True))
        options = {key: _read(value) for key, value in given.items()}
        self.initial: Position = first_position(self.name, options)
        self.variant: Variant = self.initial.variant
        sides = len(set(self.variant.sides))
        information = pyspiel.GameInfo(
            num_distinct_actions=self.variant.core.vocabulary,
            max_chance_outcomes=0,
            num_players=self.variant.seats,
            min_utility=-1.0 / (sides - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        # As they are written to a string, which another process reads.
        written = {key: _written(value) for key, value in self.variant.changed_options.items()}
        if self.limit != DEFAULT_LIMIT:
            written["limit"] = self.limit
        if not self.repetition:
            written["repetition"] = False
        super().__init__(_game_type(type(self.variant)), information, written)

    @cached_property
    def simulator(self) -> Simulator:
        """The pure form of this game: observations, symmetries, arrays of states."""
        return Simulator(self.name, **self.variant.options)

    def new_initial_state(self, text: str | None = None) -> QuintetState:
        """Return the start of a game, or a position given as text."""
        if text is None:
            return QuintetState(self, self.initial)
        return QuintetState(self, read_position(self.name, text, self.variant.changed_options))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Any:
        if isinstance(iig_obs_type, Mapping):  # from C++, which leaves out a type that is not set
            iig_obs_type, params = None, iig_obs_type
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.simulator, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class _Occurrences(dict[int, int]):
    """How often each position occurred, by hash."""

    def __deepcopy__(self, memo: object) -> Self:
        return type(self)(self)  # a clone copies all attributes, and this one at every node


class QuintetState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position with what the house rules remember: plies played, positions seen."""

    def __init__(self, game: QuintetGame, position: Position) -> None:
        super().__init__(game)
        self.position = position
        self._seat = position.seat
        self._drawn: TableReason | None = None
        self._plies_left = game.limit
        counts = game.repetition and game.variant.cycles
        self._occurrences = _Occurrences({position.hash64: 1}) if counts else None

    @property
    def outcome(self) -> Outcome | None:
        """None, or how the game ended."""
        if self._drawn is not None:
            return Outcome(self.position.variant.draw_scores(), self._drawn)
        return self.position.outcome

    # What C++ calls, and what people call.

    def current_player(self) -> int:
        player: int = pyspiel.PlayerId.TERMINAL if self._seat is None else self._seat
        return player

    def is_terminal(self) -> bool:
        return self._seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.numbers)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions; without the detour over C++, which asks us five times."""
        seat = self._seat
        if seat is None:
            return []
        if player is None or player == seat:
            return list(self.position.numbers)
        listed: list[int] = super().legal_actions(player)
        return listed

    def _apply_action(self, action: int) -> None:
        position = self.position.play(action)
        seat = position.seat
        self.position = position
        self._plies_left -= 1
        if seat is not None:
            met = self._occurrences
            if met is not None:
                key = position.hash64
                count = met[key] = met.get(key, 0) + 1
                if count >= OCCURRENCES_TO_DRAW:
                    self._drawn, seat = "repetition", None
            if self._plies_left <= 0 and seat is not None:
                self._drawn, seat = "limit", None
        self._seat = seat

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.variant.words[player][action]

    def string_to_action(self, *given: Any) -> int:
        """Return the number of a legal move: `string_to_action("a1e1")`, or with a player first."""
        *players, word = given
        position = self.position
        if players not in ([], [self._seat]):
            found: int = super().string_to_action(*given)
            return found
        if self._seat is None or word not in position.moves:
            position.play(word)  # raises, and says why
        return position.numbers[position.moves.index(word)]

    def returns(self) -> list[float]:
        outcome = None if self._seat is not None else self.outcome
        if outcome is None:
            return [0.0] * self.position.variant.seats
        return rewards_of(self.position.variant, outcome.scores)

    def __str__(self) -> str:
        return self.position.text


class PlanesObserver:
    """The planes of an observation, as OpenSpiel's observers give them."""

    def __init__(self, simulator: Simulator, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {dict(params)}")
        self._core = simulator.core
        shape = simulator.observation_shape
        self.tensor: npt.NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}
        self._words = np.empty((1, self._core.words), np.uint64)
        self._planes = np.empty((1, self.tensor.size), np.bool_)

    def set_from(self, state: QuintetState, player: int) -> None:
        """Show the position to a player."""
        position = state.position
        seat = position.turn if player < 0 else player
        self._core.write_state(position, self._words[0])
        self._core.observe(self._words, np.array([seat], np.int8), self._planes)
        self.tensor[:] = self._planes[0]

    def string_from(self, state: QuintetState, player: int) -> str:
        return state.position.text


def _read(value: object) -> object:
    return value.replace("+", ",") if isinstance(value, str) else value


def _written(value: Value) -> str | int | bool:
    return "+".join(value) if isinstance(value, tuple) else value


def _game_type(game: type[Variant]) -> Any:
    defaults = {
        option.name: "+".join(option.default) if isinstance(option, Subset) else option.default
        for option in game.option_list
    }
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "limit": DEFAULT_LIMIT, "repetition": True},
    )


def _register() -> None:
    for name, game in GAMES.items():
        try:
            layout_of(find_variant(name, {}, Position))
        except BadOption:  # a game without planes
            continue
        # OpenSpiel never lets go of what it calls. Only a class, which refers to itself, survives
        # that at the end of the program.
        creator = type(f"{game.__name__}Game", (QuintetGame,), {"name": name})
        pyspiel.register_game(_game_type(game), creator)


_register()
