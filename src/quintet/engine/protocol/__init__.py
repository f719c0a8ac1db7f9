"""Protocols: how other programs talk to the engine (docs/reference/protocols.md).

`ugi` is the field's Universal Game Interface, for playing; `json_lines` is for analysis: one JSON
object a line, many requests side by side. Both are skins over `quintet.engine`, and both read bytes
from one stream and write lines to another, whoever is at the other end.
"""
