"""Game records as text: written by hand, what is forgiven, how turns are numbered."""

import re

import pytest

import quintet
from quintet import BadRecord, Outcome, record
from quintet.record import Line, Ply, Record
from records.games import FULL, GAME, one, quantik, words


def test_a_record_in_full() -> None:
    game = one(FULL)
    assert game == Record(
        game="quantik",
        tags={
            "Event": 'The "Open" \\ 2026',
            "Date": "2026-11-15",
            "TimeControl": "300+5",
            "Site": "Here",
        },
        seats=("Ann", ""),
        comments=("First a sphere.\nThen more.",),
        moves=(
            Ply("A@a1", 302_500, ("a brace } and a \\",), (1, 14)),
            Ply(
                "B@b1",
                variations=(
                    Line(
                        (),
                        (
                            Ply(
                                "B@c1",
                                comments=("[%eval 0.1]",),
                                variations=(Line((), (Ply("C@c1"), Ply("D@d4"))),),
                            ),
                        ),
                    ),
                    Line(("or",), (Ply("D@d1"),)),
                ),
            ),
            Ply("C@c1"),
            Ply("D@d1"),
        ),
        result="0-1",
        termination="line",
    )
    assert record.dumps(game) == FULL
    assert (game.raw, game.line, game.form) == (FULL.strip(), 1, "text")
    assert game.final.outcome == Outcome((0.0, 1.0), "line")
    assert [position.text for position in game.positions()][:2] == [
        "..../..../..../....",
        "..../..../..../A...",
    ]


def test_a_record_of_a_played_game() -> None:
    start = quintet.start("quantik")
    game = Record.from_moves(
        start, ["A@a1", "B@b1"], seats=["Ann"], tags={"Event": "x"}, clocks=[1000, None]
    )
    assert game.seats == ("Ann", "")
    assert (game.result, game.termination, game.start) == (None, None, None)
    assert [ply.clock for ply in game.moves] == [1000, None]
    rest = Record.from_moves(game.final, ["C@c1", "D@d1"])
    assert rest.start == game.final
    assert (rest.result, rest.termination) == ("0-1", "line")
    drawn = Record.from_moves(start, [], outcome=Outcome((0.5, 0.5), "agreement"))
    assert (drawn.result, drawn.termination) == ("1/2-1/2", "agreement")
    assert one(record.dumps(rest)) == rest


def test_a_record_that_could_not_be_read_back_is_not_made() -> None:
    start = quintet.start("quantik")
    with pytest.raises(quintet.IllegalMove):
        Record.from_moves(start, ["A@a1", "A@a2"])
    with pytest.raises(ValueError, match="every move"):
        Record.from_moves(start, ["A@a1"], clocks=[])
    for tags in (
        {"Date": "yesterday"},
        {"Result": "1-0"},
        {"Seat0": "Ann"},
        {"Two words": ""},
        {"Event": "a\nb"},
        {"Event": "\0"},
        {"TimeControl": "fast"},
    ):
        with pytest.raises(BadRecord):
            Record.from_moves(start, [], tags=tags)
    with pytest.raises(BadRecord):
        Record.from_moves(start, [], seats=["a", "b", "c"])
    with pytest.raises(BadRecord):
        Record.from_moves(start, [], outcome=Outcome((1.0, 1.0), "time"))
    with pytest.raises(BadRecord):
        Record.from_moves(start, [], outcome=Outcome((1.0, 0.0), "line"))
    for ply in (
        Ply("A@a1", clock=-1),
        Ply("A@a1", nags=(256,)),
        Ply("A@a1", comments=("\x1b",)),
        Ply("A@a1", comments=("[%clk 0:00:01]",)),
        Ply("A@a1", variations=(Line((), ()),)),
        Ply("A@a1", variations=(Line((), (Ply("A@z9"),)),)),
        Ply("A@z9"),
    ):
        with pytest.raises(BadRecord):
            record.dumps(Record(game="quantik", moves=(ply,)))
    with pytest.raises(BadRecord, match="twice"):
        record.dumps(record.loads(quantik("*", '[A "1"]', '[A "2"]'))[0])
    with pytest.raises(ValueError, match="pdf"):
        record.dumps(Record(game="quantik"), "pdf")  # type: ignore[arg-type]


# What is forgiven

FORGIVEN = [
    GAME,
    GAME.replace("\n", "\r\n"),
    GAME.replace("\n", "\r"),
    "\ufeff" + GAME,
    "\ufeff\n\n  \n" + GAME,
    GAME.replace("\n\n", "\n"),
    GAME.replace("\n\n", "\n\n\n\t\n"),
    GAME.replace("]\n[", "]\n\n["),
    GAME.replace("]\n[", "]["),
    GAME.replace("[", " [ ").replace("]", " ] "),
    GAME.replace('"]\n\n', '"] '),
    '[Result "0-1"]\n' + GAME.replace('[Result "0-1"]\n', ""),
    GAME.replace('[Result "0-1"]\n', ""),
    GAME.rstrip(),
    re.sub(r"[1-4]\. ", "", GAME),
    re.sub(r"([1-4])\. ", r"\1.", GAME),
    re.sub(r"[1-4]\. ", "77... ", GAME),
    GAME.replace("2. ", "1. ... "),
    GAME.replace(" ", "\n").replace("Game\n", "Game ").replace("Result\n", "Result "),
    GAME.replace("1. A", "1.\u00a0A"),
]


@pytest.mark.parametrize("text", FORGIVEN)
def test_what_is_forgiven(text: str) -> None:
    game = one(text)
    assert words(game) == ["A@a1", "B@b1", "C@c1", "D@d1"]
    assert game.result == "0-1"


def test_a_record_from_elsewhere() -> None:
    game = one(
        '\ufeff\t[Round "3"]\r\n  [Site "Café \\"Zum Eck\\""]\r\n[Game "quantik"]\r\n[Date "?"]\r\n'
        '[Annotator "C:\\games"]\r\n[Seat1   "Ben"  ]\r\n[Result "*"]\r\n'
        "1.A@a1!{ good } B@b1 ?! ; rest\r\n"
        "2... C@c1!!$10 ( 2...D@d4 ?? ) {[%csl Ga1] [%clk 1:2:3.4]}\r\n*\r\n\r\n\r\n"
    )
    assert game.seats == ("", "Ben")
    assert game.tags == {
        "Round": "3",
        "Site": 'Café "Zum Eck"',
        "Date": "?",
        "Annotator": "C:\\games",
    }
    assert game.moves == (
        Ply("A@a1", nags=(1,), comments=(" good ",)),
        Ply("B@b1", nags=(6,), comments=("rest",)),
        Ply(
            "C@c1",
            clock=3_723_400,
            nags=(3, 10),
            comments=("[%csl Ga1]",),
            variations=(Line((), (Ply("D@d4", nags=(4,)),)),),
        ),
    )


def test_clocks() -> None:
    game = one(
        quantik(
            "{[%clk 0:00:09]} A@a1 {a [%clk 0:10:00] b} B@b1 {[%clk 5:00]} "
            "(C@c1 {[%clk 10:00:00.25]}) *"
        )
    )
    assert game.comments == ("[%clk 0:00:09]",)
    first, second = game.moves
    assert (first.clock, first.comments) == (600_000, ("a b",))
    assert (second.clock, second.comments) == (None, ("[%clk 5:00]",))
    assert second.variations[0].plies[0].clock == 36_000_250


def test_comments_keep_every_character() -> None:
    game = one(quantik('{\n a\tb \\x \\} \\\\ \n\n[Event "no game"]\n\\[Game "none"]\n} A@a1 {} *'))
    assert game.comments == ('\n a\tb \\x } \\ \n\n[Event "no game"]\n[Game "none"]\n',)
    assert game.moves[0].comments == ("",)
    assert one(record.dumps(game)) == game


def test_options_and_positions() -> None:
    text = "..../..../..../A..."
    game = one(quantik("1. B@b1 *", f'[Position "{text}"]'))
    assert game.start == quintet.position("quantik", text)
    assert game.final.text == "..../..../..../Ab.."
    assert one(quantik("*", '[Position "..../..../..../...."]')).start is None


# Turns

TURNS = {
    "quarto": "1. 7 2. b3 4 3. c2 5 *",
    "quarto calls=spoken": "1. 7 2. b3 quarto:a1-d1 4 3. c2 5 *",
    "cubulus": "1. U1 U3 U7 U9 F7 R7 D7 R9 core 2. F5 3. R5 *",
    "quixo players=4": "1. b1b5n 2. a2e2w 3. c5c1n 4. e4a4e *",
    "qomet": "1. d5 2. d6 *",
}


@pytest.mark.parametrize("kind", TURNS)
def test_moves_are_numbered_by_turn(kind: str) -> None:
    game, *options = kind.split()
    tags = "".join(f'[Option "{option}"]\n' for option in options)
    found = one(f'[Game "{game}"]\n{tags}\n{TURNS[kind]}')
    assert dict(found.options) == dict(found.variant.changed_options)
    assert len(found.options) == len(options)
    assert record.dumps(found).endswith(f"\n\n{TURNS[kind]}\n")


def test_a_variation_inside_a_turn() -> None:
    moves = "1. 7 (1. 8 2. a1 3 (2... 4)) 2. b3 4 (2... 5 3. a1) 3. c2 (3. c3) 3... 5 *"
    assert record.dumps(one(f'[Game "quarto"]\n\n{moves}')).endswith(f"\n\n{moves}\n")
