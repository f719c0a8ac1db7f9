"""Engine jobs for tables: opponents, hints and values, and where they run."""
