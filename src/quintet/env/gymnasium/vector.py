"""Many games at once as a vector environment of Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from quintet.env.gymnasium.arena import Arena
from quintet.env.gymnasium.opponents import Opponent
from quintet.env.rendering import RENDER_MODES, check_render_mode, render
from quintet.env.spaces import Seen, action_space, observation_space

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Infos = dict[str, Any]
Stepped = tuple[Seen, Floats, Bools, Bools, Infos]


class GameVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games of one kind, each as `GameEnv` has it, over a `Batch`.

    The opponent is asked for all games at once where it is a policy, and `threads` of the batch
    share the work; a level searches one game after the other. With `autoreset_mode` a game that
    is over begins again in the next step, whatever the action, in the same step, or when it is
    chosen by `options["reset_mask"]` of `reset`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it like this
        "render_modes": [mode for mode in RENDER_MODES if mode != "human"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: Opponent = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = check_render_mode(render_mode)
        self._arena = Arena(game, num_envs, opponent=opponent, seat=seat, **settings)
        self.layout = self._arena.layout
        self.num_envs = self._arena.games
        self.single_action_space = action_space(self.layout)
        self.single_observation_space = observation_space(self.layout)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._has_reset = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Infos]:
        """Begin all games, or those that `options["reset_mask"]` chooses."""
        super().reset(seed=seed)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            self._arena.reset(int(self.np_random.integers(2**63)))
            self._has_reset = True
        else:
            self._check_reset()
            self._arena.restart(np.asarray(chosen))
        return self._arena.seen(), self._infos()

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """Play an action in every game, and what the opponents answer."""
        self._check_reset()
        arena = self._arena
        begins = arena.over.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and begins.any():
            raise ResetNeeded("Games are over: choose them by the reset_mask of reset().")
        arena.step(actions, ~begins)
        if begins.any():
            arena.restart(begins)
        rewards, terminated, truncated = (
            arena.rewards.copy(),
            arena.terminated.copy(),
            arena.truncated.copy(),
        )
        infos: Infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and arena.over.any():
            infos = self._final_infos()
            arena.restart(arena.over.copy())
        return arena.seen(), rewards, terminated, truncated, infos | self._infos()

    def render(self) -> tuple[Any, ...] | None:
        """Return the positions of all games as text, SVG or pixels, as `render_mode` says."""
        mode = self.render_mode
        if mode is None:
            return None
        positions = (self._arena.position(game) for game in range(self.num_envs))
        return tuple(render(position, mode) for position in positions)

    def _check_reset(self) -> None:
        if not self._has_reset:
            raise ResetNeeded("Call reset() before step().")

    def _infos(self) -> Infos:
        """Return masks, seats and, of games that are over, reasons, with who has them."""
        arena = self._arena
        everyone = np.ones(self.num_envs, np.bool_)
        infos: Infos = {
            "action_mask": arena.masks(),
            "_action_mask": everyone,
            "seat": arena.seats.astype(np.int64),
            "_seat": everyone.copy(),
        }
        if arena.over.any():
            infos |= {"reason": arena.reasons.copy(), "_reason": arena.over.copy()}
        return infos

    def _final_infos(self) -> Infos:
        """Return what was seen at the end of games of which the next begins at once."""
        seen = self._arena.seen()
        infos: Infos = {}
        for game in np.flatnonzero(self._arena.over):
            last = {name: array[game] for name, array in seen.items()}
            info = {
                "action_mask": last["action_mask"].copy(),
                "seat": int(self._arena.seats[game]),
                "reason": self._arena.reasons[game],
            }
            infos = self._add_info(infos, {"final_obs": last, "final_info": info}, int(game))
        return infos
