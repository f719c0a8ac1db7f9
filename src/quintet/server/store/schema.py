"""The tables of the database. A change here needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

metadata = MetaData()

TABLES = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(24), nullable=False),
    Column("owner", String(64), nullable=False),  # the device that opened it
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("phase", String(8), nullable=False),
    # The number of its latest event: whoever changes it from what they know holds the row.
    Column("number", Integer, nullable=False, server_default="0"),
    # When a server must look at it, whoever is there: a flag falls, or an engine is to move.
    Column("deadline", BigInteger),
    # Whether the lobby shows it.
    Column("public", Boolean, nullable=False, server_default=false()),
    # The table this one is the rematch of: there is never more than one.
    Column("follows", String(24), ForeignKey("tables.id"), unique=True),
    Index("tables_of_owner", "owner"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_in_lobby", "public", "phase", "created"),
)

# The key keeps two writers from both being right about what happened next.
EVENTS = Table(
    "events",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    # What asked for it, on the last event of a command: sent again, it is not done again.
    Column("command", String(32)),
    Column("command_digest", String(16)),
    Index("events_by_command", "table_id", "command", unique=True),
)

# Who plays a chair: a device, or the engine at a level. Whoever has the key may take the chair: it
# is in the invitation to an open one, and afterwards only with whoever sits there.
CHAIRS = Table(
    "chairs",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("device", String(64)),
    Column("level", Integer),
    Column("key", String(32)),
    Index("chairs_of_device", "device"),
)

# What is said at tables. `chair` is who said it; those who look on have none.
CHAT = Table(
    "chat",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("room", String(16), nullable=False),
    Column("chair", Integer),
    Column("name", String(80), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", BigInteger, nullable=False),
    # What asked for it: sent again, it is not said again.
    Column("command", String(32), nullable=False),
    Column("command_digest", String(16)),
    Index("chat_by_command", "table_id", "command", unique=True),
)

# One row: when a server last ran while a clock did.
HEARTBEAT = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# When no server could be reached, or none could write: clocks stood still.
DOWNTIMES = Table(
    "downtimes",
    metadata,
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
)
