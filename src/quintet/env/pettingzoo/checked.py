"""An environment that does in one class what PettingZoo's usual three wrappers do.

`TerminateIllegalWrapper`, `AssertOutOfBoundsWrapper` and `OrderEnforcingWrapper` around one another
would take several times as long as the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pettingzoo.utils.env_logger import EnvLogger

from quintet.env.pettingzoo.environment import Environment
from quintet.env.rendering import Frame
from quintet.env.spaces import Seen

ILLEGAL_REWARD = -1.0

_OUT_OF_BOUNDS = "action is not in action space"

# What there is only after `reset`.
_OF_A_GAME = frozenset(
    {"agent_selection", "agents", "infos", "num_agents", "rewards", "terminations", "truncations"}
)


class CheckedEnvironment(Environment):
    """A game that checks the order of calls and all actions.

    An action outside the action space fails an assertion. An illegal one ends the game: its agent
    gets -1 and the others 0, whatever the game, and all are both terminated and truncated.
    """

    _has_reset = False
    # Whether the game went on since an iterator gave an agent.
    _has_updated = False

    def __getattr__(self, name: str) -> Any:
        if name in _OF_A_GAME:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed is for random plies; there are no options."""
        self._has_reset = True
        self._has_updated = True
        super().reset(seed, options)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; None for one whose game is over."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self._over:
            assert action is None or self.action_spaces[agent].contains(action), _OUT_OF_BOUNDS
            self._was_dead_step(action)
            return
        assert self.action_spaces[agent].contains(action), _OUT_OF_BOUNDS
        assert action is not None  # no action space contains it
        if self._legal[action]:
            self._play(action)
        else:
            self._end_illegally()

    def _end_illegally(self) -> None:
        EnvLogger.warn_on_illegal_move()
        self._over = True
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = ILLEGAL_REWARD
        self._cumulative_rewards = self.rewards.copy()
        self.infos = {agent: {"reason": "illegal"} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees now, with its legal actions if it is to move."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return Environment.observe(self, agent)

    def render(self) -> Frame:
        """Return the position as text, SVG or pixels, or print it, as `render_mode` says."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def close(self) -> None:
        """Nothing is left open."""

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the agent to move, for a loop that steps once for each."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, left: int) -> Iterator[str]:
        while self.agents and left > 0:
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_updated = False
            left -= 1
            yield self.agent_selection
