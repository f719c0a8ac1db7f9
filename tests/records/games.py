"""Records to test with: by hand, and at random with everything that can be noted."""

import json
from random import Random
from string import ascii_letters, digits
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import quintet
from quintet import GAMES, BadOption, BadRecord, Outcome, Position, record
from quintet.options import Choice, Option, Value
from quintet.outcome import TABLE_REASONS
from quintet.record import Line, Ply, Record

# Quantik: the four moves of a game that the second seat wins, and a game in full.
MOVES = "1. A@a1 2. B@b1 3. C@c1 4. D@d1"
GAME = f'[Game "quantik"]\n[Result "0-1"]\n\n{MOVES} 0-1\n\n'


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


def in_json(**fields: Any) -> str:
    return json.dumps({"game": "quantik", "moves": [], "result": None, **fields})


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

tag_names = st.text(ascii_letters + digits + "_", max_size=5).map("X{}".format)
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
    tags: dict[str, str] = draw(st.dictionaries(tag_names, values, max_size=2))
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
