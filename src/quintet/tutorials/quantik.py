"""The tutorial of Quantik."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.tutorials.goals import Ends, Goal, Play, Refused, Safe, Win
from quintet.tutorials.steps import Sentences, Step, Track


def _step(name: str, text: str, goal: Goal, rules: str, said: Sentences) -> Step:
    return Step.of("quantik", name, text, goal, rules, said)


MAIN = (
    _step(
        "place",
        "..../..../..../....",
        Play(),
        "QK1 QK2",
        Sentences(
            task=sentence("Choose one of your pieces, then an empty square."),
            done=sentence(
                "You take turns placing one piece. You have two spheres, two cylinders, two cubes "
                "and two cones, and so has your opponent. A piece that is placed never moves."
            ),
            hints=(sentence("Touch a piece beside the board, then a square."),),
        ),
    ),
    _step(
        "taken",
        ".B../..../..c./....",
        Refused("QK2", ("A", "c2")),
        "QK2",
        Sentences(
            task=sentence(
                "Some moves are forbidden. Try to put a piece on a square that is taken."
            ),
            done=sentence("Only one piece stands on a square. The board always tells you why."),
            hints=(sentence("Choose a piece, then touch one that stands on the board."),),
        ),
    ),
    _step(
        "forbidden",
        "..../.a../..D./....",
        Refused("QK3", ("A", "b1")),
        "QK3",
        Sentences(
            task=sentence(
                "Your opponent has a sphere on b3. Try to put your own sphere in the same row, "
                "column or quarter of the board."
            ),
            done=sentence(
                "That is the heart of the game: a shape may not go into a row, column or region "
                "where your opponent already has that shape."
            ),
            hints=(sentence("Choose your sphere, then any empty square of column b."),),
        ),
    ),
    _step(
        "where",
        "a.../..../B..a/...D",
        Play("A@*"),
        "QK3",
        Sentences(
            task=sentence(
                "Your opponent's two spheres take away a lot of squares. Find one where your "
                "sphere may still go."
            ),
            done=sentence("Just two squares were left for it."),
            hints=(
                sentence("Rule out the rows, columns and regions of both spheres."),
                sentence("One such square is in the region at the lower left."),
            ),
        ),
    ),
    _step(
        "own",
        "..../..b./..../A...",
        Play("A@?1"),
        "QK4",
        Sentences(
            task=sentence(
                "Your own pieces forbid you nothing. Put your second sphere in the same row as "
                "the first."
            ),
            done=sentence("Only your opponent's pieces forbid a shape, never your own."),
            hints=(sentence("Your first sphere stands on a1."),),
        ),
    ),
    _step(
        "row",
        "..../.a../..../Bc.D",
        Win(1),
        "QK5 QK8",
        Sentences(
            task=sentence(
                "You win with the fourth different shape in a row, column or region, no matter "
                "who placed the others. Win now."
            ),
            done=sentence("All four shapes in one row. Nobody has to call it: you have won."),
            hints=(sentence("The bottom row lacks one shape."),),
        ),
    ),
    _step(
        "region",
        "..Ab/...c/D.../....",
        Win(1),
        "QK1 QK5",
        Sentences(
            task=sentence(
                "The board is cut into four regions of four squares. Win in one of them."
            ),
            done=sentence("Four shapes in one region win like a row or a column."),
            hints=(sentence("Look at the region at the upper right."),),
        ),
    ),
    _step(
        "open-line",
        "Bc.D/..../d.../C.a.",
        Win(1),
        "QK3 QK5",
        Sentences(
            task=sentence(
                "A row and a column both lack a sphere, but only one of them is open to yours. Win."
            ),
            done=sentence(
                "A line you may not finish is no threat. Check the rule before you count."
            ),
            hints=(sentence("Your opponent's sphere on c1 guards the whole of column c."),),
        ),
    ),
    _step(
        "third",
        "Ab../..../..../....",
        Safe(1),
        "QK5",
        Sentences(
            task=sentence(
                "A third different shape in a line invites the fourth. Place a "
                "piece that does not let your opponent win."
            ),
            done=sentence("Your opponent cannot finish a line. Counting to three keeps you alive."),
            hints=(sentence("Stay away from the top row and from the region at the upper left."),),
        ),
    ),
    _step(
        "stop",
        "C.aD/.b../..../....",
        Safe(1),
        "QK3 QK5",
        Sentences(
            task=sentence("Your opponent threatens to put a cylinder on b4. Stop it."),
            done=sentence("A shape that is there already spoils the line for both of you."),
            hints=(
                sentence("Take the square yourself."),
                sentence("A cylinder is forbidden to you there, but a second cube is not."),
            ),
        ),
    ),
    _step(
        "forbid",
        ".a.c/..../D.Bc/.C..",
        Safe(1),
        "QK3 QK5",
        Sentences(
            task=sentence(
                "Your opponent threatens to put a sphere on b2. Taking that square does not "
                "help, but you can forbid it."
            ),
            done=sentence(
                "Your sphere now guards b2, and your opponent's sphere may not go there. "
                "Forbidding is the best defence."
            ),
            hints=(sentence("A sphere of yours in the same region forbids it."),),
        ),
    ),
    _step(
        "two-moves",
        "..../...a/.A../C.d.",
        Win(3),
        "QK3 QK5",
        Sentences(
            task=sentence("Win in two moves, whatever your opponent does."),
            done=sentence("The lines were yours alone, so there was no defence."),
            hints=(
                sentence("Make two threats that no single move can stop."),
                sentence("Start with a cylinder in the bottom row."),
            ),
        ),
    ),
    _step(
        "blocked",
        ".d../...c/ABB./A.d.",
        Ends("blocked", won=True),
        "QK6",
        Sentences(
            task=sentence(
                "A player who cannot place a piece loses. You play the dark pieces: leave your "
                "opponent without a legal move."
            ),
            done=sentence("Nothing your opponent has left may go anywhere, and that loses."),
            hints=(
                sentence("Which shape could your opponent still place?"),
                sentence("Forbid the cubes."),
            ),
        ),
    ),
    _step(
        "full",
        "AABC/DDBC/bcaa/bcd.",
        Ends("blocked", won=True),
        "QK6 QK7",
        Sentences(
            task=sentence("One square is left, and no line has all four shapes. Fill the board."),
            done=sentence(
                "A full board is no draw: the starter has no move left, and loses. Quantik "
                "has no draws."
            ),
            hints=(sentence("Place your last cone."),),
        ),
    ),
)

TRACKS = (Track("main", sentence("The game"), MAIN),)
