"""The rules of Quarto, in words and figures."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, rule, ruling

GAME = "quarto"
SPOKEN = {"calls": "spoken"}

SUMMARY = sentence(
    "Two players share sixteen pieces, and your opponent chooses the one you place. Four in a "
    "line with something in common win."
)

_CONTENTS = Section(
    "contents",
    (
        rule(
            "QT1",
            sentence(
                "A board of four by four spaces and sixteen pieces that belong to nobody. Each is "
                "light or dark, round or square, tall or short, solid or hollow, and no two are "
                "alike."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "..../..../..../.... -",
            sentence("The empty board and the sixteen pieces."),
            ("QT1",),
        ),
    ),
)

_TURN = Section(
    "turn",
    (
        rule(
            "QT2",
            sentence(
                "The starter only gives: any piece, to the opponent. From then on, the player who "
                "was given a piece puts it on any empty space and gives any remaining piece back. "
                "After the sixteenth piece nothing is given."
            ),
        ),
        note(
            sentence(
                "So the second player places the first, third and every other odd piece, and the "
                "starter the even ones."
            )
        ),
    ),
    (
        Figure(
            GAME,
            "..../..../..../.... -",
            sentence("A piece is given, placed by the other player, and a new one is given."),
            ("QT2",),
            "move",
            ("0", "b2", "f"),
        ),
    ),
)

_FORBIDDEN = Section(
    "forbidden",
    (
        rule(
            "QT2",
            sentence(
                "You may not place on a taken space, give before you have placed, or keep a piece "
                "back. Pieces never move once they stand."
            ),
        ),
        rule("QT1", sentence("A piece that is on the board cannot be given again.")),
    ),
    (
        Figure(
            GAME,
            "0.../.7../..../...f 3",
            sentence("The piece in hand goes on an empty space, and only then is one given."),
            ("QT2",),
            "refused",
            refused=("b3", "5"),
        ),
        Figure(
            GAME,
            "0.../.7../..../.... -",
            sentence("The piece on b3 is in play and cannot be given."),
            ("QT1",),
            "refused",
            refused=("7",),
        ),
    ),
)

_END = Section(
    "end",
    (
        rule(
            "QT3",
            sentence(
                "Four pieces in a row, a column or a long diagonal that share at least one "
                "feature are an alignment: four dark ones, four hollow ones, and so on. Sharing "
                "more adds nothing, and it does not matter who placed them."
            ),
        ),
        rule(
            "QT8",
            sentence(
                "If all sixteen pieces are placed and nobody has won, the game is a draw, even if "
                "there is an alignment that nobody called in time."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "..../..../8.2./014. 5",
            sentence("Four light pieces in a row."),
            ("QT3", "QT16"),
            "win",
            ("d1",),
        ),
        Figure(
            GAME,
            "a.../3.../f.../..0. 6",
            sentence("Four short pieces in a column."),
            ("QT3",),
            "win",
            ("a1",),
        ),
        Figure(
            GAME,
            "1.../.b../..7./2... d",
            sentence("Four hollow pieces on a long diagonal."),
            ("QT3",),
            "win",
            ("d1",),
        ),
        Figure(
            GAME,
            "..../..../8.2./01c. 3",
            sentence("A full row whose pieces have nothing in common."),
            ("QT3",),
            "no_win",
            ("d1",),
        ),
        Figure(
            GAME,
            "2c95/f4e8/037./1b6d a",
            sentence("The sixteenth piece makes no alignment."),
            ("QT8",),
            "draw",
            ("d2",),
        ),
    ),
)

_CALLS = Section(
    "calls",
    (
        rule("QT4", sentence("An alignment wins only when it is called: say Quarto and show it.")),
        rule("QT5", sentence("Once you have placed, you may call until you give the next piece.")),
        rule(
            "QT6",
            sentence(
                "If you give without calling, your opponent may call until that piece is placed, "
                "and wins."
            ),
        ),
        rule(
            "QT7",
            sentence(
                "An alignment that neither of you called is dead for good. Only one that contains "
                "the piece placed last can be called. Pieces of a dead one may still be part of "
                "a new one."
            ),
        ),
        ruling(
            "QT12",
            sentence("The two chances to call follow each other and never overlap."),
            sentence(
                "Some printed editions let the giver still call after giving, most do not; like "
                "this, no game is decided by who speaks faster."
            ),
        ),
        ruling(
            "QT13",
            sentence(
                "A wrong call, of no alignment, a dead one or another than the live one, is void, "
                "and the game goes on. You have one call for each piece placed, and your "
                "opponent's call is not affected. A table may agree that a wrong call loses."
            ),
            sentence("The printed rules name no penalty."),
        ),
        ruling(
            "QT14",
            sentence(
                "After the sixteenth piece nothing is given, so both players say in turn whether "
                "they call or stay silent. If nobody wins by a call, the game is a draw."
            ),
            sentence("The printed rules do not say when the last chance to call ends."),
        ),
        ruling(
            "QT15",
            sentence(
                "While a spoken game lasts, the page never tells whether there is something to "
                "call. Hints and values do not speak of calls. What was missed is shown "
                "afterwards."
            ),
            sentence("Seeing the alignment is part of the game."),
        ),
        rule(
            "QT16",
            sentence(
                "The program can also call in the players' place: then the first alignment ends "
                "the game, and the player who completed it wins. Tables for people propose spoken "
                "calls."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "..../..../8.2./014. 5 c1 -",
            sentence("The call: four light pieces, and the placer calls them at once."),
            ("QT4", "QT5"),
            "win",
            ("d1", "quarto:a1-d1"),
            options=SPOKEN,
        ),
        Figure(
            GAME,
            "..../..../8.2./014. 5 c1 -",
            sentence("The steal: the placer gives a piece without calling; the receiver calls."),
            ("QT6", "QT12"),
            "win",
            ("d1", "6", "quarto:a1-d1"),
            options=SPOKEN,
        ),
        Figure(
            GAME,
            "..../..../8.2./014. 5 c1 -",
            sentence(
                "Nobody called, and another piece was placed: the row is dead, the call void."
            ),
            ("QT7", "QT13"),
            "no_win",
            ("d1", "6", "a4", "quarto:a1-d1"),
            options=SPOKEN,
        ),
        Figure(
            GAME,
            "..../..../8.2./014. 5 c1 -",
            sentence("One call for each piece placed: after a wrong one there is no second."),
            ("QT13",),
            "refused",
            ("d1", "quarto:a2-d2"),
            ("quarto:a1-d1",),
            options=SPOKEN,
        ),
        Figure(
            GAME,
            "..../..../8.2./01c. 3 c1 -",
            sentence("Where the players have agreed that a wrong call loses."),
            ("QT13",),
            "loss",
            ("d1", "quarto:a1-d1"),
            options={**SPOKEN, "false_call": "loses"},
        ),
        Figure(
            GAME,
            "2c95/f4e8/037./1b6d a c4 -",
            sentence("After the sixteenth piece both stay silent."),
            ("QT14", "QT8"),
            "draw",
            ("d2", "silent", "silent"),
            options=SPOKEN,
        ),
        Figure(
            GAME,
            "..../..../8.2./0145 - d1 -",
            sentence("In a spoken game nothing is marked, though there is something to call."),
            ("QT15",),
            options=SPOKEN,
        ),
    ),
)

_VARIANTS = Section(
    "variants",
    (
        rule(
            "QT9",
            sentence(
                "For beginners: agree before the game on one, two or three features. Only these "
                "count, each with both of its values."
            ),
        ),
        rule(
            "QT10",
            sentence(
                "Advanced: four pieces on two by two neighbouring spaces are an alignment, too. "
                "There are nine such squares besides the ten lines."
            ),
        ),
        ruling(
            "QT17",
            sentence("Fewer features and the nine squares may be combined."),
            sentence("The printed rules do not forbid it, and nothing in them stands against it."),
        ),
        rule(
            "QT18",
            sentence(
                "Harder: agree before the game that an alignment must share two features, such "
                "as light and square. At least two features must count."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "..../..../8.2./014. 5",
            sentence("Only the shape counts: four light pieces are then no alignment."),
            ("QT9",),
            "no_win",
            ("d1",),
            options={"features": "shape"},
        ),
        Figure(
            GAME,
            "..../..../02../1... b",
            sentence("With squares: four round pieces on two by two spaces."),
            ("QT10",),
            "win",
            ("b1",),
            options={"squares": "true"},
        ),
        Figure(
            GAME,
            "..../..../04../1... 7",
            sentence("With squares, and only the colour counts: four light pieces."),
            ("QT17", "QT9", "QT10"),
            "win",
            ("b1",),
            options={"squares": "true", "features": "colour"},
        ),
        Figure(
            GAME,
            "..../..../8.../014. 7",
            sentence("Two in common are needed, and these four are only light."),
            ("QT18",),
            "no_win",
            ("d1",),
            options={"common": "2"},
        ),
        Figure(
            GAME,
            "..../..../8.../014. 5",
            sentence("Two in common: these four are light and tall."),
            ("QT18",),
            "win",
            ("d1",),
            options={"common": "2"},
        ),
    ),
)

SECTIONS: tuple[Section, ...] = (
    _CONTENTS,
    Section(
        "set_up",
        (
            rule(
                "QT2",
                sentence("The board starts empty, all pieces beside it. Draw lots for who begins."),
            ),
        ),
    ),
    _TURN,
    _FORBIDDEN,
    _END,
    _CALLS,
    _VARIANTS,
    Section("players", (note(sentence("Quarto is for two players.")),)),
    Section(
        "time",
        (
            rule(
                "QT11",
                sentence(
                    "In tournaments a move takes at most one minute: stealing a call, placing and "
                    "giving together. Any table may have this limit, or another clock."
                ),
            ),
        ),
    ),
    Section("duration", (rule("QT19", sentence("A game takes 10 to 20 minutes.")),)),
)
