"""The addresses of databases and of Redis."""

from __future__ import annotations

from importlib.util import find_spec

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

DATABASES = ("postgresql://", "postgres://", "sqlite://")
REDIS = ("redis://", "rediss://", "unix://")


def read_database(url: str | None) -> str | None:
    """Check a database URL; an error does not repeat it, since it may hold a password."""
    if url is not None:
        if not url.startswith(DATABASES):
            raise BadOption(
                sentence(
                    "--database is an address such as postgresql://quintet@localhost/quintet."
                ),
                option="database",
            )
        _require("psycopg")
    return url


def read_redis(url: str) -> str:
    """Check the URL of a Redis server."""
    if not url.startswith(REDIS):
        raise BadOption(
            sentence("--redis is an address such as redis://localhost:6379/0."), option="redis"
        )
    _require("redis", "saq")
    return url


def _require(*modules: str) -> None:
    """Check that the optional packages for several processes are installed."""
    if any(find_spec(module) is None for module in modules):
        raise BadOption(
            sentence("Packages are missing. Install them: pip install 'quintet[processes]'"),
            option="processes",
        )
