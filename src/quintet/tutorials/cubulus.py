"""The tutorial of Cubulus."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.tutorials.goals import Ends, Goal, Play, Refused, Safe, Win
from quintet.tutorials.steps import Sentences, Step, Track


def _step(name: str, text: str, goal: Goal, rules: str, said: Sentences, **options: str) -> Step:
    return Step.of("cubulus", name, text, goal, rules, said, **options)


MAIN = (
    _step(
        "neutral",
        "n.n...n.n/....n..../....n..n. o -",
        Play(times=2),
        "CB1 CB2 CB11",
        Sentences(
            task=sentence(
                "Two players need nine neutral balls in the cube. The second player puts them in "
                "first: place the last two."
            ),
            done=sentence(
                "They may go anywhere, even to the centre, and belong to nobody. Now the first "
                "player begins."
            ),
            hints=(sentence("Touch two empty places, one after the other."),),
        ),
    ),
    _step(
        "insert",
        "n...n...n/....n..n./n.n...n.n x -",
        Play("??", moved=1),
        "CB3 CB4",
        Sentences(
            task=sentence("You have the ivory balls. Put one into an empty place on the outside."),
            done=sentence("A ball enters from outside and stays in the slot where it went in."),
            hints=(sentence("Touch an empty place on a side of the cube."),),
        ),
    ),
    _step(
        "push",
        "n...n...n/....n..n./n.n...n.n x -",
        Play("??", moved=2),
        "CB4 CB13",
        Sentences(
            task=sentence("A ball can be pushed inward. Put yours where a red one is."),
            done=sentence(
                "The ball in the way moves one step along the row. The side you touch decides "
                "which row that is."
            ),
            hints=(sentence("Touch a red ball at a corner."),),
        ),
    ),
    _step(
        "push-two",
        "n...n...n/....n..n./n.n...n.n x -",
        Play("??", moved=3),
        "CB4",
        Sentences(
            task=sentence("Push two balls at once."),
            done=sentence(
                "They moved together into the gap. Nothing may fall out on the other side, so "
                "a row needs a gap."
            ),
            hints=(sentence("Push down in the middle of the top."),),
        ),
    ),
    _step(
        "centre",
        "n...x...n/...o.n.n./n.n.n.n.n x -",
        Play(stands={"core": "x"}),
        "CB4",
        Sentences(
            task=sentence(
                "Nothing enters the centre directly. Push your ball into it from the middle "
                "of the top."
            ),
            done=sentence("A ball in the centre is out of sight, but it can be pushed out again."),
            hints=(sentence("Put another ball in at U5, in the middle of the top."),),
        ),
    ),
    _step(
        "turn",
        "......xnn/n.o.n...n/n.n.n.n.. x -",
        Play("*+", stands={"U9": "x"}),
        "CB3 CB5 CB14",
        Sentences(
            task=sentence(
                "Instead of adding a ball you may turn a full row. Turn the front row of the "
                "top so that your ball goes from its left end to the right."
            ),
            done=sentence(
                "You push in the first ball, the last one comes out and goes in where you pushed."
            ),
            hints=(
                sentence("Touch R1, at the upper left of the right side, and press the button."),
            ),
        ),
    ),
    _step(
        "undo",
        "......xnn/n.o.n...n/n.n.n.n.. x R1+",
        Refused("CB4", ("R1",)),
        "CB4 CB6",
        Sentences(
            task=sentence(
                "Your opponent has just turned the front row of the top from the left. Try "
                "to turn it back from the right."
            ),
            done=sentence(
                "A turn may not be undone by the very next one. Later it is allowed again."
            ),
            hints=(sentence("Touch R1, at the upper left of the right side."),),
        ),
    ),
    _step(
        "all-in",
        "xnxnxnxon/nonxnooxx/xoooxn.n. x -",
        Refused("CB7", ("F7",)),
        "CB1 CB7 CB15",
        Sentences(
            task=sentence("All nine of your balls are in the cube. Try to put in another."),
            done=sentence(
                "From now on you can only turn rows. There is always a move, so nobody is stuck."
            ),
            hints=(sentence("There is an empty place at F7, at the lower left of the front."),),
        ),
    ),
    _step(
        "block",
        "n.nn.n..o/.n.n.x..x/.n.nnxo.. x -",
        Win(1),
        "CB8",
        Sentences(
            task=sentence("Four of your balls in a square on a face win. Complete the square."),
            done=sentence("Four neighbours are the first kind of square."),
            hints=(sentence("Look at the right side: one corner is missing."),),
        ),
    ),
    _step(
        "corners",
        ".nx...nnx/.on.n..../noxnnn... x -",
        Win(1),
        "CB8",
        Sentences(
            task=sentence("The four corners of a face are a square, too. Win."),
            done=sentence("What lies between the corners does not matter."),
            hints=(sentence("Three corners of the right side are yours."),),
        ),
    ),
    _step(
        "middles",
        "n.nn.xo.n/.n..no..x/..nn.x..n x B7+",
        Win(1),
        "CB8",
        Sentences(
            task=sentence("The third kind: the middles of the four edges of a face. Win."),
            done=sentence("Each face has six squares, so there are thirty-six in all."),
            hints=(sentence("Three of the four on the right face are yours."),),
        ),
    ),
    _step(
        "turn-in",
        "xnnnoxn../o.x.nx.n./......nnn x -",
        Win(1),
        "CB5 CB8",
        Sentences(
            task=sentence("A turn can win as well. Bring a ball from the other end of its row."),
            done=sentence("Your ball came out on the far side and went in just where you pushed."),
            hints=(
                sentence(
                    "You need R3, at the upper right of the right side, and you have a ball at "
                    "the other end of that row."
                ),
                sentence("Touch R3 and turn the row."),
            ),
        ),
    ),
    _step(
        "gift",
        ".nnnnx.../oo.n.n..n/.o.o.nn.x x -",
        Ends("gift", won=False),
        "CB9",
        Sentences(
            task=sentence(
                "If your turn makes a square for your opponent, your opponent wins. See for "
                "yourself: push at F7, at the lower left of the front."
            ),
            done=sentence(
                "Your push completed a square of charcoal balls on the back. It would win even if "
                "you made one of your own with it."
            ),
            hints=(sentence("Put your ball in where the red one is."),),
        ),
    ),
    _step(
        "defend",
        "n.xoonxoo/n.nn..xnn/.n...n... x -",
        Safe(1),
        "CB8",
        Sentences(
            task=sentence("Your opponent is about to win on the top. Stop it."),
            done=sentence("A ball that is pushed inward is no longer part of a square."),
            hints=(
                sentence("Your opponent needs one more ball on the top. Spoil the square."),
                sentence(
                    "Push down a charcoal ball at U5, in the middle of the top, or at U8, in "
                    "front of it."
                ),
            ),
        ),
    ),
    _step(
        "two-moves",
        ".nxx.n..x/.x..n.nnn/.n.o.on.n x -",
        Win(3),
        "CB8",
        Sentences(
            task=sentence("Win in two moves, whatever your opponent does."),
            done=sentence("Your opponent could stop only one of your threats."),
            hints=(
                sentence("Corners belong to three faces at once."),
                sentence("Play at R3, at the upper right of the right side."),
            ),
        ),
    ),
)

THREE = (
    _step(
        "three-begin",
        "........./........./......... x -",
        Play(),
        "CB10",
        Sentences(
            task=sentence("With three players the cube starts empty. Put in your first ball."),
            done=sentence("Nobody is neutral: ivory, charcoal and red take turns."),
            hints=(sentence("Touch any place."),),
        ),
        players="3",
    ),
    _step(
        "three-win",
        "........./..x..xooo/....zx..z x -",
        Win(1),
        "CB8 CB10",
        Sentences(
            task=sentence("The squares are the same. Win with the ivory balls."),
            done=sentence("You win alone, against both."),
            hints=(sentence("Look at the right side."),),
        ),
        players="3",
    ),
    _step(
        "three-defend",
        "..zxoxx.z/..x..o.xo/o..z..o.o x U9+",
        Safe(1),
        "CB8 CB10",
        Sentences(
            task=sentence("The next player threatens to win at once. Find the only defence."),
            done=sentence(
                "With two opponents you may have to stop one of them, though the other gains, too."
            ),
            hints=(sentence("Three corners of the bottom are charcoal. Push one of them away."),),
        ),
        players="3",
    ),
    _step(
        "three-gift",
        ".o.zox..x/.....z.oo/xozxxzzxo z -",
        Ends("gift", won=False, words="F8+"),
        "CB9 CB12",
        Sentences(
            task=sentence(
                "You are red. One turn makes a square for both opponents at once: turn the "
                "row at F8, at the bottom of the front, and see."
            ),
            done=sentence("You lose, and the two others share the win. That is a ruling of ours."),
            hints=(
                sentence(
                    "Touch F8, in the middle of the front's bottom row, and press the button."
                ),
            ),
        ),
        players="3",
    ),
)

TRACKS = (
    Track("main", sentence("The game"), MAIN),
    Track("three", sentence("Three players"), THREE, {"players": "3"}),
)
