"""What is wrong with a call, as a sentence of ours."""

from __future__ import annotations

import sys
from typing import Any

from quintet.i18n.sentence import Sentence, any_of, sentence


def complaint(error: Any) -> Sentence:
    """The sentence for an exception of Typer, by its name: most are not exported."""
    match type(error).__name__:
        case "MissingParameter":
            return _missing(error.param)
        case "NoSuchOption" if error.possibilities:
            return sentence(
                "There is no option {option}; maybe {possible}?",
                option=error.option_name,
                possible=any_of(sorted(error.possibilities)),
            )
        case "NoSuchOption":
            return sentence("There is no option {option}.", option=error.option_name)
        case "BadOptionUsage":
            return sentence(
                "The option {option} has a value it does not take, or lacks the one it needs.",
                option=error.option_name,
            )
        case "BadParameter":
            return _bad_value(error.param)
    if getattr(error.ctx.command, "commands", None):
        return sentence("There is no command {command}.", command=_unknown_command(error.ctx))
    return sentence("There are more words here than {command} takes.", command=error.ctx.info_name)


def _missing(parameter: Any) -> Sentence:
    if parameter.param_type_name == "option":
        return sentence("The option {option} is missing.", option=parameter.opts[0])
    return sentence("{argument} is missing.", argument=sentence(parameter.metavar))


def _bad_value(parameter: Any) -> Sentence:
    """Only numbers can be wrong by themselves; everything else is ours to judge."""
    is_option = parameter.param_type_name == "option"
    name = parameter.opts[0] if is_option else sentence(parameter.metavar)
    least, most = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if least is None:
        return sentence("{name} takes a number.", name=name)
    if most is None:
        return sentence("{name} takes a number from {least} on.", name=name, least=least)
    return sentence(
        "{name} takes a number from {least} to {most}.", name=name, least=least, most=most
    )


def _unknown_command(context: Any) -> str:
    """The word after those that led to the group that does not know it."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    known = len(context.command_path.split()) - 1
    return words[known][:40] if known < len(words) else ""
