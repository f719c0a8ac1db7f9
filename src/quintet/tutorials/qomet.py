"""The tutorial of Qomet."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.tutorials.goals import Ends, Goal, Play, Refused, Safe, Win
from quintet.tutorials.steps import Sentences, Step, Track


def _step(name: str, text: str, goal: Goal, rules: str, said: Sentences, **options: str) -> Step:
    return Step.of("qomet", name, text, goal, rules, said, **options)


MAIN = (
    _step(
        "place",
        ".../.../.../......./.../.../... x -",
        Play(),
        "QM1 QM2 QM3",
        Sentences(
            task=sentence("Place a star on any free point."),
            done=sentence(
                "Each side has seven stars. On a turn you place one or move one, and nobody may "
                "pass."
            ),
            hints=(sentence("Touch a point where lines meet."),),
        ),
    ),
    _step(
        "slide",
        ".../.../.x./......./.../.../o.. x -",
        Play("??-??"),
        "QM3 QM4",
        Sentences(
            task=sentence("Instead of placing a star, move the one on the board."),
            done=sentence("A star moves one step along a line, to the next point."),
            hints=(sentence("Touch your star on d5, then a marked point."),),
        ),
    ),
    _step(
        "lines",
        ".../.../.x./......./.../.../o.. x -",
        Refused("QM4", ("d5", "f4")),
        "QM4",
        Sentences(
            task=sentence("Try to move your star to a point that is not next to it."),
            done=sentence("Stars follow the lines, one step a turn."),
            hints=(sentence("Touch d5, then f4."),),
        ),
    ),
    _step(
        "push",
        ".../.o./.x./......./.../.../... x -",
        Play(moved=2),
        "QM5",
        Sentences(
            task=sentence("A star in the way can be pushed. Push the star on d6."),
            done=sentence(
                "It moves on in the same direction, to the next point, which must be free."
            ),
            hints=(sentence("Touch your star on d5, then d6."),),
        ),
    ),
    _step(
        "two",
        ".o./.o./.x./......./.../..x/... x -",
        Refused("QM5", ("d5", "d6")),
        "QM5",
        Sentences(
            task=sentence("Two stars stand in a line. Try to push both."),
            done=sentence("You push one star, never two."),
            hints=(sentence("Touch your star on d5, then d6."),),
        ),
    ),
    _step(
        "round-corner",
        ".../.../.../......./ox./.../... x -",
        Refused("QM5", ("d3", "c3")),
        "QM5",
        Sentences(
            task=sentence("Try to push the star on c3 round the corner."),
            done=sentence("A push goes straight on, and beyond this corner there is no line."),
            hints=(sentence("Touch your star on d3, then c3."),),
        ),
    ),
    _step(
        "centre",
        ".../.../.x./...o.../.../.../... x -",
        Play(stands={"d3": "o"}),
        "QM5 QM12",
        Sentences(
            task=sentence("Push the star in the centre to the other side of it."),
            done=sentence("Through the centre, a push goes straight on to the opposite ray."),
            hints=(sentence("Touch your star on d5, then d4."),),
        ),
    ),
    _step(
        "off",
        ".o./.x./.../......./.../.../... x -",
        Play(piece="o", target="reserve"),
        "QM6",
        Sentences(
            task=sentence("From the outer square a star can be pushed off the board. Do it."),
            done=sentence("It goes back to its owner, who may place it again."),
            hints=(sentence("Touch your star on d6, then d7."),),
        ),
    ),
    _step(
        "leave",
        ".x./.../.../...o.../.../.../... x -",
        Play("*-off"),
        "QM6",
        Sentences(
            task=sentence("Your own star may leave the outer square. Take it off the board."),
            done=sentence("That counts as your turn, and the star is yours to place again."),
            hints=(sentence("Touch your star on d7, then your place beside the board."),),
        ),
    ),
    _step(
        "square",
        ".../.o./.x./..oxx../.../.o./... x -",
        Win(1),
        "QM8",
        Sentences(
            task=sentence("Four of your stars on the corners of a square win. Win now."),
            done=sentence(
                "The centre, a corner and the two points between them make a square. There are "
                "twelve like this, in three sizes, and the three squares round the centre."
            ),
            hints=(sentence("You have d4, d5 and e4."),),
        ),
    ),
    _step(
        "push-in",
        ".../x.o/..x/..o..../.../x.x/.o. x -",
        Win(1),
        "QM5 QM8",
        Sentences(
            task=sentence(
                "You hold three corners of the middle square. Win, though the fourth is taken."
            ),
            done=sentence("The star that pushes takes the place of the one it pushes."),
            hints=(sentence("Push the star on f6 outward."),),
        ),
    ),
    _step(
        "gift",
        "..x/..o/.o./...oo../.../.x./x.. x -",
        Ends("gift", won=False),
        "QM9",
        Sentences(
            task=sentence(
                "A square of your opponent's wins for your opponent, even if you made it. See for "
                "yourself: push the star on f6 inward."
            ),
            done=sentence("You gave the square away. Before you push, see where the star ends."),
            hints=(sentence("Touch your star on g7, then f6."),),
        ),
    ),
    _step(
        "undo",
        ".../.o./.x./......./.../.../... x d5-d6",
        Refused("QM7", ("d5", "d6")),
        "QM7 QM10",
        Sentences(
            task=sentence(
                "Your opponent has just come from d7 to d6 and pushed your star to d5. Try to push "
                "it straight back."
            ),
            done=sentence(
                "You may not undo your opponent's turn, so that the game never stands still. "
                "Everything else is allowed."
            ),
            hints=(sentence("Touch your star on d5, then d6."),),
        ),
    ),
    _step(
        "defend",
        ".../.../.../.xoo.../o.o/.../x.. x -",
        Safe(1),
        "QM8",
        Sentences(
            task=sentence("Your opponent threatens to complete a square. Find the only defence."),
            done=sentence("One star on the point that both squares need."),
            hints=(sentence("Which point would your opponent like best?"),),
        ),
    ),
    _step(
        "two-moves",
        ".../.../.o./.o..x.o/x.x/.../... x -",
        Win(3),
        "QM8",
        Sentences(
            task=sentence("Win in two moves, whatever your opponent does."),
            done=sentence("Two squares with one star: only one of them can be stopped."),
            hints=(
                sentence("Build a shape that has two ways to become a square."),
                sentence("Look at the point between c3 and e3."),
            ),
        ),
    ),
)

AGREEMENTS = (
    _step(
        "corner-exit",
        "ox./.../.../......./.../.../... x -",
        Play(piece="o", target="reserve"),
        "QM11",
        Sentences(
            task=sentence(
                "A star on an outer corner may be pushed off along a side as well. Push the star "
                "on a7 off the board."
            ),
            done=sentence("This is a ruling of ours: the printed rules do not say."),
            hints=(sentence("Touch your star on d7, then a7."),),
        ),
    ),
    _step(
        "diagonal-exit",
        "ox./.../.../......./.../.../... x -",
        Refused("QM11", ("d7", "a7")),
        "QM11",
        Sentences(
            task=sentence(
                "Players may agree that corners are left along the diagonal only. Try the same "
                "push again."
            ),
            done=sentence("With this agreement a star on a corner is safer."),
            hints=(sentence("Touch your star on d7, then a7."),),
        ),
        corner_exit="rays",
    ),
    _step(
        "strict-undo",
        ".../.o./.x./......./.../.../... x d5-d6",
        Refused("QM10", ("d5", "d6")),
        "QM10",
        Sentences(
            task=sentence(
                "In the strict game you may not even push back the star that moved last. Your "
                "opponent came from d7 to d6: try to push that star back."
            ),
            done=sentence("Both readings of the rule can be chosen for a new game."),
            hints=(sentence("Touch your star on d5, then d6."),),
        ),
        undo="strict",
    ),
)

TRACKS = (
    Track("main", sentence("The game"), MAIN),
    Track("agreements", sentence("Other agreements"), AGREEMENTS),
)
