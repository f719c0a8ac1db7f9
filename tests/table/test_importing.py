"""Games of records as tables: they end as the record says, or go on."""

import pytest

from quintet import record
from quintet.errors import BadRecord, NotAllowed
from quintet.table import Ended, apply, event_from_json, event_to_json, replay
from quintet.table.importing import Player, imported
from quintet.table.saving import record_of

ANN, BEN = Player("Ann"), Player("Ben")


def only(text: str) -> record.Record:
    (game,) = record.loads(text)
    return game


@pytest.mark.parametrize(
    ("tags", "result", "reason", "scores"),
    [
        ('[Termination "time"]', "0-1", "time", (0, 1)),
        ('[Termination "repetition"]', "1/2-1/2", "repetition", (0.5, 0.5)),
        ("", "1-0", "resignation", (1, 0)),
        ("", "1/2-1/2", "agreement", (0.5, 0.5)),
    ],
)
def test_a_game_ends_as_its_record_says(
    tags: str, result: str, reason: str, scores: tuple[float, ...]
) -> None:
    game = only(f'[Game "quixo"]\n[Result "{result}"]\n{tags}\n\n1. a1e1 2. b1b5 {result}\n')
    events = imported(game, (ANN, BEN), 7, 1000)
    state = replay(events)
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.reason) == (scores, reason)
    assert [event_from_json(event_to_json(event)) for event in events] == events
    assert record_of(state, 7).result == result


def test_a_game_that_the_board_decides_needs_no_more() -> None:
    line = "1. A@a1 2. B@c3 3. B@b1 4. A@d3 5. C@c1 6. D@a4 7. D@d1 1-0"
    game = only(f'[Game "quantik"]\n[Result "1-0"]\n\n{line}\n')
    events = imported(game, (ANN, Player("level:3", 3)), 7, 1000)
    assert not any(isinstance(event, Ended) for event in events)
    state = replay(events)
    assert state.levels == (None, 3)
    assert state.outcome is not None
    assert state.outcome.reason == "line"


def test_positions_may_repeat_in_a_finished_game() -> None:
    """The house rule of repetition (H1) may not have applied where it was played."""
    moves = "a1e1 a5e5 e1a1 e5a5 " * 4
    game = only(f'[Game "quixo"]\n[Result "1-0"]\n\n{moves} 1-0\n')
    assert len(replay(imported(game, (ANN, BEN), 0, 1000)).played) == 16


def test_an_unfinished_game_goes_on() -> None:
    game = only('[Game "quixo"]\n[TimeControl "300"]\n[TakeBacks "off"]\n\n1. a1e1 *\n')
    state = replay(imported(game, (ANN, BEN), 7, 1000))
    assert (state.phase, state.seat, state.setup.take_backs) == ("playing", 1, False)
    assert state.clocks is None


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 3"):
        imported(only('[Game "quixo"]\n\n1. c3c1n *\n'), (ANN, BEN), 0, 1000)
    game = only('[Game "quixo"]\n\n1. a1e1 2. b1b5 *\n')
    with pytest.raises(NotAllowed, match="more than 2 plies"):
        imported(game, (ANN, BEN), 0, 2)
    state = replay(imported(game, (ANN, BEN), 0, 1000))
    for result in ("1-1", "1-0-0", "nonsense"):
        with pytest.raises(NotAllowed):
            apply(state, Ended(0, result, "time"))
