"""The rules of Cubulus, in words and figures.

Pushes and squares are shown with three players: a cube without neutral balls is easier to read.
"""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, rule, ruling

GAME = "cubulus"
THREE = {"players": "3"}

SUMMARY = sentence(
    "Push balls into a cube, turn its rows, and be the first with four of your colour in a square "
    "on one of its faces."
)

_CONTENTS = Section(
    "contents",
    (
        rule(
            "CB1",
            sentence(
                "A cube of three by three by three slots, empty at first, and three colours with "
                "nine balls each."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "........./........./......... o -",
            sentence("The empty cube and the balls of two players, with the neutral ones."),
            ("CB1",),
        ),
    ),
)

_SET_UP = Section(
    "set_up",
    (
        rule(
            "CB2",
            sentence(
                "With two players each takes a colour, and the third is neutral. Draw lots for who "
                "begins. The other player first puts all nine neutral balls anywhere in the cube."
            ),
        ),
        ruling(
            "CB11",
            sentence(
                "Neutral balls may go to the centre, fill rows and form squares. A neutral square "
                "never means anything."
            ),
            sentence("The printed rules say anywhere, and name no exception."),
        ),
    ),
    (
        Figure(
            GAME,
            "........./........./......... o -",
            sentence("Neutral balls go anywhere, even to the centre."),
            ("CB2", "CB11"),
            "move",
            ("U9", "core", "F5"),
        ),
        Figure(
            GAME,
            "nn.n...../.n..n..n./..n.n.... o -",
            sentence("Four neutral balls form a square, and nothing happens."),
            ("CB11",),
            "no_win",
            ("U5",),
        ),
    ),
)

_TURN = Section(
    "turn",
    (
        rule(
            "CB3",
            sentence(
                "On your turn, do exactly one of two things: put in a ball of yours, or turn a "
                "complete row. You cannot pass."
            ),
        ),
        rule(
            "CB4",
            sentence(
                "A ball enters from outside into one of the 26 outer slots and stays there. If a "
                "ball was in that slot, it goes one step inward and pushes the one behind it, up "
                "to the first gap. Balls beyond the gap stay."
            ),
        ),
        ruling(
            "CB13",
            sentence(
                "An empty slot on an edge or a corner is the same from each of its faces. If it is "
                "taken, the face decides which row is pushed."
            ),
            sentence("The printed rules show single faces only."),
        ),
        rule(
            "CB5",
            sentence(
                "You can turn a complete row of three balls, of any colours, from either end: push "
                "the first, and the third comes out and goes at once into the first slot. There "
                "are 27 rows."
            ),
        ),
        ruling(
            "CB14",
            sentence(
                "A row of three equal balls may be turned, and the first turn of the game may "
                "already turn a row. Squares count only when the whole action is done."
            ),
            sentence("The printed rules say a complete row, and name no exception."),
        ),
        rule("CB7", sentence("When all your balls are in, you can only turn rows.")),
    ),
    (
        Figure(
            GAME,
            "....x..../.....z.o./......... x -",
            sentence("A ball goes into an empty slot."),
            ("CB3", "CB4"),
            "move",
            ("U9", "F4", "R9"),
            apart=True,
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../.....z.o./......... x -",
            sentence("The ball in the middle of the front is pushed into the centre."),
            ("CB4",),
            "move",
            ("F5",),
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../....o..z./......... x -",
            sentence("Two balls are pushed at once."),
            ("CB4",),
            "move",
            ("F5",),
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../.z.....o./......... x -",
            sentence("Only the ball before the gap moves; the one at the back stays."),
            ("CB4",),
            "move",
            ("F5",),
            options=THREE,
        ),
        Figure(
            GAME,
            "o.......x/........./......z.. x -",
            sentence(
                "The corner slot is taken. Its ball goes down, left or back: the face decides."
            ),
            ("CB13",),
            "move",
            ("U9", "R1", "F3"),
            apart=True,
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../.o..z..x./......... o -",
            sentence("A row is turned from the front, or from the back."),
            ("CB5",),
            "move",
            ("F5+", "B5+"),
            apart=True,
            options=THREE,
        ),
        Figure(
            GAME,
            "nn.nn..../.n..n..n./..n.n.... x -",
            sentence("The first turn of the game turns a row of three equal balls."),
            ("CB14",),
            "move",
            ("F5+",),
        ),
    ),
)

_FORBIDDEN = Section(
    "forbidden",
    (
        rule("CB4", sentence("No ball may be pushed out: a full row takes no ball.")),
        rule("CB5", sentence("A row with a gap cannot be turned.")),
        rule(
            "CB6",
            sentence(
                "The very next turn may not undo a turn: the same row from its other end is "
                "banned. Turning it on the same way is fine, and a ball put in lifts the ban."
            ),
        ),
        rule(
            "CB15",
            sentence(
                "There is always something to play: once your balls are in, some row is complete, "
                "and at most one way to turn it is banned."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "....x..../.o..z..x./......... o -",
            sentence("The row from the front to the back is full."),
            ("CB4",),
            "refused",
            refused=("F5",),
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../....o..z./......... x -",
            sentence("The last slot of the row is empty."),
            ("CB5",),
            "refused",
            refused=("F5+",),
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../.o..z..x./......... o -",
            sentence("The row has just been turned from the front, and may not be turned back."),
            ("CB6",),
            "refused",
            ("F5+",),
            ("B5+",),
            options=THREE,
        ),
        Figure(
            GAME,
            "....x..../.o..z..x./......... o -",
            sentence("Turning it on in the same direction is allowed."),
            ("CB6",),
            "move",
            ("F5+", "F5+"),
            options=THREE,
        ),
        Figure(
            GAME,
            ".xxxx.x.n/.nnnnxxox/.ox.nn.nn x U9+",
            sentence("All nine ivory balls are in: ivory can no longer put one in at U1."),
            ("CB7",),
            "refused",
            refused=("U1",),
        ),
        Figure(
            GAME,
            ".xxxx.x.n/.nnnnxxox/.ox.nn.nn x U9+",
            sentence("But there is a row to turn."),
            ("CB7", "CB15"),
            "move",
            ("U5+",),
        ),
    ),
)

_END = Section(
    "end",
    (
        rule(
            "CB8",
            sentence(
                "Four balls of your colour in a square on one of the six faces win. There are 36 "
                "squares, of three kinds: two by two neighbours, the four corners of a face, and "
                "the middles of its four edges."
            ),
        ),
        rule(
            "CB9",
            sentence(
                "If your action makes a square for an opponent together with one of yours, that "
                "opponent wins."
            ),
        ),
        ruling(
            "CB9",
            sentence("The same holds if the opponent's square appears alone."),
            sentence("Most printed editions speak only of both at once; one has this rule, too."),
        ),
        ruling(
            "H1",
            sentence("The third occurrence of the same position is a draw."),
            sentence("It is a house rule, the same in every game."),
        ),
    ),
    (
        Figure(
            GAME,
            "....xx.x./.....zoo./..z...oz. x -",
            sentence("A block of two by two on the top face."),
            ("CB8",),
            "win",
            ("U9",),
            options=THREE,
        ),
        Figure(
            GAME,
            "x.x...x../.....zoo./..z...oz. x -",
            sentence("The four corners of the top face."),
            ("CB8",),
            "win",
            ("U9",),
            options=THREE,
        ),
        Figure(
            GAME,
            ".x.x.x.../.....zoo./..z...oz. x -",
            sentence("The middles of the four edges of the top face."),
            ("CB8",),
            "win",
            ("U8",),
            options=THREE,
        ),
        Figure(
            GAME,
            "x.x.x..../.....zoo./..z...oz. x -",
            sentence("Three corners and the middle of the face are no square."),
            ("CB8",),
            "no_win",
            ("U7",),
            options=THREE,
        ),
        Figure(
            GAME,
            "z..o..x../...o..x.x/o..z..oxz z -",
            sentence("Red pushes an ivory ball along the edge, and ivory has a square in front."),
            ("CB9",),
            "loss",
            ("L3",),
            options=THREE,
        ),
        Figure(
            GAME,
            "zz.xooxo./.zoxoozxo/.zx..z.xx x -",
            sentence("Ivory makes a square in front and one for charcoal on top: charcoal wins."),
            ("CB9",),
            "loss",
            ("D3",),
            options=THREE,
        ),
    ),
)

_PLAYERS = Section(
    "players",
    (
        rule(
            "CB10",
            sentence(
                "Two or three can play. With three there are no neutral balls: everyone has nine, "
                "and turns go clockwise. All else is the same."
            ),
        ),
        ruling(
            "CB12",
            sentence(
                "If, with three players, your action makes squares for both opponents at once, you "
                "lose and the two share the win."
            ),
            sentence("The printed rules do not foresee it."),
        ),
    ),
    (
        Figure(
            GAME,
            "........./........./......... x -",
            sentence("Three players put in their first balls."),
            ("CB10",),
            "move",
            ("U9", "F5", "R5"),
            options=THREE,
        ),
        Figure(
            GAME,
            "zz.zooozz/xx..z.ooz/.xo.x...x x -",
            sentence("One turn of a row makes squares for charcoal and for red."),
            ("CB12",),
            "shared",
            ("B2+",),
            options=THREE,
        ),
    ),
)

SECTIONS: tuple[Section, ...] = (
    _CONTENTS,
    _SET_UP,
    _TURN,
    _FORBIDDEN,
    _END,
    Section("variants", (note(sentence("There are none.")),)),
    _PLAYERS,
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
        (note(sentence("A game takes about 20 minutes, by our own estimate.")),),
    ),
)
