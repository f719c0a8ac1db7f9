"""Gather the sentences that people read, and keep the catalogues of all languages.

python tools/translations.py new LANG        make a language's catalogue and glossary
python tools/translations.py fill LANG FILE  take translations from a JSON file, by English
python tools/translations.py check LANG      say what is wrong with them, and where pages get long
python tools/translations.py missing [LANG]  list the players' sentences that are missing
python tools/translations.py update [LANG]   bring templates and catalogues up to date
python tools/translations.py serbian         write Serbian in Latin letters from the Cyrillic one
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po
from babel.util import pathmatch

import translation_checks as checks
from quintet.i18n.catalogue import Domain, read_catalogue, template_catalogue
from quintet.i18n.columns import columns_of
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
    "env/*",
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
    # Babel has plural forms of its own for some languages, and would drop those of ours.
    filled.mime_headers = [("Plural-Forms", LANGUAGES[code].plural_header)]
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


def new(code: str) -> None:
    """Make the files of a language, with everything still to be translated."""
    path = LOCALES / "players" / f"{code}.po"
    if path.exists():
        sys.exit(f"{path} is there already.")
    catalogues = gather()
    write_templates(catalogues)
    _write(path, _filled(catalogues["players"], {}, code), code)
    glossary = checks.GLOSSARIES / f"{code}.tsv"
    if not glossary.exists():
        glossary.parent.mkdir(exist_ok=True)
        head = "# term\twords\tstems (optional: what words begin with, a|b; - for any)\n"
        head += "# =\tsentence that is the same as in English\n"
        head += "# ~\tterm\tsentence that says it in other words\n"
        rows = (f"{term}\t\t\n" for term in checks.GLOSSARY)
        glossary.write_text(head + "".join(rows), encoding="utf-8")
    print(f"Translate {path.relative_to(ROOT)} and {glossary.relative_to(ROOT)}.")


def fill(code: str, file: Path) -> None:
    """Put translations into a language's catalogue: English to one form, or to all plural forms."""
    given: dict[str, str | list[str]] = json.loads(file.read_text(encoding="utf-8"))
    path = LOCALES / "players" / f"{code}.po"
    with path.open("rb") as opened:
        catalogue = read_po(opened)
    for message in catalogue:
        if message.id and (said := given.pop(_key(message), None)):
            message.string = said if isinstance(said, str) else tuple(said)
            message.flags.discard("fuzzy")
    _write(path, catalogue, code)
    for unknown in given:
        print(f"Not in the catalogue: {unknown}")


def check(code: str) -> int:
    """Print what is wrong with a language, and its longest pages; return the number of problems."""
    count = 0
    domains = [each for each in DOMAINS if (LOCALES / each / f"{code}.po").exists()]
    for domain in domains or DOMAINS[:1]:
        for problem in checks.problems(code, domain):
            print(f"{domain}: {problem}")
            count += 1
    if code == "sr-Latn" and serbian_is_stale():
        print("sr-Latn is not what sr-Cyrl says: run `python tools/translations.py serbian`.")
        count += 1
    print(f"{code}: {count} problems.")
    for name, ratio in longest_pages(code)[:5]:
        print(f"  {ratio:5.0%} of English: {name}")
    return count


def longest_pages(code: str) -> list[tuple[str, float]]:
    """Return the files whose sentences are longest in a language, against English."""
    english: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for entry in read_catalogue(code):
        if all(entry.strings):
            for name in entry.files:
                english[name] += columns_of(entry.plural or entry.id)
                said[name] += columns_of(entry.strings[-1])
    ratios = {name: said[name] / total for name, total in english.items() if total > 200}
    return sorted(ratios.items(), key=lambda pair: -pair[1])


def list_missing(codes: Sequence[str]) -> int:
    """Print what players' catalogues do not have; return the number of sentences."""
    count = 0
    for code in codes or [each for each in LANGUAGES if each != "en"]:
        found = checks.missing(code)
        count += len(found)
        total = len(template_catalogue())
        offered = "offered" if LANGUAGES[code].offered else "not offered"
        print(f"{code:8} {total - len(found):5} of {total}, {offered}")
        if len(found) < total:
            print("".join(f"    {each}\n" for each in found), end="")
    return count


# Every Cyrillic letter has one Latin spelling, so that this is exact.
CYRILLIC = "абвгдђежзијклљмнњопрстћуфхцчџш"
LATIN = (
    *("a", "b", "v", "g", "d", "đ", "e", "ž", "z", "i", "j", "k", "l", "lj", "m", "n", "nj"),
    *("o", "p", "r", "s", "t", "ć", "u", "f", "h", "c", "č", "dž", "š"),
)


def latin(text: str) -> str:
    """Return Serbian in Latin letters; what is Latin already stays."""
    letters = dict(zip(CYRILLIC, LATIN, strict=True))

    def spelled(found: re.Match[str]) -> str:
        char, follows = found[0], text[found.end() : found.end() + 1]
        spelt = letters[char.lower()]
        if char.islower():
            return spelt
        before = text[found.start() - 1 : found.start()]
        shouts = follows.isupper() or (before.isupper() and not follows.islower())
        return spelt.upper() if shouts else spelt.capitalize()

    return re.sub(f"[{CYRILLIC}{CYRILLIC.upper()}]", spelled, text)


def _serbian() -> Iterator[tuple[Path, str]]:
    """Yield the files of Serbian in Latin letters, and what they should say."""
    for folder, ending in (("players", "po"), ("glossary", "tsv")):
        source = LOCALES / folder / f"sr-Cyrl.{ending}"
        if source.exists():
            text = latin(source.read_text(encoding="utf-8"))
            target = LOCALES / folder / f"sr-Latn.{ending}"
            yield target, text.replace("Language: sr_Cyrl", "Language: sr_Latn")


def write_serbian() -> None:
    for path, text in _serbian():
        path.write_text(text, encoding="utf-8")


def serbian_is_stale() -> bool:
    return any(
        not path.exists() or path.read_text(encoding="utf-8") != text for path, text in _serbian()
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=["new", "fill", "check", "missing", "update", "serbian"])
    parser.add_argument("language", nargs="*")
    given = parser.parse_args()
    codes: list[str] = given.language
    file = Path(codes.pop()) if given.command == "fill" and len(codes) == 2 else None
    if unknown := set(codes) - set(LANGUAGES):
        parser.error(f"no such language: {' '.join(unknown)}")
    if given.command in ("new", "fill", "check") and len(codes) != 1:
        parser.error("name one language")
    match given.command:
        case "new":
            new(codes[0])
        case "fill":
            if file is None:
                parser.error("name a file")
            fill(codes[0], file)
        case "check":
            sys.exit(1 if check(codes[0]) else 0)
        case "missing":
            sys.exit(1 if list_missing(codes) else 0)
        case "update":
            catalogues = gather()
            write_templates(catalogues)
            update(codes or list(LANGUAGES), catalogues)
            write_serbian()
        case "serbian":
            write_serbian()


if __name__ == "__main__":
    main()
