"""Game records: what is written is read back the same, and what is wrong is said where it is."""

import dataclasses
import io
import json
import pickle
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quintet
from quintet import GAMES, BadOption, BadRecord, Outcome, Position, record
from quintet.cli.records import check
from quintet.options import Choice, Option, Value
from quintet.outcome import TABLE_REASONS
from quintet.record import DEEPEST_VARIATION, LARGEST_GAME, Line, Ply, Record
from quintet.record.json_places import find_character, find_field

# Quantik: the four moves of a game that the second seat wins, and a game in full.
MOVES = "1. A@a1 2. B@b1 3. C@c1 4. D@d1"
GAME = f'[Game "quantik"]\n[Result "0-1"]\n\n{MOVES} 0-1\n\n'


def one(text: str) -> Record:
    """The only record of a text, with nothing wrong."""
    (found,) = record.loads(text)
    assert found.error is None, str(found.error)
    return found


def wrong(text: str) -> BadRecord:
    """What is wrong with the only record of a text."""
    (found,) = record.loads(text)
    assert found.error is not None
    assert found.raw == text.strip("\n")
    assert str(found.error).startswith(f"line {found.error.line}, column {found.error.column}: ")
    return found.error


def words(game: Record) -> list[str]:
    return [ply.move for ply in game.moves]


def quantik(moves: str, *tags: str) -> str:
    return "\n".join(['[Game "quantik"]', *tags, "", moves, ""])


# Random games with everything that can be noted about them

texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t")
    | st.sampled_from('{}()[]\\";$!?%\n\ufeff'),
    max_size=30,
)
awkward = st.sampled_from(
    [
        '\n[Game "quixo"]',
        '\n \t[ Game "',
        '\\\n\\[Game "',
        "}",
        "\\",
        "\\}",
        "[%clk 5:00]",
        "[%eval 0.3]",
        "long " * 40,
        "\n[Event",
    ]
)
comments = st.lists(texts | awkward, max_size=2).map(tuple)
values = texts.map(lambda text: text.replace("\n", " "))


def random_value(option: Option, random: Random) -> Value:
    if isinstance(option, Choice):
        return random.choice(list[Value](option.values))
    return tuple(random.sample(option.values, random.randint(1, len(option.values))))


@st.composite
def starts(draw: st.DrawFn) -> Position:
    random = draw(st.randoms(use_true_random=False))
    game = random.choice(list(GAMES.values()))
    options = {
        option.name: random_value(option, random)
        for option in game.option_list
        if random.random() < 0.3
    }
    try:
        position = quintet.start(game.name, **options)
    except BadOption:  # two options that do not go together
        position = quintet.start(game.name)
    for _ in range(random.choice([0, 0, 3])):
        if position.moves:
            position = position.play(random.choice(position.moves))
    return position


@st.composite
def lines(draw: st.DrawFn, begin: Position, longest: int, depth: int) -> tuple[Ply, ...]:
    random = draw(st.randoms(use_true_random=False))
    plies = []
    position = begin
    for _ in range(draw(st.integers(1, longest))):
        if not position.moves:
            break
        word = random.choice(position.moves)
        variations: tuple[Line, ...] = ()
        if depth and random.random() < 0.2:
            variations = tuple(
                Line(draw(comments), draw(lines(position, 3, depth - 1)))
                for _ in range(random.randint(1, 2))
            )
        noted = random.random() < 0.5
        plies.append(
            Ply(
                word,
                draw(st.none() | st.integers(0, 36_000_000)) if noted else None,
                draw(comments) if noted else (),
                draw(st.lists(st.integers(0, 255), max_size=2).map(tuple)) if noted else (),
                variations,
            )
        )
        position = position.play(word)
    return tuple(plies)


@st.composite
def records(draw: st.DrawFn) -> Record:
    begin = draw(starts())
    variant = begin.variant
    moves = draw(lines(begin, 40, 3)) if begin.moves else ()
    final = begin
    for ply in moves:
        final = final.play(ply.move)
    endings = [variant.draw_scores(), *(variant.loss_scores(seat) for seat in range(variant.seats))]
    ending = final.outcome
    if ending is None and draw(st.booleans()):
        ending = Outcome(draw(st.sampled_from(endings)), draw(st.sampled_from(TABLE_REASONS)))
    said = draw(st.booleans())
    tags: dict[str, str] = draw(
        st.dictionaries(st.from_regex(r"X[A-Za-z0-9_]{0,5}", fullmatch=True), values, max_size=2)
    )
    tags |= draw(
        st.fixed_dictionaries(
            {},
            optional={
                "Event": values,
                "Date": st.dates().map(str) | st.just("?"),
                "TimeControl": st.sampled_from(["-", "300", "300+5", "1/60", "7.5+0.25"]),
            },
        )
    )
    return Record(
        game=begin.game,
        options=variant.changed_options,
        tags=tags,
        seats=tuple(draw(st.lists(values, min_size=variant.seats, max_size=variant.seats))),
        start=None if begin == quintet.start(begin.game, **variant.changed_options) else begin,
        comments=draw(comments),
        moves=moves,
        result=None if ending is None else ending.result,
        termination=ending.reason if ending is not None and said else None,
    )


thorough = settings(
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@thorough
@given(st.lists(records(), max_size=3))
def test_everything_comes_back_the_same(games: list[Record]) -> None:
    text, other = io.StringIO(), io.StringIO()
    record.write(text, games)
    record.write(other, games, form="json")
    from_text, from_json = record.loads(text.getvalue()), record.loads(other.getvalue())
    assert [game.error for game in from_text + from_json] == [None] * 2 * len(games)
    assert from_text == games
    assert from_json == games
    again, other_again = io.StringIO(), io.StringIO()
    record.write(again, from_json)
    record.write(other_again, from_text, form="json")
    assert again.getvalue() == text.getvalue()
    assert other_again.getvalue() == other.getvalue()


@settings(thorough, max_examples=25)
@given(records())
def test_only_comments_and_tags_make_long_lines(game: Record) -> None:
    text = record.dumps(game)
    moves = text[text.index("\n\n") :]
    assert all(len(line) <= 79 or "{" in line or "}" in line for line in plain(moves).split("\n"))


def test_brackets_do_not_make_long_lines() -> None:
    """Closing brackets stand by their move, unless the line is full."""
    position, line = quintet.start("quantik"), record.Line((), (Ply("A@b1"),))
    for _ in range(20):
        line = record.Line((), (Ply("A@b1", variations=(line,)),))
    deep = Ply("A@a1", variations=(line,))
    for nags in range(20):
        game = Record.from_moves(position, ["A@a1"])
        game = dataclasses.replace(game, moves=(dataclasses.replace(deep, nags=(1,) * nags),))
        text = record.dumps(game)
        assert max(map(len, text.splitlines())) <= 79
        assert one(text) == game


def plain(moves: str) -> str:
    return re.sub(
        r"\{(?:[^\\}]|\\.)*\}", lambda found: found[0].replace("\n", " "), moves, flags=re.DOTALL
    )


# Written by hand

FULL = """\
[Game "quantik"]
[Event "The \\"Open\\" \\\\ 2026"]
[Date "2026-11-15"]
[Seat0 "Ann"]
[Seat1 ""]
[Result "0-1"]
[Termination "line"]
[TimeControl "300+5"]
[Site "Here"]

{First a sphere.
Then more.} 1. A@a1 $1 $14 {[%clk 0:05:02.500]} {a brace \\} and a \\\\} 2. B@b1
(2. B@c1 {[%eval 0.1]} (2. C@c1 3. D@d4)) ({or} 2. D@d1) 3. C@c1 4. D@d1 0-1
"""


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
        record.dumps(Record(game="quantik"), "pdf")


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


# What is wrong, and where

WRONG = [
    # The tags
    ('[Event "x"]\n\nA@a1 *', 1, 1, "which game"),
    ('[Game "chess"]\n\ne4 *', 1, 8, "no game 'chess'"),
    (quantik("*", '[Option "size=5"]'), 2, 10, "no option size"),
    (quantik("*", '[Option "size"]'), 2, 10, "not an option"),
    (quantik("*", '[Position "..../..../..../x..."]'), 2, 27, "one of .ABCDabcd"),
    (quantik("*", '[Position "\\"./"]'), 2, 12, "one of .ABCDabcd"),
    (quantik("*", '[Position "A..\\\\/..../..../...."]'), 2, 15, "for d4"),
    (quantik("*", '[Position "..../..../..../a..."]'), 2, 27, "sides alternate"),
    (quantik("*", '[Position "..../"]'), 2, 17, "found the end"),
    (quantik("*", '[Event "a"]', '[Event "b"]'), 3, 1, "Event is there twice"),
    (quantik("*", '[Seat0 "a"]', '[Seat0 "b"]'), 3, 1, "Seat0 is there twice"),
    (quantik("*", '[Option "a=1"]', '[Option "a = 2"]'), 3, 1, "a is there twice"),
    (quantik("*", '[Seat2 "a"]'), 2, 1, "no Seat2"),
    (quantik("*", '[Seat01 "a"]'), 2, 1, "no Seat01"),
    (quantik("*", f'[Seat{"1" * 5000} "a"]'), 2, 1, "no Seat111"),
    (quantik("*", '[Date "15.11.2026"]'), 2, 8, "not a date"),
    (quantik("*", '[Date "2026-??-??"]'), 2, 8, "not a date"),
    (quantik("*", '[Date "2026-02-29"]'), 2, 8, "not a date"),
    (quantik("*", '[TimeControl "5 minutes"]'), 2, 15, "not a time control"),
    (quantik("*", '[TimeControl "40/300"]'), 2, 15, "not a time control"),
    (quantik("*", '[Event "a'), 2, 10, 'closing "'),
    (quantik("*", '[Event "a\\"]'), 2, 13, 'closing "'),
    (quantik("*", '[Event "a"'), 2, 11, "expected ]"),
    (quantik("*", "[Event a]"), 2, 8, "quotation marks"),
    (quantik("*", '[2nd "a"]'), 2, 2, "name of a tag"),
    (quantik("*", '[Event "\0"]'), 2, 9, "U+0000"),
    (quantik("*", '[Event "a\\\x07"]'), 2, 11, "U+0007"),
    (quantik("*", '[Event "a\\\udc80"]'), 2, 11, "not UTF-8"),
    (quantik("*", '[Event\t"\t\udc80"]'), 2, 10, "not UTF-8"),
    (quantik("*", '\t[Date\t"today"]'), 2, 9, "not a date"),
    (quantik("*", '[Result "won"]'), 2, 10, "not a result"),
    (quantik("*", '[Result "2-0"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "1/0-0"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "2/4-1/2"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "1-0-0"]'), 2, 10, "3 scores"),
    # The moves
    (quantik("1. A@a1 2. A@b3\n3. A@c3 *"), 4, 4, "sphere on b3 stands in this row"),
    (quantik("1. A@a1 2. Zebra *"), 3, 12, "not a move of Quantik"),
    (quantik("1. A@a1 2. A@e1 *"), 3, 14, "expected a, b, c, or d at character 3"),
    (quantik("1. A@a1 2. B@a1 *"), 3, 12, "a piece on a1 already. (expected a legal move)"),
    (quantik(f"{MOVES} 5. A@a4 0-1"), 3, 36, "The game is over. (expected the result 0-1)"),
    (quantik("1. A@a1 2 *"), 3, 9, "not a move of Quantik"),
    (quantik("1. A@a1\n{never\nclosed *"), 4, 1, "comment is never closed"),
    (quantik("1. A@a1 {never closed \\} *"), 3, 9, "comment is never closed"),
    (quantik("1. A@a1 } *"), 3, 9, "no comment to close"),
    (quantik("1. A@a1 (1. A@b1 (1. A@c1 *"), 3, 27, "variation is still open"),
    (quantik("1. A@a1 (1. A@b1 (1. A@c1)"), 3, 9, "variation is never closed"),
    (quantik("1. A@a1 ) *"), 3, 9, "no variation to close"),
    (quantik("( 1. A@a1 ) *"), 3, 1, "for a variation to replace"),
    (quantik("1. A@a1 ( {nothing} ) *"), 3, 21, "at least one move"),
    (quantik("1. A@a1 (1. A@b1 2. A@b2) *"), 3, 21, "stands in this column"),
    (quantik("1. A@a1 (1. A@b1 2. Q) *"), 3, 21, "not a move"),
    (quantik("A@a1" + " (A@a1" * 33 + ")" * 33 + " *"), 3, 198, "at most 32 deep"),
    (quantik("$1 1. A@a1 *"), 3, 1, "no move here to annotate"),
    (quantik("1. A@a1 $256 *"), 3, 9, "not an annotation"),
    (quantik("1. A@a1 $" + "9" * 5000 + " *"), 3, 9, "not an annotation"),
    (quantik("1. A@a1 $ *"), 3, 9, "number belongs"),
    (quantik("1. A@a1!!! *"), 3, 8, "not an annotation"),
    (quantik("1. A@a1 {[%clk 0:00:01]} {[%clk 0:00:02]} *"), 3, 26, "one clock time"),
    (quantik("1. A@a1 {[%clk 0:00:01][%clk 0:00:02]} *"), 3, 9, "one clock time"),
    (quantik("1. A@a1 {a\n\x07} *"), 4, 1, "U+0007"),
    (quantik("1. A@a1 ;\x9b\n *"), 3, 10, "U+009B"),
    (quantik("1. A@a1 \x00 *"), 3, 9, "U+0000"),
    (quantik("1. A@a1 B@\udc80 *"), 3, 11, "expected a, b, c, or d"),
    (quantik("1. A@a1 \udcff *"), 3, 9, "not UTF-8"),
    (quantik("\t1.\tA@a1\tA@a2 *"), 3, 10, "stands in this column"),
    (quantik("1. A@a1 {\t\n\t\udcc3(} *"), 4, 2, "not UTF-8"),
    (quantik("1. A@a1\u2028A@a2 *"), 3, 9, "stands in this column"),
    (quantik("1. A@a1 {\U0001f600} A@a2 *"), 3, 13, "stands in this column"),
    # The end
    (quantik("1. A@a1"), 3, 8, "breaks off. (expected a move or the result)"),
    (quantik(""), 1, 17, "breaks off"),
    (quantik(f"{MOVES} 1-0", '[Result "0-1"]'), 4, 33, "the tag Result says 0-1"),
    (quantik(f"{MOVES} *", '[Result "0-1"]'), 4, 33, "the tag Result says 0-1"),
    (quantik(f"{MOVES} 1-0"), 3, 33, "ended 0-1 on the board, but the record says 1-0"),
    (quantik(f"{MOVES} 1-0", '[Result "1-0"]'), 4, 33, "ended 0-1 on the board"),
    (quantik(f"{MOVES} *"), 3, 33, "but the record says *. (expected 0-1)"),
    (quantik(f"{MOVES} 0-1-0"), 3, 33, "3 scores"),
    (quantik(f"{MOVES} 0-1", '[Termination "time"]'), 2, 15, "by line on the board"),
    (quantik("A@a1 1-0", '[Termination "line"]'), 2, 15, "did not end by line"),
    (quantik("A@a1 1-0", '[Termination "Time"]'), 2, 15, "expected repetition, agreement"),
    (quantik("A@a1 *", '[Termination "time"]'), 2, 15, "not finished has no termination"),
    (quantik("A@a1 1-1"), 3, 6, "share one point"),
    (quantik("A@a1 0-0"), 3, 6, "share one point"),
    (quantik("A@a1 0-1/3"), 3, 6, "share one point"),
    (quantik("A@a1 1-0 B@b1"), 3, 10, "follows the result"),
    (quantik("A@a1 1-0 1-0"), 3, 10, "follows the result"),
    (quantik("A@a1 1-0\n\n{why}"), 5, 1, "follows the result"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), WRONG)
def test_what_is_wrong(text: str, line: int, column: int, said: str) -> None:
    error = wrong(text)
    assert said in str(error)
    # No matter what stands before the game, and what comes behind.
    before, found, behind = record.loads(GAME + text + "\n\n" + GAME)
    assert before == behind == one(GAME)
    assert found.error is not None
    assert (
        (found.error.line - 5, found.error.column) == (error.line, error.column) == (line, column)
    )
    assert behind.line == 5 + text.count("\n") + 3


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_line_ends_move_no_error(tmp_path: Path, end: str) -> None:
    path = tmp_path / "game.txt"
    for text, line, column, _ in WRONG:
        path.write_bytes(text.replace("\n", end).encode(errors="surrogateescape"))
        (found,) = record.read(path)
        assert found.error is not None
        assert (found.error.line, found.error.column) == (line, column)


def test_partners_share_their_score() -> None:
    tags = '[Game "quixo"]\n[Option "players=4"]\n\n'
    assert one(tags + "1-0-1-0").result == "1-0-1-0"
    assert one(tags + "1/2-1/2-1/2-1/2").result == "1/2-1/2-1/2-1/2"
    assert "parts two partners" in str(wrong(tags + "1-0-0-0"))
    assert "share one point" in str(wrong(tags + "0-0-0-0"))


def test_three_share_one_point() -> None:
    tags = '[Game "cubulus"]\n[Option "players=3"]\n\n'
    for result in ("1-0-0", "0-1/2-1/2", "1/3-1/3-1/3"):
        assert one(tags + result).result == result
    assert "2 scores" in str(wrong(tags + "1-0"))


def test_a_result_of_the_table() -> None:
    for result in ("1-0", "0-1", "1/2-1/2"):
        for reason in (None, *TABLE_REASONS):
            tags = [] if reason is None else [f'[Termination "{reason}"]']
            game = one(quantik(f"A@a1 {result}", *tags))
            assert (game.result, game.termination) == (result, reason)


def test_the_moves_before_an_error_are_kept() -> None:
    (game,) = record.loads(quantik("{x} A@a1 B@b1 (C@c1 {y}) (D@d1 Q) C@c1 *"))
    assert game.comments == ("x",)
    assert game.moves == (
        Ply("A@a1"),
        Ply("B@b1", variations=(Line((), (Ply("C@c1", comments=("y",)),)),)),
    )
    assert game.final.text == "..../..../..../Ab.."
    assert isinstance(game.error, BadRecord)
    assert isinstance(game.error.__cause__, quintet.BadMove)


def test_no_position_is_made_up_for_a_game_that_is_not_known() -> None:
    for tags in ('[Position "nonsense"]', '[Option "size=5"]'):
        (game,) = record.loads(quantik("A@a1 *", tags))
        assert not game.playable
        with pytest.raises(BadRecord):
            list(game.positions())


# The next game

NEXT = [
    "{never closed\n\n",
    "1. A@a1 (1. A@b1 (\n",
    "1. A@a1 {;\n",
    '[Event "\n',
    "\0\0\0\n",
    "",
]


@pytest.mark.parametrize("broken", NEXT)
def test_a_broken_game_never_swallows_the_next(broken: str) -> None:
    first, second = record.loads(f'[Game "quantik"]\n\n{broken}{GAME}')
    assert first.error is not None
    assert second == one(GAME)


def test_where_games_begin() -> None:
    event = '[Event "x"]\n' + GAME
    assert [len(game.tags) for game in record.loads(event + GAME + event)] == [1, 0, 1]
    # Tags without a game, then a game: a blank line parts them.
    first, second = record.loads('[Event "x"]\n\n' + GAME)
    assert (first.error is None, second.error) == (False, None)
    assert "which game" in str(wrong("A@a1 *"))
    first, second = record.loads("nonsense\n" + event)
    assert (first.raw, first.line, second.line) == ("nonsense", 1, 2)
    assert second.tags == {"Event": "x"}
    assert record.loads("") == record.loads(" \n\ufeff\n\t") == []


# Sources


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(("\ufeff" + GAME * 2).replace("\n", "\r\n").encode())
    expected = record.loads(GAME * 2)
    assert list(record.read(path)) == list(record.read(str(path))) == expected
    with path.open(encoding="utf-8") as file:
        assert list(record.read(file)) == expected
    with path.open(encoding="utf-8", newline="") as file:
        assert list(record.read(file)) == expected
    assert list(record.read((GAME * 2).split("\n"))) == expected
    assert list(record.read((GAME * 2).splitlines(keepends=True))) == expected
    assert [game.line for game in record.read(path)] == [1, 6]


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(
        b"\xff\xfe\x00\x00\n" + GAME.encode() + bytes(range(256)) + b"\n" + GAME.encode()
    )
    first, second, third = record.read(path)
    assert first.error is not None
    assert (
        "UTF-8" in str(second.error)
        or "control" in str(second.error)
        or "follows" in str(second.error)
    )
    assert third.error is None


def endless(games: int) -> Iterator[str]:
    for _ in range(games):
        yield from GAME.splitlines(keepends=True)


def test_many_games_need_little_memory() -> None:
    assert sum(game.error is None for game in record.read(endless(10))) == 10
    tracemalloc.start()
    try:
        count = sum(game.error is None for game in record.read(endless(5000)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 5000
    assert peak < 200_000


class EndlessLine:
    """A file whose last line before a good game has no end for very long."""

    def __init__(self, head: str, filler: str, size: int) -> None:
        self.parts: list[str | tuple[str, int]] = [head, (filler, size), "\n" + GAME]

    def readline(self, size: int = -1, /) -> str:
        assert 0 < size <= 2 * LARGEST_GAME, "no line may be asked for whole"
        while self.parts:
            part = self.parts.pop(0)
            if isinstance(part, tuple):
                filler, left = part
                if left > size:
                    self.parts.insert(0, (filler, left - size))
                return filler * min(size, left)
            line, newline, rest = part.partition("\n")
            if rest:
                self.parts.insert(0, rest)
            if line + newline:
                return line + newline
        return ""


@pytest.mark.parametrize("filler", ["x", " ", "{"])
def test_a_line_without_end_is_never_held(filler: str) -> None:
    tracemalloc.start()
    try:
        file = EndlessLine('[Game "quantik"]\n\n;', filler, 30 * LARGEST_GAME)
        first, second = record.read(file)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "larger than 1048576" in str(first.error)
    assert len(first.raw) <= LARGEST_GAME
    assert second == one(GAME)
    assert peak < 12 * LARGEST_GAME


def test_a_line_of_json_without_end_is_never_held() -> None:
    file = EndlessLine('{"game": "', "x", 5 * LARGEST_GAME)
    first, *others = record.read(file)
    assert "larger than 1048576" in str(first.error)
    assert [game.form for game in others] == ["json"] * 3


def test_old_line_ends_beyond_the_size_of_a_game() -> None:
    count = LARGEST_GAME // len(GAME) + 10
    games = record.loads((GAME * count).replace("\n", "\r"))
    assert [game.error for game in games] == [None] * count
    assert games[-1].line == 1 + 5 * (count - 1)


def test_a_game_that_is_too_large() -> None:
    huge = quantik("A@a1 {" + "comment\n" * (LARGEST_GAME // 8) + "} *")
    first, second = record.loads(huge + GAME)
    assert "larger than 1048576" in str(first.error)
    assert second.error is None
    blank = GAME + "\n" * LARGEST_GAME + "\n" + GAME
    assert [game.error for game in record.loads(blank)] == [None, None]


MANY = 3_000_000


@pytest.mark.parametrize("blank", ["\n", " \n", "\r\n"])
def test_blank_lines_are_no_part_of_a_game(tmp_path: Path, blank: str) -> None:
    gap = blank * MANY
    path = tmp_path / "games.txt"
    path.write_bytes((gap + GAME + gap + GAME + gap).encode())
    first, second = record.read(path)
    assert first == second == one(GAME)
    assert (first.line, second.line) == (1 + MANY, 6 + 2 * MANY)
    assert first.raw == second.raw == GAME.strip()
    path.write_bytes((in_json() + "\n" + gap + in_json()).encode())
    assert [(game.error, game.line) for game in record.read(path)] == [(None, 1), (None, 2 + MANY)]


def test_blank_lines_inside_a_game() -> None:
    gap = "\n" * MANY
    tags, moves = '[Game "quantik"]\n', "1. A@a1 2. B@b1\n"
    assert words(one(f"{tags}{gap}{moves}{gap}*")) == ["A@a1", "B@b1"]
    (game,) = record.loads(f"{tags}{gap}{moves}{gap}{{x}}\n{gap}  3. B@b1 *")
    assert game.error is not None
    assert (game.error.line, game.error.column) == (4 + 3 * MANY, 6)
    first, second = record.loads(f'{tags}{gap}[Event "x"]\n{GAME}')
    assert "breaks off" in str(first.error)
    assert (first.line, second) == (1, one(GAME))
    # Tags that come after a long pause still belong to their game, as after a short one.
    assert one(f'{tags}{gap}[Event "x"]\n{gap}*').tags == {"Event": "x"}


@pytest.mark.parametrize("before", ["\n\n", "", " "])
def test_blank_lines_inside_a_comment_are_kept(before: str) -> None:
    comment = "a" + "\n" * 100_000 + "b"
    text = f'[Game "quantik"]{before}1. A@a1 {{{comment}}} 2. B@b1 *'
    assert one(text).moves[0].comments == (comment,)
    error = wrong(text.replace("B@b1", "A@a2"))
    assert (error.line, error.column) == (1 + text.count("\n"), 7)
    huge = text.replace(comment, "a" + "\n" * LARGEST_GAME + "b")
    assert "larger than" in str(record.loads(huge)[0].error)


def test_white_space_without_a_line_end_moves_no_error() -> None:
    (game,) = record.loads(quantik("A@a1\n" + " " * 100_000 + "A@a2 *"))
    assert game.error is not None
    assert (game.error.line, game.error.column) == (4, 100_001)
    (game,) = record.loads(quantik("A@a1\n" + "\n" * 100_000 + "\t" * 100_000 + "A@a2 *"))
    assert game.error is not None
    assert (game.error.line, game.error.column) == (100_004, 100_001)


def test_moves_on_the_line_of_the_tags() -> None:
    line = '[Game "quantik"] [Site "a\\"] ]{"] 1. A@a1 *\n'
    first, second = record.loads(line + '[Event "x"]\n' + line)
    assert (first.error, second.error) == (None, None)
    assert (first.tags, second.tags) == ({"Site": 'a"] ]{'}, {"Event": "x", "Site": 'a"] ]{'})
    open_comment = '[Game "quantik"] {a\n[Event "x"]\n} *'
    assert one(open_comment).comments == ('a\n[Event "x"]\n',)


HOSTILE = [
    "(",
    "A@a1 (",
    "{}",
    "$1",
    "!",
    "{",
    "}",
    "\\",
    "[%clk ",
    "1.",
    "1-",
    "9",
    '[A "',
    "\n[",
    " ",
    "\0",
]


@pytest.mark.parametrize("part", HOSTILE)
def test_hostile_games_are_read_in_time(part: str) -> None:
    size = LARGEST_GAME // 4 // len(part)
    for text in (quantik("A@a1 " + part * size), quantik("A@a1 {" + part * size), part * size):
        assert len(record.loads(text)) < size + 2


# JSON


def in_json(**fields: Any) -> str:
    return json.dumps({"game": "quantik", "moves": [], "result": None, **fields})


def test_json_in_full() -> None:
    game = one(FULL)
    written = record.dumps(game, "json")
    assert json.loads(written) == {
        "game": "quantik",
        "tags": {
            "Event": 'The "Open" \\ 2026',
            "Date": "2026-11-15",
            "TimeControl": "300+5",
            "Site": "Here",
        },
        "seats": ["Ann", ""],
        "comments": ["First a sphere.\nThen more."],
        "moves": [
            {
                "move": "A@a1",
                "clock": 302500,
                "comments": ["a brace } and a \\"],
                "nags": [1, 14],
            },
            {
                "move": "B@b1",
                "variations": [
                    {
                        "moves": [
                            {
                                "move": "B@c1",
                                "comments": ["[%eval 0.1]"],
                                "variations": [{"moves": [{"move": "C@c1"}, {"move": "D@d4"}]}],
                            }
                        ]
                    },
                    {"comments": ["or"], "moves": [{"move": "D@d1"}]},
                ],
            },
            {"move": "C@c1"},
            {"move": "D@d1"},
        ],
        "result": "0-1",
        "termination": "line",
    }
    again = one(written)
    assert again == game
    assert (again.form, again.raw) == ("json", written.strip())
    assert record.dumps(again) == FULL


def test_json_ignores_fields_of_others() -> None:
    assert one(in_json(rating=[1500], moves=[{"move": "A@a1", "eval": 0.5}])).error is None


# A line, what it says from the column on that the error points at, and what the error says.
WRONG_JSON = [
    ("{", "", "not JSON"),
    ('{"game": "quantik", "moves": [}', "}", "not JSON"),
    ("[1]", "[1]", "not an object"),
    ("  7", "7", "not an object"),
    ('{"x": "NaN", "game": NaN}', "NaN}", "NaN"),
    ('{"x": [-Infinity, Infinity]}', "-Inf", "-Infinity"),
    ('{"game": 1, "game": 2}', '"game": 2', "game is there twice"),
    ('{"x": "x", "y": {"x": 0, "\\u0078": 1, "x": 2}}', '"\\u0078"', "x is there twice"),
    ('{"x": 1, "x": {"y": 1, "y": 2}}', '"y": 2', "y is there twice"),
    ('{"a": [[], {"a": 1}, {"a": 2}], "a": NaN', "NaN", "NaN"),
    ('{"a": ' + "[" * 100_000, "[" * (100_000 - 159), "too deep"),
    ('{"a": 1, "b": "' + "9" * 5000 + '", "c": ' + "9" * 5000 + "}", "9" * 5000 + "}", "too long"),
    ("{}", "}", "The field game is missing. (expected a text)"),
    ('{"game": "quantik", "moves": []}', "}", "The field result is missing."),
    ('{"game": "quantik", "result": null}', "}", "The field moves is missing."),
    ('{"game": "quantik", "moves": null, "result": null}', "null, ", "The field moves is wrong."),
    (in_json(game=["quantik"]), '["quantik"]', "field game is wrong"),
    (in_json(game="chess"), '"chess"', "no game 'chess'"),
    (in_json(options=[]), "[]}", "field options"),
    (in_json(options={"size": 1.5}), "1.5", "options.size"),
    (in_json(options={"size": ["x", 1]}), "1]", "options.size[1]"),
    (in_json(options={"a": "x", "size": "x"}), '"x", ', "in options.a"),
    (in_json(options={"\ud800": 1}), '"\\ud800"', "in options.\\ud800"),
    (in_json(position=1), "1}", "field position"),
    (in_json(position="A"), '"}', "in position"),
    (in_json(position="..../..../..../a..."), 'a..."', "sides alternate"),
    (in_json(tags={"Date": "today"}), '"today"', "in tags.Date"),
    (in_json(tags={"Event": None}), "null}", "field tags.Event"),
    (in_json(tags={"Game": "quixo"}), '"Game"', "in tags.Game"),
    (in_json(tags={"x": "", "a b": ""}), '"a b"', "in tags.a b"),
    (in_json(tags={"x\x1b": ""}), '\\u001b"', "in tags.x\\x1b"),
    (in_json(tags={"x": "", "\udc80": ""}), '"\\udc80"', "not UTF-8"),
    (in_json(tags={"Event": "a\nb"}), '\\nb"', "single line"),
    (in_json(seats=["a"]), '["a"]', "field seats"),
    (in_json(seats=["a", 1]), "1]", "field seats[1]"),
    (in_json(seats=["a", "\x7f"]), '"\\u007f"', "in seats[1]"),
    (in_json(seats=["a", '\n"\\\U0001f600\ud800']), '\\ud800"', "not UTF-8"),
    (in_json(seats=["a", "\tb\ud800"]), '\\ud800"', "not UTF-8"),
    (in_json(comments="x"), '"x"', "field comments"),
    (in_json(comments=["\0"]), '"\\u0000"', "in comments[0]"),
    (in_json(moves=["A@a1"]), '"A@a1"', "field moves[0] is wrong"),
    (in_json(moves=[{}]), "}], ", "field moves[0].move is missing"),
    (in_json(moves=[{"move": 0}]), "0}", "field moves[0].move is wrong"),
    (in_json(moves=[{"move": "A@a1"}, {"move": "A@a2"}]), '"A@a2"', "in moves[1].move"),
    (in_json(moves=[{"x": ["A@a1", {"move": 1}], "move": "A@e1"}]), 'e1"', "in moves[0].move"),
    (in_json(moves=[{"move": "A@a1", "clock": 1.0}]), "1.0", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "clock": True}]), "true", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "clock": -1}]), "-1", "field moves[0].clock"),
    (in_json(moves=[{"move": "A@a1", "nags": [1, 256]}]), "256", "field moves[0].nags[1]"),
    (in_json(moves=[{"move": "A@a1", "comments": [1]}]), "1]", "field moves[0].comments[0]"),
    (in_json(moves=[{"move": "A@a1", "comments": ["[%clk 0:00:01]"]}]), '"[%clk', "field clock"),
    (in_json(moves=[{"move": "A@a1", "variations": {}}]), "{}}", "field moves[0].variations"),
    (
        in_json(moves=[{"move": "A@a1", "variations": [{}]}]),
        "}]}",
        "variations[0].moves is missing",
    ),
    (in_json(moves=[{"move": "A@a1", "variations": [{"moves": []}]}]), "[]}", "at least one move"),
    (
        in_json(moves=[{"move": "A@a1", "variations": [{"moves": [{"move": "Q"}]}]}]),
        '"Q"',
        "moves[0].variations[0].moves[0].move",
    ),
    (in_json(moves=[{"move": "\0"}]), '"\\u0000"', "in moves[0].move"),
    (in_json(result=1), "1}", "field result"),
    (in_json(result="*"), '"*"', "not a result"),
    (in_json(result="1-0-0"), '"1-0-0"', "3 scores"),
    (in_json(result="1-0", termination="line"), '"line"', "in termination"),
    (in_json(termination="time"), '"time"', "not finished"),
]


@pytest.mark.parametrize(("text", "where", "said"), WRONG_JSON)
def test_what_is_wrong_in_json(text: str, where: str, said: str) -> None:
    good = in_json()
    before, found, behind = record.loads(f"{good}\n\n{text}\n{good}\n")
    assert before.error is behind.error is None
    assert found.error is not None
    assert found.error.line == 3
    assert text.endswith(where) or text.count(where) == 1
    assert found.error.column == 1 + text.rindex(where)
    assert said in str(found.error)
    assert str(found.error).isprintable()
    assert found.raw == text


def test_json_errors_point_into_the_line() -> None:
    text = '{"game":"quixo","moves":[{"move":"a1e1"},{"move":"e1a1"}],"result":null}'
    error = wrong(text)
    assert (error.line, error.column) == (1, 1 + text.index('"e1a1"'))
    text = '{"game":"quixo","options":{"size":3,"players":9},"moves":[],"result":null}'
    assert wrong(text).column == 1 + text.index("9}")


nested = st.recursive(
    st.none() | st.integers() | st.booleans() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
)


@settings(max_examples=200, deadline=None)
@given(nested, st.booleans(), st.sampled_from([None, 1]))
def test_every_value_of_a_line_is_found(made: Any, escaped: bool, indent: int | None) -> None:
    text = " " + json.dumps(made, ensure_ascii=escaped, indent=indent)
    decode = json.JSONDecoder().raw_decode
    left: list[tuple[tuple[str | int, ...], Any]] = [((), made)]
    while left:
        path, value = left.pop()
        place = find_field(text, path)
        assert decode(text, place.value)[0] == value
        if isinstance(value, dict):
            left += [((*path, name), inner) for name, inner in value.items()]
            bracket = find_field(text, (*path, "longer")).value
            assert text[bracket] == "}"
            assert decode(text, place.value)[1] == bracket + 1
        elif isinstance(value, list):
            left += [((*path, number), inner) for number, inner in enumerate(value)]
        elif isinstance(value, str):
            ends = [find_character(text, place.value, count) for count in range(len(value) + 1)]
            assert json.loads('"' + text[place.value + 1 : ends[-1]] + '"') == value
            for character, begin, end in zip(value, ends, ends[1:], strict=False):
                assert json.loads('"' + text[begin:end] + '"') == character
        if path and isinstance(path[-1], str):
            assert decode(text, place.name)[0] == path[-1]


HOSTILE_JSON = [
    '{"moves":[' + "{}," * (LARGEST_GAME // 4) + '{}],"game":1}',
    '{"moves":["' + '\\"' * (LARGEST_GAME // 3) + '"],"game":1}',
    '{"' + '\\"' * (LARGEST_GAME // 3) + '":0,"game":1}',
    '{"x":[' + '"",' * (LARGEST_GAME // 4) + '""],"game":1}',
    '{"x":' + "[" * 150 + "]" * 150 + "," + '"":0,' * (LARGEST_GAME // 8) + '"game":1}',
    '{"x":"' + '\\"' * (LARGEST_GAME // 3),
    '{"x":' + " " * (LARGEST_GAME // 2) + 'NaN,"' + '\\"' * (LARGEST_GAME // 8),
    '{"game":"quantik","result":null,"moves":[{"move":"' + "\\u0041" * (LARGEST_GAME // 8) + '"}]}',
    '{"game":"quantik","comments":["' + "\\u0041" * (LARGEST_GAME // 8) + '\\u0000"]}',
]


@pytest.mark.parametrize("text", HOSTILE_JSON)
def test_hostile_lines_are_read_in_time(text: str) -> None:
    assert len(text) <= LARGEST_GAME
    assert wrong(text).column <= len(text) + 1


# Rules


def test_errors_name_the_rule() -> None:
    text = quantik("1. A@a1 2. A@a2 *")
    error = wrong(text)
    assert isinstance(error.__cause__, quintet.IllegalMove)
    assert error.rule == error.__cause__.rule
    assert str(error).endswith(f"column. (expected a legal move) ({error.rule})")
    in_line = wrong(in_json(moves=[{"move": "A@a1"}, {"move": "A@a2"}]))
    assert (in_line.rule, in_line.sentence) == (error.rule, error.sentence)
    assert str(in_line).endswith(f"({error.rule})")
    assert pickle.loads(pickle.dumps(error)).rule == error.rule

    error = wrong(quantik("*", '[Position "..../..../..../a..."]'))
    assert isinstance(error.__cause__, quintet.BadPosition)
    assert error.rule == error.__cause__.rule is not None
    assert wrong(in_json(position="..../..../..../a...")).rule == error.rule

    assert wrong(quantik("1. Zebra *")).rule is None
    with pytest.raises(BadRecord) as caught:
        record.dumps(Record(game="quantik", moves=(Ply("A@a1"), Ply("A@a2"))))
    assert caught.value.rule == wrong(text).rule


def test_record_check_names_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.txt"
    path.write_text(quantik("1. A@a1 2. A@a2 *") + quantik("Zebra *"), encoding="utf-8")
    assert check(path, as_json=True) == 1
    first, second, _ = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["rule"], second["rule"]) == (wrong(quantik("A@a1 A@a2 *")).rule, None)


def test_json_variations_have_a_depth() -> None:
    deepest: dict[str, Any] = {"move": "A@a1"}
    for _ in range(DEEPEST_VARIATION):
        deepest = {"move": "A@a1", "variations": [{"moves": [deepest]}]}
    game = one(in_json(moves=[deepest]))
    assert one(record.dumps(game)) == game
    deeper = {"move": "A@a1", "variations": [{"moves": [deepest]}]}
    assert "at most 32 deep" in str(wrong(in_json(moves=[deeper])))
    too_deep = Record(game="quantik", moves=(Ply("A@a1", variations=(Line((), game.moves),)),))
    with pytest.raises(BadRecord, match="at most 32 deep"):
        record.dumps(too_deep)


# Anything at all


@settings(max_examples=300, deadline=None)
@given(
    st.text(st.characters() | st.sampled_from('[]{}()"\\;$!?*\n\r. 01-/@Aa'), max_size=200),
    st.sampled_from(["", '[Game "quantik"]\n', '[Game "', "{", GAME]),
)
def test_any_text_gives_records(text: str, before: str) -> None:
    check_reading(before + text)


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6), st.booleans())
def test_any_change_gives_records(random: Random, changes: int, in_json: bool) -> None:
    text = record.dumps(one(FULL), "json") * 2 if in_json else FULL + "\n" + FULL
    for _ in range(changes):
        at, end = sorted(random.sample(range(len(text)), 2))
        character = random.choice(text + "\0\x80\udc80\ufeff\r")
        text = random.choice(
            [
                text[:at] + character + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + text[end:],
                text[:end] + text[at:],
                text[:at] + character + text[at + 1 :],
            ]
        )
    check_reading(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_records(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(GAME.encode() + data)
    assert all(isinstance(game, Record) for game in record.read(path))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 300)
    | st.floats()
    | st.sampled_from(["A@a1", "1-0", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["move", "moves", "clock", "comments", "nags"]), inner, max_size=3
        )
    ),
    max_leaves=10,
)
FIELDS = ["options", "tags", "seats", "position", "comments", "moves", "result", "termination"]


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_any_json_gives_records(fields: dict[str, Any]) -> None:
    check_reading(in_json(**fields))


def check_reading(text: str) -> None:
    """Nothing is raised, errors point into the text, and what is good can be written again."""
    found = record.loads(text)
    lines = re.split("\r\n|\r|\n", text)
    for game in found:
        if game.error is None:
            assert one(record.dumps(game)) == game
            assert one(record.dumps(game, "json")) == game
        else:
            assert type(game.error) is BadRecord
            assert 1 <= game.line <= game.error.line <= len(lines)
            assert 1 <= game.error.column <= len(lines[game.error.line - 1]) + 1
            assert str(game.error)
        if game.playable:
            assert sum(1 for _ in game.positions()) == len(game.moves) + 1


# The documentation

DOCUMENT = Path(__file__).parent.parent / "docs" / "records.md"


def documented(kind: str) -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", documented("text"))
def test_documented_games(text: str) -> None:
    assert record.dumps(one(text)) == text


def test_documented_json() -> None:
    (example,) = documented("json")
    assert one(json.dumps(json.loads(example))) == one(documented("text")[0])
