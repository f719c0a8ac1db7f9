"""Routes and pages for people."""
