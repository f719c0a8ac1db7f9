"""Many games of one kind at once, over arrays that every step overwrites."""

from __future__ import annotations

import operator
from typing import Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from quintet.env.simulator import Simulator, as_actions, illegal_action
from quintet.errors import BadOption
from quintet.i18n.sentence import any_of, sentence
from quintet.outcome import BOARD_REASONS, OutcomeReason
from quintet.position import MAX_THREADS, check_range

Autoreset = Literal["disabled", "next_step", "same_step"]

AUTORESETS: tuple[Autoreset, ...] = get_args(Autoreset)

# By number in `Batch.reasons`.
REASONS: tuple[OutcomeReason, ...] = (*BOARD_REASONS, "repetition", "limit")

MAX_GAMES = 2**24
MAX_LIMIT = 100_000
MAX_RANDOM_PLIES = 8


class Batch:
    """So many games of one kind, played in step.

    The arrays have a row a game, always show the present position, and are overwritten by the next
    call: copy what you want to keep. Other libraries may read them without a copy, by DLPack.

    `observations` show the board to the seat that is to move, `masks` its legal actions, `seats`
    who that is. `rewards` (for every seat), `terminated`, `truncated` and `reasons` are about the
    last step, as is the row of `final_states` of a game that ended in it. `states` are those of
    the pure form, and `plies` how many were played in each game.

    `autoreset` says what happens to a game that is over: with "same_step" a new one is shown at
    once; with "next_step" the next step begins it, whatever the action; with "disabled" it stays
    as it is, without legal actions, until `reset`.
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        threads: int = 1,
        autoreset: Autoreset = "same_step",
        limit: int = 400,
        repetition: bool = True,
        random_plies: int = 0,
        observations: bool = True,
        seed: int = 0,
        **options: object,
    ) -> None:
        self.simulator = Simulator(game, **options)
        self.games = check_range("games", games, 1, MAX_GAMES)
        self.threads = check_range("threads", threads, 1, MAX_THREADS)
        self.autoreset = _known_autoreset(autoreset)
        self.limit = check_range("limit", limit, 1, MAX_LIMIT)
        most = min(MAX_RANDOM_PLIES, self.limit - 1)
        self.random_plies = check_range("random_plies", random_plies, 0, most)
        self.repetition = bool(repetition) and self.simulator.variant.cycles

        core = self.simulator.core
        self.states = np.empty((games, core.words), np.uint64)
        self.final_states = np.empty_like(self.states)
        self.masks = np.empty((games, core.vocabulary), np.bool_)
        self.seats = np.empty(games, np.int8)
        self.rewards = np.empty((games, core.seat_count), np.float32)
        self.terminated = np.empty(games, np.bool_)
        self.truncated = np.empty(games, np.bool_)
        self.reasons = np.empty(games, np.uint8)
        self.plies = np.empty(games, np.int32)
        observed = np.empty((games, core.planes * core.cells if observations else 0), np.bool_)
        self.observations = (
            observed.reshape(games, *self.simulator.observation_shape) if observations else observed
        )
        self._actions = np.empty(games, np.int64)
        self._core = core.batch(
            states=self.states,
            final_states=self.final_states,
            observations=observed if observations else None,
            masks=self.masks,
            seats=self.seats,
            rewards=self.rewards,
            terminated=self.terminated,
            truncated=self.truncated,
            reasons=self.reasons,
            plies=self.plies,
            threads=self.threads,
            limit=self.limit,
            random_plies=self.random_plies,
            repetition=self.repetition,
            autoreset=AUTORESETS.index(autoreset),
        )
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Self:
        """Begin all games again. The same seed gives the same random numbers everywhere."""
        if seed is not None:
            self._seed = operator.index(seed) % 2**64
        else:
            self._seed = (self._seed + 1) % 2**64
        self._core.reset(self._seed)
        return self

    def restart(self, chosen: npt.ArrayLike) -> Self:
        """Begin the games again that are chosen by an array of booleans."""
        self._core.restart(_as_bools("chosen", chosen, self.games))
        return self

    def step(self, actions: npt.ArrayLike, active: npt.ArrayLike | None = None) -> Self:
        """Play an action in every game. If one is not legal, nothing is changed in any game.

        `active`, an array of booleans, chooses games to step: the others stay as they are.
        """
        chosen = as_actions(actions, self.games)
        if active is None:
            refused = self._core.step(chosen)
        else:
            refused = self._core.step(chosen, _as_bools("active", active, self.games))
        if refused != self.games:
            position = self.simulator.position(self.states, refused)
            raise illegal_action(position, refused, int(chosen[refused]))
        return self

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random legal action of every game, 0 for those that are over.

        The array is overwritten by the next call. The numbers depend on the seed and on how often
        a game was asked, not on the number of threads.
        """
        self._core.sample(self._actions)
        return self._actions

    def __repr__(self) -> str:
        return f"<quintet.env.Batch of {self.games} games of {self.simulator.layout.name}>"


def _as_bools(name: str, given: npt.ArrayLike, count: int) -> npt.NDArray[np.bool_]:
    chosen = np.asarray(given)
    if chosen.shape != (count,) or chosen.dtype != np.bool_:
        raise BadOption(
            sentence("{name} is an array of {count} booleans.", name=name, count=count),
            option=name,
            value=f"{chosen.dtype}{chosen.shape}",
        )
    return np.ascontiguousarray(chosen)


def _known_autoreset(autoreset: Autoreset) -> Autoreset:
    if autoreset in AUTORESETS:
        return autoreset
    raise BadOption(
        sentence(
            "autoreset must be {expected}, not '{value}'.",
            expected=any_of(AUTORESETS),
            value=str(autoreset),
        ),
        option="autoreset",
        value=autoreset,
        allowed=AUTORESETS,
    )
