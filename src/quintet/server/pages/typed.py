"""What a form shows: what somebody typed before something was wrong, or what is proposed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.datastructures import FormData

from quintet.errors import QuintetError
from quintet.i18n.catalogue import Translate


class Typed:
    """The fields of a form that was sent; without one, all that is proposed."""

    def __init__(self, form: FormData | None = None) -> None:
        self._form = form

    def text(self, name: str, proposed: object = "") -> str:
        if self._form is None or name not in self._form:
            return str(proposed)
        return str(self._form[name])

    def ticked(self, name: str, proposed: bool) -> bool:
        return proposed if self._form is None else name in self._form

    def chosen(self, name: str, proposed: Iterable[str]) -> frozenset[str]:
        """Return the values of a field that may have several."""
        if self._form is None or name not in self._form:
            return frozenset(proposed)
        return frozenset(map(str, self._form.getlist(name)))


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a form, and the part of it where that is said."""

    where: str  # option-NAME, clock, ply_limit or chairs; empty for the form as a whole
    said: str


NO_FAULT = Fault("", "")


def fault_of(error: QuintetError, options: Iterable[str], say: Translate) -> Fault:
    """Return an error as a fault of a form for a game with these options."""
    field = str(getattr(error, "option", None) or getattr(error, "field", None) or "")
    name = field.removeprefix("options.").split(".")[0]
    where = f"option-{name}" if name in options else name
    if where in ("name", "first"):
        where = "chairs"
    known = where.startswith("option-") or where in ("clock", "ply_limit", "chairs")
    return Fault(where if known else "", say(error.message))
