"""The documentation page of facts, and its pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from quintet.draw import bars, svg
from quintet.i18n.sentence import Sentence
from quintet.known import Curiosity, Fact
from quintet.known.plots import fact_title, plots
from quintet.known.sources import source_sentence
from quintet.known.words import (
    curiosity_sentence,
    effort_sentence,
    how_sentence,
    longest_sentence,
    value_sentence,
    zugzwang_sentence,
)

KNOWN = Path(__file__).parent.parent / "docs" / "explanation" / "known"
PICTURES = KNOWN / "pictures"
PART = "(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
HEAD = (
    "| game | result | proof | tablebase | positions | longest win | cost to recompute | stored |"
)


def write(facts: Sequence[Fact]) -> None:
    """Update the table and the pictures of docs/explanation/known/index.md."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    page = KNOWN / "index.md"
    text = page.read_text(encoding="utf-8")
    for name, part in {"facts": table(facts), "pictures": gallery(facts)}.items():
        found = re.search(PART.format(name=name), text, re.DOTALL)
        assert found is not None
        text = f"{text[: found.start()]}{found[1]}{part}\n{found[2]}{text[found.end() :]}"
    page.write_text(text, encoding="utf-8")


def table(facts: Sequence[Fact]) -> str:
    lines = [HEAD, "|---" * (HEAD.count("|") - 1) + "|"]
    for fact in facts:
        cells = (
            _linked(fact),
            str(value_sentence(fact.value)),
            str(how_sentence(fact)),
            _or_dash(source_sentence(fact)),
            _number(fact.positions),
            _or_dash(longest_sentence(fact)),
            _or_dash(effort_sentence(fact)),
            _size(fact.bytes),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _linked(fact: Fact) -> str:
    page = KNOWN / f"{fact.game}.md"
    title = str(fact_title(fact))
    return f"[{title}]({fact.game}.md)" if page.exists() else title


def _or_dash(said: Sentence | None) -> str:
    return "-" if said is None else str(said)


def _number(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _size(size: int | None) -> str:
    if size is None:
        return "-"
    if size >= 1e9:
        return f"{size / 1e9:,.1f} GB"
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:,.1f} kB"


def gallery(facts: Sequence[Fact]) -> str:
    """Return positions and plots, game by game."""
    lines = []
    for fact in facts:
        pictures = [_plot(fact, name, made) for name, made in plots(fact).items()]
        pictures += [_board(fact, curiosity) for curiosity in fact.curiosities]
        zugzwang = zugzwang_sentence(fact)
        pictures += [f"{zugzwang}\n"] if zugzwang is not None else []
        if pictures:
            lines += [f"### {fact_title(fact)}", "", *pictures]
    return "\n".join(lines)


def _plot(fact: Fact, name: str, made: bars.Bars) -> str:
    path = PICTURES / f"{_file(fact)}-{name}.svg"
    path.write_text(bars.svg(made), encoding="utf-8")
    return f"![{made.title}](pictures/{path.name})\n"


def _board(fact: Fact, curiosity: Curiosity) -> str:
    path = PICTURES / f"{_file(fact)}-{curiosity.why}.svg"
    path.write_text(svg(curiosity.position), encoding="utf-8")
    said = str(curiosity_sentence(curiosity))
    line = curiosity.line_text
    end = "" if line.endswith("…") else "."
    return f"{said} Best play is {line}{end}\n\n![{said}](pictures/{path.name})\n"


def _file(fact: Fact) -> str:
    return re.sub(r"\W+", "-", str(fact_title(fact)).lower()).strip("-")
