"""The figures of the rules against the rules themselves."""

import pytest

from quintet.position import Position
from quintet.rules import Figure
from quintet.rules.demonstration import Demonstration, demonstrate
from rule_ids import RULE_IDS, rules_of

FIGURES = [
    figure for name in RULE_IDS for section in rules_of(name).SECTIONS for figure in section.figures
]
# Rules about people and time, which no board can show.
UNSEEN = {"QT11", "QT19", "QX14", "QX16", "H2", "H3", "H4", "H5"}


def name_of(figure: Figure) -> str:
    return f"{figure.game}-{'-'.join(figure.ids)}-{figure.shows}-{'-'.join(figure.moves)}"


def ends(shown: Demonstration) -> list[Position]:
    """The last position of every line of a figure."""
    return [line[-1].after for line in shown.lines] or [shown.position]


def test_every_rule_has_a_figure() -> None:
    shown = {rule for figure in FIGURES for rule in figure.ids}
    assert shown == {rule for ids in RULE_IDS.values() for rule in ids} - UNSEEN


@pytest.mark.parametrize("figure", FIGURES, ids=name_of)
def test_a_figure_shows_what_it_says(figure: Figure) -> None:
    shown = demonstrate(figure)  # its moves are legal, and what is refused is
    assert bool(figure.refused) == (figure.shows == "refused")
    assert bool(figure.moves) or figure.shows in ("refused", "still")
    assert shown.position.outcome is None
    for end in ends(shown):
        check_end(figure, shown, end)
    for refusal in shown.refusals:
        assert refusal.reason.rule in figure.ids
    assert set(shown.marks) <= set(shown.position.variant.places)


def check_end(figure: Figure, shown: Demonstration, end: Position) -> None:
    if figure.shows not in ("win", "loss", "shared", "draw"):
        assert end.outcome is None
        return
    assert end.outcome is not None
    mover = shown.lines[-1][-1].before.turn
    scores = end.outcome.scores
    wanted = {"win": (1.0, 1.0), "loss": (0.0, 1.0), "shared": (0.0, 0.5), "draw": (0.5, 0.5)}
    assert (scores[mover], max(scores)) == wanted[figure.shows]
    assert end.winning or end.outcome.reason in ("blocked", "full", "false_call")


def test_marked_targets_are_all_there_are() -> None:
    """A figure that marks where a piece may go marks every such place, and no other."""
    marked = [figure for figure in FIGURES if "target" in figure.marks.values()]
    assert len(marked) == 3
    for figure in marked:
        targets = {place for place, mark in figure.marks.items() if mark == "target"}
        position = demonstrate(figure).position
        start = position.variant.path(figure.moves[0])[0]
        assert targets == set(position.touchable(start))


def test_a_spoken_figure_hides_a_call_that_would_win() -> None:
    (figure,) = (each for each in FIGURES if "QT15" in each.ids)
    outcome = demonstrate(figure).position.play("quarto:a1-d1").outcome
    assert outcome is not None
    assert outcome.reason == "called"


def test_a_push_that_changes_nothing_and_a_repetition() -> None:
    (same,) = (each for each in FIGURES if "QX6" in each.ids and each.shows == "move")
    assert demonstrate(same).end.text.split()[0] == same.position.split()[0]
    (again,) = (each for each in FIGURES if "H1" in each.ids)
    assert demonstrate(again).end == demonstrate(again).position


def test_a_refused_move_is_seen_trying() -> None:
    (figure,) = (each for each in FIGURES if each.refused == ("A@d3", "A@b1", "A@a4"))
    tries = [(each.at, each.motion) for each in demonstrate(figure).refusals]
    assert [at for at, _ in tries] == ["d3", "b1", "a4"]
    assert all(motion and motion.origin == "reserve" for _, motion in tries)


def test_figures_that_claim_what_is_not_so_are_noticed() -> None:
    start = "..../..../..../...."
    caption = FIGURES[0].caption
    with pytest.raises(AssertionError, match="is legal"):
        demonstrate(Figure("quantik", start, caption, ("QK3",), "refused", refused=("A@a1",)))
    with pytest.raises(AssertionError, match="begins a move"):
        demonstrate(
            Figure("quixo", "...../...../...../...../..... x", caption, ("QX2",), refused=("a1",))
        )
    with pytest.raises(AssertionError):
        test_a_figure_shows_what_it_says(
            Figure("quantik", start, caption, ("QK5",), "win", ("A@a1",))
        )
