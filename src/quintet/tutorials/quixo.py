"""The tutorial of Quixo."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.tutorials.goals import Ends, Goal, Play, Refused, Safe, Win
from quintet.tutorials.steps import Sentences, Step, Track


def _step(name: str, text: str, goal: Goal, rules: str, said: Sentences, **options: str) -> Step:
    return Step.of("quixo", name, text, goal, rules, said, **options)


MAIN = (
    _step(
        "take",
        "...../...../...../...../..... x",
        Play(),
        "QX1 QX2 QX3",
        Sentences(
            task=sentence("Take a blank cube from the border, then choose where to push it in."),
            done=sentence(
                "The cube comes back with your symbol, the cross. Players alternate, and nobody "
                "may pass."
            ),
            hints=(sentence("Touch a cube at the edge of the board, then a marked place."),),
        ),
    ),
    _step(
        "inside",
        "x..../...../...../...../....o x",
        Refused("QX2", ("c3",), at="[bcd][234]"),
        "QX2",
        Sentences(
            task=sentence("Now try to take a cube from the middle of the board."),
            done=sentence("The nine cubes inside move only when they are pushed."),
            hints=(sentence("Touch the cube on c3."),),
        ),
    ),
    _step(
        "theirs",
        "x...o/...../...../...../o...x x",
        Refused("QX2", ("e5",), at="[ae][15]"),
        "QX2",
        Sentences(
            task=sentence("Try to take a cube with your opponent's circle."),
            done=sentence("You take blank cubes or your own, never your opponent's."),
            hints=(sentence("There is a circle on e5."),),
        ),
    ),
    _step(
        "own",
        "....o/...../x..../...../..... x",
        Play("a3*"),
        "QX2 QX3",
        Sentences(
            task=sentence("A cube of your own may be taken again. Play with the cross on a3."),
            done=sentence("So a cross can travel from one side of the board to another."),
            hints=(sentence("Touch a3, then one of the marked places."),),
        ),
    ),
    _step(
        "ends",
        "....o/...../x..../...../..... x",
        Refused("QX4", ("a3", "c3")),
        "QX4",
        Sentences(
            task=sentence("Take the cube on a3 and try to put it into the middle of the board."),
            done=sentence(
                "A cube goes back at an end of the row or column it left, but not where it was. "
                "From an edge there are three such places, from a corner two."
            ),
            hints=(sentence("Touch a3, then c3."),),
        ),
    ),
    _step(
        "push",
        "....o/...../.x.../...../..... x",
        Play(stands={"a3": "x", "e3": "x"}),
        "QX4",
        Sentences(
            task=sentence("Push the cross on b3 one step to the left, to a3."),
            done=sentence("The whole row moves toward the gap that you left."),
            hints=(sentence("Take the cube on a3, and push it in at the other end of its row."),),
        ),
    ),
    _step(
        "row",
        "o..../...o./xxxx./...../.o... x",
        Win(1),
        "QX5 QX6",
        Sentences(
            task=sentence("Five crosses in a row, a column or a long diagonal win. Win now."),
            done=sentence("Nobody has to call it: the board sees the line."),
            hints=(
                sentence("The cube on e3 belongs to the row you want to finish."),
                sentence("Push it in at a3."),
            ),
        ),
    ),
    _step(
        "column",
        "..x.o/o.x../...x./..x../..x.o x",
        Win(1),
        "QX4 QX5",
        Sentences(
            task=sentence("One push completes the column in the middle. Find it."),
            done=sentence("A push moves cubes that you may not touch. That is how lines appear."),
            hints=(sentence("The cross on d3 has to move one step to the left."),),
        ),
    ),
    _step(
        "diagonal",
        "x...o/.x.../..x../o..x./..... x",
        Win(1),
        "QX5",
        Sentences(
            task=sentence("Four crosses stand on the long diagonal. Add the fifth."),
            done=sentence("Both long diagonals count."),
            hints=(sentence("Push a cube in at e1 without disturbing the other four."),),
        ),
    ),
    _step(
        "gift",
        "..o.x/x.o../...o./..o../..o.x x",
        Ends("gift", won=False),
        "QX5",
        Sentences(
            task=sentence(
                "A line of circles made by your own move loses. See for yourself: complete the "
                "column in the middle."
            ),
            done=sentence("You made the line, and your opponent won. Look at every push twice."),
            hints=(sentence("Push the circle on d3 one step to the left."),),
        ),
    ),
    _step(
        "both",
        "xxxoo/x.o.x/xxoox/oooox/oooox x",
        Ends("gift", won=False, words="c5e5"),
        "QX5",
        Sentences(
            task=sentence(
                "What if one push makes a line for both? Take c5, push it in at e5, and see who "
                "wins."
            ),
            done=sentence("Your line does not save you: the player who did not move wins."),
            hints=(sentence("Touch c5, then e5."),),
        ),
    ),
    _step(
        "defend",
        "oooox/...../....x/...../o.x.x x",
        Safe(1),
        "QX5",
        Sentences(
            task=sentence("Your opponent is about to complete the top row. Do not let it happen."),
            done=sentence("With a cross in the row, one push is not enough."),
            hints=(
                sentence("Put a cross into the row of circles."),
                sentence("Push a cube in at a5, or push a circle out of the row."),
            ),
        ),
    ),
    _step(
        "two-moves",
        "ox.xx/xo..o/x..../x..../o...o x",
        Win(3),
        "QX4 QX5",
        Sentences(
            task=sentence("Win in two moves, whatever your opponent does."),
            done=sentence("Two threats at once: your opponent can stop only one."),
            hints=(
                sentence("The top row and the first column both have crosses in them."),
                sentence("Make the corner a5 a cross."),
            ),
        ),
    ),
    _step(
        "small",
        "..x/.../xoo x",
        Win(3),
        "QX7",
        Sentences(
            task=sentence("On the small board, for study, three in a line win. Win in two moves."),
            done=sentence("The small boards are solved: the first player wins by force."),
            hints=(sentence("Take the cube on c2."),),
        ),
        size="3",
    ),
)

TEAMS = (
    _step(
        "dot",
        "...../...../...../...../..... s",
        Play("????n"),
        "QX8 QX10 QX15",
        Sentences(
            task=sentence(
                "Four play in two teams, and partners sit opposite. You are south. Push in a cube, "
                "and let its dot point at your partner, north."
            ),
            done=sentence(
                "The dot says which of you may take this cube again. Turns go clockwise: south, "
                "west, north, east."
            ),
            hints=(sentence("After the push, press the button for your partner."),),
        ),
        players="4",
    ),
    _step(
        "first-round",
        "n..../...../...../...../....w n",
        Refused("QX11", ("a5",)),
        "QX11",
        Sentences(
            task=sentence(
                "Now you are north, in the first round. The cube on a5 points at you: try to take "
                "it."
            ),
            done=sentence("In the first round everybody takes a blank cube."),
            hints=(sentence("Touch a5."),),
        ),
        players="4",
    ),
    _step(
        "not-yours",
        "n...w/...../...../...../s...e s",
        Refused("QX9", ("a5",)),
        "QX9",
        Sentences(
            task=sentence("You are south again. Try to take a cube that you may not take."),
            done=sentence(
                "You take blank cubes, and cubes of your team whose dot points at you. The others "
                "are for your partner, or belong to the other team."
            ),
            hints=(sentence("The dot of the cube on a5 points at north."),),
        ),
        players="4",
    ),
    _step(
        "team-line",
        "w...e/...../snsn./....w/e.... s",
        Win(1),
        "QX13",
        Sentences(
            task=sentence(
                "Dots do not matter for a line: your team's symbols count together. Win."
            ),
            done=sentence("Both partners win."),
            hints=(sentence("Take the blank cube at the end of the row."),),
        ),
        players="4",
    ),
    _step(
        "pass",
        "wnwen/e...w/n...n/w...e/nenwn s",
        Play("pass"),
        "QX12",
        Sentences(
            task=sentence("No cube on the border is blank or points at you. What now?"),
            done=sentence(
                "Only then does a player pass. In a game, the board does it for you and says so."
            ),
            hints=(sentence("Press the button below the board."),),
        ),
        players="4",
    ),
)

TRACKS = (
    Track("main", sentence("The game"), MAIN),
    Track("teams", sentence("Four players"), TEAMS, {"players": "4"}),
)
