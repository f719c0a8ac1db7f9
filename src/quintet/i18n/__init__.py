"""Sentences for people, and their translations."""
