"""Moves in words: every kind of move of every game, and every move of random games."""

import random

import pytest

import quintet
from quintet import Position
from quintet.narration import NARRATORS, narrate, narrate_line

# The neutral balls of Cubulus for two, filling the back layer.
SET_UP = "U1 U2 U3 L4 B5 R6 D7 D8 R9"


def after(game: str, moves: str, **options: object) -> Position:
    position = quintet.start(game, **options)
    for move in moves.split():
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (after("quantik", ""), "A@b3", "x places a sphere on b3."),
        (after("quantik", "A@b3"), "B@c1", "o places a cylinder on c1."),
        (after("quantik", ""), "C@a1", "x places a cube on a1."),
        (after("quantik", ""), "D@a1", "x places a cone on a1."),
        (after("quarto", ""), "7", "x gives a piece: short, light, square, hollow."),
        (after("quarto", "7"), "b3", "o places a piece on b3: short, light, square, hollow."),
        (
            after("quarto", "0 a1 1 b1 2 c1 3 d1", calls="spoken"),
            "quarto:a1-d1",
            "x calls Quarto and points at the line from a1 to d1.",
        ),
        (
            after("quarto", "0 a1 1 b1 2 a2 3 b2", calls="spoken", squares=True),
            "quarto:a1-b2",
            "x calls Quarto and points at the square from a1 to b2.",
        ),
        (
            after("quarto", "0 a1 1 b1 2 c1 3 d1", calls="spoken"),
            "quarto:a4-d1",
            "x calls Quarto and points at the line from a4 to d1.",
        ),
        (after("qomet", ""), "d5", "x places a star on d5."),
        (after("qomet", "d5 a1"), "d5-d6", "x moves a star from d5 to d6."),
        (
            after("qomet", "d5 d4"),
            "d5-d4",
            "x moves a star from d5 to d4 and pushes an opposing star to d3.",
        ),
        (
            after("qomet", "d5 a1 d4 a4"),
            "d5-d4",
            "x moves a star from d5 to d4 and pushes another of their own to d3.",
        ),
        (
            after("qomet", "d6 d7"),
            "d6-d7",
            "x moves a star from d6 to d7 and pushes an opposing star off the board.",
        ),
        (
            after("qomet", "d6 a1 d7 a4"),
            "d6-d7",
            "x moves a star from d6 to d7 and pushes another of their own off the board.",
        ),
        (after("qomet", "g4 a1"), "g4-off", "x takes the star on g4 off the board."),
        (after("cubulus", ""), "U1", "o puts a neutral ball at U1."),
        (after("cubulus", ""), "core", "o puts a neutral ball into the centre."),
        (
            after("cubulus", SET_UP),
            "B3",
            "x inserts a ball at B3 and pushes the one there a step inward.",
        ),
        (after("cubulus", "", players=3), "R5", "x inserts a ball at R5."),
        (
            after("cubulus", "U1 U3", players=3),
            "U1",
            "z inserts a ball at U1 and pushes the one there a step inward.",
        ),
        (
            after("cubulus", "U1 U1 U3", players=3),
            "U1",
            "x inserts a ball at U1 and pushes the two in its way a step inward.",
        ),
        (
            after("cubulus", "U1 U1 U1", players=3),
            "U1+",
            "x turns the row at U1: a ball comes round from its far end (x).",
        ),
        (
            after("cubulus", SET_UP),
            "U1+",
            "x turns the row at U1: a neutral ball comes round from its far end.",
        ),
        (
            after("quixo", ""),
            "a1e1",
            "x takes the blank cube from a1 and pushes it in at e1.",
        ),
        (
            after("quixo", "a1e1 a5e5"),
            "e1a1",
            "x takes their own cube from e1 and pushes it in at a1.",
        ),
        (
            after("quixo", "", players=4),
            "b1b5n",
            "s takes the blank cube from b1 and pushes it in at b5 (dot: n).",
        ),
        (
            after("quixo", "a1e1s a5e5w b1b5n c1c5e", players=4),
            "e1a1s",
            "s takes their own cube from e1 and pushes it in at a1 (dot: s).",
        ),
    ],
)
def test_sentences(position: Position, move: str, said: str) -> None:
    assert str(narrate(position, move)) == said


def test_the_last_window_passes_in_silence() -> None:
    rng = random.Random(1)
    position = quintet.start("quarto", calls="spoken")
    while position.moves[-1] != "silent":
        position = position.play(rng.choice([m for m in position.moves if position.motion(m)]))
    name = position.variant.seat_names[position.turn]
    assert str(narrate(position, "silent")) == f"{name} stays silent."


def test_a_forced_pass() -> None:
    position = quintet.position("quixo", "eewen/nse.w/wn..w/nes.n/wnenn s", players=4)
    assert str(narrate(position, "pass")) == "s can take no cube and passes."


def test_people_have_names() -> None:
    names = ("Ann", "Ben", "Cem", "Dora")
    position = quintet.start("quixo", players=4)
    assert str(narrate(position, "b1b5n", names)) == (
        "Ann takes the blank cube from b1 and pushes it in at b5 (dot: Cem)."
    )


def test_pieces_of_quarto_are_described_truly() -> None:
    words = (("tall", "short"), ("light", "dark"), ("round", "square"), ("solid", "hollow"))
    position = quintet.start("quarto")
    for number, piece in enumerate("0123456789abcdef"):
        features = ", ".join(
            pair[number >> bit & 1] for pair, bit in zip(words, (1, 3, 2, 0), strict=True)
        )
        assert str(narrate(position, piece)) == f"x gives a piece: {features}."


def test_a_line() -> None:
    said = list(map(str, narrate_line(quintet.start("quantik"), ("A@a1", "B@b1"))))
    assert said == ["x places a sphere on a1.", "o places a cylinder on b1."]


def test_what_cannot_be_played_is_not_told() -> None:
    with pytest.raises(quintet.IllegalMove):
        narrate(after("quantik", "A@a1"), "A@b2")
    with pytest.raises(quintet.BadMove):
        narrate(quintet.start("quantik"), "nonsense")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quantik", {}),
        ("quarto", {}),
        ("quarto", {"calls": "spoken", "squares": True}),
        ("qomet", {}),
        ("cubulus", {}),
        ("cubulus", {"players": 3}),
        ("quixo", {}),
        ("quixo", {"players": 4}),
    ],
)
def test_every_move_of_random_games(game: str, options: dict[str, object]) -> None:
    """Every legal move has a sentence with no gap left open, and it tells the moves apart."""
    rng = random.Random(5)
    for _ in range(3):
        position = quintet.start(game, **options)
        for _ in range(60):
            if position.outcome is not None:
                break
            said = [str(narrate(position, move)) for move in position.moves]
            name = position.variant.seat_names[position.turn]
            assert all(text.startswith(f"{name} ") and text.endswith(".") for text in said)
            assert not any("{" in text or "reserve" in text for text in said)
            assert len(set(said)) == len(said)
            position = position.play(rng.choice(position.moves))


def test_every_game_has_a_narrator() -> None:
    assert set(NARRATORS) == set(quintet.GAMES)
