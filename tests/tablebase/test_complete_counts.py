"""The counts kept of completely solved games add up, and pages and facts have them."""

import json
import re
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest

import known_complete
import known_qomet
import known_quixo
import quintet
from known_symmetry import boards_up_to_symmetry, qomet_points, quixo_points
from quintet import known
from quintet.position import first_position, read_position

PAGES = Path(__file__).parents[2] / "docs" / "explanation" / "known"
READINGS = ("any", "rays")
MAX_BYTES = 500_000

# Won, lost and drawn boards of 5x5 as published by Tanaka, Bonnet, Tixeuil and Tamura, 2020.
PUBLISHED = (441_815_157_309, 279_746_227_956, 125_727_224_178)


@pytest.fixture(scope="module")
def quixo() -> known_quixo.Result:
    return known_quixo.read_file(known_quixo.KEPT)


def qomet_of(corner_exit: str) -> known_qomet.Result:
    return known_qomet.read_file(known_qomet.KEPT[corner_exit])


@pytest.fixture(scope="module", params=READINGS)
def qomet(request: pytest.FixtureRequest) -> known_qomet.Result:
    return qomet_of(request.param)


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


# The files.


def test_files_are_small() -> None:
    for path in (known_quixo.KEPT, known_quixo.FEW_BLANKS, *known_qomet.KEPT.values()):
        assert path.stat().st_size < MAX_BYTES


def test_every_board_of_quixo_is_counted(quixo: known_quixo.Result) -> None:
    lines = [json.loads(line) for line in known_quixo.KEPT.read_text("utf-8").splitlines()]
    classes = {(it["own"], it["other"]): it for it in lines if "all" in it}
    assert len(classes) == 351
    for (own, other), found in classes.items():
        assert sum(found["all"].values()) == comb(25, own) * comb(25 - own, other)
    kinds = Counter[str]()
    for found in classes.values():
        for verdict, count in found["all"].items():
            kinds[known_quixo.kind_of(int(verdict))] += count
    assert kinds.total() == 3**25
    assert tuple(kinds[kind] for kind in ("won", "lost", "drawn")) == PUBLISHED
    assert classes[0, 0]["all"] == {"0": 1}  # the start is a draw
    numbers = sum(
        boards_up_to_symmetry(quixo_points(5), own, 0) * comb(25 - own, other)
        for own, other in classes
    )
    assert quixo.checked == numbers  # all, not a sample
    assert sum(it.get("wrong", 0) for it in lines) == 0


def test_the_tool_finds_nothing_wrong(quixo: known_quixo.Result) -> None:
    assert len(known_quixo.check(quixo)) == 3


def test_the_tool_notices_a_changed_distance() -> None:
    """One board more is won in 3 plies, and one less in 5, among those without blanks."""
    lines = [json.loads(line) for line in known_quixo.KEPT.read_text("utf-8").splitlines()]
    for line in lines:
        if (line.get("own"), line.get("other")) == (12, 13) and "all" in line:
            for counts in (line["different"], line["all"]):
                counts["8"] += 1
                counts["12"] -= 1
    with pytest.raises(known_quixo.Wrong, match="at most 4 blanks are not those"):
        known_quixo.check(known_quixo.read(lines))


def test_keeping_a_kept_file_changes_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    known_quixo.keep(known_quixo.KEPT, copy)
    assert copy.read_bytes() == known_quixo.KEPT.read_bytes()
    for path in known_qomet.KEPT.values():
        known_qomet.keep(path, tmp_path)
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_every_board_of_qomet_is_counted(qomet: known_qomet.Result) -> None:
    assert len(known_qomet.check(qomet)) == 4
    assert sorted(qomet.classes) == [(own, other) for own in range(8) for other in range(8)]
    boards = sum(boards_up_to_symmetry(qomet_points(), own, other) for own, other in qomet.classes)
    assert qomet.counts().total() == boards
    assert qomet.checks["boards"] == boards + 1_000_000  # all, and a sample before


def test_wins_of_qomet_take_odd_plies(qomet: known_qomet.Result) -> None:
    """And losses even ones; every distance up to the longest comes up."""
    plies = known_qomet.spread(qomet)["plies"]
    assert list(map(int, plies)) == list(range(len(plies)))
    for at, (won, lost) in list(plies.items())[1:]:
        assert (won > 0, lost > 0) == ((True, False) if int(at) % 2 else (False, True))


def test_first_moves_lead_to_the_value_of_the_start(qomet: known_qomet.Result) -> None:
    start = first_position("qomet", {"corner_exit": qomet.corner_exit})
    assert set(qomet.first_moves) == set(start.moves)
    losses = [value for value in qomet.first_moves.values() if value.startswith("loss")]
    fastest = min(int(value.split()[-1]) for value in losses)
    assert qomet.classes[0, 0]["different"] == {f"win in {fastest + 1}": 1}


@pytest.mark.parametrize(
    ("part", "said"),
    [("classes", "are not all"), ("turns", "to move are not all"), ("checks", "found mistakes")],
)
def test_a_changed_report_is_noticed(part: str, said: str) -> None:
    report: dict[str, Any] = json.loads(known_qomet.KEPT["any"].read_text(encoding="utf-8"))
    if part == "classes":
        report["result"]["classes"]["3 4"]["different"]["win in 1"] += 1
    elif part == "turns":
        report["result"][known_qomet.TURNS]["win, win"]["count"] += 1
    else:
        report["checks"]["mistakes"] = 1
    with pytest.raises(known_qomet.Wrong, match=said):
        known_qomet.check(known_qomet.read(report))


# Lines of best play are games by the rules.


def winner_of(position: quintet.Position, line: tuple[str, ...]) -> int:
    """Return the seat that wins at the end of a line, and not before."""
    for move in line:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome is not None
    return position.outcome.scores.index(1)


def test_the_longest_win_of_quixo(quixo: known_quixo.Result) -> None:
    longest = max(layer.longest for layer in quixo.layers.values())
    assert winner_of(quixo.longest, quixo.line) == quixo.longest.turn
    assert len(quixo.line) == longest


def test_the_longest_lines_of_qomet(qomet: known_qomet.Result) -> None:
    options = {"corner_exit": qomet.corner_exit}
    for example in (*qomet.longest, *qomet.lost, qomet.mutual):
        position = read_position("qomet", example.position, options)
        assert len(example.line) == example.plies
        wins = winner_of(position, example.line) == position.turn
        assert example.value.startswith("win" if wins else "loss")


# Facts and pages.


@pytest.mark.parametrize("fact", [it for it in known.facts() if it.how is known.How.COMPLETE])
def test_facts_are_those_of_the_files(fact: known.Fact) -> None:
    stored = json.loads(known.FILE.read_text(encoding="utf-8"))
    (written,) = (
        it for it in stored if (it["game"], it["options"]) == (fact.game, dict(fact.options))
    )
    found = known_complete.found(fact.game, dict(fact.options))
    assert found is not None
    for curiosity in found.pop("curiosities"):
        assert curiosity in written["curiosities"]
    assert {name: written[name] for name in found} == found


def test_the_page_of_quixo_has_the_counts(quixo: known_quixo.Result) -> None:
    text = page("quixo")
    assert known_quixo.table(quixo) in text
    assert quixo.longest.text in text
    assert " ".join(quixo.line) in re.sub(r"\s+", " ", text)


def test_the_page_of_qomet_has_the_counts() -> None:
    results = [qomet_of(corner_exit) for corner_exit in READINGS]
    text = page("qomet")
    for table in known_qomet.tables(results).split("\n\n"):
        assert table in text
    flat = re.sub(r"\s+", " ", text)
    for result in results:
        for example in (result.longest_win, result.mutual):
            assert example.position in text
        assert " ".join(result.longest_win.line) in flat


def test_the_paper_has_the_same_numbers(quixo: known_quixo.Result) -> None:
    text = page("paper")
    different = sum((it.different for it in quixo.layers.values()), Counter[str]())
    numbers = [*PUBLISHED, 3**25, different.total(), *different.values()]
    for corner_exit in READINGS:
        result = qomet_of(corner_exit)
        counts = result.counts()
        numbers += [counts.total(), counts["draw"], *result.bans.values()]
        numbers += [known_qomet.of_kind(result, kind) for kind in ("win", "loss")]
    for number in numbers:
        assert f"{number:,}" in text
