"""Pages of puzzles: the collection and its themes, one puzzle, today's, and rush."""
