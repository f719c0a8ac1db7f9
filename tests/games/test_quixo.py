"""Quixo, rule by rule: docs/rules/quixo.md."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import product

import pytest

import quintet
from quintet.errors import BadMove, BadOption, BadPosition, IllegalMove
from quintet.position import Position

VARIANTS: tuple[dict[str, int], ...] = ({}, {"size": 4}, {"size": 3}, {"players": 4})


def at(text: str, **options: int) -> Position:
    return quintet.position("quixo", text, **options)


def random_games(count: int, seed: int, **options: int) -> list[list[Position]]:
    source = random.Random(seed)
    games = []
    for _ in range(count):
        line = [quintet.start("quixo", **options)]
        while line[-1].outcome is None:
            line.append(line[-1].play(source.choice(line[-1].moves)))
        games.append(line)
    return games


# Derived facts


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (1, 44, 1836, 76596)),
        ({"size": 4}, (1, 32, 952, 28312)),
        ({"size": 3}, (1, 20, 356, 6332, 99648)),
        ({"players": 4}, (1, 88, 7344, 577760)),
    ],
)
def test_perft(options: dict[str, int], counts: tuple[int, ...]) -> None:
    start = quintet.start("quixo", **options)
    assert tuple(start.perft(depth) for depth in range(len(counts))) == counts


def test_boards_after_one_move() -> None:
    start = quintet.start("quixo")
    after = {start.play(move) for move in start.moves}
    assert len(after) == 16
    assert len({position.canonical() for position in after}) == 3


def test_vocabulary() -> None:
    two = quintet.start("quixo")
    assert two.moves[:6] == ("a1a5", "a1e1", "a2a1", "a2a5", "a2e2", "a3a1")
    assert list(two.moves) == sorted(two.moves)
    assert two.numbers == tuple(range(44))
    four = quintet.start("quixo", players=4)
    assert four.moves[:4] == ("a1a5s", "a1a5n", "a1e1s", "a1e1n")
    assert four.numbers == tuple(range(88))
    west = four.play(0)
    assert west.moves[:2] == ("a1a5w", "a1a5e")
    assert west.variant.words[2][88] == "pass"
    assert [len(words) for words in west.variant.words] == [89] * 4


def test_random_play() -> None:
    two = quintet.start("quixo").playouts(20_000, seed=5)
    assert 45.5 < two.plies / two.games < 48.5
    wins = {key.reason: 0 for key in two.outcomes if key is not None}
    for key, count in two.outcomes.items():
        if key is not None:
            wins[key.reason] += count
    assert 0.30 < wins["gift"] / two.games < 0.35
    four = quintet.start("quixo", players=4).playouts(20_000, seed=5)
    assert 40 < four.plies / four.games < 42.5
    assert None not in {**two.outcomes, **four.outcomes}


def test_three_by_three_is_solved() -> None:
    """QX7: the published solution, over all boards with x to move (sides swapped after a move)."""
    core = quintet.start("quixo", size=3).variant.core
    swap = bytes.maketrans(b"\1\2", b"\2\1")
    values: dict[bytes, tuple[bool, int]] = {}  # for the side to move: wins, in how many moves
    children: dict[bytes, set[bytes]] = {}
    for cells in product(range(3), repeat=9):
        board = bytes(cells)
        position = core.from_facts(board, [0])
        if position._outcome is not None:
            values[board] = (position._outcome[1][0] == 2, 0)
        else:
            children[board] = {
                position.play(move).cells.translate(swap) for move in position.numbers
            }
    found = True
    depth = 0
    while found:
        depth += 1
        found = False
        for board in list(children):
            known = [values.get(child) for child in children[board]]
            ready = [value for value in known if value is not None and value[1] < depth]
            lost = any(not wins for wins, _ in ready)
            if lost or len(ready) == len(known):
                values[board] = (lost, depth)
                del children[board]
                found = True
    assert not children  # no draws
    assert sum(wins for wins, _ in values.values()) == 12_748
    assert sum(not wins for wins, _ in values.values()) == 6_935
    assert values[bytes(9)] == (True, 7)


# Two players


def test_turns_alternate_qx1() -> None:
    start = quintet.start("quixo")
    assert start.text == "...../...../...../...../..... x"
    after = start.play("c1c5")
    assert (start.seat, after.seat, after.play("a1e1").seat) == (0, 1, 0)


def test_blank_or_own_qx2() -> None:
    position = at("xo.../...../...../...../....x x")
    assert {move[:2] for move in position.moves} == set(position.variant.places) - {
        *(file + rank for file in "bcd" for rank in "234"),
        "b5",
    }


def test_always_own_symbol_qx3() -> None:
    position = at("x..../...../...../...../....o x")
    assert position.play("a5e5").text == "....x/...../...../...../....o o"
    assert position.play("a1a5").text == "x..../x..../...../...../....o o"


def test_three_ends_two_from_a_corner_qx4() -> None:
    moves = quintet.start("quixo").moves
    assert [move for move in moves if move.startswith("c1")] == ["c1a1", "c1c5", "c1e1"]
    assert [move for move in moves if move.startswith("a3")] == ["a3a1", "a3a5", "a3e3"]
    assert [move for move in moves if move.startswith("e1")] == ["e1a1", "e1e5"]


def test_push_goes_toward_the_gap_qx4() -> None:
    position = at("..o../..x../...../..o../..... x")
    assert position.play("c1c5").text == "..x../..o../..x../...../..o.. o"
    position = at("....o/...../.xo../...../..... x")
    assert position.play("e3a3").text == "....o/...../x.xo./...../..... o"
    assert position.play("a3e3").text == "....o/...../xo..x/...../..... o"


@pytest.mark.parametrize(
    ("text", "move", "line"),
    [
        ("xxxx./o..../o..../o..../o.... x", "e1e5", ("a5", "b5", "c5", "d5", "e5")),
        ("x..../x..../x..../x..../.oooo x", "e5a5", None),
        ("x..../x..../x..../x..../.ooo. x", "e1a1", ("a1", "a2", "a3", "a4", "a5")),
        ("x...o/.x..o/..x.o/...xo/..... x", "a1e1", ("a5", "b4", "c3", "d2", "e1")),
        ("o..../o..x./o.x../ox.../x.... x", "e1e5", ("a1", "b2", "c3", "d4", "e5")),
    ],
)
def test_own_line_wins_qx5(text: str, move: str, line: tuple[str, ...] | None) -> None:
    after = at(text).play(move)
    if line is None:
        assert after.outcome is None
        assert after.winning == ()
        return
    assert after.outcome is not None
    assert (after.outcome.scores, after.outcome.reason) == ((1.0, 0.0), "line")
    assert [sorted(cells) for cells in after.winning] == [sorted(line)]
    assert (after.seat, after.moves, after.perft(1)) == (None, (), 0)


def test_line_for_the_opponent_loses_qx5() -> None:
    # The cube from a1 pushes the column down: the o on a5 moves to a4 and closes the row.
    position = at("o..../.oooo/x..../x..../x.... x")
    after = position.play("a1a5")
    assert after.outcome is not None
    assert (after.outcome.scores, after.outcome.reason) == ((0.0, 1.0), "gift")
    assert after.winning == (("a4", "b4", "c4", "d4", "e4"),)


def test_published_vectors_qx5() -> None:
    won = at("xxoxo/.oxxx/x.xx./x.o.o/oo.oo o").play("c1a1")
    assert won.outcome is not None
    assert (won.outcome.scores, won.outcome.reason) == ((0.0, 1.0), "line")
    lost = at("oooxx/o.x.o/ooxxo/xxxxo/xxxxo o").play("c5e5")
    assert lost.outcome is not None
    assert (lost.outcome.scores, lost.outcome.reason) == ((1.0, 0.0), "gift")
    cells = dict(zip(lost.variant.places, lost.cells, strict=True))
    assert {cells[place] for place in ("e1", "e2", "e3", "e4", "e5")} == {2}  # o has a line, too
    assert all(cells[place] == 1 for line in lost.winning for place in line)


def test_push_that_changes_nothing_qx6() -> None:
    position = at("...../...../...../....o/xx... x")
    assert position.play("b1a1").text == "...../...../...../....o/xx... o"


def test_smaller_boards_qx7() -> None:
    small = at("xx./o../o.. x", size=3).play("c1c3")
    assert small.outcome is not None
    assert small.winning == (("a3", "b3", "c3"),)
    middle = at("xxx./o.../o.../o... x", size=4).play("d1d4")
    assert middle.outcome is not None
    assert middle.winning == (("a4", "b4", "c4", "d4"),)


# Four players

PASSING = "nenen/e...e/n...n/e...e/nenen s"


def test_seats_go_round_qx8_qx15() -> None:
    position = quintet.start("quixo", players=4)
    seats = [position.seat]
    for move in ("a1a5s", "b1b5w", "c1c5n", "d1d5e"):
        position = position.play(move)
        seats.append(position.seat)
    assert seats == [0, 1, 2, 3, 0]
    assert position.text == "swne./...../...../...../..... s"
    assert position.variant.sides == (0, 1, 0, 1)


def test_only_the_seat_of_the_dot_takes_a_cube_qx9() -> None:
    for letter in "swne":
        position = at(f"swne./...../...../...../..... {letter}", players=4)
        taken = {move[:2] for move in position.moves}
        own = "abcd"["swne".index(letter)] + "5"
        assert taken & {"a5", "b5", "c5", "d5"} == {own}
        assert len(taken) == 13


def test_dot_is_set_by_the_mover_and_kept_by_the_pushed_qx10() -> None:
    position = at("swne./...../...../...../..... s", players=4)
    assert position.play("e5a5n").text == "nswne/...../...../...../..... w"
    assert position.play("e5a5s").text == "sswne/...../...../...../..... w"
    assert position.play("a5e5n").text == "wne.n/...../...../...../..... w"


def test_first_round_takes_blanks_qx11() -> None:
    position = quintet.start("quixo", players=4).play("a1a5n").play("b1b5w")
    assert position.seat == 2
    with pytest.raises(IllegalMove) as error:
        position.play("a5e5n")
    assert (error.value.rule, error.value.places) == ("QX11", ("a5",))
    later = at("nww../...../...../...../s.... n", players=4)
    assert "a5e5n" in later.moves


def test_pass_is_forced_qx12() -> None:
    south = at(PASSING, players=4)
    assert south.moves == ("pass",)
    assert south.numbers == (88,)
    west = south.play("pass")
    assert west.text == PASSING[:-1] + "w"
    assert west.moves == ("pass",)
    north = west.play(88)
    assert "pass" not in north.moves
    assert len(north.moves) == 2 * (4 * 2 + 4 * 3)


def test_teams_win_and_lose_whatever_the_dots_qx13() -> None:
    won = at("snsn./w..../e..../w..../e.... s", players=4).play("e1e5n")
    assert won.outcome is not None
    assert (won.outcome.scores, won.outcome.reason) == ((1.0, 0.0, 1.0, 0.0), "line")
    assert won.outcome.result == "1-0-1-0"
    assert won.winning == (("a5", "b5", "c5", "d5", "e5"),)
    lost = at("e..../.wewe/s..../n..../s.... s", players=4).play("a1a5s")
    assert lost.outcome is not None
    assert (lost.outcome.scores, lost.outcome.reason) == ((0.0, 1.0, 0.0, 1.0), "gift")
    assert lost.winning == (("a4", "b4", "c4", "d4", "e4"),)


# What may not be played, and why


@pytest.mark.parametrize(
    ("text", "move", "rule", "places"),
    [
        ("xo.../...../...../...../..... x", "b5e5", "QX2", ("b5",)),
        ("xo.../...../...../...../....o o", "a5a1", "QX2", ("a5",)),
    ],
)
def test_illegal_for_two(text: str, move: str, rule: str, places: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as error:
        at(text).play(move)
    assert (error.value.rule, error.value.places) == (rule, places)
    why = at(text).why_not(move[:2])
    assert why is not None
    assert (why.rule, why.places) == (rule, places)


@pytest.mark.parametrize(
    ("text", "move", "rule", "places"),
    [
        ("swne./...../...../...../..... s", "b5e5s", "QX9", ("b5",)),  # the other team's
        ("swne./...../...../...../..... s", "d5e5n", "QX9", ("d5",)),
        ("swne./...../...../...../..... s", "c5e5s", "QX9", ("c5",)),  # the partner's
        ("swne./...../...../...../..... s", "c5e5w", "QX9", ("c5",)),  # the cube comes first
        ("swne./...../...../...../..... s", "a5e5w", "QX10", ()),  # the other team's dot
        ("swne./...../...../...../..... e", "e5a5n", "QX10", ()),
        ("nw.../...../...../...../..... n", "a5e5s", "QX11", ("a5",)),
        ("sw.../...../...../...../..... n", "a5e5s", "QX9", ("a5",)),
        ("n..../...../...../...../..... w", "a5e5w", "QX9", ("a5",)),
        (PASSING, "a1e1s", "QX9", ("a1",)),
        (PASSING, "b1a1s", "QX9", ("b1",)),
    ],
)
def test_illegal_for_four(text: str, move: str, rule: str, places: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as error:
        at(text, players=4).play(move)
    assert (error.value.rule, error.value.places) == (rule, places)


def test_pass_while_something_can_be_taken_qx12() -> None:
    position = at("nsnen/e...e/n...n/e...e/nenew s", players=4)
    with pytest.raises(IllegalMove) as error:
        position.play("pass")
    assert (error.value.rule, error.value.places) == ("QX12", ("b5",))


def test_every_illegal_word_has_a_reason() -> None:
    for options in VARIANTS:
        for line in random_games(2, 7, **options):
            for position in line[:-1:5]:
                words = {word for words in position.variant.words for word in words}
                for word in words - set(position.moves):
                    why = position.why_not(word)
                    assert why is not None
                    assert str(why.sentence).endswith(".")
            over = line[-1].why_not(line[-1].variant.words[0][0])
            assert over is not None
            assert over.rule == "QX5"


@pytest.mark.parametrize("move", ["pass", "a1b2", "a1a5n", "b2b5", "", "a1a1", 44, -1, None])
def test_not_a_word(move: object) -> None:
    with pytest.raises(BadMove):
        quintet.start("quixo").play(move)  # type: ignore[arg-type]


# Positions that cannot come up

# Taking back any cube of west and east closes a line, so the last move was not theirs.
ONLY_BY_A_PASS = "nnnwn/wn.nn/n...n/nn.nw/nwnnn"


@pytest.mark.parametrize(
    ("text", "options", "column", "rule"),
    [
        # QX1: the first moves.
        ("...../...../...../...../..... o", {}, 31, "QX1"),
        ("...../..x../...../...../..... x", {}, 31, "QX1"),
        ("...../..o../...../...../..... x", {}, 9, "QX1"),
        ("...../..o../...../...../..... o", {}, 9, "QX1"),
        ("...x./..x../...../...../..... o", {}, 9, "QX1"),
        # QX4: the last mover put a cube in at the border.
        (".../.o./..x x", {"size": 3}, 13, "QX4"),
        ("x../.o./..x x", {"size": 3}, 13, "QX4"),
        ("...../.xo../...../...../..... x", {}, 31, "QX4"),
        ("...../.xo../...../...../..... o", {}, 31, "QX4"),
        (".xo/.xx/x.x x", {"size": 3}, 13, "QX4"),  # the o on c3 came in after the end
        ("...../.s.../...../...../..... w", {"players": 4}, 31, "QX4"),
        ("s..../.w.../...../...../..... n", {"players": 4}, 31, "QX4"),
        (ONLY_BY_A_PASS.replace("w", "e") + " s", {"players": 4}, 31, "QX4"),  # east did not pass
        # QX5: no last move can have left these lines.
        ("xxxxx/xxxxx/ooo../...../..... o", {}, 7, "QX5"),
        ("...../.ooo./xxxxx/...../..... x", {}, 13, "QX5"),
        ("xxx/xxx/oo. o", {"size": 3}, 5, "QX5"),
        ("sssss/nnnnn/ewe../...../..... w", {"players": 4}, 7, "QX5"),
        ("...../.wew./snsns/...../..... s", {"players": 4}, 13, "QX5"),
        # QX11: the first round.
        ("...../...../...../...../..... w", {"players": 4}, 31, "QX11"),
        ("s..../...../...../...../..... s", {"players": 4}, 31, "QX11"),
        ("w..../...../...../...../..... w", {"players": 4}, 1, "QX11"),
        ("sn.../...../...../...../..... n", {"players": 4}, 2, "QX11"),
        ("snw../...../...../...../..... s", {"players": 4}, 31, "QX11"),
        ("swe../...../...../...../..... e", {"players": 4}, 3, "QX11"),
        ("snns./..e../...../...../..... s", {"players": 4}, 4, "QX11"),
        # The text itself.
        ("...../...../...../...../..... z", {}, 31, None),
        ("...../...../...../...../.....", {}, 30, None),
        ("...../.s.../...../...../..... x", {}, 8, None),
        ("..../..../..../.... x", {}, 5, None),
    ],
)
def test_refused_positions(
    text: str, options: dict[str, int], column: int, rule: str | None
) -> None:
    with pytest.raises(BadPosition) as error:
        at(text, **options)
    assert (error.value.column, error.value.rule) == (column, rule)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("...../...../..x../...../..... o", {}),  # the notation's own example
        ("xxxxx/o..../xxxxx/o..../o.... o", {}),  # QX5: one push can close both
        ("sn.w./...../...../...../..... e", {"players": 4}),
        ("swne./...../...../...../..... n", {"players": 4}),
        (ONLY_BY_A_PASS + " s", {"players": 4}),  # QX12: after north's move east passed
        (ONLY_BY_A_PASS + " w", {"players": 4}),
    ],
)
def test_accepted_positions(text: str, options: dict[str, int]) -> None:
    assert at(text, **options).text == text


@pytest.mark.slow
def test_all_positions_of_the_smallest_board_qx4_qx5() -> None:
    reachable = {quintet.start("quixo", size=3)}
    ahead = list(reachable)
    while ahead:
        position = ahead.pop()
        found = set(map(position.play, position.numbers)) - reachable
        reachable |= found
        ahead += found
    assert len(reachable) == 32_027
    accepted = set()
    for letters in product(".xo", repeat=9):
        cells = "".join(letters)
        for turn in "xo":
            with suppress(BadPosition):
                accepted.add(at(f"{cells[:3]}/{cells[3:6]}/{cells[6:]} {turn}", size=3))
    assert reachable <= accepted
    # Looking back one move is not looking back to the start.
    exotic = accepted - reachable
    assert len(exotic) == 417
    assert at(".../.x./... o", size=3) in exotic
    assert {position.play(move) for position in accepted for move in position.numbers} <= accepted


@pytest.mark.parametrize("options", VARIANTS)
def test_positions_of_play_are_read_back(options: dict[str, int]) -> None:
    for line in random_games(60, 11, **options):
        for position in line:
            again = at(position.text, **options)
            assert again == position
            assert (again.moves, again.outcome) == (position.moves, position.outcome)


# Options


def test_options() -> None:
    assert quintet.start("quixo", size="4") == quintet.start("quixo", size=4)
    assert quintet.start("quixo", players=4, size=5).variant.seat_names == ("s", "w", "n", "e")
    with pytest.raises(BadOption) as error:
        quintet.start("quixo", players=4, size=3)
    assert (error.value.option, error.value.value, error.value.allowed) == ("size", 3, ("5",))
    with pytest.raises(BadOption) as error:
        quintet.start("quixo", size=6)
    assert error.value.allowed == ("3", "4", "5")
    with pytest.raises(BadOption) as error:
        quintet.start("quixo", players=3)
    assert error.value.option == "players"


# Paths, motions, symmetry


def test_paths() -> None:
    two = quintet.start("quixo")
    assert two.paths["b1b5"] == ("b1", "b5")
    assert two.touchable("b1") == ("a1", "b5", "e1")
    four = quintet.start("quixo", players=4)
    assert four.paths["b1b5n"] == ("b1", "b5", "n")
    assert four.touchable("b1", "b5") == ("s", "n")
    assert at(PASSING, players=4).paths == {"pass": ("pass",)}
    assert at(PASSING, players=4).motion("pass") == ()


def test_motion_of_a_push() -> None:
    position = at("ne.w./...../...../...../s.... w", players=4)
    steps = (
        [(m.piece, m.origin, m.target, m.becomes) for m in position.motion("d5b5e")]
        if "d5b5e" in position.moves
        else []
    )
    assert steps == []
    steps = [(m.piece, m.origin, m.target, m.becomes) for m in position.motion("d5a5e")]
    assert steps == [
        ("w", "d5", "a5", "e"),
        (".", "c5", "d5", "."),
        ("e", "b5", "c5", "e"),
        ("n", "a5", "b5", "n"),
    ]


@pytest.mark.parametrize("options", VARIANTS)
def test_motions_make_the_next_board(options: dict[str, int]) -> None:
    for line in random_games(3, 13, **options):
        for position in line[:-1]:
            letters, places = position.variant.letters, position.variant.places
            for move in position.moves:
                board = {p: letters[c] for p, c in zip(places, position.cells, strict=True)}
                steps = position.motion(move)
                assert [board.pop(step.origin) for step in steps] == [s.piece for s in steps]
                board |= {step.target: step.becomes for step in steps}
                after = position.play(move).cells
                assert [board[place] for place in places] == [letters[c] for c in after]


@pytest.mark.parametrize("options", VARIANTS)
def test_canonical_is_one_for_all_eight(options: dict[str, int]) -> None:
    for line in random_games(20, 17, **options):
        for position in line[::3] + line[-1:]:
            least = position.canonical()
            images = [at(text, **options) for text in _images(position.text)]
            assert {image.canonical() for image in images} == {least}
            assert least in images
            assert least.outcome == position.outcome
            assert len(least.moves) == len(position.moves)


def _images(text: str) -> list[str]:
    board, turn = text.split(" ")
    rows = board.split("/")
    images = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        images += ["/".join(rows), "/".join(reversed(rows))]
    return [f"{image} {turn}" for image in images]
