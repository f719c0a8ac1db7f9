"""Facts of the games that were solved completely on an accelerator, from the counts kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import known_qomet
import known_quixo
from quintet.known import How, Why

DEVICE = "NVIDIA H200"
SHOWN = 30  # moves of a line; the pages of the games have all
# Elapsed seconds, every board checked, and megabytes of the device's memory.
COSTS = {"quixo": (322, 135_565), "any": (39.3, 23_751), "rays": (33.9, 23_751)}


def found(game: str, options: dict[str, str]) -> dict[str, Any] | None:
    """Return the facts of a variant; None if it was not solved so."""
    if game == "quixo" and not options:
        return _quixo()
    if game == "qomet" and set(options) <= {"corner_exit"}:
        return _qomet(options.get("corner_exit", "any"))
    return None


def _quixo() -> dict[str, Any]:
    result = known_quixo.read_file(known_quixo.KEPT)
    known_quixo.check(result)
    plies = len(result.line)
    assert plies == max(layer.longest for layer in result.layers.values())
    drawn = result.layers[result.size**2].different[known_quixo.DRAWN]
    assert drawn == 1  # the blank board
    return {
        "value": "draw",
        "positions": sum(layer.different.total() for layer in result.layers.values()),
        "longest": plies,
        "bytes": result.bytes,
        **_cost("quixo"),
        "spread": known_quixo.spread(result),
        "curiosities": [
            _curiosity(Why.LONGEST, result.longest.text, result.line, f"win in {plies}")
        ],
    }


def _qomet(corner_exit: str) -> dict[str, Any]:
    result = known_qomet.read_file(known_qomet.KEPT[corner_exit])
    known_qomet.check(result)
    longest, mutual = result.longest_win, result.mutual
    (value,) = result.classes[0, 0]["different"]
    return {
        "value": value,
        "positions": result.counts().total(),
        "longest": longest.plies,
        "zugzwangs": result.zugzwangs,
        "bytes": known_qomet.BYTES,
        **_cost(corner_exit),
        "spread": known_qomet.spread(result),
        "curiosities": [
            _curiosity(Why.LONGEST, longest.position, longest.line, longest.value),
            _curiosity(Why.ZUGZWANG, mutual.position, mutual.line, mutual.value),
        ],
    }


def _cost(name: str) -> dict[str, Any]:
    seconds, megabytes = COSTS[name]
    return {"how": How.COMPLETE, "device": DEVICE, "seconds": seconds, "megabytes": megabytes}


def _curiosity(why: Why, position: str, line: Sequence[str], value: str) -> dict[str, Any]:
    return {"why": why, "position": position, "line": list(line[:SHOWN]), "value": value}
