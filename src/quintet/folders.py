"""Where Quintet keeps what it writes, unless it is told otherwise."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TABLES = "QUINTET_TABLES"  # the variable of the environment that names the folder
NO_TABLES = "off"


def data_folder() -> Path:
    """Where programs keep a person's data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Quintet"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Quintet"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "quintet"


def tablebase_folder() -> Path:
    """Where tables of solved games are built and looked for."""
    given = os.environ.get(TABLES)
    return Path(given) if given and given != NO_TABLES else data_folder() / "tables"


def tablebases_enabled() -> bool:
    """Whether tables are to be used at all, even those that come with the package."""
    return os.environ.get(TABLES) != NO_TABLES
