"""The house rules, which all games share. All of them are ours."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, ruling

SUMMARY = sentence(
    "These rules hold in every game. All of them are ours, because the printed rules are silent "
    "on them, and a table can change some."
)

SECTIONS: tuple[Section, ...] = (
    Section(
        "agreed",
        (
            ruling(
                "H1",
                sentence(
                    "Repetition: where play can go round in circles (Qomet, Cubulus, Quixo), the "
                    "third occurrence of the same position is a draw. Board, reserves, player to "
                    "move and banned move must all be the same. A table can switch this off."
                ),
                sentence("Without it a game could go on for ever."),
            ),
            ruling(
                "H2",
                sentence(
                    "Ending early: in every game the players may agree on a draw, and a side may "
                    "resign. At a table with a clock, a side whose time runs out loses, even if it "
                    "could not have lost on the board."
                ),
                sentence("People have to leave, and a clock must mean something."),
            ),
            ruling(
                "H3",
                sentence(
                    "Who begins: lots are drawn, unless the table says otherwise. In a rematch "
                    "everyone moves one seat on."
                ),
                sentence("Beginning can be an advantage, so it goes round."),
            ),
            ruling(
                "H4",
                sentence(
                    "Taking back: until you confirm a move, you may take it apart and choose "
                    "again. After that it stands, unless the table allows taking back and everyone "
                    "else agrees."
                ),
                sentence("A slip of the finger should not cost a game."),
            ),
            ruling(
                "H5",
                sentence(
                    "Long games: a game between engines is a draw after 400 plies. A table that "
                    "people open has a limit, too: 1,000 plies, unless it chose less."
                ),
                sentence("Where the rule on repetition is off, every game still ends."),
            ),
        ),
        (
            Figure(
                "quixo",
                "...oo/...../...../...../xx... x",
                sentence(
                    "Each side pushes among its own cubes, and the same position is back. When it "
                    "occurs for the third time, the game is a draw."
                ),
                ("H1",),
                "move",
                ("b1a1", "d5e5"),
            ),
        ),
    ),
    Section(
        "score",
        (
            note(
                sentence(
                    "A game hands out one point. The winner gets it, and in a draw the sides share "
                    "it. Partners each score what their team scores. With three players, if one "
                    "loses on time or resigns, the other two share the point."
                )
            ),
        ),
    ),
)
