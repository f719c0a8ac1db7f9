"""The terminal: output, progress bars, warnings, and lines people type."""
