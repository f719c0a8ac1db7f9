"""Qomet against its rules. Ids (QM1 …) are those of docs/rules/qomet.md."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

import quintet
from quintet.errors import BadMove, BadOption, BadPosition, IllegalMove
from quintet.games.qomet import PLACES, SLIDES, SQUARES
from quintet.games.variant import Variant
from quintet.position import Position

STRICT = {"undo": "strict"}
RAYS = {"corner_exit": "rays"}

WIN_X = ((1.0, 0.0), "square")
WIN_O = ((0.0, 1.0), "square")
GIFT_X = ((1.0, 0.0), "gift")
GIFT_O = ((0.0, 1.0), "gift")

ROWS = (
    *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5"),
    "a4 b4 c4 d4 e4 f4 g4",
    *("c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
)


def stars(x: str, o: str, fields: str = "x -", **options: str) -> Position:
    """The position with these stars of the starter and the other, read from its text."""
    standing = dict.fromkeys(x.split(), "x") | dict.fromkeys(o.split(), "o")
    board = "/".join("".join(standing.get(place, ".") for place in row.split()) for row in ROWS)
    return quintet.position("qomet", f"{board} {fields}", **options)


def standing(position: Position) -> tuple[set[str], set[str]]:
    """Where the starter's stars are, and the other's."""
    x, o = (
        {place for place, cell in zip(PLACES, position.cells, strict=True) if cell == code}
        for code in (1, 2)
    )
    return x, o


def ended(position: Position) -> tuple[tuple[float, ...], str] | None:
    outcome = position.outcome
    return None if outcome is None else (outcome.scores, outcome.reason)


def banned(position: Position) -> str:
    return position.text.split()[2]


def coordinates(place: str) -> tuple[int, int]:
    """Counted from the centre."""
    return ord(place[0]) - ord("d"), int(place[1]) - 4


def random_positions(games: int, seed: int, **options: str) -> Iterator[Position]:
    """Positions of random games that push more often than chance would."""
    source = random.Random(seed)
    for _ in range(games):
        position = quintet.start("qomet", **options)
        for _ in range(120):
            yield position
            if not position.moves:
                break
            slides = [move for move in position.moves if move[2:] not in ("", "-off")]
            listed = slides if slides and source.random() < 0.5 else position.moves
            position = position.play(source.choice(listed))


# The board and the vocabulary


def test_points_and_lines() -> None:
    # QM1: 48 edges, 4 lines of seven points through the centre, 12 sides of three.
    assert len({frozenset(slide[:2]) for slide in SLIDES}) == 48
    for slide in SLIDES:
        (x, y), (to_x, to_y) = coordinates(PLACES[slide.start]), coordinates(PLACES[slide.target])
        assert to_x == x or to_y == y or abs(to_x - x) == abs(to_y - y)
        if slide.beyond is not None:
            on_x, on_y = coordinates(PLACES[slide.beyond])
            assert (on_x - to_x) * (to_y - y) == (on_y - to_y) * (to_x - x)
            assert (on_x - to_x) * (to_x - x) + (on_y - to_y) * (to_y - y) > 0
    # Three in a row: five on every line of seven, one on every side.
    assert len({frozenset(slide) for slide in SLIDES if slide.beyond is not None}) == 4 * 5 + 12


def test_vocabulary() -> None:
    words = quintet.start("qomet").variant.words[0]
    assert len(set(words)) == len(words) == 129
    assert " ".join(words[:8]) == "a1 d1 g1 g4 g7 d7 a7 a4"
    assert " ".join(words[8:16]) == "b2 d2 f2 f4 f6 d6 b6 b4"
    assert " ".join(words[16:25]) == "c3 d3 e3 e4 e5 d5 c5 c4 d4"
    assert " ".join(words[25:33]) == "a1-d1 d1-g1 g1-g4 g4-g7 g7-d7 d7-a7 a7-a4 a4-a1"
    assert " ".join(words[33:35] + words[41:43]) == "b2-d2 d2-f2 c3-d3 d3-e3"
    assert " ".join(words[49:57]) == "a1-a4 d1-a1 g1-d1 g4-g1 g7-g4 d7-g7 a7-d7 a4-a7"
    assert " ".join(words[57:59] + words[65:67]) == "b2-b4 d2-b2 c3-c4 d3-c3"
    assert " ".join(words[73:81]) == "d4-c3 d4-d3 d4-e3 d4-e4 d4-e5 d4-d5 d4-c5 d4-c4"
    assert " ".join(words[81:83] + words[89:91]) == "c3-b2 d3-d2 b2-a1 d2-d1"
    assert " ".join(words[97:105]) == "c3-d4 d3-d4 e3-d4 e4-d4 e5-d4 d5-d4 c5-d4 c4-d4"
    assert " ".join(words[105:107] + words[113:115]) == "b2-c3 d2-d3 a1-b2 d1-d2"
    assert words[121:] == tuple(f"{place}-off" for place in words[:8])


def test_a_word_that_is_none() -> None:
    for word in ("", "d8", "d5-d7", "d5-off", "d4-off", "a1-g1", "off", "D5"):
        with pytest.raises(BadMove):
            quintet.start("qomet").play(word)


# Derived facts


def test_perft() -> None:
    start = quintet.start("qomet")
    assert [start.perft(depth) for depth in range(1, 6)] == [25, 600, 16280, 427520, 12306704]


def test_perft_rays() -> None:
    start = quintet.start("qomet", **RAYS)
    assert [start.perft(depth) for depth in range(1, 5)] == [25, 600, 16272, 426944]


def test_positions_up_to_symmetry() -> None:
    # Corners and mid-sides of three rings, and the centre; and (600 + 4 * 42) / 8 by counting the
    # placings that a mirror leaves alone.
    start = quintet.start("qomet")
    first = [start.play(move) for move in start.moves]
    second = [position.play(move) for position in first for move in position.moves]
    assert len({position.canonical() for position in first}) == 7
    assert len({position.canonical() for position in second}) == 96


def test_random_games() -> None:
    played = quintet.start("qomet").playouts(20000, seed=1)
    outcomes = {outcome and outcome.reason: 0 for outcome in played.outcomes}
    for outcome, count in played.outcomes.items():
        outcomes[outcome and outcome.reason] += count
    assert 68 < played.plies / played.games < 74
    assert 0.92 < outcomes["square"] / played.games < 0.94
    assert 0.06 < outcomes["gift"] / played.games < 0.075
    assert outcomes[None] < 0.002 * played.games
    starter = sum(n for outcome, n in played.outcomes.items() if outcome and outcome.scores[0])
    assert 0.49 < starter / played.games < 0.525


# Rules


def test_qm2_seven_stars() -> None:
    six = stars("d1 b2 d2 f4 a4 g7", "")
    assert "d4" in six.moves
    seven = six.play("d4")
    assert seven.seat == 1
    again = stars("d1 b2 d2 f4 a4 g7 d4", "")
    assert all("-" in move for move in again.moves)


def test_qm3_place_or_move() -> None:
    position = stars("d5", "d4")
    assert len([move for move in position.moves if "-" not in move]) == 23
    assert "pass" not in position.moves
    assert {move for move in position.moves if "-" in move} == {"d5-d6", "d5-c5", "d5-e5", "d5-d4"}


def test_qm4_one_step_along_a_line() -> None:
    position = stars("d4", "")
    assert {move for move in position.moves if "-" in move} == {
        f"d4-{place}" for place in ("c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4")
    }
    assert standing(position.play("d4-c5")) == ({"c5"}, set())


def test_qm5_push_of_either_colour() -> None:
    assert standing(stars("d5", "d6").play("d5-d6")) == ({"d6"}, {"d7"})
    assert standing(stars("d5 d6", "").play("d5-d6")) == ({"d6", "d7"}, set())
    assert standing(stars("b2", "d2").play("b2-d2")) == ({"d2"}, {"f2"})
    assert standing(stars("g7", "f6").play("g7-f6")) == ({"f6"}, {"e5"})


def test_qm5_one_star_only_and_no_corner() -> None:
    assert "d5-d6" not in stars("d5", "d6 d7").moves
    assert "b2-d2" not in stars("b2", "d2 f2").moves
    assert "d2-f2" not in stars("d2", "f2").moves
    assert "d3-c3" not in stars("d3 c3", "").moves


def test_qm6_off_the_board() -> None:
    pushed = stars("d6", "d7").play("d6-d7")
    assert standing(pushed) == ({"d7"}, set())
    assert standing(stars("f6 g7", "").play("f6-g7")) == ({"g7"}, set())
    left = stars("g4 d4", "").play("g4-off")
    assert standing(left) == ({"d4"}, set())
    assert {move for move in stars("b2 c3 d4", "").moves if move.endswith("-off")} == set()
    assert {move for move in stars("a1 d7", "a7").moves if move.endswith("-off")} == {
        "a1-off",
        "d7-off",
    }


def test_qm6_what_left_can_be_placed_again() -> None:
    seven = stars("d1 b2 d2 f4 a4 g7 d4", "")
    assert "e5" in seven.play("d1-off").play("g1").moves
    full = stars("d6", "a1 d1 b2 d2 f4 a4 d7")
    assert "e5" in full.play("d6-d7").moves


def test_qm7_qm10_exact_undo() -> None:
    pushed = stars("d5", "d6").play("d5-d6")
    assert banned(pushed) == "d7-d6"
    assert "d7-d6" not in pushed.moves
    # Every other turn is allowed, and the ban lasts one turn.
    assert "d7-a7" in pushed.moves
    assert "d7-d6" in pushed.play("a1").play("a4").moves


def test_qm10_only_what_was_pushed_is_an_undo() -> None:
    assert banned(stars("d5 d6", "").play("d5-d6")) == "-"
    assert banned(stars("d6", "d7").play("d6-d7")) == "-"
    assert banned(stars("d5", "d7").play("d5-d6")) == "-"
    assert banned(stars("d5", "d7").play("d6")) == "-"
    assert banned(stars("d7", "d6").play("d7-off")) == "-"


def test_qm10_strict() -> None:
    slid = stars("d5", "d7", **STRICT).play("d5-d6")
    assert banned(slid) == "d7-d6"
    assert "d7-d6" not in slid.moves
    assert banned(stars("d5", "d6", **STRICT).play("d5-d6")) == "d7-d6"
    assert banned(stars("d5 d7", "", **STRICT).play("d5-d6")) == "-"
    assert banned(stars("d5", "d7", **STRICT).play("d6")) == "-"
    assert banned(stars("b2", "f2", **STRICT).play("b2-d2")) == "f2-d2"
    assert banned(stars("d2", "f6", **STRICT).play("d2-f2")) == "-"


def test_qm8_fifteen_squares() -> None:
    # Of the thirty squares that the points make, those whose sides are lines of the board count.
    def is_square(places: tuple[str, ...]) -> bool:
        points = [coordinates(place) for place in places]
        apart = sorted((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(points, 2))
        return apart[0] == apart[3] and apart[4] == apart[5] == 2 * apart[0]

    geometric = {frozenset(four) for four in combinations(PLACES, 4) if is_square(four)}
    counting = {frozenset(PLACES[cell] for cell in square) for square in SQUARES}
    assert len(geometric) == 30
    assert len(counting) == 15
    assert counting < geometric
    for square in geometric:
        position = stars(" ".join(square), "", "o -")
        assert ended(position) == (WIN_X if square in counting else None)


def test_qm8_square_wins_whatever_stands_between() -> None:
    won = stars("c3 e3 e5", "d3 e4 d5 c4 d4").play("c5")
    assert ended(won) == WIN_X
    assert won.moves == ()
    assert won.seat is None
    assert {*won.winning[0]} == {"c3", "e3", "e5", "c5"}
    assert ended(stars("", "d4 d2 f2", "o -").play("f4")) == WIN_O


def test_qm9_gift() -> None:
    # A star is pushed from e5 to f6, where it completes the square of the side that owns it.
    given = stars("d4", "b2 f2 b6 e5").play("d4-e5")
    assert ended(given) == GIFT_O
    assert given.moves == ()
    assert ended(stars("b2 f2 b6 e5", "d4", "o -").play("d4-e5")) == GIFT_X
    assert ended(stars("d4 b2 f2 b6 e5", "").play("d4-e5")) == WIN_X


def test_qm9_gift_comes_before_an_own_square() -> None:
    both = stars("d4 c3 e3 c5", "b2 f2 b6 e5").play("d4-e5")
    assert ended(both) == GIFT_O
    assert both.winning == (("b2", "f2", "f6", "b6"),)


def test_qm11_pushed_off_along_a_side() -> None:
    for x, move in (("d1", "d1-g1"), ("g4", "g4-g1")):
        assert standing(stars(x, "g1").play(move)) == ({"g1"}, set())
        assert move not in stars(x, "g1", **RAYS).moves
        assert move in stars(x, "", **RAYS).moves


def test_qm11_the_diagonal_is_always_open() -> None:
    assert standing(stars("f2", "g1", **RAYS).play("f2-g1")) == ({"g1"}, set())
    assert "g1-off" in stars("g1", "", **RAYS).moves


def test_qm12_through_the_centre() -> None:
    pushed = stars("c4", "d4").play("c4-d4")
    assert standing(pushed) == ({"d4"}, {"e4"})
    assert banned(pushed) == "e4-d4"
    assert standing(stars("c5", "d4").play("c5-d4")) == ({"d4"}, {"e3"})
    assert standing(stars("b2", "c3").play("b2-c3")) == ({"c3"}, {"d4"})
    assert "c4-d4" not in stars("c4", "d4 e4").moves


@pytest.mark.parametrize("options", [{}, STRICT, RAYS])
def test_qm13_nobody_is_stuck(options: dict[str, str]) -> None:
    for position in random_positions(30, 13, **options):
        assert bool(position.moves) == (position.outcome is None)


# Words that may not be played

BLOCKED = ("d3", "c3 e3 d2 d1 d4 d5")


@pytest.mark.parametrize(
    ("position", "word", "rule", "places"),
    [
        (stars("d5", "a1"), "a1", "QM3", ("a1",)),  # the opponent's star
        (stars("d5", "a1"), "a1-d1", "QM3", ("a1",)),
        (stars("d5", "a1"), "a1-off", "QM3", ("a1",)),
        (stars("d5", "a1"), "d5", "QM3", ("d5",)),  # an own star, where one was to be placed
        (stars(*BLOCKED), "d3", "QM5", ("e3", "c3", "d2", "d4")),  # and it cannot move either
        (stars("d5", "a1"), "b2-a1", "QM3", ("b2",)),  # no star
        (stars("d5", "a1"), "g1-off", "QM3", ("g1",)),
        (stars("d1 b2 d2 f4 a4 g7 d4", ""), "e5", "QM2", ()),  # nor one in the reserve
        (stars("d1 b2 d2 f4 a4 g7 d4", ""), "e5-f6", "QM2", ()),
        (stars("d1 b2 d2 f4 a4 g7 d4", ""), "g4-off", "QM2", ()),
        (stars("d5", "d6 d7"), "d5-d6", "QM5", ("d6", "d7")),  # two in a row
        (stars("b2 d2", "f2"), "b2-d2", "QM5", ("d2", "f2")),
        (stars("c4", "d4 e4"), "c4-d4", "QM5", ("d4", "e4")),
        (stars(*BLOCKED), "d3-c3", "QM5", ("c3",)),  # round a corner
        (stars("d2", "f2"), "d2-f2", "QM5", ("f2",)),
        (stars("d1", "g1", **RAYS), "d1-g1", "QM11", ("g1",)),
        (stars("d5", "d6").play("d5-d6"), "d7-d6", "QM7", ("d6",)),
        (stars("d5", "d7", **STRICT).play("d5-d6"), "d7-d6", "QM10", ("d6",)),
    ],
)
def test_why_not(position: Position, word: str, rule: str, places: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as refused:
        position.play(word)
    assert (refused.value.rule, refused.value.places) == (rule, places)
    assert "{" not in str(refused.value)


@pytest.mark.parametrize("options", [{}, STRICT | RAYS])
def test_there_is_a_reason_for_every_word(options: dict[str, str]) -> None:
    for position in random_positions(4, 3, **options):
        if position.outcome is None:
            for word in set(position.variant.words[0]) - set(position.moves):
                why = position.variant.why_not(position, word)
                assert why.rule in {"QM2", "QM3", "QM5", "QM7", "QM10", "QM11"}
                assert str(why.sentence).endswith(".")


def test_touching() -> None:
    position = stars("d5 g4", "d6 d7")
    assert position.touchable("d5") == ("c5", "e5", "d4")
    assert "off" in position.touchable("g4")
    assert position.why_not("d5") is None
    assert position.why_not("a1") is None
    blocked = position.why_not("d5", "d6")
    assert blocked is not None
    assert blocked.places == ("d6", "d7")


# Texts


def test_text_of_the_rules() -> None:
    text = ".../.x./.../...o.../.../.../... x -"
    position = quintet.position("qomet", text)
    assert position.text == text
    assert standing(position) == ({"d6"}, {"d4"})
    assert position.seat == 0
    assert quintet.start("qomet").text == ".../.../.../......./.../.../... x -"


def test_either_side_can_face_an_empty_board() -> None:
    text = ".../.../.../......./.../.../... o -"
    position = quintet.start("qomet")
    for move in ("d5", "a1", "d5-d6", "a1-off", "d6-d7", "d4", "d7-off"):
        position = position.play(move)
    for move in ("d4-d5", "c3", "d5-d6", "c3-b2", "d6-d7", "b2-a1", "d7-off", "a1-off"):
        position = position.play(move)
    assert position == quintet.position("qomet", text)


EMPTY = ".../.../.../......./.../.../..."


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("", 1, None),
        (".../.../.../.......", 20, None),
        (".../.y./.../......./.../.../... x -", 6, None),
        (EMPTY, 32, None),
        (EMPTY + " z -", 33, None),
        (EMPTY + " x", 34, None),
        (EMPTY + " x d5", 35, None),
        (EMPTY + " x a1-off", 35, None),
        (EMPTY + " x - -", 36, None),
        ("xxx/x.x/x.x/...x.../.../.../... o -", 16, "QM2"),
        (EMPTY + " x d7-d6", 35, "QM10"),  # no star of the side to move
        (".x./.x./.../......./.../.../... x d7-d6", 35, "QM10"),  # no star of the other
        (".x./.o./.x./......./.../.../... x d7-d6", 35, "QM10"),  # it came from a taken point
        (".../.x./.../......./.../.../.o. x d6-d7", 35, "QM10"),  # nothing is pushed back there
        (".x./.o./..o/...oo../.../.../... x d7-d6", 35, "QM8"),  # the game was over before
        (".../.../x.x/......./x.x/.../... x -", 35, "QM9"),  # a gift is always a push
        (EMPTY + " x " + "d" * 300, 201, None),
    ],
)
def test_refused_text(text: str, column: int, rule: str | None) -> None:
    with pytest.raises(BadPosition) as refused:
        quintet.position("qomet", text)
    assert (refused.value.column, refused.value.rule) == (column, rule)


def test_a_ban_may_be_there_or_not() -> None:
    # The star of o may have been placed on d6, or moved there with or without a push.
    board = ".x./.o./.../......./.../.../... x"
    pushed = quintet.position("qomet", f"{board} d7-d6")
    placed = quintet.position("qomet", f"{board} -")
    assert pushed != placed
    assert {*placed.moves} - {*pushed.moves} == {"d7-d6"}


def test_squares_of_seven_stars_have_one_in_common() -> None:
    # So that a position with squares of the side that played last can always have come up.
    assert ended(stars("c3 e3 e5 c5 d4 d5 e4", "", "o -")) == WIN_X
    for first, second in combinations(map(frozenset, SQUARES), 2):
        assert first & second or len(first | second) > 7
    for three in combinations(map(frozenset, SQUARES), 3):
        assert frozenset.intersection(*three) or len(frozenset.union(*three)) > 7


def positions_after_a_turn(variant: Variant, cells: list[int], turn: int) -> set[Position]:
    """Every position with these cells that a turn makes of another board, tried out one by one."""
    found = set()
    for line in {frozenset(slide) - {None} for slide in SLIDES}:
        for codes in product((0, 1, 2), repeat=len(line)):
            before = list(cells)
            for cell, code in zip(line, codes, strict=True):
                before[cell] = code  # type: ignore[index]
            if max(before.count(1), before.count(2)) <= 7:
                position = variant.core.from_facts(bytes(before), [1 - turn, 0])
                found |= {position.play(number) for number in position.numbers}
    return {position for position in found if position.cells == bytes(cells)}  # type: ignore[misc]


@pytest.mark.slow_except("options0")
@pytest.mark.parametrize("options", [{}, STRICT, RAYS])
def test_a_text_is_read_if_a_turn_leads_to_it(options: dict[str, str]) -> None:
    source = random.Random(17)
    variant = quintet.start("qomet", **options).variant
    for _ in range(40):
        turn = source.randrange(2)
        cells = [0] * 25
        for cell in source.sample(range(25), 12):
            cells[cell] = source.choice((1, 2))
        for cell in source.choice(SQUARES):
            cells[cell] = 1
        while cells.count(1) > 7:
            cells[cells.index(1)] = 0
        reached = positions_after_a_turn(variant, cells, turn)
        for ban in range(97):
            position = variant.core.from_facts(bytes(cells), [turn, ban])
            assert isinstance(position, Position)
            try:
                quintet.position("qomet", position.text, **options)
            except BadPosition:
                assert position not in reached
            else:
                assert position in reached


@pytest.mark.parametrize("options", [{}, STRICT, RAYS, STRICT | RAYS])
def test_every_position_of_play_is_read_back(options: dict[str, str]) -> None:
    for position in random_positions(25, 5, **options):
        again = quintet.position("qomet", position.text, **options)
        assert again == position
        assert again.hash64 == position.hash64
        assert again.moves == position.moves
        assert again.outcome == position.outcome


def test_pickle() -> None:
    position = stars("d5", "d7", **STRICT).play("d5-d6")
    assert pickle.loads(pickle.dumps(position)) == position


# Options


def test_options() -> None:
    assert quintet.start("qomet").options == {"undo": "exact", "corner_exit": "any"}
    assert quintet.start("qomet", **STRICT) != quintet.start("qomet")
    for options in ({"undo": "never"}, {"corner_exit": "off"}, {"stars": "8"}):
        with pytest.raises(BadOption):
            quintet.start("qomet", **options)


# Paths, motions, symmetry


def test_paths() -> None:
    path = quintet.start("qomet").variant.path
    assert path("d5") == ("d5",)
    assert path("d5-d6") == ("d5", "d6")
    assert path("g4-off") == ("g4", "off")
    for position in random_positions(10, 8):
        paths = set(position.paths.values())
        assert len(paths) == len(position.moves)
        assert not any(path[:1] in paths for path in paths if len(path) > 1)


def test_motions_of_a_push() -> None:
    def told(position: Position, word: str) -> list[tuple[str, str, str, str]]:
        return [
            (step.piece, step.origin, step.target, step.becomes) for step in position.motion(word)
        ]

    assert told(stars("d5", "d6"), "d4") == [("x", "reserve", "d4", "x")]
    assert told(stars("d5", "d6"), "d5-d6") == [("x", "d5", "d6", "x"), ("o", "d6", "d7", "o")]
    assert told(stars("d6 d7", ""), "d6-d7") == [
        ("x", "d6", "d7", "x"),
        ("x", "d7", "reserve", "x"),
    ]
    assert told(stars("", "g4", "o -"), "g4-off") == [("o", "g4", "reserve", "o")]


def test_motions_lead_to_the_next_board() -> None:
    for position in random_positions(5, 9):
        for move in position.moves:
            board = dict(zip(PLACES, position.cells, strict=True))
            steps = position.motion(move)
            for step in steps:
                if step.origin != "reserve":
                    assert ".xo"[board[step.origin]] == step.piece
                    board[step.origin] = 0
            for step in steps:
                if step.target != "reserve":
                    board[step.target] = ".xo".index(step.becomes)
            assert bytes(board.values()) == position.play(move).cells


def images(position: Position) -> Iterator[Position]:
    """The position seen in eight ways, by coordinates."""
    board, turn, ban = position.text.split()
    letters = dict(zip(" ".join(ROWS).split(), board.replace("/", ""), strict=True))
    for flip in (False, True):
        for quarters in range(4):

            def seen(place: str, flip: bool = flip, quarters: int = quarters) -> str:
                x, y = coordinates(place)
                x = -x if flip else x
                for _ in range(quarters):
                    x, y = -y, x
                return f"{'abcdefg'[x + 3]}{y + 4}"

            there = {seen(place): letter for place, letter in letters.items()}
            text = "/".join("".join(there[place] for place in row.split()) for row in ROWS)
            word = ban if ban == "-" else "-".join(seen(place) for place in ban.split("-"))
            yield quintet.position("qomet", f"{text} {turn} {word}", **position.options)


@pytest.mark.parametrize("options", [{}, STRICT])
def test_canonical(options: dict[str, str]) -> None:
    for position in random_positions(4, 11, **options):
        least = position.canonical()
        assert least in list(images(position))
        assert all(image.canonical() == least for image in images(position))
        assert least.outcome == position.outcome
        assert len(least.moves) == len(position.moves)
