"""The rules of Qomet, in words and figures."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.rules.types import Figure, Section, note, rule, ruling

GAME = "qomet"

SUMMARY = sentence(
    "Two players with seven stars each, which push one another along the lines. Four of yours on "
    "the corners of a square win."
)

_CONTENTS = Section(
    "contents",
    (
        rule(
            "QM1",
            sentence(
                "A board of 25 points: three squares inside one another, each with four corners "
                "and four mid-sides, and a centre. Lines run along the sides of the squares and, "
                "as eight rays, from the centre out to the corners and mid-sides."
            ),
        ),
        rule("QM2", sentence("Each player has seven stars.")),
    ),
    (
        Figure(
            GAME,
            ".../.../.../......./.../.../... x -",
            sentence("The empty board; the stars of both players wait beside it."),
            ("QM1", "QM2"),
        ),
    ),
)

_SET_UP = Section(
    "set_up",
    (
        rule(
            "QM2",
            sentence(
                "The board starts empty. By the printed rules, the player who last looked at the "
                "stars begins."
            ),
        ),
        ruling(
            "QM2",
            sentence("Here the table chooses who begins, or draws lots."),
            sentence("A server cannot know who looked at the stars."),
        ),
    ),
)

_TURN = Section(
    "turn",
    (
        rule(
            "QM3",
            sentence(
                "On your turn, place a star from your reserve on a free point, or move one of "
                "your stars on the board. You cannot pass."
            ),
        ),
        rule("QM4", sentence("A star moves one step along a line to the next point.")),
        rule(
            "QM5",
            sentence(
                "If a star stands there, yours or your opponent's, it is pushed one step straight "
                "on along the line. The point behind it must be free."
            ),
        ),
        rule("QM12", sentence("A push through the centre goes straight on to the opposite ray.")),
        rule(
            "QM6",
            sentence(
                "A star on the outer square can be pushed off the board and returns to its "
                "owner's reserve. You may also take one of your own stars off the board from the "
                "outer square."
            ),
        ),
        ruling(
            "QM11",
            sentence(
                "From an outer corner a star can be pushed off along the diagonal and along both "
                "sides."
            ),
            sentence("The printed rules do not say which ways off a corner has."),
        ),
    ),
    (
        Figure(
            GAME,
            ".../.../.x./...o.../.../.../... x -",
            sentence("Place a star on any free point, or move one a step along a line."),
            ("QM3", "QM4"),
            "move",
            ("f2", "d5-e5", "d5-d6"),
            apart=True,
        ),
        Figure(
            GAME,
            ".../.../x../...o.../.../.../... x -",
            sentence("The star on c5 pushes the one in the centre straight on to e3."),
            ("QM5", "QM12"),
            "move",
            ("c5-d4",),
        ),
        Figure(
            GAME,
            ".../.x./.x./......./.../o../... x -",
            sentence("Your own stars can be pushed as well."),
            ("QM5",),
            "move",
            ("d6-d5",),
        ),
        Figure(
            GAME,
            ".o./.x./.../......./.../.../... x -",
            sentence("The star on d7 is pushed off the board and returns to the reserve."),
            ("QM6",),
            "move",
            ("d6-d7",),
        ),
        Figure(
            GAME,
            ".../.../.../..o...x/.../.../... x -",
            sentence("A star leaves the board by its own move."),
            ("QM6",),
            "move",
            ("g4-off",),
        ),
        Figure(
            GAME,
            ".xo/..x/.../......x/.../.../... x -",
            sentence(
                "From the outer corner a star is pushed off along both sides and the diagonal."
            ),
            ("QM11", "QM6"),
            "move",
            ("d7-g7", "f6-g7", "g4-g7"),
            apart=True,
        ),
    ),
)

_FORBIDDEN = Section(
    "forbidden",
    (
        rule(
            "QM5",
            sentence("Only one star can be pushed at a time, and never round a corner."),
        ),
        ruling(
            "QM11",
            sentence(
                "A star on a corner of an inner square cannot be pushed along its side: there is "
                "no next point."
            ),
            sentence("It follows from pushing straight on; the printed rules do not spell it out."),
        ),
        rule(
            "QM7", sentence("You may not undo your opponent's last turn by playing it backwards.")
        ),
        ruling(
            "QM10",
            sentence(
                "Undoing means that board and reserves would be exactly as before. Only one thing "
                "does that: your opponent's star pushed yours, and yours pushes it straight back. "
                "The ban lasts one turn."
            ),
            sentence("The printed rules leave open what counts as the reverse of a turn."),
        ),
        rule(
            "QM13",
            sentence(
                "Nobody is ever without a move: a star in reserve finds a free point, seven stars "
                "on the board always include one that can move, and a ban never takes the only "
                "move."
            ),
        ),
    ),
    (
        Figure(
            GAME,
            ".../.../.x./...o.../.o./.../... x -",
            sentence("Two stars in a row cannot be pushed."),
            ("QM5",),
            "refused",
            refused=("d5-d4",),
        ),
        Figure(
            GAME,
            ".../.xo/.../......./.../.../... x -",
            sentence("The star on an inner corner cannot be pushed round it."),
            ("QM5", "QM11"),
            "refused",
            refused=("d6-f6",),
        ),
        Figure(
            GAME,
            ".../.o./.x./......./.../.../... o -",
            sentence("Bronze pushes ivory to the centre. Ivory may not push straight back."),
            ("QM7", "QM10"),
            "refused",
            ("d6-d5",),
            ("d4-d5",),
        ),
        Figure(
            GAME,
            "xox/oxo/x.x/o.o...x/o../x../..o x -",
            sentence("All stars are in play, and there is still a move."),
            ("QM13",),
            "move",
            ("g4-off",),
        ),
    ),
)

_END = Section(
    "end",
    (
        rule(
            "QM8",
            sentence(
                "Four of your stars on the corners of a square whose sides are lines of the board "
                "win. There are fifteen: the three squares themselves, and twelve with a corner at "
                "the centre. Stars on the sides or inside do not matter."
            ),
        ),
        rule(
            "QM9",
            sentence(
                "If your turn makes a square for your opponent, your opponent wins, even if it "
                "makes one for you as well."
            ),
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
            "x.x/.../.o./..o.o../.../.../..x x -",
            sentence("The four corners of the outer square."),
            ("QM8",),
            "win",
            ("a1",),
        ),
        Figure(
            GAME,
            ".../x.x/.../.o...o./.../x../.o. x -",
            sentence("The four corners of the middle square."),
            ("QM8",),
            "win",
            ("f2",),
        ),
        Figure(
            GAME,
            ".../.../x.x/.o...o./..x/.../.o. x -",
            sentence("The four corners of the inner square."),
            ("QM8",),
            "win",
            ("c3",),
        ),
        Figure(
            GAME,
            ".../.../.xx/...x.../o../.o./..o x -",
            sentence("A small square with one corner at the centre."),
            ("QM8",),
            "win",
            ("e4",),
        ),
        Figure(
            GAME,
            ".../.xx/.../...x.../o../.o./..o x -",
            sentence("A middle-sized square with one corner at the centre."),
            ("QM8",),
            "win",
            ("f4",),
        ),
        Figure(
            GAME,
            ".xx/.../.../...x.../o../.o./..o x -",
            sentence("A large square with one corner at the centre."),
            ("QM8",),
            "win",
            ("g4",),
        ),
        Figure(
            GAME,
            ".x./.../.../x..o.../.o./.../.xo x -",
            sentence("A tilted square: its sides are no lines of the board."),
            ("QM8",),
            "no_win",
            ("g4",),
        ),
        Figure(
            GAME,
            "x../.../.oo/x...o../.o./.x./... x -",
            sentence("The push takes bronze to the centre and completes a bronze square."),
            ("QM9",),
            "loss",
            ("d2-d3",),
        ),
    ),
)

_VARIANTS = Section(
    "variants",
    (
        ruling(
            "QM10",
            sentence(
                "Strict undo: you may not push a star back to where it has just come from, even "
                "if it pushed nothing."
            ),
            sentence("It is the wider reading of the printed ban."),
        ),
        ruling(
            "QM11",
            sentence("Corner exit along the rays: an outer corner is left by the diagonal only."),
            sentence("It is the narrower reading of the printed rule."),
        ),
    ),
    (
        Figure(
            GAME,
            ".o./.../.x./......./.../.../... o -",
            sentence("Strict undo: bronze has just come from d7 and may not be pushed back there."),
            ("QM10",),
            "refused",
            ("d7-d6",),
            ("d5-d6",),
            options={"undo": "strict"},
        ),
        Figure(
            GAME,
            ".xo/.../.../......./.../.../... x -",
            sentence("Exit along the rays: the side does not lead off the board."),
            ("QM11",),
            "refused",
            refused=("d7-g7",),
            options={"corner_exit": "rays"},
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
    Section("players", (note(sentence("Qomet is for two players.")),)),
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
        (note(sentence("A game takes about 15 minutes, by our own estimate.")),),
    ),
)
