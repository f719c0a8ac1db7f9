"""Analyses and judgements as plain values, for the queue of workers and for the store."""

from __future__ import annotations

from typing import Any

from quintet.engine import Analysis
from quintet.engine.analysis import MoveValue
from quintet.engine.review import Judgement
from quintet.position import Position
from quintet.value import Value


def write_analysis(found: Analysis) -> dict[str, object]:
    """Convert an analysis to plain values."""
    return {
        "value": _write_value(found.value),
        "known": found.certainty,
        "moves": [_write_move(each) for each in found.moves],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def read_analysis(position: Position, plain: Any) -> Analysis:
    """Read an analysis of a position from the plain values of `write_analysis`."""
    return Analysis(
        position,
        Value(*plain["value"]),
        plain["known"],
        tuple(map(_read_move, plain["moves"])),
        plain["depth"],
        plain["nodes"],
        plain["seconds"],
    )


def write_judgement(found: Judgement) -> dict[str, object]:
    """Convert a judgement to plain values, without the analysis it is based on."""
    return {
        "ply": found.ply,
        "seat": found.seat,
        "played": [found.move, _write_value(found.value), found.certainty, found.line],
        "loss": found.loss,
        "verdict": found.verdict,
        "better": None if found.better is None else _write_move(found.better),
        "missed": found.missed,
    }


def read_judgement(before: Analysis, plain: Any) -> Judgement:
    """Read a judgement from the plain values of `write_judgement`."""
    played, better = _read_move(plain["played"]), plain["better"]
    return Judgement(
        ply=plain["ply"],
        seat=plain["seat"],
        move=played.move,
        analysis=before,
        value=played.value,
        certainty=played.certainty,
        line=played.line,
        loss=plain["loss"],
        verdict=plain["verdict"],
        better=None if better is None else _read_move(better),
        missed=plain["missed"],
    )


def _write_move(move: MoveValue) -> list[object]:
    return [move.move, _write_value(move.value), move.certainty, move.line]


def _read_move(plain: Any) -> MoveValue:
    move, value, known, line = plain
    return MoveValue(move, Value(*value), known, tuple(line))


def _write_value(value: Value) -> list[Any]:
    return [value.kind, value.plies, value.estimate]
