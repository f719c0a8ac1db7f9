"""What every request needs: the tables, and the language to answer in."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.sentence import sentence
from quintet.server.play.registry import Tables
from quintet.server.play.table import LiveTable
from quintet.server.thinking.advice import Advice
from quintet.server.web.device_tokens import device_of
from quintet.server.web.errors import Forbidden
from quintet.server.web.locale import Locale, locale_of


@dataclass(frozen=True, slots=True)
class Context:
    tables: Tables
    locale: Locale
    device: str

    async def find(self, table_id: str) -> LiveTable:
        """A table this device may look at."""
        table = await self.tables.find(table_id)
        if not table.may_look(self.device):
            raise Forbidden(sentence("Only those who play at this table may look at it."))
        return table

    def advice_of(self, table: LiveTable) -> Advice:
        return self.tables.advice_of(table)


def context_of(connection: HTTPConnection) -> Context:
    return Context(connection.app.state.tables, locale_of(connection), device_of(connection))
