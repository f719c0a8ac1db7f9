"""Messages as they are sent: JSON in one line, with the version of what they mean."""

from __future__ import annotations

import json
from collections.abc import Mapping

from quintet.server.schemas.messages import VERSION


def encode(message: Mapping[str, object]) -> str:
    return json.dumps({"version": VERSION, **message}, ensure_ascii=False, separators=(",", ":"))
