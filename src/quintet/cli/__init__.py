"""The command `quintet`."""

from quintet.cli.main import main

__all__ = ["main"]
