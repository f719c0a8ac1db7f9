"""Errors of a command line, as sentences of the catalogue."""

from __future__ import annotations

import sys
from typing import Any

from quintet.cli.parsing.suggestions import closest, with_suggestion
from quintet.games import GAMES
from quintet.i18n.sentence import Sentence, sentence


def usage_error(error: Any) -> Sentence:
    """Return the sentence for an exception of Typer, by its name: most are not exported."""
    match type(error).__name__:
        case "MissingParameter":
            return _missing(error.param)
        case "NoSuchOption":
            said = sentence("There is no option {option}.", option=error.option_name)
            return with_suggestion(said, next(iter(error.possibilities or ()), None))
        case "BadOptionUsage":
            return sentence(
                "The option {option} needs a value, or was given one it does not take.",
                option=error.option_name,
            )
        case "BadParameter":
            return _bad_value(error.param)
    commands = getattr(error.ctx.command, "commands", None)
    if commands:
        word = _unknown_command(error.ctx)
        guess = f"quintet play {word}" if word in GAMES else closest(word, commands)
        return with_suggestion(sentence("There is no command {command}.", command=word), guess)
    return sentence("Too many arguments for {command}.", command=error.ctx.info_name)


def _missing(parameter: Any) -> Sentence:
    if parameter.param_type_name == "option":
        return sentence("The option {option} is missing.", option=parameter.opts[0])
    return sentence("{argument} is missing.", argument=sentence(parameter.metavar))


def _bad_value(parameter: Any) -> Sentence:
    """Return the range of a number; all other values are checked by the commands."""
    is_option = parameter.param_type_name == "option"
    name = parameter.opts[0] if is_option else sentence(parameter.metavar)
    minimum, maximum = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if minimum is None:
        return sentence("{name} takes a number.", name=name)
    if maximum is None:
        return sentence("{name} takes a number of {least} or more.", name=name, least=minimum)
    return sentence(
        "{name} takes a number from {least} to {most}.", name=name, least=minimum, most=maximum
    )


def _unknown_command(context: Any) -> str:
    """Return the word after those that led to the group that does not know it."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    depth = len(context.command_path.split()) - 1
    return words[depth][:40] if depth < len(words) else ""
