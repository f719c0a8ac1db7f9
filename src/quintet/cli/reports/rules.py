"""The rules of a game as text and as JSON."""

from __future__ import annotations

from typing import Any

from quintet.cli.terminal.output import columns, print_picture, say, tell, wrapped
from quintet.draw import terminal
from quintet.draw.terminal import MARKS
from quintet.errors import UnknownGame
from quintet.games import find_game
from quintet.i18n.columns import columns_of
from quintet.i18n.sentence import Sentence, all_of, sentence
from quintet.position import option_text
from quintet.rules import HEADINGS, RULES, Figure, GameRules, Paragraph, house
from quintet.rules.demonstration import demonstrate

INDENT = 6  # of paragraphs, for the longest id


def print_rules(game: str) -> None:
    """Print the rules of a game, or of the house."""
    title, found = _find(game)
    _print_heading(title, "=")
    print("\n".join(wrapped(say(found.SUMMARY), columns())))
    for section in found.SECTIONS:
        _print_heading(HEADINGS[section.part], "-")
        for paragraph in section.paragraphs:
            _print_paragraph(paragraph)
        for figure in section.figures:
            _print_figure(figure)


def rules_facts(game: str) -> dict[str, Any]:
    """Return the rules of a game, or of the house, for JSON: in English."""
    title, found = _find(game)
    return {
        "game": game,
        "title": str(title),
        "summary": str(found.SUMMARY),
        "sections": [
            {
                "part": section.part,
                "heading": str(HEADINGS[section.part]),
                "paragraphs": [
                    {
                        "ids": paragraph.ids,
                        "text": str(paragraph.said),
                        "our_ruling": None if paragraph.why is None else str(paragraph.why),
                    }
                    for paragraph in section.paragraphs
                ],
                "figures": [_figure_facts(figure) for figure in section.figures],
            }
            for section in found.SECTIONS
        ],
    }


def _find(game: str) -> tuple[Sentence, GameRules]:
    if game == "house":
        return sentence("House rules"), house
    title = find_game(game).title
    if game not in RULES:
        said = sentence("No rules of {game} are written here yet.", game=title)
        raise UnknownGame(said, game=game)
    return sentence("{game} rules", game=title), RULES[game]


def _print_heading(said: Sentence, line: str) -> None:
    text = say(said)
    under = line * columns_of(text)
    print(f"\n{text}\n{under}\n" if line == "-" else f"{text}\n{under}\n")


def _print_paragraph(paragraph: Paragraph) -> None:
    ids = " ".join(paragraph.ids).ljust(INDENT - 1)
    print("\n".join(wrapped(f"{ids} {say(paragraph.said)}", columns(), hanging=INDENT)))
    if paragraph.why is not None:
        why = f"{say(sentence('Our ruling.'))} {say(paragraph.why)}"
        print("\n".join(wrapped(why, columns(), indent=INDENT)))


def _print_figure(figure: Figure) -> None:
    shown = demonstrate(figure)
    marks = {place: mark for place, mark in shown.marks.items() if mark in MARKS}
    print()
    print_picture(terminal(shown.position, columns=columns(), marks=marks, say=say))
    print()
    print("\n".join(wrapped(say(figure.caption), columns())))
    if figure.moves:
        words = all_of(figure.moves) if figure.apart else " ".join(figure.moves)
        tell(sentence("Moves: {moves}", moves=words))
    if figure.refused:
        tell(sentence("Tried: {moves}", moves=all_of(figure.refused)))
    for verdict in shown.verdicts:
        print("\n".join(wrapped(say(verdict), columns())))
    options = option_text(shown.position.variant)
    print(" ".join(filter(None, (figure.game, options, figure.position))))


def _figure_facts(figure: Figure) -> dict[str, Any]:
    return {
        "game": figure.game,
        "position": figure.position,
        "options": dict(figure.options),
        "moves": figure.moves,
        "each_from_the_start": figure.apart,
        "refused": figure.refused,
        "shows": figure.shows,
        "ids": figure.ids,
        "caption": str(figure.caption),
        "verdicts": [str(verdict) for verdict in demonstrate(figure).verdicts],
    }
