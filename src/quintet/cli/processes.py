"""The addresses that servers of several processes, and workers, are told."""

from __future__ import annotations

from importlib.util import find_spec

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

DATABASES = ("postgresql://", "postgres://", "sqlite://")
REDIS = ("redis://", "rediss://", "unix://")


def read_database(url: str | None) -> str | None:
    """The address may have a password in it, so it is not repeated."""
    if url is not None:
        if not url.startswith(DATABASES):
            raise BadOption(
                sentence(
                    "--database is an address such as postgresql://quintet@localhost/quintet."
                ),
                option="database",
            )
        _need("psycopg")
    return url


def read_redis(url: str) -> str:
    if not url.startswith(REDIS):
        raise BadOption(
            sentence("--redis is an address such as redis://localhost:6379/0."), option="redis"
        )
    _need("redis", "saq")
    return url


def _need(*modules: str) -> None:
    """Several processes need more than is installed for everyone."""
    if any(find_spec(module) is None for module in modules):
        raise BadOption(
            sentence("This needs more than is installed: pip install 'quintet[processes]'."),
            option="processes",
        )
