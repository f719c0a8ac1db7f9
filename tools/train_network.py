"""Train a network for a game by self-play; `--device cuda` for a large game.

    python tools/train_network.py --device cuda --minutes 20 --folder cubulus-network

Writes `network.npz` (the last checkpoint) and `progress.json` into the folder, and goes on from
there when it is called again. Inside the time limit, it ends with games against levels of the
engine. On SIGTERM it saves the network and stops.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from quintet.env import Simulator
from quintet.env.alphazero import Arena, Settings, Trainer, load_network, save_network

CHECKPOINT_SECONDS = 30.0
EVALUATION_SHARE = 0.25  # of the time, and at most:
MAX_EVALUATION_SECONDS = 360.0


@dataclass(slots=True)
class Run:
    """A training as `progress.json` tells it."""

    folder: Path
    minutes: float
    record: dict[str, Any]
    began: float = field(default_factory=monotonic)
    stopped: bool = False

    @property
    def seconds(self) -> float:
        return monotonic() - self.began

    @property
    def left(self) -> float:
        return self.minutes * 60 - self.seconds

    def write(self) -> None:
        draft = self.folder / "progress.draft.json"
        draft.write_text(json.dumps(self.record, indent=1) + "\n")
        draft.replace(self.folder / "progress.json")

    def stop(self, *_: object) -> None:
        self.stopped = True


def main() -> None:
    arguments = parse()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    run = Run(arguments.folder, arguments.minutes, begin_record(arguments))
    signal.signal(signal.SIGTERM, run.stop)
    signal.signal(signal.SIGINT, run.stop)
    trainer = make_trainer(arguments)
    train(run, trainer, arguments)
    evaluate(run, trainer, arguments)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="cubulus")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--folder", type=Path, default=Path("trained"))
    parser.add_argument("--minutes", type=float, default=20.0, help="evaluation included")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--backend", choices=("auto", "numpy", "torch"), default="auto")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--games", type=int, default=4096, help="played at once")
    parser.add_argument("--groups", type=int, default=2, help="that take turns on the device")
    parser.add_argument("--simulations", type=int, default=64, help="a move")
    parser.add_argument("--leaves", type=int, default=8, help="evaluated at once, a tree")
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--minibatch", type=int, default=4096)
    parser.add_argument("--reuse", type=float, default=4.0)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last-rate", type=float, default=1e-4)
    parser.add_argument("--trust", type=float, default=0.5, help="in values that searches found")
    parser.add_argument("--capacity", type=int, default=1_000_000, help="positions kept")
    parser.add_argument("--limit", type=int, default=150, help="plies of a game")
    parser.add_argument("--opening", type=int, default=12, help="plies that are drawn by visits")
    parser.add_argument("--levels", type=int, nargs="*", default=[4, 6, 8, 10])
    parser.add_argument("--level-games", type=int, default=64, help="against every level")
    parser.add_argument("--level-seconds", type=float, default=1.0, help="a move, levels 9 and 10")
    parser.add_argument("--agent-simulations", type=int, default=800, help="a move, at the end")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def read_options(listed: list[str]) -> dict[str, object]:
    """Read options as the command line writes them: numbers, true and false, words."""
    words = {"true": True, "false": False}
    pairs = (text.partition("=")[::2] for text in listed)
    return {
        name: int(value) if value.isdigit() else words.get(value, value) for name, value in pairs
    }


def begin_record(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was recorded so far, with a new part for this call."""
    file = arguments.folder / "progress.json"
    record: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {"calls": []}
    shown = {name: str(v) if isinstance(v, Path) else v for name, v in vars(arguments).items()}
    record["calls"].append({"arguments": shown, "training": [], "matches": [], "ended": None})
    return record


def make_trainer(arguments: argparse.Namespace) -> Trainer:
    settings = Settings(
        games=arguments.games,
        groups=arguments.groups,
        simulations=arguments.simulations,
        leaves=arguments.leaves,
        opening=arguments.opening,
        limit=arguments.limit,
        trust=arguments.trust,
        threads=arguments.threads,
        width=arguments.width,
        blocks=arguments.blocks,
        backend=arguments.backend,
        device=arguments.device,
        capacity=arguments.capacity,
        minibatch=arguments.minibatch,
        reuse=arguments.reuse,
        warm_up=arguments.minibatch,
        rate=arguments.rate,
        last_rate=arguments.last_rate,
        seed=arguments.seed,
    )
    file = arguments.folder / "network.npz"
    network = load_network(file, arguments.backend, arguments.device) if file.exists() else None
    options = read_options(arguments.option)
    return Trainer(arguments.game, settings=settings, network=network, **options)


def train(run: Run, trainer: Trainer, arguments: argparse.Namespace) -> None:
    """Train until the time for the evaluation comes; save the network every half minute."""
    reserved = min(EVALUATION_SHARE * run.minutes * 60, MAX_EVALUATION_SECONDS)
    whole = run.minutes * 60 - (reserved if arguments.levels else 0)
    call = run.record["calls"][-1]
    while not run.stopped and run.seconds < whole:
        trainer.run(
            seconds=min(CHECKPOINT_SECONDS, whole - run.seconds),
            stop=lambda: run.stopped,
            done=lambda: run.seconds / whole,
        )
        save_network(trainer.network, run.folder / "network.npz")
        call["training"].append(asdict(trainer.progress))
        run.write()
        progress = trainer.progress
        print(
            f"{run.seconds:6.0f} s: {progress.games} games of {progress.mean_plies:.0f} plies, "
            f"{progress.evaluations / progress.seconds:,.0f} evaluations/s, "
            f"{progress.steps} steps, losses {progress.policy_loss:.3f} {progress.value_loss:.3f}",
            flush=True,
        )
    call["ended"] = "stopped" if run.stopped else "trained"
    run.write()


def evaluate(run: Run, trainer: Trainer, arguments: argparse.Namespace) -> None:
    """Play against levels in the time that is left."""
    simulator: Simulator = trainer.simulator
    arena = Arena(
        simulations=arguments.agent_simulations,
        seconds=arguments.level_seconds,
        workers=max(1, arguments.threads - 1),
        threads=arguments.threads,
    )
    call = run.record["calls"][-1]
    for number, level in enumerate(arguments.levels):
        if run.stopped or run.left <= 0:
            return
        match = arena.play_level(
            trainer.network,
            simulator,
            level,
            games=arguments.level_games,
            seed=arguments.seed + level,
            seconds=run.left / (len(arguments.levels) - number),
        )
        call["matches"].append({**asdict(match), "score": match.score})
        run.write()
        print(
            f"{run.seconds:6.0f} s: level {level}: {match.wins} wins, {match.draws} draws, "
            f"{match.losses} losses: {match.score:.0%}",
            flush=True,
        )
    call["ended"] = "evaluated"
    run.write()


if __name__ == "__main__":
    main()
