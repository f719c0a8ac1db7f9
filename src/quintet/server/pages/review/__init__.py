"""Reviews of finished games, and mistakes to try again."""
