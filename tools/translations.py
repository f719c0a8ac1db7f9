"""Gather the sentences that people read, and keep the catalogues of all languages.

python tools/translations.py gather          write the templates, locales/*/messages.pot
python tools/translations.py update [LANG]   bring catalogues up to date with them
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po
from babel.util import pathmatch

from quintet.i18n.catalogue import Domain
from quintet.i18n.languages import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "src/quintet/i18n/locales"
DOMAINS: tuple[Domain, ...] = ("players", "operators")

# What operators and programmers meet. A sentence is theirs if all files that say it are; one that
# players meet, too, is in the players' catalogue.
OPERATORS = (
    "cli/*",
    "engine/external.py",
    "engine/players.py",
    "engine/search.py",
    "engine/tournament/*",
    "engine/transpositions.py",
    "notation.py",
    "position.py",
    "record/*",
    "server/api/openapi.py",
    "server/bus/*",
    "server/run.py",
    "server/store/command_key.py",
    "server/store/migrate.py",
    "server/store/trouble.py",
    "server/thinking/worker.py",
    "server/web/secret_keys.py",
    "server/web/validation.py",
    "table/events.py",
    "table/replay.py",
    "table/saving.py",
    "tablebase/*",
)
# In the routes of the API a template documents them for programmers, and a sentence is an answer.
DOCUMENTED = "server/api/*"

# What marks a sentence: the name of a function, and which of its arguments are the sentence.
Places = tuple[int, ...] | None
SENTENCE: dict[str, Places] = {
    "_": None,
    "sentence": None,
    "say": None,
    "refuse": None,
    "reason": (2,),
    "refuse_cell": (3,),
    "refuse_field": (3,),
    "counted": (1, 2),
    "templates": (1, 2),
}
TEMPLATE: dict[str, Places] = {"template": None}

HEADER = """\
msgid ""
msgstr ""
"Language: {code}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def gather() -> dict[Domain, Catalog]:
    """Return all sentences of the sources, by catalogue."""
    everything = Catalog()
    of_players: set[str] = set()
    for domain, name, found in _said():
        everything.add(found, locations=[(name, 0)])
        if domain == "players":
            of_players.add(found if isinstance(found, str) else found[0])
    catalogues: dict[Domain, Catalog] = {"players": Catalog(), "operators": Catalog()}
    for message in everything:
        if message.id:
            domain = "players" if _key(message) in of_players else "operators"
            catalogues[domain][message.id] = message
    return catalogues


def _said() -> Iterator[tuple[Domain, str, str | tuple[str, ...]]]:
    """Yield every sentence with its file and the people who meet it there."""
    for path, method, options in _sources():
        name = path.relative_to(ROOT).as_posix()
        inside = name.removeprefix("src/quintet/")
        theirs = any(fnmatch(inside, pattern) for pattern in OPERATORS)
        whose: Domain = "operators" if theirs else "players"
        passes: list[tuple[Domain, dict[str, Places]]] = [(whose, {**SENTENCE, **TEMPLATE})]
        if fnmatch(inside, DOCUMENTED):
            passes = [(whose, SENTENCE), ("operators", TEMPLATE)]
        for domain, keywords in passes:
            for _, said, _, _ in extract_from_file(method, path, keywords, options=options):
                yield domain, name, said


def _sources() -> Iterator[tuple[Path, str, dict[str, str]]]:
    """Yield the files in which babel.cfg finds sentences, and how it reads each."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    for path in sorted((ROOT / "src").rglob("*.*")):
        name = path.relative_to(ROOT).as_posix()
        for pattern, method in methods:
            if pathmatch(pattern, name):
                if method != "ignore":
                    yield path, method, options.get(pattern, {})
                break


def write_templates(catalogues: dict[Domain, Catalog]) -> None:
    for domain, catalogue in catalogues.items():
        _write(LOCALES / domain / "messages.pot", catalogue, "en")


def update(codes: Sequence[str], catalogues: dict[Domain, Catalog]) -> None:
    """Give catalogues the sentences of today; a translation stays with its sentence."""
    for code in codes:
        known = {_key(message): message for message in _translated(code)}
        for domain, catalogue in catalogues.items():
            path = LOCALES / domain / f"{code}.po"
            if path.exists():
                _write(path, _filled(catalogue, known, code), code)


def _translated(code: str) -> Iterator[Message]:
    """Yield the sentences of a language: one may have gone from one catalogue to the other."""
    for path in (LOCALES / f"{code}.po", *(LOCALES / each / f"{code}.po" for each in DOMAINS)):
        if path.exists():
            with path.open("rb") as file:
                yield from (message for message in read_po(file) if message.id and message.string)


def _filled(catalogue: Catalog, known: dict[str, Message], code: str) -> Catalog:
    filled = Catalog(locale=code.replace("-", "_"))
    for message in catalogue:
        if not message.id:
            continue
        old = known.get(_key(message))
        fits = old is not None and isinstance(old.id, str) == isinstance(message.id, str)
        none = "" if isinstance(message.id, str) else ("",) * LANGUAGES[code].forms
        filled.add(
            message.id,
            old.string if old is not None and fits else none,
            locations=message.locations,
            flags=message.flags | ({"fuzzy"} if old is not None and fits and old.fuzzy else set()),
            user_comments=old.user_comments if old is not None else (),
        )
    return filled


def _write(path: Path, catalogue: Catalog, code: str) -> None:
    """Write a catalogue so that only a change of sentences changes the file."""
    written = io.BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, include_lineno=False)
    header = HEADER.format(code=code.replace("-", "_"), plural=LANGUAGES[code].plural_header)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{header}\n{written.getvalue().decode().strip()}\n", encoding="utf-8")


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("gather")
    commands.add_parser("update").add_argument("languages", nargs="*", choices=[[], *LANGUAGES])
    given = parser.parse_args()
    catalogues = gather()
    write_templates(catalogues)
    if given.command == "update":
        update(given.languages or list(LANGUAGES), catalogues)


if __name__ == "__main__":
    main()
