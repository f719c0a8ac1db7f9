"""The server: pages to play on, live tables, and an API for programs.

`app.create_app` puts it together, `serving.serve` runs it.
"""

from quintet.server.app import create_app
from quintet.server.settings import Settings

__all__ = ["Settings", "create_app"]
