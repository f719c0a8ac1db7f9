"""The schema of the database. Changes need a migration in `migrations/versions`."""

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
    Text,
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
    # The number of the latest event. A writer updates it from the number it knows: a lock.
    Column("number", Integer, nullable=False, server_default="0"),
    # When a server must check the table: a flag falls, or an engine is to move.
    Column("deadline", BigInteger),
    # Whether the lobby shows it.
    Column("public", Boolean, nullable=False, server_default=false()),
    # The table this one is the rematch of, if any; each has at most one rematch.
    Column("follows", String(24), ForeignKey("tables.id"), unique=True),
    # Whether the explorer has counted its moves.
    Column("explored", Boolean, nullable=False, server_default=false()),
    Index("tables_of_owner", "owner"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_in_lobby", "public", "phase", "created"),
    Index("tables_to_explore", "explored", "phase"),
)

# The primary key keeps two writers from appending the same number.
EVENTS = Table(
    "events",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    # The idempotency key of a command, on its last event.
    Column("command", String(32)),
    Column("command_digest", String(16)),
    Index("events_by_command", "table_id", "command", unique=True),
)

# The player of a chair: a device, or the engine at a level. The key lets a device take the chair.
# It is in the invitation to an open chair; later only the player knows it.
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

# Chat lines. `chair` is that of the author; spectators have none.
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
    # The idempotency key of the command.
    Column("command", String(32), nullable=False),
    Column("command_digest", String(16)),
    Index("chat_by_command", "table_id", "command", unique=True),
)

# The tables that a device has watched.
WATCHED = Table(
    "watched",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("watched_table", "table_id"),
)

# The records that tables were imported from: a record has more than a table, as comments.
IMPORTS = Table(
    "imports",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("digest", String(32), nullable=False),
    Column("record", Text, nullable=False),
    Index("imports_by_digest", "digest"),
)

# Tables as lists show them, as of the event with a number: a cache.
SUMMARIES = Table(
    "summaries",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", JSON, nullable=False),
)

# How often a move was played and with what result for its player, by the keys of the positions
# before and after it. Moves that are symmetric are one.
EXPLORED = Table(
    "explored",
    metadata,
    Column("before", String(24), primary_key=True),
    Column("after", String(24), primary_key=True),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
)

# Trees of variations that devices have saved.
STUDIES = Table(
    "studies",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("game", String(24), nullable=False),
    Column("title", String(100), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("body", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("studies_of_owner", "owner", "changed"),
    Index("studies_listed", "visibility", "changed"),
)

# What the engine made of a finished game.
REVIEWS = Table(
    "reviews",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", JSON, nullable=False),
    # The ply and the seat of each mistake, to list them without the rest.
    Column("mistakes", JSON, nullable=False, server_default="[]"),
)

# One row: when a server last ran while a clock did.
HEARTBEAT = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

# Times in which no server ran or could write: clocks stood still.
DOWNTIMES = Table(
    "downtimes",
    metadata,
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
)
