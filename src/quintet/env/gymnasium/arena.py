"""Games of one agent against an opponent that answers at once, over a batch."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.env.batch import REASONS, Batch
from quintet.env.gymnasium.opponents import Opponent, make_player
from quintet.env.simulator import as_actions
from quintet.env.spaces import Seen
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position, check_range

Bools = npt.NDArray[np.bool_]

ILLEGAL = "illegal"
ILLEGAL_REWARD = -1.0

MAX_TRIES = 100


class Arena:
    """Some games in which an agent has one seat and the opponent all others.

    Between calls it is the agent's turn in every game that is not over. `rewards`, `terminated`,
    `truncated` and `reasons` are about the end of those that are. An illegal action of the agent
    loses the game at once.
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        opponent: Opponent = "random",
        seat: int | None = 0,
        seconds: float = DEFAULT_SECONDS,
        nodes: int | None = None,
        **settings: Any,
    ) -> None:
        self.player = make_player(opponent, seconds, nodes)
        self.batch = Batch(game, games, autoreset="disabled", **settings)
        self.simulator = self.batch.simulator
        self.layout = self.simulator.layout
        self.seat = None if seat is None else check_range("seat", seat, 0, self.layout.seats - 1)
        self.games = self.batch.games
        self.seats = np.zeros(games, np.int8)
        self.over = np.ones(games, np.bool_)
        self.rewards = np.zeros(games)
        self.terminated = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.reasons: npt.NDArray[np.object_] = np.full(games, None, object)
        self._histories: list[list[Position]] = [[] for _ in range(games)]

    def reset(self, seed: int) -> None:
        """Begin all games. The same seed gives the same seats and answers."""
        seed = operator.index(seed)
        self._lots = np.random.default_rng(seed)
        self.player.reset(seed)
        self.batch.reset(seed)
        self._begin(np.ones(self.games, np.bool_))

    def restart(self, chosen: Bools) -> None:
        """Begin some games again."""
        self.batch.restart(chosen)
        self._begin(chosen)

    def step(self, actions: npt.ArrayLike, active: Bools) -> None:
        """Play actions of the agent in active games, none of them over, and the answers."""
        given = as_actions(actions, self.games)
        known = (given >= 0) & (given < self.simulator.vocabulary)
        if not known[active].all():
            check_range("action", given[active & ~known][0], 0, self.simulator.vocabulary - 1)
        given = np.where(active, given, 0)
        legal = active & self.batch.masks[np.arange(self.games), given]
        self._lose(active & ~legal)
        self._play(given, legal)
        self._answer()

    def masks(self) -> npt.NDArray[np.int8]:
        """Return the agent's legal actions: none in games that are over."""
        return (self.batch.masks & ~self.over[:, None]).view(np.int8)

    def seen(self) -> Seen:
        """Return what the agent sees in every game, in arrays that are not overwritten."""
        planes = self.batch.observations.copy()
        if self.over.any():
            # It may be another seat's turn.
            states = self.batch.states[self.over]
            planes[self.over] = self.simulator.observe(states, self.seats[self.over])
        return {"observation": planes.view(np.int8), "action_mask": self.masks()}

    def position(self, game: int = 0) -> Position:
        """Return the position of a game."""
        return self.simulator.position(self.batch.states, game)

    def _begin(self, chosen: Bools) -> None:
        """Draw seats in games that stand at their start, and play up to the agent's turn."""
        for _ in range(MAX_TRIES):
            self.over[chosen] = False
            self.rewards[chosen] = 0
            self.terminated[chosen] = False
            self.truncated[chosen] = False
            self.reasons[chosen] = None
            self.seats[chosen] = (
                self._lots.integers(self.layout.seats, size=self.games, dtype=np.int8)[chosen]
                if self.seat is None
                else self.seat
            )
            for game in np.flatnonzero(chosen):
                self._histories[game] = []
            self._answer()
            # Who calls wrongly may lose a game before the agent's first turn (QT13).
            chosen = chosen & self.over
            if not chosen.any():
                return
            self.batch.restart(chosen)
        raise BadOption(
            sentence("The opponent ends every game before the agent's first turn."),
            option="opponent",
        )

    def _answer(self) -> None:
        """Let the opponent play until it is the agent's turn everywhere."""
        while True:
            waiting = ~self.over & (self.batch.seats != self.seats)
            if not waiting.any():
                return
            rows = np.flatnonzero(waiting)
            actions = np.zeros(self.games, np.int64)
            actions[rows] = self.player.choose(self.batch, rows, self._histories)
            self._play(actions, waiting)

    def _play(self, actions: npt.NDArray[np.int64], playing: Bools) -> None:
        batch = self.batch
        if self.player.needs_history:
            for game in np.flatnonzero(playing):
                self._histories[game].append(self.position(int(game)))
        batch.step(actions, playing)
        ended = playing & (batch.terminated | batch.truncated)
        if not ended.any():
            return
        self.over |= ended
        self.terminated[ended] = batch.terminated[ended]
        self.truncated[ended] = batch.truncated[ended]
        self.rewards[ended] = batch.rewards[ended, self.seats[ended]]
        self.reasons[ended] = [REASONS[reason] for reason in batch.reasons[ended]]

    def _lose(self, lost: Bools) -> None:
        """End games in which the agent chose an illegal action."""
        self.over |= lost
        self.terminated[lost] = True
        self.rewards[lost] = ILLEGAL_REWARD
        self.reasons[lost] = ILLEGAL
