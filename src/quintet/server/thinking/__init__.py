"""Engine work for tables: opponents, hints, values, and where they are computed."""
