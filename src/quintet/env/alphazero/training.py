"""Learning from games against oneself: play, keep, learn."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

import numpy as np

from quintet.env.alphazero.backends import Backend, make_network
from quintet.env.alphazero.network import Network, Samples
from quintet.env.alphazero.replay import Replay
from quintet.env.alphazero.self_play import SelfPlay
from quintet.env.batch import Batch
from quintet.env.simulator import Simulator
from quintet.env.tree_search import TreeSearch


@dataclass(frozen=True, slots=True)
class Settings:
    """How to play and how to learn. Games are played in `groups` that take turns on a device."""

    games: int = 128
    groups: int = 1
    simulations: int = 32
    leaves: int = 1
    c_puct: float = 1.5
    noise: float = 0.25
    concentration: float = 0.5
    opening: int = 8
    limit: int = 100
    trust: float = 0.5
    threads: int = 1
    width: int = 128
    blocks: int = 2
    backend: Backend = "auto"
    device: str = "cpu"
    capacity: int = 50_000
    minibatch: int = 256
    reuse: float = 4.0  # how often a position is learned from
    warm_up: int = 2_000  # positions before learning begins
    rate: float = 1e-3
    last_rate: float = 1e-4
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is."""

    seconds: float = 0.0
    moves: int = 0
    positions: int = 0
    evaluations: int = 0
    games: int = 0
    mean_plies: float = 0.0
    steps: int = 0
    policy_loss: float = 0.0
    value_loss: float = 0.0


class Trainer:
    """Trains a network by self-play, as long as you like."""

    def __init__(
        self,
        game: str,
        *,
        settings: Settings | None = None,
        network: Network | None = None,
        **options: object,
    ) -> None:
        self.settings = settings or Settings()
        self.simulator = Simulator(game, **options)
        self.network = network or make_network(
            self.simulator,
            width=self.settings.width,
            blocks=self.settings.blocks,
            backend=self.settings.backend,
            device=self.settings.device,
            seed=self.settings.seed,
        )
        self.replay = Replay(self.settings.capacity)
        self.progress = Progress()
        self._rng = np.random.default_rng(self.settings.seed)
        self._owed = 0.0  # positions to learn from
        self._drawing = ThreadPoolExecutor(1)
        self._drawn: list[Future[Samples]] = []
        groups = range(self.settings.groups)
        self._players = [self._player(game, options, group) for group in groups]
        self._lines = [_Line(player, self.network) for player in self._players]

    def _player(self, game: str, options: dict[str, Any], group: int) -> SelfPlay:
        settings = self.settings
        games = settings.games // settings.groups
        seed = settings.seed * settings.groups + group
        batch = Batch(
            game, games, threads=settings.threads, limit=settings.limit, seed=seed, **options
        )
        search = TreeSearch(
            game,
            games,
            simulations=settings.simulations,
            leaves=settings.leaves,
            c_puct=settings.c_puct,
            noise=settings.noise,
            concentration=settings.concentration,
            threads=settings.threads,
            seed=seed,
            **options,
        )
        return SelfPlay(batch, search, opening=settings.opening, trust=settings.trust, seed=seed)

    def run(
        self,
        *,
        moves: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        done: float | Callable[[], float] = 0.0,
    ) -> Progress:
        """Play so many moves in all games, or so long, and learn after each.

        `done` is which share of the whole training is over (0 to 1): the learning rate falls from
        `rate` to `last_rate` with it.
        """
        began, before, first = monotonic(), self.progress.seconds, self.progress.moves
        while not stop():
            if moves is not None and self.progress.moves - first >= moves:
                break
            if seconds is not None and monotonic() - began >= seconds:
                break
            self._play_move()
            self._learn(done() if callable(done) else done)
            self.progress = replace(self.progress, seconds=before + monotonic() - began)
        return self.progress

    def _play_move(self) -> None:
        """Play a move in all games; while a device evaluates for one group, another searches."""
        running = list(self._lines)
        while running:
            running = [line for line in running if line.go_on()]
        ended = sum(player.ended for player in self._players)
        plies = sum(player.plies for player in self._players)
        self.progress = replace(
            self.progress,
            moves=self.progress.moves + 1,
            positions=self.progress.positions + sum(p.batch.games for p in self._players),
            evaluations=sum(line.evaluations for line in self._lines),
            games=ended,
            mean_plies=plies / max(1, ended),
        )

    def _learn(self, done: float) -> None:
        """Learn from what was drawn during the last move; have more drawn during the next."""
        settings = self.settings
        rate = settings.rate * (settings.last_rate / settings.rate) ** min(1.0, max(0.0, done))
        losses = [self.network.learn(drawn.result(), rate) for drawn in self._drawn]
        if losses:
            policy, value = (float(np.mean(column)) for column in zip(*losses, strict=True))
            taken = self.progress.steps + len(losses)
            self.progress = replace(
                self.progress, steps=taken, policy_loss=policy, value_loss=value
            )
        self._drawn = []
        for player in self._players:
            samples = player.take()
            if samples is not None:
                self.replay.add(samples)
                self._owed += len(samples.values) * settings.reuse
        if self.replay.count < min(settings.warm_up, settings.capacity):
            return
        steps, self._owed = divmod(self._owed, settings.minibatch)
        self._drawn = [self._drawing.submit(self._draw) for _ in range(int(steps))]

    def _draw(self) -> Samples:
        return self.replay.draw(self.settings.minibatch, self._rng, self.simulator.symmetries)


class _Line:
    """A group of games and what it waits for."""

    def __init__(self, player: SelfPlay, network: Network) -> None:
        self.evaluations = 0
        self._network = network
        self._play = player.play()
        self._submitted: Any = None

    def go_on(self) -> bool:
        """Fetch what was submitted, search on and submit again; whether the move goes on."""
        if self._submitted is None:
            request = next(self._play)
        else:
            request = self._play.send(self._network.collect(self._submitted))
        if request is None:
            self._submitted = None
            return False
        self.evaluations += len(request[0])
        self._submitted = self._network.submit(*request)
        return True
