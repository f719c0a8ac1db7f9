"""A game as PettingZoo's agent environment cycle: the seats are agents that take turns."""

from __future__ import annotations

import operator
import secrets
from typing import Any, ClassVar

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from quintet.env.batch import REASONS, Batch
from quintet.env.layout import VERSION
from quintet.env.rendering import RENDER_MODES, Frame, check_render_mode, render
from quintet.env.spaces import Actions, Seen, action_space, observation_space
from quintet.position import Position


class Environment(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game whose seats are the agents `player_0`, `player_1`, …

    An agent sees `observation`, the planes of `layout` from its own view, and `action_mask`, its
    legal actions: none unless it is to move. The agent to move is the seat to move: in Quarto a
    seat places a piece and then chooses the next one, so it moves twice in a row.

    Rewards come at the end, 1 for a win, and sum to 0. A third repetition (H1) terminates a game,
    `limit` plies (H5) truncate it, both without rewards; `infos` then say the reason. An illegal
    action raises an error and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        limit: int = 400,
        repetition: bool = True,
        random_plies: int = 0,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            render_mode=render_mode,
            limit=limit,
            repetition=repetition,
            random_plies=random_plies,
            **options,
        )
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._batch = Batch(
            game,
            1,
            autoreset="disabled",
            limit=limit,
            repetition=repetition,
            random_plies=random_plies,
            seed=secrets.randbits(63),
            **options,
        )
        self.layout = self._batch.simulator.layout
        self.metadata = {  # type: ignore[misc]  # of the class, and with its name of an instance
            **type(self).metadata,
            "name": f"{self._batch.simulator.variant.name}_v{VERSION}",
            "layout": self.layout.name,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.layout.seats)]
        self.action_spaces = {agent: action_space(self.layout) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(self.layout) for agent in self.possible_agents
        }
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._bind()

    def _bind(self) -> None:
        """Prepare views of the batch's arrays: every step overwrites what they show."""
        batch = self._batch
        self._planes = batch.observations[0].view(np.int8)
        self._mask = batch.masks[0].view(np.int8)
        self._no_mask = np.zeros_like(self._mask)
        self._viewer = np.zeros(1, np.int8)
        self._viewed = np.empty_like(self._planes)
        self._viewed_row = self._viewed.view(np.bool_).reshape(1, -1)
        self._action = np.zeros(1, np.int64)
        # The batch's own `step` takes as long again to check an array that is made here.
        self._advance = batch._core.step  # noqa: SLF001
        # An element of a memory view takes half the time of an element of an array.
        self._seat = batch.seats.data
        self._legal = batch.masks[0].data
        self._terminated = batch.terminated.data
        self._truncated = batch.truncated.data

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position as everything else in Quintet understands it."""
        return self._batch.simulator.position(self._batch.states)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed is for random plies; there are no options."""
        self._batch.reset(seed)
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self.agent_selection = self.agents[self._seat[0]]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; None for one whose game is over."""
        if self._over:
            self._was_dead_step(action)
        elif action is None:
            raise TypeError("None is the action of an agent whose game is over.")
        else:
            self._play(operator.index(action))

    def _play(self, action: int) -> None:
        """Play the action of an agent whose game goes on."""
        self._action[0] = action
        if self._advance(self._action) == 0:
            self._batch.step(self._action)  # says why the action is illegal
        self.agent_selection = self.possible_agents[self._seat[0]]
        if self._terminated[0] or self._truncated[0]:
            self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        agents = self.agents
        self._over = True
        # Nothing was gained before, so what the last step gave is all there is.
        self.rewards = dict(zip(agents, self._batch.rewards[0].tolist(), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(agents, bool(self._terminated[0]))
        self.truncations = dict.fromkeys(agents, bool(self._truncated[0]))
        reason = REASONS[self._batch.reasons[0]]
        self.infos = {agent: {"reason": reason} for agent in agents}

    def _was_dead_step(self, action: int | None) -> None:
        """Take an agent out whose game is over; all are, once one is."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for facts in (
            self.terminations,
            self.truncations,
            self.rewards,
            self._cumulative_rewards,
            self.infos,
        ):
            del facts[agent]
        self.agents.remove(agent)
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees now, with its legal actions if it is to move."""
        if agent == self.agent_selection and not self._over:
            return {"observation": self._planes.copy(), "action_mask": self._mask.copy()}
        self._viewer[0] = self._seat_of[agent]
        core = self._batch.simulator.core
        core.observe(self._batch.states, self._viewer, self._viewed_row)
        return {"observation": self._viewed.copy(), "action_mask": self._no_mask.copy()}

    def render(self) -> Frame:
        """Return the position as text, SVG or pixels, or print it, as `render_mode` says."""
        return None if self.render_mode is None else render(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""
