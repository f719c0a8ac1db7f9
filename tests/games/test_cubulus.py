"""Cubulus, rule by rule (docs/rules/cubulus.md)."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import quintet
from quintet import BadMove, BadOption, BadPosition, IllegalMove, Outcome, Position
from quintet.games.cubulus import FACELETS, OPPOSITE, PLACES, ROWS, SQUARES, TURNS

OPEN = "U1 U3 U5 U7 U9 R7 F7 D7 R9"  # nine neutral balls that complete no row
LID = "U1 U2 U3 U4 U5 U6 U7 U8 U9"  # nine that fill the top layer

TURNED = "x......../z......../o........ o D7+"  # three players, after U1 U1 U1 U1+

# Three players, found in random games.
NINE_IN = ".x.oxo.xz/xx.zo.zxz/.o.xxz.zx x -"
NINE_IN_TURNED = "zzxxozozz/zo.xzx.oo/oxozoxoxx o L2+"
GIFT = "..x..o..o/.zo..o.../..xz.x..z x U3+"
GIFT_AND_OWN = "oo.xozoo./zz.x..x.z/x...x.x.. o -"
TWO_GIFTS = "..xzxxz../zoo.zx.ox/.z..zx.oo z D5+"


def cube(seat: str, ban: str = "-", **balls: str) -> str:
    """A position text from the places of every letter."""
    cells = ["."] * 27
    for letter, places in balls.items():
        for place in places.split():
            cells[PLACES.index(place)] = letter
    layers = ("".join(cells[start : start + 9]) for start in (0, 9, 18))
    return f"{'/'.join(layers)} {seat} {ban}"


def two(seat: str, ban: str = "-", **balls: str) -> Position:
    return quintet.position("cubulus", cube(seat, ban, **balls))


def three(text: str) -> Position:
    return quintet.position("cubulus", text, players=3)


def play(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(move)
    return position


def random_positions(players: int, games: int, seed: int) -> Iterator[Position]:
    """Every position of random games, in half of which turns are preferred."""
    chance = random.Random(seed)
    for game in range(games):
        position = quintet.start("cubulus", players=players)
        while True:
            yield position
            if position.outcome is not None:
                break
            turns = [move for move in position.moves if move.endswith("+")]
            keen = game % 2 and turns and chance.random() < 0.7
            position = position.play(chance.choice(turns if keen else position.moves))


# Facts.


def test_the_cube_has_27_rows_and_36_squares() -> None:
    assert len({frozenset(row) for row in ROWS.values()}) == 27
    assert len({frozenset(square) for square in SQUARES}) == 36
    through = Counter(slot for square in SQUARES for slot in square)
    faces = {slot: sum(row[0] == slot for row in ROWS.values()) for slot in range(27)}
    assert {(faces[slot], through[slot]) for slot in range(27)} == {(3, 6), (2, 6), (1, 4), (0, 0)}


def test_facelets_are_numbered_as_cube_solvers_do() -> None:
    corners = "U9 R1 F3/U7 F1 L3/U1 L1 B3/U3 B1 R3/D3 F9 R7/D1 L9 F7/D7 B9 L7/D9 R9 B7"
    for corner in corners.split("/"):
        assert len({ROWS[facelet][0] for facelet in corner.split()}) == 1
    assert OPPOSITE["F1"] == "B3"
    assert OPPOSITE["U1"] == "D7"
    assert OPPOSITE["R4"] == "L6"
    assert (PLACES[0], PLACES[13], PLACES[26]) == ("U1", "core", "R7")


def test_vocabulary() -> None:
    words = quintet.start("cubulus").variant.words[0]
    assert len(words) == 109
    assert (words[0], words[9], words[53]) == ("U1", "R1", "B9")
    assert (words[54], words[107], words[108]) == ("U1+", "B9+", "core")


def test_options() -> None:
    assert quintet.start("cubulus") == quintet.start("cubulus", players=2)
    assert quintet.start("cubulus", players="3").variant.seat_names == ("x", "o", "z")
    with pytest.raises(BadOption):
        quintet.start("cubulus", players=4)


def test_perft() -> None:
    duel = quintet.start("cubulus")
    assert [duel.perft(depth) for depth in (1, 2, 3)] == [27, 702, 17550]
    trio = quintet.start("cubulus", players=3)
    assert [trio.perft(depth) for depth in (1, 2, 3)] == [26, 704, 19800]


def test_random_games() -> None:
    # CB15: a move always exists, so no game stops before its end.
    trio = quintet.start("cubulus", players=3).playouts(40_000, seed=1, limit=100_000)
    assert None not in trio.outcomes
    shared = sum(times for end, times in trio.outcomes.items() if end and 0.5 in end.scores)
    assert 0.003 < shared / trio.games < 0.009
    duel = quintet.start("cubulus").playouts(40_000, seed=1, limit=100_000)
    assert None not in duel.outcomes
    gifts = sum(times for end, times in duel.outcomes.items() if end and end.reason == "gift")
    assert 0.3 < gifts / duel.games < 0.45


# Playing.


def test_cb1_starts_empty() -> None:
    assert quintet.start("cubulus").text == "........./........./......... o -"
    assert quintet.start("cubulus", players=3).text == "........./........./......... x -"


def test_cb2_the_other_player_places_nine_neutral_balls() -> None:
    position = quintet.start("cubulus")
    for place in OPEN.split():
        assert position.seat == 1
        assert not any(move.endswith("+") for move in position.moves)
        position = position.play(place)
    assert position.text == "n.n.n.n.n/........./n.n...n.n x -"
    assert "core" not in position.moves
    assert position.play("F5").text == "n.n.n.n.n/.......x./n.n...n.n o -"


def test_cb3_one_action_a_turn() -> None:
    position = play(quintet.start("cubulus", players=3), "U1 U1 U1")
    assert [position.seat, position.play("U1+").seat, position.play("F5").seat] == [0, 1, 1]


def test_cb4_pushing_stops_at_the_first_gap() -> None:
    position = play(quintet.start("cubulus", players=3), "U1 D7 U1")
    assert position.text == "z......../x......../o........ x -"
    below = play(quintet.start("cubulus", players=3), "D7 U1 D7")
    assert below.text == "o......../x......../z........ x -"
    assert play(quintet.start("cubulus", players=3), "L5 R5 L5").cells[12:15] == bytes([3, 1, 2])


def test_cb4_two_balls_are_pushed() -> None:
    position = play(quintet.start("cubulus", players=3), "F5 F5 F5")
    assert [position.cells[slot] for slot in ROWS["F5"]] == [3, 2, 1]
    with pytest.raises(IllegalMove, match="CB4"):
        position.play("F5")


def test_cb5_turning() -> None:
    position = play(quintet.start("cubulus", players=3), "U1 U1 U1")
    assert position.text == "z......../o......../x........ x -"
    assert position.play("U1+").text == "x......../z......../o........ o D7+"
    assert position.play("D7+").text == "o......../x......../z........ o U1+"


def test_cb6_the_ban_binds_one_turn() -> None:
    turned = play(quintet.start("cubulus", players=3), "U1 U1 U1 U1+")
    assert "D7+" not in turned.moves
    assert "U1+" in turned.moves
    again = turned.play("U1+")
    assert again.text.endswith(" z D7+")
    cleared = turned.play("F5")
    assert cleared.text.endswith(" z -")
    assert "D7+" in cleared.moves


def test_cb7_with_all_balls_in_only_turns_are_left() -> None:
    assert all(move.endswith("+") for move in three(NINE_IN).moves)


@pytest.mark.parametrize(
    ("own", "last"),
    [
        ("F1 F2 F4", "F5"),
        ("F5 F6 F8", "F9"),
        ("U1 U3 U7", "U9"),
        ("R1 R3 R7", "R9"),
        ("D2 D4 D6", "D8"),
        ("L2 L4 L6", "L8"),
    ],
)
def test_cb8_three_kinds_of_squares(own: str, last: str) -> None:
    place = {facelet: PLACES[ROWS[facelet][0]] for facelet in FACELETS}
    square = [place[facelet] for facelet in [*own.split(), last]]
    # Neutral balls, and three of o, that complete no row and leave the square alone.
    free = [name for name in PLACES if name not in square]
    chance = random.Random(1)
    while True:
        chance.shuffle(free)
        balls = {"n": " ".join(free[:9]), "o": " ".join(free[9:12]), "x": " ".join(square[:3])}
        try:
            position = two("x", **balls)
            break
        except BadPosition:
            continue
    over = position.play(square[3])
    assert over.outcome == Outcome((1.0, 0.0), "square")
    assert over.seat is None
    assert over.moves == ()
    assert [set(line) for line in over.winning] == [set(square)]
    assert quintet.position("cubulus", over.text) == over


def test_cb9_an_opponents_square_wins_for_the_opponent() -> None:
    over = three(GIFT).play("F3+")
    assert over.outcome == Outcome((0.0, 1.0, 0.0), "gift")
    assert over.winning == (("U6", "U3", "R5", "R6"),)
    assert over.text.endswith(" o B1+")


def test_cb9_even_together_with_an_own_square() -> None:
    over = three(GIFT_AND_OWN).play("U4")
    assert over.outcome == Outcome((1.0, 0.0, 0.0), "gift")
    assert over.winning == (("L5", "F4", "D4", "F7"),)


def test_cb10_three_players_take_turns() -> None:
    position = play(quintet.start("cubulus", players=3), "U1 U5 U9")
    assert position.text == "x...o...z/........./......... x -"
    assert position.variant.sides == (0, 1, 2)


def test_cb11_neutral_balls_go_anywhere_and_their_squares_mean_nothing() -> None:
    position = play(quintet.start("cubulus"), "core U1 U2 U3 U4 U5 U6 U7 U8")
    assert position.outcome is None
    assert position.cells[13] == 3
    assert "L1+" in position.moves
    assert position.play("R5").outcome is None


def test_cb12_two_opponents_share_the_win() -> None:
    over = three(TWO_GIFTS).play("F6+")
    assert over.outcome == Outcome((0.5, 0.5, 0.0), "gift")
    assert over.outcome.result == "1/2-1/2-0"
    assert over.winning == (("U6", "U3", "R5", "R6"), ("F5", "R4", "F8", "R7"))


def test_cb13_an_empty_slot_has_one_name() -> None:
    position = quintet.start("cubulus", players=3)
    assert position.moves == tuple(name for name in FACELETS if name in PLACES)
    taken = position.play("U9")
    assert [move for move in taken.moves if move in ("U9", "R1", "F3")] == ["U9", "R1", "F3"]


def test_cb14_equal_balls_and_a_first_turn() -> None:
    position = two("x", n=LID)
    turned = position.play("L1+")
    assert turned.cells == position.cells
    assert turned.text == "nnnnnnnnn/........./......... o R3+"


# Illegal moves.


@pytest.mark.parametrize(
    ("position", "move", "rule", "places"),
    [
        (play(quintet.start("cubulus"), "U9"), "U9", "CB2", ("U9",)),
        (play(quintet.start("cubulus"), "U9"), "F3", "CB2", ("U9",)),
        (play(quintet.start("cubulus"), "U9"), "R1+", "CB2", ()),
        (play(quintet.start("cubulus"), "core"), "core", "CB2", ("core",)),
        (quintet.start("cubulus"), "F3", "CB13", ("U9",)),
        (quintet.start("cubulus"), "U9+", "CB2", ()),
        (quintet.start("cubulus"), "F3+", "CB2", ()),
        (two("x", n=OPEN), "core", "CB4", ()),
        (quintet.start("cubulus", players=3), "core", "CB4", ()),
        (quintet.start("cubulus", players=3), "F3", "CB13", ("U9",)),
        (quintet.start("cubulus", players=3), "F3+", "CB5", ("U9", "U6", "U3")),
        (quintet.start("cubulus", players=3), "F1+", "CB5", ("U7", "U4", "U1")),
        (quintet.start("cubulus", players=3), "U1+", "CB5", ("U1", "L4", "D7")),
        (quintet.start("cubulus", players=3), "F5+", "CB5", ("F5", "core", "B5")),
        (two("x", n=OPEN), "U1+", "CB5", ("L4",)),
        (two("x", n=LID), "L1", "CB4", ("U1", "U2", "U3")),
        (two("x", n=LID).play("L1+"), "R3+", "CB6", ("U3", "U2", "U1")),
        (two("x", n=LID).play("L1+"), "R3", "CB4", ("U3", "U2", "U1")),
        (three(TURNED), "D7", "CB4", ("D7", "L4", "U1")),
        (three(TURNED), "D7+", "CB6", ("D7", "L4", "U1")),
        (three(TURNED), "F3", "CB13", ("U9",)),
        (three(TURNED), "F3+", "CB5", ("U9", "U6", "U3")),
        (three(NINE_IN), "U1", "CB7", ("U1", "D7")),
        (three(NINE_IN), "L1", "CB7", ("U1", "U3")),  # all in comes before the slot's name
        (three(NINE_IN), "U1+", "CB5", ("U1", "D7")),
        (three(NINE_IN), "U2", "CB7", ()),
        (three(NINE_IN_TURNED), "L2", "CB7", ("U4", "U5", "U6")),
        (three(NINE_IN_TURNED), "L2+", "CB6", ("U4", "U5", "U6")),
        (three(NINE_IN), "core", "CB4", ()),
    ],
)
def test_reasons(position: Position, move: str, rule: str, places: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    assert (caught.value.rule, caught.value.places) == (rule, places)
    assert "{" not in str(caught.value)


def test_words_of_other_games_are_no_moves() -> None:
    for word in ("U0", "F10", "F5++", "core+", "E5", "f5", ""):
        with pytest.raises(BadMove):
            quintet.start("cubulus").play(word)


def test_reasons_speak_of_what_was_tried() -> None:
    empty, turned = quintet.start("cubulus", players=3), three(TURNED)
    said = {
        word: str(why.sentence)
        for position, word in ((empty, "F3"), (empty, "F3+"), (turned, "D7"), (turned, "D7+"))
        if (why := position.why_not(word))
    }
    assert said == {
        "F3": "An empty slot has one name: write U9 to put a ball there.",
        "F3+": "Only a complete row can be turned, and this one is not complete.",
        "D7": "This row is full and no ball may be pushed out; nor may the turn just made be "
        "undone at once.",
        "D7+": "The turn just made may not be undone at once.",
    }


@pytest.mark.slow_except("2-1")
@pytest.mark.parametrize(("players", "games"), [(2, 1), (2, 6), (3, 6)])
def test_every_illegal_word_has_the_reason_of_its_kind(players: int, games: int) -> None:
    for position in random_positions(players, games, seed=5):
        if position.outcome is not None:
            continue
        cells, setting_up = position.cells, position.variant.actions(position) == ("set_up",)
        all_in = cells.count(1 + position.turn) == 9
        for facelet, turn in zip(FACELETS, TURNS, strict=True):
            complete = all(cells[slot] for slot in ROWS[facelet])
            taken = bool(cells[ROWS[facelet][0]])
            if turn not in position.moves:
                why = position.why_not(turn)
                assert why is not None
                assert why.rule == ("CB2" if setting_up else "CB6" if complete else "CB5")
                assert why == position.why_not(facelet, "+")
            if facelet not in position.moves:
                with pytest.raises(IllegalMove) as caught:
                    position.play(facelet)
                if setting_up:
                    rule = "CB2" if taken else "CB13"
                else:
                    rule = "CB7" if all_in else "CB4" if complete else "CB13"
                assert caught.value.rule == rule


@pytest.mark.parametrize("players", [2, 3])
def test_a_first_touch_is_refused_for_the_insertion(players: int) -> None:
    for position in random_positions(players, 4, seed=5):
        if position.outcome is not None:
            continue
        for facelet in FACELETS:
            why = position.why_not(facelet)
            assert (why is None) == (facelet in position.touchable())
            if why is not None:
                with pytest.raises(IllegalMove) as caught:
                    position.play(facelet)
                assert (caught.value.rule, caught.value.places) == (why.rule, why.places)


# Texts.


@pytest.mark.parametrize(
    ("players", "text", "column", "rule"),
    [
        (2, "q......../........./......... o -", 1, None),
        (2, "z......../........./......... o -", 1, None),
        (2, "........./........./......... z -", 31, None),
        (2, "........./........./......... o F5", 33, None),
        (2, "........./........./.........", 30, None),
        (2, "xo.n...../........./......... o -", 1, "CB2"),
        (2, "nnnnnnnnn/n......../......... x -", 11, "CB1"),
        (2, "........./........./......... x -", 31, "CB2"),
        (2, "nnn....../........./......... o L1+", 33, "CB2"),
        (2, cube("o", n=LID), 31, "CB2"),
        (2, cube("x", "U1+", n=LID), 33, "CB6"),
        (2, cube("o", n=OPEN), 31, "CB3"),
        (2, cube("x", n=OPEN, x="B5"), 31, "CB3"),
        (2, cube("x", n=OPEN, o="B5"), 12, "CB3"),
        (2, cube("x", n=OPEN, x="F5 L5", o="B5"), 31, "CB3"),
        (2, cube("o", n=OPEN, x="F5 L5"), 18, "CB3"),
        (2, cube("o", n=LID, x="core"), 33, "CB6"),
        (2, cube("x", n=LID, x="F5"), 33, "CB6"),
        (3, "xox....../........./......... z -", 1, "CB3"),
        (3, "xoz....../........./......... o -", 31, "CB3"),
        (3, "xoz....../........./......... x -", None, None),
        (3, "xoz....../........./......... z R3+", None, None),
        (3, "xo......./........./......... x -", 31, "CB3"),
        (2, cube("o", n=LID, x="D4 D5 F7 F8"), None, None),
        # The square stood before o put in the only ball.
        (2, cube("x", n=LID, x="D4 D5 F7 F8", o="F5"), 27, "CB8"),
        # Two squares that no one move completes.
        (2, cube("o", n=LID, x="D7 D8 D4 D5 F5 R4 F8 R7"), 18, "CB8"),
        # No square now, but one before the last turn.
        (2, cube("o", "L1+", n="U4 U5 U6 U7 U8 U9 D4 D5 R8", x="U1 U3 L4 B5", o="U2"), 33, "CB8"),
    ],
)
def test_positions(players: int, text: str, column: int | None, rule: str | None) -> None:
    if column is None:
        assert quintet.position("cubulus", text, players=players).text == text
        return
    with pytest.raises(BadPosition) as caught:
        quintet.position("cubulus", text, players=players)
    assert (caught.value.column, caught.value.rule) == (column, rule)
    assert "{" not in str(caught.value)


@pytest.mark.slow_except("2")
@pytest.mark.parametrize("players", [2, 3])
def test_every_position_of_a_game_can_be_read_back(players: int) -> None:
    for position in random_positions(players, 60, seed=7):
        assert quintet.position("cubulus", position.text, players=players) == position


# Paths, motions, symmetry.


@pytest.mark.parametrize("players", [2, 3])
def test_paths_and_motions(players: int) -> None:
    for position in random_positions(players, 6, seed=9):
        variant = position.variant
        paths = set(position.paths.values())
        assert len(paths) == len(position.moves)
        assert not any(path[:1] in paths for path in paths if len(path) > 1)
        for move in position.moves:
            cells = [variant.letters[code] for code in position.cells]
            motions = position.motion(move)
            for step in motions:
                if step.origin != "reserve":
                    assert cells[PLACES.index(step.origin)] == step.piece
                    cells[PLACES.index(step.origin)] = "."
            for step in motions:
                assert cells[PLACES.index(step.target)] == "."
                cells[PLACES.index(step.target)] = step.becomes
            after = position.play(move)
            assert cells == [variant.letters[code] for code in after.cells]


def test_neutral_balls_come_from_the_reserve() -> None:
    (step,) = quintet.start("cubulus").motion("core")
    assert (step.piece, step.origin, step.target) == ("n", "reserve", "core")


def images(position: Position) -> set[Position]:
    """The position moved by every rotation and reflection of the cube."""
    found = set()
    seat, ban = position.fields
    for order in itertools.permutations(range(3)):
        for flips in itertools.product((False, True), repeat=3):
            to = []
            for slot in range(27):
                at = (slot // 9, slot // 3 % 3, slot % 3)
                turned = [at[axis] for axis in order]
                layer, row, column = (
                    2 - x if flip else x for x, flip in zip(turned, flips, strict=True)
                )
                to.append(9 * layer + 3 * row + column)
            cells = bytearray(27)
            for slot in range(27):
                cells[to[slot]] = position.cells[slot]
            new_ban = 0
            if ban:
                row_image = tuple(to[slot] for slot in ROWS[FACELETS[ban - 1]])
                new_ban = 1 + next(
                    number for number, name in enumerate(FACELETS) if ROWS[name] == row_image
                )
            made = position.variant.core.from_facts(bytes(cells), [seat, new_ban])
            assert isinstance(made, Position)
            found.add(made)
    return found


@pytest.mark.slow_except("3")
@pytest.mark.parametrize("players", [2, 3])
def test_48_symmetries_have_one_canonical_form(players: int) -> None:
    sizes = set()
    for position in random_positions(players, 4, seed=3):
        same = images(position)
        sizes.add(len(same))
        (canonical,) = {image.canonical() for image in same}
        assert canonical in same
        assert canonical.outcome == position.outcome
        assert len(canonical.moves) == len(position.moves)
        assert quintet.position("cubulus", canonical.text, players=players) == canonical
    assert {1, 48} <= sizes
