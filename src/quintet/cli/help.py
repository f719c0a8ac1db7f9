"""Help pages in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from quintet.cli.common import columns, say, wrapped
from quintet.i18n.sentence import Sentence, sentence, template

ANY_NUMBER = template("N")
HELP_OPTION = sentence("Shows this page.")


class Command(TyperCommand):
    """A command whose help is a page of ours; its texts are templates of sentences."""

    def invoke(self, ctx: Any) -> Any:
        """Notes itself down, so that a complaint can say where its help is."""
        if ctx.obj is not None:
            ctx.obj.append(ctx.command_path)
        return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(page(self, ctx)))


class Group(TyperGroup):
    """The same for commands that have commands of their own."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(page(self, ctx)))


def page(command: Any, context: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    commands = getattr(command, "commands", {})
    yield say(_usage(context.command_path, arguments, bool(commands)))
    yield ""
    yield from wrapped(_said(command.help), columns(), indent=2)
    yield from _section(
        sentence("Arguments:"), [(_argument(each), _explained(each)) for each in arguments]
    )
    yield from _section(
        sentence("Options:"),
        [
            *((_option(each), _explained(each)) for each in options),
            ("--help", say(HELP_OPTION)),
        ],
    )
    yield from _section(
        sentence("Commands:"), [(name, _said(each.help)) for name, each in commands.items()]
    )


def _usage(path: str, arguments: list[Any], is_group: bool) -> Sentence:
    if is_group:
        return sentence("Usage: {command} [OPTIONS] [COMMAND ...]", command=path)
    if not arguments:
        return sentence("Usage: {command} [OPTIONS]", command=path)
    words = [_argument(each) if each.required else f"[{_argument(each)}]" for each in arguments]
    return sentence(
        "Usage: {command} [OPTIONS] {arguments}", command=path, arguments=" ".join(words)
    )


def _section(title: Sentence, rows: list[tuple[str, str]]) -> Iterator[str]:
    """What there is on the left, and what it does on the right."""
    if not rows:
        return
    yield ""
    yield say(title)
    left = max(len(name) for name, _ in rows) + 4
    for name, text in rows:
        first, *others = wrapped(text, columns() - left) or [""]
        yield f"  {name:<{left - 2}}{first}"
        yield from (" " * left + line for line in others)


def _argument(parameter: Any) -> str:
    return _said(parameter.metavar)


def _option(parameter: Any) -> str:
    names = " / ".join([*parameter.opts, *parameter.secondary_opts])
    return names if parameter.is_flag else f"{names} {_said(parameter.metavar or ANY_NUMBER)}"


def _explained(parameter: Any) -> str:
    """What a parameter is for, and what it is when it is not given."""
    text = _said(parameter.help)
    default = parameter.default
    if parameter.param_type_name == "option" and parameter.required:
        return say(sentence("{text} [required]", text=text))
    if default is None or parameter.is_flag or parameter.required:
        return text
    return say(sentence("{text} [default: {default}]", text=text, default=str(default)))


def _said(text: str) -> str:
    return say(sentence(text))
