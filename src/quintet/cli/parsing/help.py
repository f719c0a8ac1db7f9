"""Help pages in the language of the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from quintet.cli.parsing.completion import COMPLETION_HELP
from quintet.cli.terminal.output import columns, say, wrapped
from quintet.i18n.columns import columns_of, padded
from quintet.i18n.sentence import Sentence, sentence, template

NUMBER = template("N")
HELP_OPTION_HELP = sentence("Show this help page.")


class Command(TyperCommand):
    """A command whose help texts are templates of sentences, translated when shown."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command, noting its name so that an error can point to its help."""
        if ctx.obj is not None:
            ctx.obj.append(ctx.command_path)
        return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(help_page(self, ctx)))


class Group(TyperGroup):
    """A command with sub-commands, translated likewise."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(help_page(self, ctx)))


def help_page(command: Any, context: Any) -> Iterator[str]:
    """Yield the lines of a command's help page."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    commands = getattr(command, "commands", {})
    yield say(_usage(context.command_path, arguments, bool(commands)))
    yield ""
    yield from wrapped(_translated(command.help), columns(), indent=2)
    yield from _section(
        sentence("Arguments:"), [(_argument(each), _explanation(each)) for each in arguments]
    )
    yield from _section(
        sentence("Options:"),
        [
            *((_option(each), _explanation(each)) for each in options),
            (", ".join(context.help_option_names), say(HELP_OPTION_HELP)),
        ],
    )
    yield from _section(
        sentence("Commands:"), [(name, _translated(each.help)) for name, each in commands.items()]
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
    """Yield a title and a table: names on the left, explanations on the right."""
    if not rows:
        return
    yield ""
    yield say(title)
    left = max(columns_of(name) for name, _ in rows) + 4
    for name, text in rows:
        first, *others = wrapped(text, columns() - left) or [""]
        yield f"  {padded(name, left - 2)}{first}"
        yield from (" " * left + line for line in others)


def _argument(parameter: Any) -> str:
    return _translated(parameter.metavar)


def _option(parameter: Any) -> str:
    # Short names first, as in other manuals; `--x / --no-x` for flags that can be switched off.
    names = ", ".join(sorted(parameter.opts, key=len))
    both = " / ".join([names, *parameter.secondary_opts])
    return both if parameter.is_flag else f"{both} {_translated(parameter.metavar or NUMBER)}"


def _explanation(parameter: Any) -> str:
    """Return what a parameter is for, and its default."""
    text = _translated(COMPLETION_HELP.get(parameter.opts[0]) or parameter.help)
    default = parameter.default
    if parameter.param_type_name == "option" and parameter.required:
        return say(sentence("{text} [required]", text=text))
    if default is None or parameter.is_flag or parameter.required:
        return text
    return say(sentence("{text} [default: {default}]", text=text, default=str(default)))


def _translated(text: str) -> str:
    return say(sentence(text))
