"""The imports of a source file."""

import ast
from collections.abc import Iterator

# Where a statement has others. Imports are statements, so that expressions need no look, which
# take most of the time.
PARTS = ("body", "orelse", "finalbody", "handlers", "cases")


def imports_in(source: str) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield every import, wherever in the file."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        for part in PARTS:
            waiting += getattr(node, part, ())
