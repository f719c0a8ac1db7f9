"""The analysis board: positions to touch, lines of the engine, and what was played before."""
