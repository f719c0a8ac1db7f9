"""What every request needs: the tables, and the language to answer in."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.server.advice import Advice
from quintet.server.live_table import LiveTable
from quintet.server.speech import Speech, speech_for
from quintet.server.tables import Tables


@dataclass(frozen=True, slots=True)
class Context:
    tables: Tables
    speech: Speech

    def advice_of(self, table: LiveTable) -> Advice:
        return self.tables.advice_of(table)


def context_of(connection: HTTPConnection) -> Context:
    return Context(connection.app.state.tables, speech_for(connection))
