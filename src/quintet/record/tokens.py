"""The tokens of the move text of a record."""

from __future__ import annotations

import re

from quintet.i18n.sentence import sentence
from quintet.record.faults import CONTROL, CONTROL_CLASS, SCORES, Fault, control_character
from quintet.record.split import GAME_LINE

# White space between tokens.
SPACES = "".join(map(chr, [*b" \t\n\xa0", 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029]))
SPACES += "\u202f\u205f\u3000\ufeff"

TOKEN = re.compile(
    rf"""
    [{SPACES}]*+ (?:
      (?P<number> [0-9]*\.+ )
    | (?P<result> (?: \* | {SCORES} ) (?= [{SPACES}{{}}();$!?] | \Z ) )
    | (?P<word> [^\s{{}}();$!?{CONTROL_CLASS}]+ )
    | (?P<comment> \{{ (?: [^\\}}{CONTROL_CLASS}]++ | \\[^{CONTROL_CLASS}] )*+ \}} )
    | (?P<remark> ; [^\n{CONTROL_CLASS}]*+ (?: \n | \Z ) )
    | (?P<suffix> [!?]+ )
    | (?P<nag> \$[0-9]+ )
    | (?P<open> \( )
    | (?P<close> \) )
    )
    """,
    re.VERBOSE,
)

_ESCAPE = re.compile(r"\\([\\}\[])")


def after_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACES:
        at += 1
    return at


def read_comment(written: str) -> str:
    """Return a comment without its escapes. Unknown escapes are kept as they are."""
    return _ESCAPE.sub(r"\1", written) if "\\" in written else written


def write_comment(comment: str) -> str:
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    first, *others = escaped.split("\n")
    # A line that looks like the start of a game would end this one.
    lines = [line.replace("[", "\\[", 1) if GAME_LINE.match(line) else line for line in others]
    return "{" + "\n".join([first, *lines]) + "}"


def explain(text: str, at: int) -> Fault:
    """Return why no token starts at an offset; `skip` is where it is wrong."""
    if text[at] == "}":
        return Fault(
            sentence("There is no comment to close."), expected=sentence("a move"), skip=at
        )
    if text[at] == "$":
        return Fault(
            sentence("A number belongs to this sign."), expected=sentence("$0 to $255"), skip=at
        )
    bad = CONTROL.search(text, at)
    if bad is None:
        return Fault(sentence("This comment is never closed."), expected="}", skip=at)
    return control_character(bad[0], skip=bad.start())
