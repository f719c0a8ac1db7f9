"""Quarto: its derived facts, every rule, every refusal."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import permutations

import pytest

import quintet
from quintet import BadOption, BadPosition, IllegalMove, Motion, Outcome, Position, tablebase
from quintet.errors import NoTablebase
from quintet.games.quarto import CALLS, LINES, PIECES, PLACES, SQUARES, Quarto

DRAWN = "a59d/870b/3e6c/f241"
COUNTED_UP = "cdef/89ab/4567/0123"  # every row and column is an alignment
TO_DRAW = "d d4 e b2 6 c2 0 c3 a a4 c d2 9 c4 1 d1 4 c1 f a1 8 a3 2 b1 3 a2 7 b3 b d3 5 b4"
ALL = ("colour", "shape", "height", "top")
VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"squares": True},
    {"features": "colour"},
    {"features": "shape,top", "squares": True},
    {"features": "colour,shape,height"},
    {"calls": "spoken"},
    {"calls": "spoken", "squares": True},
    {"calls": "spoken", "features": "height", "squares": True},
    {"calls": "spoken", "false_call": "loses"},
    {"calls": "spoken", "false_call": "loses", "squares": True, "features": "colour,top"},
    {"common": 2, "squares": True},
    {"common": 2, "features": "colour,top", "calls": "spoken"},
)


def read(text: str, **options: object) -> Position:
    return quintet.position("quarto", text, **options)


def spoken(text: str, **options: object) -> Position:
    return read(text, calls="spoken", **options)


def after(moves: str, **options: object) -> Position:
    position = quintet.start("quarto", **options)
    for move in moves.split():
        position = position.play(move)
    return position


def random_game(seed: int, **options: object) -> list[Position]:
    """All positions of a game at random in which calls are rare enough to let it go on."""
    source = random.Random(seed)
    position = quintet.start("quarto", **options)
    seen = [position]
    while position.moves:
        quiet = [move for move in position.moves if ":" not in move]
        moves = position.moves if not quiet or source.random() < 0.1 else quiet
        position = position.play(source.choice(moves))
        seen.append(position)
    return seen


# Facts


def test_perft() -> None:
    position = quintet.start("quarto")
    assert [position.perft(depth) for depth in range(6)] == [1, 16, 256, 3840, 57600, 806400]


def test_perft_is_the_same_spoken_but_for_the_calls() -> None:
    position = quintet.start("quarto", calls="spoken")
    # Give, place, then 15 gifts or 10 calls, each void and used up.
    assert [position.perft(depth) for depth in range(4)] == [1, 16, 256, 256 * 25]
    assert quintet.start("quarto", calls="spoken", squares=True).perft(3) == 256 * 34


def test_undecided_positions_up_to_symmetry() -> None:
    level = {quintet.start("quarto")}
    sizes = [len(level)]
    for _ in range(4):
        following = set()
        for position in level:
            for piece in position.moves:
                given = position.play(piece)
                following |= {given.play(space).canonical() for space in given.moves}
        level = {position for position in following if position.outcome is None}
        sizes.append(len(level))
    assert sizes == [1, 2, 40, 454, 10346]


def test_random_play() -> None:
    played = quintet.start("quarto").playouts(20000, seed=3)
    assert played.plies / 2 / played.games == pytest.approx(11.7, abs=0.1)
    draws = played.outcomes[Outcome((0.5, 0.5), "full")] / played.games
    assert draws == pytest.approx(0.02, abs=0.005)


def test_vocabulary_is_fixed() -> None:
    words = quintet.start("quarto").variant.words[0]
    assert words == (*PIECES, *PLACES)
    assert words[:3] + words[15:18] == ("0", "1", "2", "f", "a1", "b1")
    words = quintet.start("quarto", calls="spoken").variant.words[1]
    assert len(words) == 52
    assert " ".join(words[32:]) == (
        "quarto:a1-d1 quarto:a2-d2 quarto:a3-d3 quarto:a4-d4 "
        "quarto:a1-a4 quarto:b1-b4 quarto:c1-c4 quarto:d1-d4 quarto:a1-d4 quarto:a4-d1 "
        "quarto:a1-b2 quarto:b1-c2 quarto:c1-d2 quarto:a2-b3 quarto:b2-c3 quarto:c2-d3 "
        "quarto:a3-b4 quarto:b3-c4 quarto:c3-d4 silent"
    )


# Symmetry


@cache
def board_symmetries(*shapes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All ways to permute ranks, files, and ranks with files, that map shapes to shapes."""
    wanted = {frozenset(shape) for shape in shapes}
    found = []
    for files in permutations(range(4)):
        for ranks in permutations(range(4)):
            plain = tuple(4 * ranks[cell // 4] + files[cell % 4] for cell in range(16))
            turned = tuple(4 * files[cell % 4] + ranks[cell // 4] for cell in range(16))
            found += [
                image
                for image in (plain, turned)
                if {frozenset(image[cell] for cell in shape) for shape in wanted} == wanted
            ]
    return found


def test_there_are_32_symmetries_of_the_lines_and_8_of_the_squares() -> None:
    assert len(board_symmetries(*LINES)) == 32
    assert len(board_symmetries(*LINES, *SQUARES)) == 8


def image(position: Position, source: random.Random) -> Position:
    """The same position, moved by some symmetry of the board and of the pieces."""
    variant = position.variant
    assert isinstance(variant, Quarto)
    board = source.choice(board_symmetries(*variant.alignments))
    counting = [bit for bit in (8, 4, 2, 1) if variant.counted & bit]
    targets = source.sample(counting, len(counting))
    flips = source.randrange(16)

    def look(piece: int) -> int:
        return sum(
            target for bit, target in zip(counting, targets, strict=True) if (piece ^ flips) & bit
        )

    by_look: dict[int, list[int]] = {}
    for piece in source.sample(range(16), 16):
        by_look.setdefault(piece & variant.counted, []).append(piece)
    renamed = [by_look[look(piece)].pop() for piece in range(16)]

    cells = [0] * 16
    for cell, code in enumerate(position.cells):
        cells[board[cell]] = 1 + renamed[code - 1] if code else 0
    fields = position.fields
    if fields[0]:
        fields[0] = 1 + renamed[fields[0] - 1]
    if len(fields) > 1:
        if fields[1]:
            fields[1] = 1 + board[fields[1] - 1]
        if fields[3]:
            spaces = {board[cell] for cell in (LINES + SQUARES)[fields[3] - 1]}
            fields[3] = 1 + [set(four) for four in LINES + SQUARES].index(spaces)
    made = variant.core.from_facts(bytes(cells), fields)
    assert isinstance(made, Position)
    return made


@pytest.mark.parametrize("options", VARIANTS)
def test_canonical_forms_agree(options: dict[str, object]) -> None:
    source = random.Random(7)
    for seed in range(4):
        for position in random_game(seed, **options):
            canonical = position.canonical()
            assert image(position, source).canonical() == canonical
            assert canonical.canonical() == canonical
            assert canonical.outcome == position.outcome
            assert canonical.seat == position.seat
            assert len(canonical.moves) == len(position.moves)
            assert read(canonical.text, **options) == canonical


def test_canonical_keeps_apart_what_differs() -> None:
    corner = after("0 a1")
    assert corner.canonical() == after("f c3").canonical() != after("0 b1").canonical()
    # With squares a corner is not like the centre.
    assert (
        after("0 a1", squares=True).canonical()
        == after("f d4", squares=True).canonical()
        != after("f c3", squares=True).canonical()
    )
    # The space placed last matters, and so does the piece on it.
    line = "..../..../..../01.3 - {} -"
    assert spoken(line.format("a1")).canonical() != spoken(line.format("b1")).canonical()


# Rules


def test_qt1_each_piece_is_given_once() -> None:
    position = after("7 a1 3 b1")
    assert position.moves == tuple(piece for piece in PIECES if piece not in "73")


def test_qt2_seats_give_and_place_in_turn() -> None:
    position = quintet.start("quarto")
    seats = [position.seat]
    for move in TO_DRAW.split():
        position = position.play(move)
        seats.append(position.seat)
    # The starter gives, the other places and gives, the starter places and gives, …
    assert seats == [0, *[1, 1, 0, 0] * 7, 1, 1, 0, None]


def test_qt3_a_shared_value_wins_for_the_placer() -> None:
    position = after("0 a1 1 b2 2 d4 7 c3")
    assert position.outcome == Outcome((1.0, 0.0), "line")
    assert position.winning == (("a1", "b2", "c3", "d4"),)
    assert position.seat is None
    assert position.moves == ()


def test_qt3_no_shared_value_does_not() -> None:
    assert after("0 a1 f b2 2 d4 7 c3").outcome is None


def test_qt3_both_values_count() -> None:
    assert read("..../..../..../f7b. -").play("d").play("d1").outcome == Outcome((1.0, 0.0), "line")


def test_qt3_two_lines_at_once() -> None:
    position = read("3.../2.../1.../.456 0").play("a1")
    assert position.outcome == Outcome((0.0, 1.0), "line")
    assert position.winning == (("a1", "b1", "c1", "d1"), ("a1", "a2", "a3", "a4"))


LINE = "0 a1 1 b1 2 c1 3 d1"


def test_qt4_an_alignment_must_be_called() -> None:
    position = after(LINE, calls="spoken")
    assert position.outcome is None
    assert position.text == "..../..../..../0123 - d1 -"


def test_qt5_the_placer_calls() -> None:
    position = after(LINE + " quarto:a1-d1", calls="spoken")
    assert position.outcome == Outcome((1.0, 0.0), "called")
    assert position.winning == (("a1", "b1", "c1", "d1"),)
    assert position.text == "..../..../..../0123 - d1 - quarto:a1-d1"


def test_qt6_the_receiver_calls() -> None:
    position = after(LINE + " 4 quarto:a1-d1", calls="spoken")
    assert position.outcome == Outcome((0.0, 1.0), "called")


def test_qt7_an_alignment_both_let_pass_is_dead() -> None:
    position = after(LINE + " 4 a2 quarto:a1-d1", calls="spoken")
    assert position.outcome is None
    assert position.text == "..../..../4.../0123 - a2 1"


def test_qt7_a_dead_alignment_may_share_pieces_with_a_new_one() -> None:
    position = after(LINE + " 4 a2 8 b2 5 a3 c b3 6 a4", calls="spoken")
    assert position.play("quarto:a1-a4").outcome == Outcome((0.0, 1.0), "called")
    assert position.play("quarto:a1-d1").outcome is None


def test_qt8_a_full_board_is_a_draw() -> None:
    position = after(TO_DRAW)
    assert position.text == DRAWN + " -"
    assert position.outcome == Outcome((0.5, 0.5), "full")
    assert position.winning == ()


def test_qt8_dead_alignments_do_not_matter() -> None:
    position = spoken(COUNTED_UP + " - c3 -").play("silent").play("silent")
    assert position.outcome == Outcome((0.5, 0.5), "full")
    assert position.winning == ()


@pytest.mark.parametrize(
    ("features", "over"), [("colour", False), ("shape", True), ("top", False), (ALL, True)]
)
def test_qt9_only_some_features_count(features: object, over: bool) -> None:
    position = read("..../..../..../45e. f", features=features).play("d1")
    assert (position.outcome is not None) is over


def test_qt10_squares() -> None:
    text = "..../.01./..2./.... 3"
    assert read(text).play("b2").outcome is None
    position = read(text, squares=True).play("b2")
    assert position.outcome == Outcome((1.0, 0.0), "square")
    assert position.winning == (("b2", "c2", "b3", "c3"),)


def test_qt10_a_line_comes_before_a_square() -> None:
    position = read("..../..../45../.123 0", squares=True).play("a1")
    assert position.outcome == Outcome((1.0, 0.0), "line")
    assert position.winning == (("a1", "b1", "c1", "d1"), ("a1", "b1", "a2", "b2"))


def test_qt10_squares_are_called() -> None:
    position = spoken("..../..../01../23.. - b1 -", squares=True)
    assert len([move for move in position.moves if ":" in move]) == 19
    position = position.play("quarto:a1-b2")
    assert position.outcome == Outcome((1.0, 0.0), "called")
    assert position.winning == (("a1", "b1", "a2", "b2"),)


def test_qt12_windows_follow_one_another() -> None:
    position = after(LINE, calls="spoken")
    assert position.seat == 0
    assert position.play("4").seat == 1


@pytest.mark.parametrize("call", ["quarto:a2-d2", "quarto:a1-a4", "quarto:a1-d4"])
def test_qt13_a_false_call_is_void_and_used_up(call: str) -> None:
    position = after(LINE, calls="spoken").play(call)
    assert position.outcome is None
    assert position.seat == 0
    assert position.fields[2] == 1
    assert not any(":" in move for move in position.moves)
    # The other seat's window is untouched, and both open again with the next placement.
    position = position.play("4")
    assert position.play("quarto:a1-d1").outcome == Outcome((0.0, 1.0), "called")
    position = position.play("quarto:d1-d4")
    assert position.text.endswith(" 4 d1 01")
    position = position.play("a2")
    assert position.text.endswith(" - a2 -")
    assert "quarto:a1-d1" in position.moves


def test_qt13_a_false_call_may_lose() -> None:
    position = after(LINE + " 4 quarto:a2-d2", calls="spoken", false_call="loses")
    assert position.outcome == Outcome((1.0, 0.0), "false_call")
    assert position.winning == ()
    assert position.text == "..../..../..../0123 4 d1 - quarto:a2-d2"


def test_qt14_the_last_windows() -> None:
    position = after(TO_DRAW, calls="spoken")
    assert position.text == DRAWN + " - b4 -"
    assert position.seat == 0
    assert position.moves == (*CALLS[:10], "silent")
    for word in ("silent", "quarto:a1-d1"):
        other = position.play(word)
        assert other.text == DRAWN + " - b4 0"
        assert other.seat == 1
        assert other.moves == position.moves
        for last_word in ("silent", "quarto:a1-d1"):
            over = other.play(last_word)
            assert over.text == DRAWN + " - b4 01"
            assert over.outcome == Outcome((0.5, 0.5), "full")


def test_qt14_the_last_alignment_can_be_called_by_both() -> None:
    position = spoken(COUNTED_UP + " - d1 -")
    assert position.play("quarto:a1-d1").outcome == Outcome((1.0, 0.0), "called")
    assert position.play("silent").play("quarto:d1-d4").outcome == Outcome((0.0, 1.0), "called")


def test_qt15_calls_do_not_depend_on_the_board() -> None:
    for seed in range(20):
        for position in random_game(seed, calls="spoken"):
            calls = tuple(move for move in position.moves if ":" in move)
            assert calls in ((), CALLS[:10])
            if position.outcome is None and any(position.cells):
                assert bool(calls) is not bool(position.fields[2] & 1 << position.turn)


def test_qt17_features_and_squares_combine() -> None:
    text = "..../..../0e../.6.. 4"
    assert read(text, features="top").play("a1").outcome is None
    assert read(text, squares=True, features="colour").play("a1").outcome is None
    position = read(text, squares=True, features="top").play("a1")
    assert position.outcome == Outcome((1.0, 0.0), "square")


# Moves that are not legal


@pytest.mark.parametrize(
    ("text", "word", "rule", "places"),
    [
        ("..../..../..../0... 7", "3", "QT2", ()),
        ("..../..../..../0... 7", "7", "QT2", ()),
        ("..../..../..../0... -", "0", "QT1", ("a1",)),
        ("..../..../..../0... -", "b1", "QT2", ()),
        ("..../..../..../0... -", "a1", "QT2", ()),
        ("..../..../..../0... 7", "a1", "QT2", ("a1",)),
        ("..../..../..../0... -", "quarto:a1-d1", "QT16", ()),
        ("..../..../..../0... 7", "quarto:b2-c3", "QT16", ()),
        ("..../..../..../0... -", "silent", "QT16", ()),
    ],
)
def test_why_not(text: str, word: str, rule: str, places: tuple[str, ...]) -> None:
    refused(read(text), word, rule, places)


@pytest.mark.parametrize(
    ("text", "word", "rule", "places"),
    [
        ("..../..../..../.... - - -", "quarto:a1-d1", "QT5", ()),
        ("..../..../..../.... 5 - -", "quarto:a1-b2", "QT5", ()),
        ("..../..../..../0... - a1 1", "quarto:a1-d1", "QT13", ("a1",)),
        ("..../..../..../0... 4 a1 0", "quarto:a1-b2", "QT13", ("a1",)),
        ("..../..../..../0... 4 a1 -", "quarto:a1-b2", "QT10", ()),
        ("..../..../..../0... - a1 -", "silent", "QT14", ()),
        ("..../..../..../0... 4 a1 -", "silent", "QT14", ()),
        (DRAWN + " - b4 -", "0", "QT2", ()),
        (DRAWN + " - b4 -", "a1", "QT2", ()),
        (DRAWN + " - b4 0", "quarto:a1-b2", "QT10", ()),
    ],
)
def test_why_not_spoken(text: str, word: str, rule: str, places: tuple[str, ...]) -> None:
    refused(spoken(text), word, rule, places)


def refused(position: Position, word: str, rule: str, places: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.play(word)
    assert (caught.value.rule, caught.value.places) == (rule, places)


def test_every_illegal_word_has_a_reason() -> None:
    for options in VARIANTS:
        for position in random_game(11, **options)[:-1]:
            variant = position.variant
            for word in {*variant.words[0], *variant.other_words} - {*position.moves}:
                why = variant.why_not(position, word)
                assert why.rule.startswith("QT")
                assert str(why.sentence).endswith(".")


def test_silence_says_what_to_do_instead() -> None:
    with pytest.raises(IllegalMove, match="give a piece"):
        spoken("..../..../..../0... - a1 -").play("silent")
    with pytest.raises(IllegalMove, match="place the piece in your hand"):
        spoken("..../..../..../0... 4 a1 -").play("silent")


# Paths and motions


def test_paths() -> None:
    position = spoken("..../..../..../0... 7 a1 -", squares=True)
    assert position.paths["b1"] == ("b1",)
    assert position.paths["quarto:a1-d1"] == ("quarto", "a1", "d1")
    assert position.touchable("quarto", "a1") == ("d1", "a4", "d4", "b2")
    assert position.variant.path("7") == ("7",)
    assert position.variant.path("silent") == ("silent",)
    assert position.why_not("quarto", "a1") is None
    used = spoken("..../..../..../0... 7 a1 0").why_not("quarto")
    assert used is not None
    assert used.rule == "QT13"


@pytest.mark.parametrize("options", VARIANTS)
def test_no_path_is_part_of_another(options: dict[str, object]) -> None:
    for position in random_game(5, **options):
        paths = set(position.paths.values())
        assert len(paths) == len(position.moves)
        assert not any(path[:cut] in paths for path in paths for cut in range(1, len(path)))


def test_motions() -> None:
    position = quintet.start("quarto", calls="spoken")
    assert position.motion("a") == (Motion("a", "pool", "hand", "a"),)
    position = position.play("a")
    assert position.motion("b3") == (Motion("a", "hand", "b3", "a"),)
    assert position.play("b3").motion("quarto:a1-d1") == ()
    assert spoken(DRAWN + " - b4 -").motion("silent") == ()


@pytest.mark.parametrize("options", VARIANTS)
def test_motions_make_the_next_board(options: dict[str, object]) -> None:
    for position in random_game(6, **options):
        letters = position.variant.letters
        for move in position.moves:
            where = dict(zip(PLACES, position.cells, strict=True)) | {"hand": position.fields[0]}
            for piece in position.motion(move):
                assert piece.origin == "pool" or letters[where[piece.origin]] == piece.piece
                where[piece.origin] = 0
                where[piece.target] = letters.index(piece.becomes)
            following = position.play(move)
            assert bytes(where[place] for place in PLACES) == following.cells
            assert where["hand"] == following.fields[0]


# Texts


@pytest.mark.parametrize(
    "text",
    ["..../..../..../.... -", "0.../.7../..../...f 3", DRAWN + " -", "..../..../..../0123 -"],
)
def test_texts(text: str) -> None:
    assert read(text).text == text


@pytest.mark.parametrize("options", VARIANTS)
def test_texts_round_trip(options: dict[str, object]) -> None:
    for seed in range(15):
        for position in random_game(seed, **options):
            again = read(position.text, **options)
            assert again == position
            assert again.outcome == position.outcome
            assert again.moves == position.moves


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("..../..../..../0.0. -", 18, "QT1"),
        ("..../..../..../0... 0", 21, "QT1"),
        (DRAWN + " 0", 21, "QT2"),
        ("..../..../..../0123 4", 21, "QT16"),
        ("..../..../4567/0123 -", 11, "QT16"),
        ("..../..../..../0..g -", 19, None),
        ("..../..../..../0... A", 21, None),
        ("..../..../..../0...", 20, None),
        ("..../..../..../0... - a1", 22, None),
    ],
)
def test_refused_positions(text: str, column: int, rule: str | None) -> None:
    with pytest.raises(BadPosition) as caught:
        read(text)
    assert (caught.value.column, caught.value.rule) == (column, rule)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (DRAWN + " - b4 -", {}),
        (DRAWN + " - b4 0", {"false_call": "loses"}),
        (DRAWN + " - b4 01", {"false_call": "loses"}),
        ("..../..../..../0... 4 a1 01", {}),
        (COUNTED_UP + " - d1 0 quarto:a1-d1", {}),
        ("..../..../..../0123 4 d1 0 quarto:a1-d1", {}),
    ],
)
def test_spoken_texts(text: str, options: dict[str, object]) -> None:
    assert spoken(text, **options).text == text


@pytest.mark.parametrize(
    ("text", "options", "column", "rule"),
    [
        ("..../..../..../.... - a1 -", {}, 23, "QT7"),
        ("..../..../..../0... - - -", {}, 23, "QT7"),
        ("..../..../..../0... - b1 -", {}, 23, "QT7"),
        ("..../..../..../.... 4 - 1", {}, 25, "QT5"),
        ("..../..../..../0... - a1 0", {}, 26, "QT6"),
        ("..../..../..../01.. - a1 01", {}, 26, "QT6"),
        ("..../..../..../0... - a1 10", {}, 26, None),
        ("..../..../..../0... - a1 1", {"false_call": "loses"}, 26, "QT13"),
        (DRAWN + " - b4 1", {}, 26, "QT14"),
        ("..../..../..../.... 4 - - quarto:a1-d1", {"false_call": "loses"}, 27, "QT5"),
        ("..../..../..../0123 - d1 - quarto:a1-b2", {"false_call": "loses"}, 28, "QT10"),
        ("..../..../..../0123 - d1 - quarto:a1-a4", {}, 28, "QT13"),
        ("..../..../..../0123 - d1 0 quarto:a1-d1", {}, 28, "QT13"),
        ("..../..../4.../0123 - a2 - quarto:a1-d1", {}, 28, "QT13"),
        (COUNTED_UP + " - d1 01 quarto:a1-d1", {}, 29, "QT14"),
        ("..../..../..../0123 - d1 - quarto:d1-a1", {}, 28, None),
        ("..../..../..../0123 - d1 - ", {}, 28, None),
        ("..../..../..../0123 - d1 - -", {}, 28, None),
    ],
)
def test_refused_spoken_positions(
    text: str, options: dict[str, object], column: int, rule: str | None
) -> None:
    with pytest.raises(BadPosition) as caught:
        spoken(text, **options)
    assert (caught.value.column, caught.value.rule) == (column, rule)


def test_qt16_a_finished_position_is_one_placement_from_play() -> None:
    # Both lines go through a1, so the piece there can have been the last one.
    assert read("3.../2.../1.../0456 -").outcome == Outcome((0.0, 1.0), "line")
    # Three lines that meet two by two cannot all come from one placement.
    with pytest.raises(BadPosition) as caught:
        read("5.../39../1.c./0248 -")
    assert (caught.value.column, caught.value.rule) == (1, "QT16")
    # In a spoken game nobody need have seen them.
    assert spoken("5.../39../1.c./0248 7 c1 -").outcome is None


# Two features in common (QT18)


@pytest.mark.parametrize(
    ("board", "options", "lines"),
    [
        ("..../..../..../0145", {}, [("a1", "b1", "c1", "d1")]),  # light and tall
        ("..../..../..../0123", {}, [("a1", "b1", "c1", "d1")]),  # light and round
        ("..../..../..../0127", {}, []),  # light alone
        ("..../..../..../0145", {"features": "colour,shape"}, []),  # of these light alone
        ("..../..../..../0145", {"features": "colour,height"}, [("a1", "b1", "c1", "d1")]),
        ("3.../2.../1.../0...", {}, [("a1", "a2", "a3", "a4")]),
        ("...3/..2./.1../0...", {}, [("a1", "b2", "c3", "d4")]),
        ("3.../.2../..1./...0", {}, [("a4", "b3", "c2", "d1")]),
        # A row and a column from one corner share one feature each: that is not two.
        ("8.../4.../2.../0137", {}, []),
        ("..../..../23../01..", {}, []),
        ("..../..../23../01..", {"squares": True}, [("a1", "b1", "a2", "b2")]),
        ("..../..../27../01..", {"squares": True}, []),
    ],
)
def test_two_in_common(board: str, options: dict[str, object], lines: list[object]) -> None:
    position = quintet.position("quarto", f"{board} -", common=2, **options)
    assert list(position.winning) == lines
    assert (position.outcome is not None) == bool(lines)


def test_line_with_one_feature_in_common_does_not_end_the_game() -> None:
    position = after("0 a1 1 b1 2 c1 7 d1", common=2)
    assert position.outcome is None
    assert after("0 a1 1 b1 2 c1 7 d1").outcome == Outcome((1.0, 0.0), "line")
    assert after("0 a1 1 b1 2 c1 3 d1", common=2).outcome == Outcome((1.0, 0.0), "line")
    # Written like the other options.
    assert position.text == "..../..../..../0127 -"
    assert position.variant.changed_options == {"common": 2}


def test_call_of_a_line_with_too_little_in_common_is_false() -> None:
    position = after("0 a1 1 b1 2 c1 7 d1 quarto:a1-d1", calls="spoken", common=2)
    assert position.outcome is None
    assert position.fields[2] == 1
    called = after("0 a1 1 b1 2 c1 3 d1 quarto:a1-d1", calls="spoken", common=2)
    assert called.outcome == Outcome((1.0, 0.0), "called")
    lost = after("0 a1 1 b1 2 c1 7 d1 quarto:a1-d1", calls="spoken", common=2, false_call="loses")
    assert lost.outcome == Outcome((0.0, 1.0), "false_call")
    with pytest.raises(BadPosition, match="This call is false"):
        spoken("..../..../..../0127 - d1 - quarto:a1-d1", common=2)


def test_overlooked_lines_have_two_in_common() -> None:
    position = quintet.start("quarto", calls="spoken", common=2)
    positions = [position]
    for word in ["0", "a1", "1", "b1", "2", "c1", "3", "d1", "8", "a2", "9", "a3", "a", "a4"]:
        positions.append(positions[-1].play(word))
    assert position.variant.overlooked(positions) == ((8, ("a1", "b1", "c1", "d1")),)


def test_two_in_common_has_no_tablebase() -> None:
    position = quintet.start("quarto", common=2)
    assert tablebase.get(position) is None
    with pytest.raises(NoTablebase, match="can be built"):
        tablebase.probe(position)


# Options


def test_options() -> None:
    assert dict(quintet.start("quarto").options) == {
        "calls": "auto",
        "squares": False,
        "features": ALL,
        "common": 1,
        "false_call": "void",
    }
    assert quintet.start("quarto", false_call="loses").perft(3) == 3840
    assert quintet.start("quarto", features="top,colour").options["features"] == ("colour", "top")


@pytest.mark.parametrize(
    "options",
    [{"calls": "loud"}, {"squares": "maybe"}, {"features": "size"}, {"features": 3}, {"timer": 1}],
)
def test_bad_options(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        quintet.start("quarto", **options)


@pytest.mark.parametrize("feature", ALL)
def test_two_in_common_need_two_features_that_count(feature: str) -> None:
    with pytest.raises(BadOption, match="only one counts") as caught:
        quintet.start("quarto", features=feature, common=2)
    assert (caught.value.option, caught.value.allowed) == ("common", ("1",))
    assert quintet.start("quarto", features=feature).options["common"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"common": 3}, "The option common cannot be 3; it can be 1 or 2."),
        ({"calls": ""}, "The option calls needs a value; it can be auto or spoken."),
        ({"features": ""}, "The option features needs a value; it takes one or more of colour, "),
        ({"features": ()}, "The option features needs a value; it takes one or more of colour, "),
        ({"features": "colour,"}, "The option features cannot be colour,; it takes one or more of"),
        ({"features": "top,colour,top"}, "takes each value once, and top is given twice."),
        ({"features": ["top", "top"]}, "takes each value once, and top is given twice."),
    ],
)
def test_options_left_empty_or_given_twice(options: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=re.escape(said)):
        quintet.start("quarto", **options)
