"""Forced wins of Cubulus: strategies win against every answer, by the oracle."""

import random
from functools import cache

import pytest

import quintet
from oracle import cubulus as oracle
from quintet import _core
from quintet.position import Position

Plans = list[tuple[_core.Position, int, int]]

# From a game between equals: two balls each, and four each.
SHORT = [
    ("o.nonn.../x...nn.../xn.nn..n. x -", 0),
    ("o.nonn.../x...nn.../onxxnnxn. x L7+", 0),
]
PLIES = 25


@cache
def search() -> _core.CubulusAttack:
    """One for all tests: what was found of a position is true for good."""
    return _core.CubulusAttack(quintet.start("cubulus").variant.core)


def attack(position: Position, plies: int, quiet: int, nodes: int = 10**9) -> bool | None:
    return search().wins_within(
        position, plies, quiet=quiet, nodes=nodes, progress=_core.Progress()
    )


def plans_for(position: Position, quiet: int) -> Plans:
    return search().plans(position, PLIES, quiet=quiet, progress=_core.Progress())


def played(position: Position, generator: random.Random, moves: int) -> Position:
    """What may come of some moves by chance, while the game goes on."""
    for _ in range(moves):
        if position.outcome is not None:
            break
        position = position.play(generator.choice(position.moves))
    return position


@pytest.mark.slow
@pytest.mark.parametrize(("text", "quiet"), SHORT)
def test_a_plan_wins_against_every_answer(text: str, quiet: int) -> None:
    """All that is used of the package is which positions are the same up to symmetry."""
    position = quintet.position("cubulus", text)
    lines = plans_for(position, quiet)
    book = {
        planned.text: (planned.variant.words[planned.turn][move], plies)
        for planned, move, plies in lines
        if isinstance(planned, Position)
    }
    assert len(book) == len(lines) > 10
    longest = book[position.canonical().text][1]
    assert 5 <= longest <= PLIES
    chosen = random.Random(1).sample(sorted(book), min(len(book), 25))
    for planned in {position.canonical().text, *chosen}:
        move, plies = book[planned]
        state = oracle.read(planned)
        seat = oracle.seat(state)
        assert seat is not None
        moved = oracle.play(state, move)
        assert oracle.outcome(moved) is None
        for answer in oracle.moves(moved):
            after = oracle.play(moved, answer)
            ended = oracle.outcome(after)
            if ended is not None:
                assert ended[0][seat] == 1, (planned, answer)
                continue
            next_text = quintet.position("cubulus", oracle.text(after)).canonical().text
            if next_text in book:
                assert book[next_text][1] <= plies - 2, (planned, answer)
                continue
            ends = [oracle.outcome(oracle.play(after, last)) for last in oracle.moves(after)]
            assert any(end is not None and end[0][seat] == 1 for end in ends), (planned, answer)


def test_a_plan_is_found_again_with_hardly_any_memory() -> None:
    """Of four nodes in all, the table hardly ever has the one that shows how to win."""
    position = quintet.position("cubulus", SHORT[0][0])
    little = _core.CubulusAttack(position.variant.core, memory=1)
    lines = little.plans(position, PLIES, quiet=0, progress=_core.Progress())
    assert _core.cubulus_verify(position, lines)[1] == 0
    assert len(lines) > 10


def test_the_check_detects_every_error() -> None:
    position = quintet.position("cubulus", SHORT[0][0])
    lines = plans_for(position, 0)
    positions, mistakes, wrong = _core.cubulus_verify(position, lines)
    assert (positions, mistakes, wrong) == (len(lines) + 1, 0, None)
    generator = random.Random(1)
    for _ in range(20):
        at = generator.randrange(len(lines))
        planned, move, plies = lines[at]
        assert isinstance(planned, Position)
        # Another move may win, too, but hardly one that loses to an answer at once.
        other = next(
            number
            for number, word in enumerate(planned.variant.words[planned.turn])
            if number != move and (word not in planned.moves or planned.play(word).wins_within(1))
        )
        for spoiled in (
            [*lines[:at], *lines[at + 1 :]],
            [*lines[:at], (planned, other, plies), *lines[at + 1 :]],
            [*lines[:at], (planned, move, 2), *lines[at + 1 :]],
        ):
            assert _core.cubulus_verify(position, spoiled)[1] > 0, (planned, spoiled[at])
    assert _core.cubulus_verify(position, [])[1] == 1


@pytest.mark.slow
def test_found_wins_are_true() -> None:
    """A win by threats is a win, and the shortest ones are all found."""
    generator = random.Random(5)
    found = 0
    for _ in range(400):
        position = played(quintet.start("cubulus"), generator, 9 + generator.randrange(6, 16))
        if position.outcome is not None:
            continue
        for plies in (1, 3, 5):
            wins = attack(position, plies, 2)
            assert wins is not None
            assert position.wins_within(plies) or not wins, (position.text, plies)
            if plies == 1:
                assert wins == position.wins_within(1)
            found += wins and plies > 1
    assert found > 20


def wins_in_three_by_a_threat(position: Position) -> bool:
    """Whether a move threatens, and every answer leaves a win at once: by the rules alone."""
    return any(is_decisive(position, position.play(move)) for move in position.moves)


def is_decisive(position: Position, moved: Position) -> bool:
    if moved.outcome is not None or moved.wins_within(1):
        return False
    board, seat, _ = moved.text.split()
    passed = quintet.position("cubulus", f"{board} {'xo'[seat == 'x']} -")
    if not passed.wins_within(1):
        return False
    for answer in moved.moves:
        after = moved.play(answer)
        if after.outcome is None:
            if not after.wins_within(1):
                return False
        elif after.outcome.scores[position.turn] != 1:
            return False
    return True


def test_threats_and_answers_are_those_of_the_rules() -> None:
    """All three-ply wins by a threat are found, and nothing else, whatever stands in the cube."""
    generator = random.Random(7)
    wins = searched = 0
    while wins < 2 or searched < 8:
        position = played(quintet.start("cubulus"), generator, 9 + generator.randrange(6, 24))
        if position.outcome is not None or position.wins_within(1):
            continue
        expected = wins_in_three_by_a_threat(position)
        assert attack(position, 3, 0) == expected, position.text
        wins += expected
        searched += 1


def test_a_search_with_too_few_nodes_stays_open() -> None:
    position = quintet.position("cubulus", "........./nnnnnnnnn/......... x -")
    assert attack(position, PLIES, 3, nodes=10) is None
    assert attack(position, PLIES, 1) is False  # two quiet moves come before any threat


def test_invalid_arguments() -> None:
    set_up = quintet.start("cubulus")
    with pytest.raises(ValueError, match="neutral"):
        attack(set_up, 5, 1)
    with pytest.raises(ValueError, match="another variant"):
        attack(quintet.start("qomet"), 5, 1)
    position = quintet.position("cubulus", SHORT[0][0])
    for plies, quiet in ((-1, 0), (256, 0), (5, -1), (5, 128)):
        with pytest.raises(ValueError, match="too"):
            attack(position, plies, quiet)
    with pytest.raises(ValueError, match="no such win"):
        search().plans(position, 3, quiet=0, progress=_core.Progress())
