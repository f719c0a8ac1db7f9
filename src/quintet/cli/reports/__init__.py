"""Results of commands, as text for people and as JSON for programs."""
