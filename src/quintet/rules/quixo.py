"""The rules of Quixo, in words and figures."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, rule, ruling

GAME = "quixo"
FOUR = {"players": "4"}

SUMMARY = sentence(
    "Crosses against circles on twenty-five cubes. Take one from the border, push it back in, and "
    "the whole line slides."
)

_CONTENTS = Section(
    "contents",
    (
        rule(
            "QX1",
            sentence(
                "A tray of five by five with 25 cubes. A cube is blank, or shows a cross or a "
                "circle."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "...../...../...../...../..... x",
            sentence("All cubes are blank at first."),
            ("QX1",),
        ),
    ),
)

_SET_UP = Section(
    "set_up",
    (
        rule(
            "QX1",
            sentence(
                "All cubes start blank. Agree who plays crosses, who plays circles, and who begins."
            ),
        ),
        ruling(
            "QX1",
            sentence(
                "In texts and records x is the side that begins. At a table the symbols are a "
                "choice of looks: the starter has crosses, circles, or either at random."
            ),
            sentence("The symbols change nothing in the game, and records need one name a side."),
        ),
    ),
)

_TURN = Section(
    "turn",
    (
        rule(
            "QX2",
            sentence(
                "On your turn, take a cube from the border that is blank or shows your symbol. You "
                "cannot pass."
            ),
        ),
        rule("QX3", sentence("It always comes back showing your symbol.")),
        rule(
            "QX4",
            sentence(
                "Push it in at an end of the row or column it left; the cubes in between slide "
                "towards the gap. A corner cube has two such ends, any other three."
            ),
        ),
        ruling(
            "QX6",
            sentence("A push that leaves everything looking as it was is a move like any other."),
            sentence("The printed rules do not mention it."),
        ),
    ),
    (
        Figure(
            GAME,
            "...../...../...../...../..... x",
            sentence("The cube from b1 can go in at a1, e1 or b5."),
            ("QX2", "QX3", "QX4"),
            "move",
            ("b1a1", "b1e1", "b1b5"),
            apart=True,
            marks={"b1": "chosen", "a1": "target", "e1": "target", "b5": "target"},
        ),
        Figure(
            GAME,
            "...../...../...../...../..... x",
            sentence("A corner cube has two ways back."),
            ("QX4",),
            "move",
            ("a1a5", "a1e1"),
            apart=True,
            marks={"a1": "chosen", "a5": "target", "e1": "target"},
        ),
        Figure(
            GAME,
            "...oo/...../...../...../xx... x",
            sentence("The cross from b1 goes in at a1, and the board looks the same."),
            ("QX6", "QX3"),
            "move",
            ("b1a1",),
        ),
    ),
)

_FORBIDDEN = Section(
    "forbidden",
    (
        rule("QX2", sentence("You never take a cube of your opponent's, nor one from inside.")),
        rule("QX4", sentence("A cube may not go back into the very cell it left.")),
    ),
    (
        Figure(
            GAME,
            "....o/...../...../...../x.... x",
            sentence("The circle is your opponent's, and c3 is not on the border."),
            ("QX2",),
            "refused",
            refused=("e5a5", "c3"),
        ),
        Figure(
            GAME,
            "....o/...../...../...../x.... x",
            sentence("The cube from b1 may not return to b1, nor go in elsewhere than at an end."),
            ("QX4",),
            "refused",
            refused=("b1 b1", "b1 d5"),
        ),
    ),
)

_END = Section(
    "end",
    (
        rule(
            "QX5",
            sentence(
                "Five of your symbols in a row, a column or a long diagonal win. But if your push "
                "makes five of your opponent's, you lose, even if it makes five of yours as well."
            ),
        ),
        ruling(
            "QX6",
            sentence("The program sees the lines; nobody has to announce them."),
            sentence("The printed rules ask for an announcement; a program overlooks no line."),
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
            "xxxx./..o../.o.../...o./.o... x",
            sentence("Five crosses in a row."),
            ("QX5", "QX6"),
            "win",
            ("e1e5",),
        ),
        Figure(
            GAME,
            "x..../x.o../xo.../x..o./.o... x",
            sentence("Five crosses in a column."),
            ("QX5",),
            "win",
            ("e1a1",),
        ),
        Figure(
            GAME,
            "....x/...x./o.x../.x.o./..oo. x",
            sentence("Five crosses on a long diagonal."),
            ("QX5",),
            "win",
            ("e1a1",),
        ),
        Figure(
            GAME,
            "...o./....x/...x./..x../...oo x",
            sentence("A short diagonal has only four cubes, and does not count."),
            ("QX5",),
            "no_win",
            ("b5b1",),
        ),
        Figure(
            GAME,
            "oooo./....o/..x../.x.x./.x... x",
            sentence("The push lifts a circle into the top row: five circles, and crosses lose."),
            ("QX5",),
            "loss",
            ("e5e1",),
        ),
        Figure(
            GAME,
            "oooxx/o.x.o/ooxxo/xxxxo/xxxxo o",
            sentence("The push makes a line of each symbol: the mover loses."),
            ("QX5",),
            "loss",
            ("c5e5",),
        ),
    ),
)

_VARIANTS = Section(
    "variants",
    (
        rule(
            "QX7",
            sentence(
                "For study there are boards of three by three and four by four, with lines of "
                "three and four. All else is the same."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "xx./.o./o.. x",
            sentence("Three in a line on the small board."),
            ("QX7",),
            "win",
            ("c1c3",),
            options={"size": "3"},
        ),
        Figure(
            GAME,
            "xxx./.o../..o./o... x",
            sentence("Four in a line on the middle board."),
            ("QX7",),
            "win",
            ("d1d4",),
            options={"size": "4"},
        ),
    ),
)

_PLAYERS = Section(
    "players",
    (
        rule(
            "QX8",
            sentence(
                "Two play, or four in two teams. Partners sit face to face and share a symbol; "
                "turns go clockwise, so the teams alternate."
            ),
        ),
        ruling(
            "QX15",
            sentence(
                "The seats are south, west, north and east, in this order; south and north are "
                "the team that begins. There are never more than two passes in a row."
            ),
            sentence("The printed rules name no seats; records and links need names."),
        ),
        rule(
            "QX9",
            sentence(
                "Every symbol carries a dot. A cube of your team may be taken only by the player "
                "its dot points at, a blank by anyone, a cube of the other team never."
            ),
        ),
        rule(
            "QX10",
            sentence(
                "When you push a cube in, its dot points at you or at your partner, as you like. "
                "Pushed cubes keep their dots."
            ),
        ),
        rule("QX11", sentence("In the first round everyone takes a blank cube.")),
        rule(
            "QX12",
            sentence(
                "You pass exactly when the border holds neither a blank nor a cube of your team "
                "whose dot points at you. The pass is made for you and shown."
            ),
        ),
        rule("QX13", sentence("Lines count for the team, wherever their dots point.")),
        rule(
            "QX14",
            sentence(
                "Whether partners may confer is agreed before the game. Unless they may, the "
                "team's chat is closed."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            "...../...../...../...../..... s",
            sentence("South, west, north and east push in a cube each."),
            ("QX8", "QX15"),
            "move",
            ("c1c5s", "a3e3w", "d5d1n", "e4a4e"),
            options=FOUR,
        ),
        Figure(
            GAME,
            "...../...../...../...../..... s",
            sentence("South turns the dot towards south or towards north."),
            ("QX10",),
            "move",
            ("b1b5s", "b1b5n"),
            apart=True,
            options=FOUR,
        ),
        Figure(
            GAME,
            "n...w/...../...../...../s...e s",
            sentence("One dot points at your partner, and one cube is the other team's."),
            ("QX9",),
            "refused",
            refused=("a5e5s", "e1e5s"),
            options=FOUR,
        ),
        Figure(
            GAME,
            "...../...../...../...../n...w n",
            sentence("A cube already points at north, but north must take a blank cube first."),
            ("QX11",),
            "refused",
            refused=("a1a5n",),
            options=FOUR,
        ),
        Figure(
            GAME,
            "swsss/e...s/s...s/s...e/ssese n",
            sentence("No blank, and no dot that points at north: north passes."),
            ("QX12",),
            "move",
            ("pass",),
            options=FOUR,
        ),
        Figure(
            GAME,
            "n...w/...../...../...../s...e s",
            sentence("A player who can take a cube may not pass."),
            ("QX12",),
            "refused",
            refused=("pass",),
            options=FOUR,
        ),
        Figure(
            GAME,
            "snsn./.w.../..e../...w./.e... s",
            sentence("Five of one team in a row, their dots in both directions."),
            ("QX13",),
            "win",
            ("e1e5s",),
            options=FOUR,
        ),
    ),
)

SECTIONS: tuple[Section, ...] = (
    _CONTENTS,
    _SET_UP,
    _TURN,
    _FORBIDDEN,
    _END,
    _VARIANTS,
    _PLAYERS,
    Section(
        "time",
        (
            rule(
                "QX16",
                sentence(
                    "Tournaments may limit the time of each player. Any table may have a clock."
                ),
            ),
        ),
    ),
    Section(
        "duration",
        (note(sentence("A game takes about 15 minutes, by our own estimate.")),),
    ),
)
