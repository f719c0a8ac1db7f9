"""What the tests of imports look at."""

from project.imports import imports_in

SOURCE = """
import a
if TYPE_CHECKING:
    from b import b
else:
    import c
try:
    import d
except ImportError:
    import e
finally:
    import f
class Made:
    def work(self):
        with it, other:
            import g
        for _ in it:
            match _:
                case 1:
                    import h
"""


def test_imports_are_found_everywhere() -> None:
    found = [it.names[0].name for it in imports_in(SOURCE)]
    assert sorted(found) == list("abcdefgh")
