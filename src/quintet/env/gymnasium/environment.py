"""A game as an environment of Gymnasium, for one agent."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from quintet.env.gymnasium.arena import Arena
from quintet.env.gymnasium.opponents import Opponent
from quintet.env.rendering import RENDER_MODES, Frame, check_render_mode, render
from quintet.env.spaces import Seen, action_space, observation_space
from quintet.position import Position

Info = dict[str, Any]


class GameEnv(gymnasium.Env[Any, np.int64]):
    """A game in which the agent has one seat and the opponent all others.

    `opponent` is "random", a level of the engine from 1 to 10, or a policy: a function from
    observations and masks, a row a position, to actions. Levels 9 and 10 think by the clock: level
    10 takes `seconds` a move, or searches `nodes` if they are given, so that its games are
    repeatable. `seat` is the agent's, drawn by lot for every game if it is None.
    `limit`, `repetition` and `random_plies` are those of `Batch`; other options are the game's.

    An observation has the planes of `layout` and the mask of legal actions: a policy needs both,
    and what stores observations stores both. The mask is in `info`, too, and `action_masks` returns
    it as booleans, since agents look for it there. An illegal action loses at once: the reward is
    -1, and `info["reason"]` is "illegal". The reward at the end is 1 for a win and -1 for a loss
    (-0.5 with three seats), else 0.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it like this
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self._arena = Arena(game, 1, opponent=opponent, seat=seat, **settings)
        self.layout = self._arena.layout
        self.action_space = action_space(self.layout)
        self.observation_space = observation_space(self.layout)

    @property
    def position(self) -> Position:
        """The position as everything else in Quintet understands it."""
        return self._arena.position()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions as booleans."""
        mask: npt.NDArray[np.bool_] = self._arena.masks()[0].view(np.bool_)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Info]:
        """Begin a game, and let the opponent play up to the agent's turn."""
        super().reset(seed=seed)
        self._arena.reset(int(self.np_random.integers(2**63)))
        return self._shown()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, Info]:
        """Play an action of the agent, and what the opponent answers."""
        arena = self._arena
        if arena.over[0]:
            raise ResetNeeded("The game is over: call reset() before step().")
        arena.step(np.asarray([action]), ~arena.over)
        seen, info = self._shown()
        ended = bool(arena.terminated[0]), bool(arena.truncated[0])
        return seen, float(arena.rewards[0]), *ended, info

    def render(self) -> Frame:
        """Return the position as text, SVG or pixels, or print it, as `render_mode` says."""
        return None if self.render_mode is None else render(self.position, self.render_mode)

    def _shown(self) -> tuple[Seen, Info]:
        if self.render_mode == "human":
            self.render()
        arena = self._arena
        seen: Seen = {name: array[0] for name, array in arena.seen().items()}
        info: Info = {"action_mask": seen["action_mask"].copy(), "seat": int(arena.seats[0])}
        if arena.over[0]:
            info["reason"] = arena.reasons[0]
        return seen, info
