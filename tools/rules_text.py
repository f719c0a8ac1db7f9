"""Print the rules in one language, numbered, for someone who translates them back into English.

python tools/rules_text.py LANG

Each line is a heading, a paragraph, its reason or the caption of a figure: its number, the ids of
the rules it tells, and the words. The English is not among them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from quintet.i18n.catalogue import translator
from quintet.i18n.languages import LANGUAGES
from quintet.i18n.sentence import Sentence
from quintet.rules import HEADINGS, RULES, GameRules, house


def lines(rules: GameRules) -> Iterator[tuple[str, Sentence]]:
    """Yield what a page of rules says, in its order, with the ids of each part."""
    yield "summary", rules.SUMMARY
    for section in rules.SECTIONS:
        yield "heading", HEADINGS[section.part]
        for paragraph in section.paragraphs:
            yield " ".join(paragraph.ids) or "note", paragraph.said
            if paragraph.why is not None:
                yield "reason", paragraph.why
        for figure in section.figures:
            yield f"figure {' '.join(figure.ids)}", figure.caption


def main() -> None:
    """Print the rules of all games and of the house."""
    if len(sys.argv) != 2 or sys.argv[1] not in LANGUAGES:
        sys.exit(__doc__)
    translate = translator(sys.argv[1])
    number = 0
    for name, rules in [*RULES.items(), ("house", house)]:
        print(f"\n== {name}")
        for ids, said in lines(rules):
            number += 1
            print(f"{number}. [{ids}] {translate(said)}")


if __name__ == "__main__":
    main()
