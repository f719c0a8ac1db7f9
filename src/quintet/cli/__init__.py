"""The command `quintet`: one module a command, joined in `app`."""

from quintet.cli.main import main

__all__ = ["main"]
