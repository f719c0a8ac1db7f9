"""Logging as lines of JSON, without personal data.

Messages of other libraries are logged without their arguments, and errors as their class and stack
without their text. So no address, name, cookie or chat line can get into the log.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from pathlib import Path

LEVELS = ("debug", "info", "warning", "error")
MAX_PLACES = 20
MAX_MESSAGE = 500  # characters

# Messages of libraries about malformed input: no fault of the server, and a client must not be
# able to fill the disk with them.
NONSENSE = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        ours = record.name.startswith("quintet")
        said = record.getMessage() if ours else str(record.msg).strip().partition("\n")[0]
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": said[:MAX_MESSAGE],
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = _described(record.exc_info[1])
        return json.dumps(line)


class Sensible(logging.Filter):
    """Drop messages about malformed input, and count errors."""

    errors = 0

    def filter(self, record: logging.LogRecord) -> bool:
        if str(record.msg).startswith(NONSENSE):
            return False
        if record.levelno >= logging.ERROR:
            Sensible.errors += 1
        return True


def facts(**known: str | int | float) -> dict[str, object]:
    """Return the `extra` of a message: structured fields, no personal data."""
    return {"facts": known}


def configuration(level: str) -> dict[str, object]:
    """Return the `logging.config` dictionary: everything goes to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "filters": {"sensible": {"()": Sensible}},
        "handlers": {
            "standard": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "filters": ["sensible"],
            }
        },
        "root": {"handlers": ["standard"], "level": "WARNING"},
        "loggers": {
            "quintet": {"level": level.upper()},
            "python_multipart": {"level": "ERROR"},  # it warns of every form it cannot read
        },
    }


def _described(error: BaseException) -> dict[str, object]:
    frames = traceback.extract_tb(error.__traceback__)[-MAX_PLACES:]
    found: dict[str, object] = {
        "kind": f"{type(error).__module__}.{type(error).__qualname__}",
        "at": [f"{_shown(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames],
    }
    if error.__cause__ is not None:
        found["cause"] = _described(error.__cause__)
    return found


def _shown(file: str) -> str:
    """Return the end of a path, which names no folder of the host."""
    return "/".join(Path(file).parts[-3:])
