"""Messages as they are sent: JSON in one line, with the version of what they mean."""

from __future__ import annotations

import json
from typing import Any

VERSION = 1


def encode(message: dict[str, Any]) -> str:
    return json.dumps({"version": VERSION, **message}, ensure_ascii=False, separators=(",", ":"))
