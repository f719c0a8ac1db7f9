"""The context of a request: the tables, the language and the device."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.sentence import sentence
from quintet.server.play.registry import Registry
from quintet.server.play.table import Table
from quintet.server.thinking.advice import Advice
from quintet.server.web.client import Client
from quintet.server.web.errors import Forbidden
from quintet.server.web.locale import Locale, locale_of
from quintet.server.web.rate_limit import client_of


@dataclass(frozen=True, slots=True)
class Context:
    """What a request needs."""

    registry: Registry
    locale: Locale
    client: Client

    @property
    def device(self) -> str:
        return self.client.device

    async def find(self, table_id: str) -> Table:
        """Return a table that this device may see."""
        table = await self.registry.find(table_id)
        if not table.may_look(self.device):
            raise Forbidden(sentence("Only the players can see this table."))
        return table

    def advice_of(self, table: Table) -> Advice:
        return self.registry.advice_of(table)


def context_of(connection: HTTPConnection) -> Context:
    return Context(connection.app.state.registry, locale_of(connection), client_of(connection))
