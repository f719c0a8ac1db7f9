"""The rules of Quantik, in words and figures."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, rule, ruling

GAME = "quantik"

SUMMARY = sentence(
    "Two players take turns placing shapes. Bring four different ones together before your "
    "opponent does."
)

SECTIONS: tuple[Section, ...] = (
    Section(
        "contents",
        (
            rule(
                "QK1",
                sentence(
                    "A board of four by four spaces, cut into four regions of two by two. Each "
                    "player has eight pieces: two spheres, two cylinders, two cubes and two cones."
                ),
            ),
        ),
        (
            Figure(
                GAME,
                "..../..../..../....",
                sentence("The empty board with its four regions, and the pieces of both players."),
                ("QK1",),
            ),
        ),
    ),
    Section(
        "set_up",
        (rule("QK2", sentence("The board starts empty. Draw lots for who begins.")),),
    ),
    Section(
        "turn",
        (
            rule(
                "QK2",
                sentence(
                    "On your turn, put one of your pieces on an empty space. You cannot pass, and "
                    "pieces never move again."
                ),
            ),
            rule(
                "QK4",
                sentence(
                    "Your own pieces never stand in your way: a second sphere may join your first."
                ),
            ),
        ),
        (
            Figure(
                GAME,
                "..../.A../..../....",
                sentence(
                    "Dark may put a sphere on any marked space, and every other shape anywhere."
                ),
                ("QK2",),
                "move",
                ("A@d4", "A@c2", "B@b4"),
                apart=True,
                marks=dict.fromkeys(("c4", "d4", "a2", "c2", "d2", "a1", "c1", "d1"), "target"),
            ),
            Figure(
                GAME,
                "A.../..../..b./....",
                sentence("Light has a sphere in this column, and may add the other one."),
                ("QK4",),
                "move",
                ("A@a1",),
            ),
        ),
    ),
    Section(
        "forbidden",
        (
            rule(
                "QK3",
                sentence(
                    "You may not place a shape in a row, column or region in which your opponent "
                    "has the same shape. One such piece is enough."
                ),
            ),
            rule(
                "QK4",
                sentence(
                    "A piece of your own does not lift that ban: what your opponent's piece "
                    "forbids stays forbidden."
                ),
            ),
        ),
        (
            Figure(
                GAME,
                "..../.A../..../....",
                sentence(
                    "The light sphere keeps dark spheres out of its row, its column and its region."
                ),
                ("QK3",),
                "refused",
                refused=("A@d3", "A@b1", "A@a4"),
            ),
            Figure(
                GAME,
                "A.../..a./..../....",
                sentence(
                    "Light already has a sphere in the top row. The dark sphere in the region of "
                    "d4 still forbids a light one there."
                ),
                ("QK3", "QK4"),
                "refused",
                refused=("A@d4",),
            ),
        ),
    ),
    Section(
        "end",
        (
            rule(
                "QK5",
                sentence(
                    "Place the fourth different shape in a row, column or region and you win at "
                    "once. It does not matter who placed the other three."
                ),
            ),
            rule(
                "QK6",
                sentence("If you cannot place anything when your turn begins, you lose at once."),
            ),
            ruling(
                "QK7",
                sentence(
                    "A full board without four different shapes in any line is possible. The "
                    "starter would have to place, cannot, and loses. So no game is drawn."
                ),
                sentence(
                    "The printed rules do not mention a full board, and their rule on having no "
                    "placement fits it."
                ),
            ),
            ruling(
                "QK8",
                sentence("Wins and losses count by themselves; nobody has to call them."),
                sentence("The printed rules ask for no call, and a program overlooks nothing."),
            ),
        ),
        (
            Figure(
                GAME,
                "..../..../c.../AbC.",
                sentence("The cone is the fourth different shape in the bottom row."),
                ("QK5", "QK8"),
                "win",
                ("D@d1",),
            ),
            Figure(
                GAME,
                "A.../b.../C.../....",
                sentence("The cone is the fourth different shape in the left column."),
                ("QK5",),
                "win",
                ("D@a1",),
            ),
            Figure(
                GAME,
                "Ab../C.../..../....",
                sentence("The cone is the fourth different shape in the top left region."),
                ("QK5",),
                "win",
                ("D@b3",),
            ),
            Figure(
                GAME,
                "..../..../..../AbC.",
                sentence("The row is full, but with two cylinders and no cone it is no set."),
                ("QK5",),
                "no_win",
                ("B@d1",),
            ),
            Figure(
                GAME,
                ".cA./...b/.A.D/D.c.",
                sentence("After the cylinder on a2, Light has no placement left and loses."),
                ("QK6", "QK8"),
                "win",
                ("B@a2",),
            ),
            Figure(
                GAME,
                "AABC/DDBC/bcaa/bcd.",
                sentence("The last space is filled and nobody has four shapes: the starter loses."),
                ("QK7",),
                "win",
                ("D@d1",),
            ),
        ),
    ),
    Section("variants", (note(sentence("There are none.")),)),
    Section("players", (note(sentence("Quantik is for two players.")),)),
    Section(
        "time",
        (
            ruling(
                "H2",
                sentence(
                    "The printed rules set no limit. A table may have a clock; a player whose "
                    "time runs out loses."
                ),
                sentence("It is a house rule, the same in every game."),
            ),
        ),
    ),
    Section(
        "duration",
        (
            note(
                sentence(
                    "A game has at most sixteen placements and takes about ten minutes, by our "
                    "own estimate."
                )
            ),
        ),
    ),
)
