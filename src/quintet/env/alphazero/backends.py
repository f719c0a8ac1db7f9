"""Networks of either kind: made, saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import numpy as np

from quintet.env.alphazero.network import Floats, Network, Shape, initial_parameters, shape_for
from quintet.env.simulator import Simulator

Backend = Literal["auto", "numpy", "torch"]


def make_network(
    simulator: Simulator,
    *,
    width: int = 128,
    blocks: int = 2,
    backend: Backend = "auto",
    device: str = "cpu",
    seed: int = 0,
) -> Network:
    """Return a network that knows nothing yet; of PyTorch if it is there, unless you choose."""
    shape = shape_for(simulator, width, blocks)
    return network_of(shape, initial_parameters(shape, seed), backend, device)


def network_of(
    shape: Shape, parameters: Mapping[str, Floats], backend: Backend = "auto", device: str = "cpu"
) -> Network:
    """Return a network with these parameters."""
    if backend == "auto":
        backend = "numpy" if find_spec("torch") is None else "torch"
    if backend == "torch":
        from quintet.env.alphazero.torch_network import TorchNetwork

        return TorchNetwork(shape, parameters, device)
    from quintet.env.alphazero.numpy_network import NumpyNetwork

    return NumpyNetwork(shape, parameters)


def save_network(network: Network, path: Path) -> None:
    """Write a network to a file, whole or not at all."""
    draft = path.with_suffix(".draft.npz")
    sizes = {f"shape.{name}": np.int64(size) for name, size in asdict(network.shape).items()}
    arrays: dict[str, Any] = {**network.parameters(), **sizes}
    np.savez(draft, **arrays)
    draft.replace(path)


def load_network(path: Path, backend: Backend = "auto", device: str = "cpu") -> Network:
    """Read a network from a file."""
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    sizes = {name: int(arrays.pop(f"shape.{name}")) for name in Shape.__slots__}
    return network_of(Shape(**sizes), arrays, backend, device)
