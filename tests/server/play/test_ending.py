"""How the end of a game is told to each player."""

from __future__ import annotations

import pytest

from quintet.outcome import Outcome, OutcomeReason
from quintet.server.play.views.ending import title_sentence, why_sentence

NAMES = ("Anna", "Ben")


def told(outcome: Outcome, own: tuple[int, ...], last: int | None = 0) -> tuple[str, str]:
    return (
        str(title_sentence(outcome, NAMES, own)),
        str(why_sentence(outcome, NAMES, own, last)),
    )


@pytest.mark.parametrize(
    ("reason", "winner", "loser", "watcher"),
    [
        ("line", "You completed a line.", "Anna completed a line.", "Anna completed a line."),
        ("called", "You called Quarto.", "Anna called Quarto.", "Anna called Quarto."),
        ("resignation", "Ben resigned.", "You resigned.", "Ben resigned."),
        ("time", "Ben ran out of time.", "You ran out of time.", "Ben ran out of time."),
        (
            "blocked",
            "Ben had no placement left.",
            "You had no placement left.",
            "Ben had no placement left.",
        ),
    ],
)
def test_the_winner_the_loser_and_others_read_it_differently(
    reason: OutcomeReason, winner: str, loser: str, watcher: str
) -> None:
    outcome = Outcome((1.0, 0.0), reason)
    assert told(outcome, (0,)) == ("You won", winner)
    assert told(outcome, (1,)) == ("You lost", loser)
    assert told(outcome, ()) == ("Anna won", watcher)
    assert told(outcome, (0, 1)) == ("Anna won", watcher)  # at one screen


def test_a_gift_names_who_gave_it() -> None:
    outcome = Outcome((1.0, 0.0), "gift")
    assert told(outcome, (0,), 1) == ("You won", "Ben completed a line or square for you.")
    given = "Your last move completed a line or square for the other side."
    assert told(outcome, (1,), 1) == ("You lost", given)
    given = "Ben completed a line or square for the other side."
    assert told(outcome, (), 1) == ("Anna won", given)


def test_a_draw() -> None:
    outcome = Outcome((0.5, 0.5), "agreement")
    assert told(outcome, (0,)) == ("Draw", "The players agreed on it.")


def test_partners_win_together_and_neither_is_said_to_have_done_it() -> None:
    names = ("Anna", "Ben", "Cem", "Dora")
    outcome = Outcome((1.0, 0.0, 1.0, 0.0), "resignation")
    assert str(title_sentence(outcome, names, (2,))) == "You won"
    assert str(title_sentence(outcome, names, (3,))) == "You lost"
    assert str(why_sentence(outcome, names, (3,), 0)) == "Ben and Dora resigned."
