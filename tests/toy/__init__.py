"""Tic-tac-toe: a sixth game from outside the package, one file a concern."""
