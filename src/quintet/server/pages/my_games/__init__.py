"""My games: what this device has played, watched and imported."""
