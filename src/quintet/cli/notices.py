"""What is worth a line on standard error though the command goes on: a damaged table, say."""

from __future__ import annotations

import logging
import sys

from quintet.cli.common import say
from quintet.i18n.sentence import Sentence, sentence


class _Notices(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        if logging.getLogger().handlers:  # a server has a log of its own
            return
        said = record.msg if isinstance(record.msg, Sentence) else record.getMessage()
        print(say(sentence("quintet: {message}", message=said)), file=sys.stderr)


def listen() -> None:
    """From now on, warnings of this package are told in the language of this terminal."""
    logging.getLogger("quintet").addHandler(_Notices(logging.WARNING))
