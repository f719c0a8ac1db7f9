"""Protocols for other programs to use the engine (docs/reference/protocols.md).

`ugi` is the Universal Game Interface, for playing. `json_lines` is for analysis: one JSON object a
line, many requests at a time. Both are layers over `quintet.engine`, and both read bytes from one
stream and write lines to another.
"""
