"""Agents among the levels of the engine: ratings, and policies as players."""
