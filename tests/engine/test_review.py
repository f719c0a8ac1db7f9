"""Reviews of games whose mistakes are known."""

import random
from dataclasses import replace

import pytest

import quintet
from quintet import Position, record
from quintet.engine import Limits
from quintet.engine.analysis import MoveValue
from quintet.engine.review import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    Judgement,
    Review,
    Reviewer,
    estimate_of_side,
    review,
)
from quintet.record import Record
from quintet.value import estimated

FEW = Limits(nodes=5_000, megabytes=1)
SOME = Limits(nodes=50_000, megabytes=4)

DRAWN = ".da./61f2/b8e7/9.0c -"  # giving 3 draws, giving 4 or 5 loses


def played(position: Position, moves: str, limits: Limits = SOME) -> Review:
    return review(Record.from_moves(position, moves.split()), limits)


def random_game(game: str, plies: int, seed: int, **options: object) -> Record:
    rng = random.Random(seed)
    position = begin = quintet.start(game, **options)
    words: list[str] = []
    while position.outcome is None and len(words) < plies:
        words.append(rng.choice(position.moves))
        position = position.play(words[-1])
    return Record.from_moves(begin, words)


def blamed(found: Review) -> list[Judgement]:
    return [judgement for judgement in found.judgements if judgement.verdict]


def test_a_missed_win_in_quantik() -> None:
    """With A, B and C in a row, D wins; without it the opponent has it."""
    found = played(quintet.start("quantik"), "A@a1 B@b1 C@c1 A@c4")
    missed = found.judgements[3]
    assert (missed.verdict, missed.missed, missed.loss) == ("blunder", "win", 1.0)
    assert str(missed.value) == "loss in 2"
    assert missed.line == ("A@c4", "D@d1")
    assert missed.better is not None
    assert str(missed.better.value) == "win in 1"
    assert missed.position.play(missed.better.move).outcome is not None


def test_a_won_game_of_quixo_thrown_away() -> None:
    found = played(quintet.start("quixo", size=3), "a1c1 a1a3 c1a1")
    values = [str(judgement.value) for judgement in found.judgements]
    assert values == ["win in 7", "loss in 6", "loss in 6"]
    assert [judgement.ply for judgement in blamed(found)] == [3]
    thrown = found.judgements[2]
    assert (thrown.verdict, thrown.missed, thrown.certainty) == ("blunder", "win", "proved")
    assert thrown.better is not None
    assert str(thrown.better.value) == "win in 5"


def test_a_draw_given_away_in_quarto() -> None:
    """Three pieces are left: one way to give them draws, another loses."""
    position = quintet.position("quarto", DRAWN)
    for losing in "45":
        judgement = played(position, losing).judgements[0]
        assert (judgement.verdict, judgement.missed, judgement.loss) == ("blunder", "draw", 0.5)
        assert judgement.better is not None
        assert judgement.better.move == "3"
    assert played(position, "3").judgements[0].verdict is None


def test_missed_calls_in_spoken_quarto() -> None:
    begin = quintet.start("quarto", calls="spoken")
    found = played(begin, "0 a1 1 b1 2 c1 3 d1 4 quarto:a1-d1")
    silent = found.judgements[8]
    assert (silent.move, silent.verdict, silent.missed) == ("4", "blunder", "win")
    assert silent.better is not None
    assert silent.better.move == "quarto:a1-d1"
    assert found.overlooked == ()  # the opponent took it
    found = played(begin, "0 a1 1 b1 2 c1 3 d1 4 a2")
    assert found.overlooked == ((8, ("a1", "b1", "c1", "d1")),)
    assert [j.missed for j in found.judgements[8:]] == ["win", "win"]


def test_three_players_miss_a_win_at_hand() -> None:
    """x has three balls of a square on the upper face, and U5 would be the fourth."""
    begin = quintet.start("cubulus", players=3)
    found = played(begin, "U1 F7 R9 U2 R7 F5 U4 D7 B5 U9", FEW)
    missed = found.judgements[-1]
    assert (missed.seat, missed.verdict, missed.missed) == (0, "blunder", "win")
    assert missed.better is not None
    assert missed.better.move == "U5"


def test_three_players_take_a_win_at_hand() -> None:
    begin = quintet.start("cubulus", players=3)
    won = played(begin, "U1 F7 R9 U2 R7 F5 U4 D7 B5 U5", FEW).judgements[-1]
    assert (str(won.value), won.certainty, won.verdict) == ("win in 1", "proved", None)


def test_what_is_lost_already_cannot_be_thrown_away() -> None:
    """From a proved loss on, all moves of that side are as good as any."""
    found = played(quintet.start("quixo", size=3), "a1c1 a1a3 a2a1")
    assert found.judgements[1].value.kind == "loss"
    assert found.judgements[1].verdict is None
    assert found.judgements[1].loss == 0


# Quixo 3x3: x wins at once. Pushing in the top row keeps a win, but o can push back.
GOES_ROUND = "oxx/..o/x.x x"


def test_a_repetition_that_gives_a_win_away_is_a_missed_win() -> None:
    """The second time, pushing back would be the third occurrence: the win becomes a draw (H1)."""
    position = quintet.position("quixo", GOES_ROUND, size=3)
    found = played(position, "b3a3 b3a3 b3a3 b3a3")
    told = [(it.grade, it.value.estimate) for it in found.judgements]
    assert told == [("good", 1), ("best", 0), ("missed_win", 0.5), ("best", 0.5)]
    assert found.judgements[2].better is not None
    assert str(found.judgements[2].better.value) == "win in 1"
    last = found.analyses[-1]
    assert (last.value.kind, last.certainty, last.moves) == ("draw", "proved", ())


def test_a_player_who_repeats_instead_of_winning_misses_the_win() -> None:
    position = quintet.position("quixo", "xoo/oo./x.x o", size=3)
    last = played(position, "b3a3 b3a3 b3a3 b3a3").judgements[-1]
    assert (last.grade, str(last.value), last.exact) == ("missed_win", "draw", True)


@pytest.mark.parametrize("agreed", ["tag", "played on"])
def test_without_the_house_rule_a_repetition_is_no_draw(agreed: str) -> None:
    position = quintet.position("quixo", GOES_ROUND, size=3)
    moves = ["b3a3"] * (4 if agreed == "tag" else 5)
    kept = Record.from_moves(position, moves)
    if agreed == "tag":
        kept = replace(kept, tags={**kept.tags, "Repetition": "off"})
    assert [it.value.kind for it in review(kept, SOME).judgements[:4]] == ["win", "loss"] * 2


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("quantik", {}),
        ("quarto", {}),
        ("quarto", {"calls": "spoken", "false_call": "loses"}),
        ("qomet", {"undo": "strict"}),
        ("cubulus", {}),
        ("cubulus", {"players": 3}),
        ("quixo", {}),
        ("quixo", {"players": 4}),
    ],
)
def test_every_game_and_mode(game: str, options: dict[str, object]) -> None:
    kept = random_game(game, 40, 2, **options)
    found = review(kept, FEW)
    assert len(found.judgements) == len(kept.moves)
    assert len(found.analyses) == len(found.positions) == len(kept.moves) + 1
    for judgement in found.judgements:
        position = judgement.position
        assert judgement.seat == position.seat
        assert judgement.line[0] == judgement.move
        for line in (judgement.line, judgement.better.line if judgement.better else ()):
            following = position
            for word in line:
                following = following.play(word)  # a line that cannot be played raises
        expected = (
            "blunder"
            if judgement.loss >= BLUNDER
            else "mistake"
            if judgement.loss >= MISTAKE
            else "inaccuracy"
            if judgement.loss >= INACCURACY
            else None
        )
        assert judgement.verdict == expected
        assert 0 <= judgement.loss <= 1
        if judgement.verdict:
            assert judgement.better is not None
            assert judgement.better.move != judgement.move
    for seat in range(kept.variant.seats):
        assert 0 <= found.mean_loss(seat) <= 1


def test_the_same_game_is_judged_the_same() -> None:
    kept = random_game("qomet", 12, 1)

    def told(found: Review) -> list[object]:
        return [(j.value, j.line, j.loss, j.verdict, j.better) for j in found.judgements]

    assert told(review(kept, FEW)) == told(review(kept, FEW))


def test_grades_of_a_won_game_of_quixo() -> None:
    """A slower way to the same win is good; the fastest is best; giving it away misses the win."""
    position = quintet.start("quixo", size=3)
    position = position.play("a1c1").play("a1a3")
    found = quintet.analyse(position, moves="all", nodes=1_000_000).moves
    wins = [each for each in found if each.value.kind == "win"]
    fast, slow, thrown = wins[0], wins[-1], found[-1]
    assert (slow.value.plies or 0) > (fast.value.plies or 0)
    grades = [played(position, it.move).judgements[0].grade for it in (fast, slow, thrown)]
    assert grades == ["best", "good", "missed_win"]
    assert played(position, thrown.move).judgements[0].exact


def test_an_estimate_is_not_called_exact() -> None:
    found = played(quintet.start("quixo"), "a1e1 a1e1", FEW)
    assert [judgement.exact for judgement in found.judgements] == [False, False]


def test_accuracy_is_what_a_player_kept() -> None:
    found = played(quintet.start("quixo", size=3), "a1c1 a1a3 c1a1")
    assert (found.accuracy(0), found.accuracy(1)) == (0.5, 1.0)


def test_a_missed_call_is_told_apart() -> None:
    begin = quintet.start("quarto", calls="spoken")
    found = played(begin, "0 a1 1 b1 2 c1 3 d1 4 quarto:a1-d1")
    assert [judgement.ply for judgement in found.judgements if judgement.missed_call] == [9]


def test_a_win_that_may_still_be_there_is_not_missed() -> None:
    """A certain win, and a move of which the search knows no end: what it cost is an estimate."""
    position = quintet.start("quixo", size=3)
    reviewer = Reviewer(SOME)
    before = reviewer.analyse(position)
    move = next(word for word in position.moves if word != before.best.move)
    after = reviewer.analyse(position.play(move))
    for share, missed in ((0.05, None), (0.3, "win")):
        unclear = replace(after, value=estimated(share), certainty="searched")
        judgement = reviewer.judge(1, move, before, unclear)
        assert (judgement.missed, judgement.exact) == (missed, False)


def test_the_engine_s_own_move_is_judged_by_what_came_of_it() -> None:
    """The search before the move liked it, and only the one after it has seen that it loses."""
    position = quintet.start("quixo", size=3)
    reviewer = Reviewer(SOME)
    position = position.play("a1c1").play("a1a3")
    lost = "c1a1"
    liked = MoveValue(lost, estimated(0.8), "searched", (lost,))
    before = replace(
        reviewer.analyse(position), value=liked.value, certainty="searched", moves=(liked,)
    )
    judgement = reviewer.judge(1, lost, before, reviewer.analyse(position.play(lost)))
    assert judgement.verdict == "blunder"
    assert judgement.better is not None
    assert judgement.better.value.kind == "win"


def test_chances_of_sides() -> None:
    found = played(quintet.start("quantik"), "A@a1 B@b1 C@c1 D@d1")
    last = found.analyses[-1]
    assert (estimate_of_side(last, 0), estimate_of_side(last, 1)) == (0, 1)
    before = found.analyses[-2]  # o is to move and wins
    assert (estimate_of_side(before, 0), estimate_of_side(before, 1)) == (0, 1)
    three = quintet.analyse(quintet.start("cubulus", players=3), nodes=100)
    assert estimate_of_side(three, 0) == three.value.estimate
    assert estimate_of_side(three, 1) is None


def test_partners_are_one_side() -> None:
    kept = random_game("quixo", 6, 1, players=4)
    found = review(kept, FEW)
    for analysis in found.analyses:
        one, other = estimate_of_side(analysis, 0), estimate_of_side(analysis, 1)
        assert one is not None
        assert other is not None
        assert one + other == pytest.approx(1)


def test_who_watches_hears_of_every_position() -> None:
    heard: list[int] = []
    review(random_game("quantik", 3, 1), FEW, report=heard.append)
    assert heard == [1, 2, 3, 4]


def test_a_game_without_moves() -> None:
    found = review(Record.from_moves(quintet.start("quantik"), []), FEW)
    assert (found.judgements, len(found.analyses), found.mean_loss(0)) == ((), 1, 0.0)


def test_a_record_with_an_error_is_refused() -> None:
    (broken,) = record.loads('[Game "quantik"] 1. A@a1 2. A@b2 *')
    with pytest.raises(quintet.BadRecord):
        review(broken, FEW)


def test_a_resigned_game() -> None:
    kept = Record.from_moves(quintet.start("quantik"), ["A@a1"])
    kept = replace(kept, result="0-1", termination="resignation")
    assert len(review(kept, FEW).judgements) == 1
