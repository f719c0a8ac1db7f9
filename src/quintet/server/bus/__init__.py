"""Carries word of events between server processes."""
