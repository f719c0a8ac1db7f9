"""The engine on standard input and output, for other programs."""

from __future__ import annotations

import sys

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence


def speak(game: str | None, options: dict[str, object], *, as_json: bool) -> None:
    if as_json:
        if game is not None or options:
            raise BadOption(
                sentence("With --json every request names its own game and options."),
                option="json",
            )
        from quintet.engine.protocol.json_lines import speak_json

        speak_json(sys.stdin.buffer, sys.stdout.buffer)
        return
    from quintet.engine.protocol.ugi import DEFAULT_GAME, speak_ugi

    speak_ugi(sys.stdin.buffer, sys.stdout.buffer, game or DEFAULT_GAME, options)
