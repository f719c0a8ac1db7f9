"""Generate the reference pages of the documentation from the code.

`mkdocs build` runs this file as a hook, so the pages are never out of date and are not committed.
To look at them: python tools/reference.py build/reference
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where to write the pages")
    folder = parser.parse_args().folder
    for path, generate in PAGES.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(generate(), encoding="utf-8")
        print(target)


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Add the generated pages to the site (an event of MkDocs)."""
    file = import_module("mkdocs.structure.files").File
    for path, generate in PAGES.items():
        files.append(file.generated(config, path, content=generate()))
    return files


def command_line() -> str:
    """Return the page of all commands, arguments and options."""
    typer = import_module("typer")
    app = import_module("quintet.cli.app").app
    lines = [
        "# Command line",
        "",
        "Every command with its arguments and options, generated from the program.",
        "[Use the command line](../how-to/use-the-command-line.md) shows what to do with them.",
        "",
        "Exit codes: 0 done, 1 the answer is no, 2 wrong usage, 130 interrupted (Ctrl-C).",
        "",
    ]
    lines += _commands("quintet", typer.main.get_command(app))
    return "\n".join(lines) + "\n"


def _commands(path: str, command: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    yield from (f"## {path}", "", _english(command.help), "")
    yield from ("```text", _usage(path, command, arguments), "```", "")
    if arguments:
        yield from ("| argument | meaning |", "|---|---|")
        yield from (f"| `{_english(each.metavar)}` | {_meaning(each)} |" for each in arguments)
        yield ""
    if options:
        yield from ("| option | meaning |", "|---|---|")
        yield from (f"| {_names(each)} | {_meaning(each)} |" for each in options)
        yield ""
    for name, each in sorted(getattr(command, "commands", {}).items()):
        yield from _commands(f"{path} {name}", each)


def _usage(path: str, command: Any, arguments: list[Any]) -> str:
    words = [_english(each.metavar) for each in arguments]
    shown = [
        word if each.required else f"[{word}]" for word, each in zip(words, arguments, strict=True)
    ]
    tail = ["[COMMAND ...]"] if getattr(command, "commands", {}) else []
    return " ".join([path, "[OPTIONS]", *shown, *tail])


def _names(option: Any) -> str:
    value = "" if option.is_flag else f" {_english(option.metavar or 'N')}"
    return ", ".join(f"`{name}{value}`" for name in [*option.opts, *option.secondary_opts])


def _meaning(parameter: Any) -> str:
    parts = [_cell(_english(parameter.help))]
    if parameter.param_type_name == "option" and parameter.required:
        parts.append("Required.")
    elif not (parameter.default is None or parameter.is_flag or parameter.required):
        parts.append(f"Default: `{parameter.default}`.")
    variable = getattr(parameter, "envvar", None)
    if isinstance(variable, str):
        parts.append(f"Environment: `{variable}`.")
    return " ".join(parts)


def _english(text: str | None) -> str:
    sentence = import_module("quintet.i18n.sentence").sentence
    return str(sentence(text)) if text else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def web_routes() -> str:
    """Return the table of all routes of the web API, from the server's own OpenAPI document."""
    server = import_module("quintet.server")
    schema = server.create_app(server.Settings("unused")).openapi()
    lines = [
        "# Web API routes",
        "",
        "All routes, generated from the server's OpenAPI document, which a running server serves",
        "at `/api/v1/openapi.json` and shows at `/api/docs`.",
        "[The web API](web-api.md) explains them.",
        "",
        "| method | path | does | parameters | answers |",
        "|---|---|---|---|---|",
    ]
    lines += [
        _route(method, path, methods[method])
        for path, methods in sorted(schema["paths"].items())
        for method in METHODS
        if method in methods
    ]
    lines += ["", *_codes(schema)]
    return "\n".join(lines) + "\n"


def _route(method: str, path: str, route: dict[str, Any]) -> str:
    said = route.get("summary") or route.get("description", "")
    named = [f"`{each['name']}`" for each in route.get("parameters", ()) if each["in"] == "query"]
    answers = sorted(route.get("responses", {}))
    cells = (method.upper(), f"`{path}`", _cell(said), ", ".join(named), ", ".join(answers))
    return "| " + " | ".join(cells) + " |"


def _codes(schema: dict[str, Any]) -> Iterator[str]:
    """The error codes, where the document declares them as an enumeration."""
    for name, each in sorted(schema.get("components", {}).get("schemas", {}).items()):
        codes = each.get("enum") or each.get("properties", {}).get("code", {}).get("enum")
        if codes and (
            "code" in name.lower() or "problem" in name.lower() or "error" in name.lower()
        ):
            yield from (f"## Error codes (`{name}`)", "")
            yield from (f"- `{code}`" for code in codes)
            yield ""


# What the words page of a language shows besides the terms of its glossary.
SHOWN = (
    *("Light sphere", "Light cylinder", "Light cube", "Light cone", "Dark sphere", "Dark cylinder"),
    *("Dark cube", "Dark cone", "tall, light, round, solid", "short, dark, square, hollow"),
    *("Ivory star", "Bronze star", "Ivory ball", "Charcoal ball", "Red ball", "Neutral ball"),
    *("Blank cube", "Cross", "Circle", "Call Quarto", "Stay silent", "Pass", "Hint", "Take back"),
    *("Offer draw", "Resign", "Rematch", "You won", "You lost", "Draw", "Your turn", "Settings"),
)


def words_of(code: str) -> str:
    """Return the page of a language's words, from its glossary and its catalogue."""
    sys.path.insert(0, str(Path(__file__).parent))
    checks = import_module("translation_checks")
    catalogue = import_module("quintet.i18n.catalogue")
    language = import_module("quintet.i18n.languages").LANGUAGES[code]
    said = {entry.id: entry.strings[0] for entry in catalogue.read_catalogue(code)}
    terms = checks.read_glossary(code).terms
    lines = [
        f"# {language.name}",
        "",
        f"The words of the games in this language (`{code}`), from its glossary and catalogue.",
        "[Translate](../../how-to/translate.md) says how to correct them, and",
        f"[this list](../../explanation/back-translations/{_said_back(code)}.md) what was found",
        "when its rules were translated back.",
        "",
    ]
    rows = [(term, terms[term].words) for term in checks.GLOSSARY if term in terms]
    rows += [(english, said[english]) for english in SHOWN if said.get(english)]
    if not rows:
        return "\n".join([*lines, "Nothing is translated yet."]) + "\n"
    lines += [f"| English | {language.name} |", "|---|---|"]
    lines += [f"| {english} | {word.replace('|', ', ')} |" for english, word in rows]
    return "\n".join(lines) + "\n"


def _said_back(code: str) -> str:
    """Return the language whose rules were translated back; one has the same in both scripts."""
    return "sr-Cyrl" if code == "sr-Latn" else code


def languages_page() -> str:
    """Return the list of all languages and how far each is translated."""
    catalogue = import_module("quintet.i18n.catalogue")
    languages = import_module("quintet.i18n.languages").LANGUAGES
    total = len(catalogue.template_catalogue())
    lines = ["# Languages", "", "| language | code | translated | offered |", "|---|---|--:|---|"]
    for code, language in languages.items():
        done = sum(all(entry.strings) for entry in catalogue.read_catalogue(code))
        share = "source" if code == "en" else f"{100 * done // total} %"
        name = language.name if code == "en" else f"[{language.name}]({code}.md)"
        lines.append(f"| {name} | `{code}` | {share} | {'yes' if language.offered else 'no'} |")
    lines += ["", "## How it looks", "", *_pictures(languages)]
    return "\n".join(lines) + "\n"


def _pictures(languages: dict[str, Any]) -> Iterator[str]:
    """The pictures that tools/screenshots.py takes in some languages: home, rules, a phone."""
    folder = Path(__file__).parents[1] / "docs/pictures/languages"
    for code in sorted({path.stem.rpartition("-")[0] for path in folder.glob("*.jpeg")}):
        for page in ("home", "rules", "table"):
            address = f"../../pictures/languages/{code}-{page}.jpeg"
            yield f"![{languages[code].name}: {page}]({address}){{ width=32% }}"
        yield ""


def _language_codes() -> list[str]:
    return [code for code in import_module("quintet.i18n.languages").LANGUAGES if code != "en"]


PAGES: dict[str, Callable[[], str]] = {
    "reference/command-line.md": command_line,
    "reference/web-api-routes.md": web_routes,
    "reference/languages/index.md": languages_page,
    **{f"reference/languages/{code}.md": partial(words_of, code) for code in _language_codes()},
}

if __name__ == "__main__":
    main()
