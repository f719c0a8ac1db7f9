"""The ids of all rules, and what a reader of the rules must find."""

from quintet.i18n.catalogue import translator
from quintet.rules import RULES, GameRules, house
from quintet.rules.types import Section

# Every rule there is: the prefix of its id, and how many there are.
RULE_IDS = {
    game: tuple(f"{prefix}{number}" for number in range(1, last + 1))
    for game, prefix, last in (
        ("quantik", "QK", 8),
        ("quarto", "QT", 19),
        ("qomet", "QM", 13),
        ("cubulus", "CB", 15),
        ("quixo", "QX", 16),
        ("house", "H", 5),
    )
}
# Those that are ours, wholly or in part.
RULINGS = {
    "quantik": {"QK7", "QK8"},
    "quarto": {"QT12", "QT13", "QT14", "QT15", "QT17"},
    "qomet": {"QM2", "QM10", "QM11"},
    "cubulus": {"CB9", "CB11", "CB12", "CB13", "CB14"},
    "quixo": {"QX1", "QX6", "QX15"},
    "house": {"H1", "H2", "H3", "H4", "H5"},
}


def rules_of(name: str) -> GameRules:
    return house if name == "house" else RULES[name]


def spoken(sections: tuple[Section, ...], language: str) -> list[str]:
    """Everything a reader must find, in the order of the page."""
    say = translator(language)
    return [
        say(said)
        for section in sections
        for said in (
            *(each.said for each in section.paragraphs),
            *(each.why for each in section.paragraphs if each.why),
            *(figure.caption for figure in section.figures),
        )
    ]
