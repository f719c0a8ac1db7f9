"""What every request needs: the tables, and the language to answer in."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.sentence import sentence
from quintet.server.advice import Advice
from quintet.server.devices import device_of
from quintet.server.live_table import LiveTable
from quintet.server.problems import NotYours
from quintet.server.speech import Speech, speech_for
from quintet.server.tables import Tables


@dataclass(frozen=True, slots=True)
class Context:
    tables: Tables
    speech: Speech
    device: str

    async def find(self, table_id: str) -> LiveTable:
        """A table this device may look at."""
        table = await self.tables.find(table_id)
        if not table.may_look(self.device):
            raise NotYours(sentence("Only those who play at this table may look at it."))
        return table

    def advice_of(self, table: LiveTable) -> Advice:
        return self.tables.advice_of(table)


def context_of(connection: HTTPConnection) -> Context:
    return Context(connection.app.state.tables, speech_for(connection), device_of(connection))
