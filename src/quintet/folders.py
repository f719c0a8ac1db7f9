"""Where Quintet stores files by default."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TABLEBASES = "QUINTET_TABLES"  # environment variable with the folder of tablebases
OFF = "off"  # its value to use no tablebases at all


def data_folder() -> Path:
    """Return the folder for a user's application data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Quintet"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Quintet"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "quintet"


def tablebase_folder() -> Path:
    """Return the folder in which tablebases are built and looked up."""
    given = os.environ.get(TABLEBASES)
    return Path(given) if given and given != OFF else data_folder() / "tables"


def tablebases_enabled() -> bool:
    """Return whether tablebases are used, those of the package included."""
    return os.environ.get(TABLEBASES) != OFF
