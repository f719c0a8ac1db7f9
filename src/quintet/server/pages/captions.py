"""Variants of games in a few words, for captions."""

from __future__ import annotations

from collections.abc import Mapping

from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence, template
from quintet.options import options_in_words, write_value

_CAPTIONS = {
    ("quixo", "size", "3"): template("3×3 board"),  # noqa: RUF001
    ("quixo", "size", "4"): template("4×4 board"),  # noqa: RUF001
    ("quixo", "size", "5"): template("5×5 board"),  # noqa: RUF001
    ("quixo", "players", "4"): template("two teams of two"),
    ("cubulus", "players", "3"): template("three players"),
    ("quarto", "calls", "spoken"): template("you call the lines"),
    ("quarto", "calls", "auto"): template("automatic calls"),
    ("quarto", "squares", "true"): template("squares count, too"),
    ("qomet", "corner_exit", "rays"): template("corner stars leave along the diagonal"),
}


def captioned_options(variant: type[Variant], say: Translate) -> list[tuple[dict[str, str], str]]:
    """Return options that boards do not have by default, each with its caption."""
    usual = {option.name: write_value(option.default) for option in variant.option_list}
    usual |= {name: write_value(value) for name, value in variant.table_options.items()}
    return [
        ({name: value}, say(sentence(words)))
        for (game, name, value), words in _CAPTIONS.items()
        if game == variant.name and usual[name] != value
    ]


def captions(variant: Variant, options: Mapping[str, str], say: Translate) -> list[str]:
    """Return some options of a variant in words; those without a caption as forms have them."""
    return [
        say(sentence(_CAPTIONS[variant.name, name, value]))
        if (variant.name, name, value) in _CAPTIONS
        else ", ".join(map(say, options_in_words(variant.option_list, {name: value})))
        for name, value in options.items()
    ]
