"""The history of a game: third occurrences are draws (H1)."""

import random

import pytest

import quintet
from exact_values import close_position
from quintet import BadOption, Position
from quintet.engine import Limits, Search, analyse, stream
from quintet.engine.levels import choose
from quintet.engine.player import Situation
from quintet.engine.players import parse_player

NODES = 20_000


def won_position() -> Position:
    """Quixo on nine cells is won by the first player, but not at once."""
    return quintet.start("quixo", size=3)


def after(position: Position, *words: str) -> Position:
    for word in words:
        position = position.play(word)
    return position


def test_a_third_occurrence_wins_nothing() -> None:
    position = won_position()
    best = analyse(position, nodes=NODES).best
    assert best.value.kind == "win"
    seen_twice = [position.play(best.move)] * 2
    alone = analyse(position, nodes=NODES, moves=[best.move], history=seen_twice)
    assert (str(alone.value), alone.certainty) == ("50%", "searched")
    assert analyse(position, nodes=NODES, history=seen_twice[:1]).best.value.kind == "win"


def test_another_way_to_win_is_found() -> None:
    position = won_position()
    values = analyse(position, nodes=200_000, moves="all").moves
    winning = [value.move for value in values if value.value.kind == "win"]
    assert len(winning) > 1
    first = analyse(position, nodes=NODES).best.move
    history = [position.play(first)] * 2
    *_, streamed = stream(position, nodes=NODES, history=history)
    for found in (analyse(position, nodes=NODES, history=history), streamed):
        assert found.value.kind == "win"
        assert found.best.move in set(winning) - {first}


def test_a_losing_side_takes_the_draw() -> None:
    position = after(won_position(), analyse(won_position(), nodes=NODES).best.move)
    assert analyse(position, nodes=NODES).value.kind == "loss"
    refuge = position.play(position.moves[-1])
    history = [refuge, refuge]
    found = analyse(position, nodes=NODES, history=history)
    assert (position.play(found.best.move), found.certainty) == (refuge, "searched")
    chosen = choose(position, 10, random.Random(1), nodes=NODES, history=history)
    assert position.play(chosen) == refuge


@pytest.mark.parametrize("seed", range(12))
def test_what_is_proved_is_true_of_the_position(seed: int) -> None:
    rng = random.Random(seed)
    position = close_position("quixo", {"size": 3}, rng.randrange(6), rng)
    reached = [position.play(word) for word in position.moves]
    reached += [there.play(word) for there in reached for word in there.moves]
    history = rng.sample(reached, len(reached) // 4) * 2
    known = analyse(position, nodes=200_000)
    found = analyse(position, nodes=50_000, history=history)
    assert known.certainty == "proved"
    if found.certainty == "proved":
        assert found.value == known.value


def test_a_history_is_of_the_same_game() -> None:
    with pytest.raises(BadOption, match="same game"):
        analyse(quintet.start("quixo"), nodes=100, history=[quintet.start("quixo", size=4)])


def test_games_that_cannot_repeat_have_no_use_for_history() -> None:
    position = quintet.start("quantik")
    plain = analyse(position, depth=3)
    told = analyse(position, depth=3, history=[position.play("A@a1")] * 2)
    assert (plain.best, plain.nodes) == (told.best, told.nodes)


def test_playing_to_win_avoids_repetition_only() -> None:
    position = won_position()
    thinking = Search(position, Limits(nodes=NODES), to_win=True)
    assert thinking.run().value == analyse(position, nodes=NODES).value


def three_players() -> Position:
    """The side to move stands better than the two others."""
    return quintet.position("cubulus", "...oox.../zx.zxxoo./......zoz z -", players=3)


def test_with_three_a_third_occurrence_gives_everyone_a_third() -> None:
    position = three_players()
    for move in position.moves[:5]:
        found = analyse(position, nodes=NODES, moves=[move], history=[position.play(move)] * 2)
        assert found.value.estimate == pytest.approx(1 / 3)
        assert found.certainty == "searched"


def test_with_three_an_opponent_who_is_worse_takes_the_draw() -> None:
    position = three_players()
    best = analyse(position, nodes=NODES).best
    assert best.value.estimate > 0.4
    reached = position.play(best.move)
    drawn = [reached.play(reached.moves[-1])] * 2
    alone = analyse(position, nodes=NODES, moves=[best.move], history=drawn)
    assert alone.value.estimate == pytest.approx(1 / 3, abs=0.03)


def test_with_three_the_last_level_avoids_the_draw() -> None:
    position = three_players()
    best = analyse(position, nodes=NODES).best.move
    rng = random.Random(1)
    assert choose(position, 10, rng, nodes=NODES) == best
    history = [position.play(best)] * 2
    chosen = choose(position, 10, rng, nodes=NODES, history=history)
    assert chosen in position.moves
    assert chosen != best


def test_players_use_the_history() -> None:
    start = quintet.start("quixo")
    words = ["a1e1", "a5e5", "a1e1"]
    situation = Situation(start, words, after(start, *words))
    assert situation.history == [after(start, *words[:count]) for count in range(3)]
    player = parse_player("engine:nodes=2000").open(start.variant)
    assert player.move(situation, random.Random(1)) in situation.position.moves
