"""Warnings of the package as lines on standard error, such as a damaged tablebase."""

from __future__ import annotations

import logging
import sys

from quintet.cli.terminal.output import say
from quintet.i18n.sentence import Sentence, sentence


class _StandardErrorHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if logging.getLogger().handlers:  # the server has its own log
            return
        said = record.msg if isinstance(record.msg, Sentence) else record.getMessage()
        print(say(sentence("quintet: {message}", message=said)), file=sys.stderr)


def show_warnings() -> None:
    """Print the package's warnings from now on, in the language of this terminal."""
    logging.getLogger("quintet").addHandler(_StandardErrorHandler(logging.WARNING))
