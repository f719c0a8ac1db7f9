"""The tutorial of Quarto."""

from __future__ import annotations

from quintet.i18n.sentence import sentence
from quintet.tutorials.goals import Ends, Goal, Play, Refused, Safe, Win
from quintet.tutorials.steps import Sentences, Step, Track


def _step(name: str, text: str, goal: Goal, rules: str, said: Sentences, **options: str) -> Step:
    return Step.of("quarto", name, text, goal, rules, said, **options)


MAIN = (
    _step(
        "give",
        "..../..../..../.... -",
        Play(),
        "QT1 QT2",
        Sentences(
            task=sentence(
                "Sixteen pieces belong to both of you, and no two are alike. You begin by giving "
                "one to your opponent."
            ),
            done=sentence(
                "Pieces are light or dark, round or square, tall or short, solid or hollow. Your "
                "opponent must place the one you gave."
            ),
            hints=(sentence("Touch any piece beside the board."),),
        ),
    ),
    _step(
        "place",
        "..../..../..../.... 5",
        Play(times=2),
        "QT2",
        Sentences(
            task=sentence("Your opponent gave you a piece. Place it, then give one back."),
            done=sentence(
                "That is a turn: place the piece you were given, and choose the next one."
            ),
            hints=(sentence("Touch a space on the board, then a piece beside it."),),
        ),
    ),
    _step(
        "taken",
        "..../.7../..../...0 c",
        Refused("QT2", ("b3",), at="[a-d][1-4]"),
        "QT2",
        Sentences(
            task=sentence("Try to place your piece where another one stands."),
            done=sentence("Each space takes one piece, and nothing moves any more."),
            hints=(sentence("There is a piece on b3."),),
        ),
    ),
    _step(
        "row",
        "04.8/..../.7../.... 9",
        Win(1),
        "QT3 QT16",
        Sentences(
            task=sentence(
                "Four pieces in a line that share one feature win, no matter who placed them. "
                "Complete the tall row."
            ),
            done=sentence("Four tall pieces in a row. Here the board sees it by itself."),
            hints=(sentence("One space in the top row is free."),),
        ),
    ),
    _step(
        "column",
        "..../.1.4/.7../.b.. d",
        Win(1),
        "QT3",
        Sentences(
            task=sentence("Colours and shapes differ here, but three pieces share something. Win."),
            done=sentence("All four are hollow. That is the feature people overlook."),
            hints=(sentence("Look at the tops of the pieces in column b."),),
        ),
    ),
    _step(
        "diagonal",
        "..../..b./.9../2..c 0",
        Win(1),
        "QT3",
        Sentences(
            task=sentence("The two long diagonals count as well. Win."),
            done=sentence("Four round pieces from corner to corner."),
            hints=(sentence("Look from a1 to d4."),),
        ),
    ),
    _step(
        "which",
        "27.b/..../..../5a3. e",
        Win(1),
        "QT3",
        Sentences(
            task=sentence("Two rows lack one piece, but only one of them shares a feature. Win."),
            done=sentence("Four short pieces. The other row had nothing in common."),
            hints=(sentence("Your piece is short. Where are three short ones?"),),
        ),
    ),
    _step(
        "gift",
        "04.8/..../.7../.... -",
        Safe(1),
        "QT2 QT3",
        Sentences(
            task=sentence(
                "The piece you give decides the game. Give one with which your opponent cannot win."
            ),
            done=sentence("Short and hollow: it fits neither the tall nor the solid row."),
            hints=(
                sentence("The three pieces in the top row are tall, and they are solid."),
                sentence("Give a piece that is short and hollow."),
            ),
        ),
    ),
    _step(
        "last-gift",
        "...c/7..e/..../.328 -",
        Safe(1),
        "QT2 QT3",
        Sentences(
            task=sentence(
                "Two lines have three pieces now. Only one piece is safe to give: find it."
            ),
            done=sentence("Toward the end safe pieces run out. Count them early."),
            hints=(
                sentence("See what the last column has in common, and what the bottom row has."),
                sentence("It must be light, square and hollow."),
            ),
        ),
    ),
    _step(
        "place-and-give",
        "8b.4/c.2./.3../.1.. e",
        Safe(1),
        "QT2 QT3",
        Sentences(
            task=sentence("Place your piece and give one, so that your opponent cannot win."),
            done=sentence("You looked at the gift before you placed. That is good Quarto."),
            hints=(
                sentence("Spoil a line: put your piece where it has nothing in common."),
                sentence("Place it on b3, then give a piece that is dark and hollow."),
            ),
        ),
    ),
    _step(
        "two-moves",
        ".9.8/d.b3/..../750. e",
        Win(5),
        "QT2 QT3",
        Sentences(
            task=sentence(
                "Place and give so that you win next time, whatever your opponent places and gives."
            ),
            done=sentence("Every piece your opponent could give was the one you needed."),
            hints=(
                sentence("Make lines that want opposite features, so that every piece fits one."),
                sentence("Place your piece on a2."),
            ),
        ),
    ),
    _step(
        "draw",
        "fe38/17b4/d.a6/2059 c",
        Ends("full", won=False),
        "QT8",
        Sentences(
            task=sentence("The last piece, and no line to be made. Place it."),
            done=sentence("The board is full and nobody has won: a draw."),
            hints=(sentence("One space is left."),),
        ),
    ),
)

CALLS = (
    _step(
        "call",
        "0498/..../.7../.... - c4 -",
        Win(1),
        "QT4 QT5 QT15 QT16",
        Sentences(
            task=sentence(
                "By the rulebook a line wins only when it is called. You have just placed the "
                "piece on c4: call Quarto, and show both ends of the line."
            ),
            done=sentence(
                "You may call from the moment you place until you give the next piece. Nothing on "
                "the screen helps you to see it."
            ),
            hints=(sentence("Press the button, then touch a4 and d4."),),
        ),
        calls="spoken",
    ),
    _step(
        "place-call",
        "04.8/..../.7../.... 9 b2 -",
        Win(2),
        "QT4 QT5",
        Sentences(
            task=sentence("Complete the line, and do not forget to call it."),
            done=sentence("Placed and called, before a piece is given."),
            hints=(sentence("Place your piece on c4, then call from a4 to d4."),),
        ),
        calls="spoken",
    ),
    _step(
        "steal",
        "0498/..../.7../.... 3 c4 -",
        Win(1),
        "QT6 QT12",
        Sentences(
            task=sentence(
                "Your opponent completed a line, gave you a piece and said nothing. Steal the call."
            ),
            done=sentence(
                "Once the piece is given, only you may call, until you place it. The chances never "
                "overlap, so nobody has to be quick."
            ),
            hints=(sentence("Call before you place: press the button, then touch a4 and d4."),),
        ),
        calls="spoken",
    ),
    _step(
        "dead",
        "0498/..../.7../...3 - d1 -",
        Play("quarto:a4-d4"),
        "QT7 QT13",
        Sentences(
            task=sentence(
                "This line was overlooked by both of you, and then a piece was placed on d1. Call "
                "the top row and see."
            ),
            done=sentence(
                "The call is void: a line must contain the piece placed last. There is one call "
                "for each piece, and the game goes on."
            ),
            hints=(sentence("Press the button, then touch a4 and d4."),),
        ),
        calls="spoken",
    ),
    _step(
        "last-window",
        "5e21/b096/7c43/af8d - d1 0",
        Win(1),
        "QT8 QT14",
        Sentences(
            task=sentence(
                "The last piece went to d1, and your opponent stayed silent. This is your last "
                "chance to call."
            ),
            done=sentence("Had you stayed silent as well, the game would have been a draw."),
            hints=(
                sentence("The line contains d1."),
                sentence("Look at the bottom row: what do the four share?"),
            ),
        ),
        calls="spoken",
    ),
)

SQUARES = (
    _step(
        "square",
        "..../.04./..8./.... 9",
        Win(1),
        "QT10",
        Sentences(
            task=sentence(
                "In the advanced game squares of two by two count as well. Complete one."
            ),
            done=sentence("Four tall pieces in a square. There are nine such squares."),
            hints=(sentence("Three pieces stand in the middle of the board."),),
        ),
        squares="true",
    ),
    _step(
        "square-gift",
        "..../.04./..8./...7 -",
        Safe(1),
        "QT10",
        Sentences(
            task=sentence("Squares make gifts more dangerous. Give a piece that cannot win."),
            done=sentence("Short and hollow again: it spoils the square."),
            hints=(sentence("The three pieces are tall, and they are solid."),),
        ),
        squares="true",
    ),
    _step(
        "square-features",
        "..../.04./..8./.... d",
        Win(1),
        "QT9 QT17",
        Sentences(
            task=sentence("Here squares count, but height is the only feature. Win."),
            done=sentence("Agreements can be combined."),
            hints=(sentence("Your piece is tall."),),
        ),
        squares="true",
        features="height",
    ),
)

AGREEMENTS = (
    _step(
        "features",
        "89.c/..../..../046. f",
        Win(1),
        "QT9",
        Sentences(
            task=sentence("Beginners may agree on fewer features. Here only colour counts. Win."),
            done=sentence("Four dark pieces. Nothing else mattered."),
            hints=(sentence("Your piece is dark."),),
        ),
        features="colour",
    ),
    _step(
        "common",
        "04.8/..../..../159. c",
        Win(1),
        "QT18",
        Sentences(
            task=sentence("In the harder game four pieces must share two features. Win."),
            done=sentence("Tall and solid. The other row would have shared only its height."),
            hints=(sentence("Your piece is tall and solid. Compare both rows."),),
        ),
        common="2",
    ),
)

TRACKS = (
    Track("main", sentence("The game"), MAIN, {"calls": "auto"}),
    Track("calls", sentence("Calling Quarto"), CALLS, {"calls": "spoken"}),
    Track("squares", sentence("Squares"), SQUARES, {"calls": "auto", "squares": "true"}),
    Track("agreements", sentence("Other agreements"), AGREEMENTS, {"calls": "auto"}),
)
