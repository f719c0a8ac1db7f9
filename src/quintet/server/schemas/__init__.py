"""Everything that crosses the wire, declared once.

Requests and commands are Pydantic models, because they come from outside. What the server sends is
declared as `TypedDict`: checked by mypy, free at run time. OpenAPI's response schemas and the types
of the pages' modules (`static/lib/types.js`, by `tools/page_types.py`) are generated from both.
"""
