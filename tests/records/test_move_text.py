"""Moves without tags: read from a position, and written without numbers."""

import pytest

import quintet
from quintet import record
from quintet.errors import BadRecord
from quintet.record import read_move_text, write_move_text

TREE = "{begin} A@a1 $1 {a \\} b} (B@a1 {[%csl a1]} C@b2 (D@b2)) B@b2"


def test_a_tree_becomes_a_record_and_comes_back() -> None:
    read = read_move_text(quintet.start("quantik"), TREE)
    assert [ply.move for ply in read.moves] == ["A@a1", "B@b2"]
    assert write_move_text(read) == TREE
    text = record.dumps(read)
    assert "(1. B@a1 {[%csl a1]} 2. C@b2 (2. D@b2))" in text
    (again,) = record.loads(text)
    assert again == read
    assert write_move_text(again) == TREE


def test_the_result_is_the_one_on_the_board() -> None:
    begin = quintet.position("quixo", "xx./o../o.. x", size=3)
    won = read_move_text(begin, "c1c3")
    assert (won.result, won.termination) == ("1-0", "line")
    assert record.loads(record.dumps(won))[0].start == begin
    assert read_move_text(begin, "").result is None


@pytest.mark.parametrize(
    "text", ["A@z9", "A@a1 A@a1", "(A@a1)", "A@a1 {open", "A@a1 (B@b1", "A@a1 * B@b2"]
)
def test_what_is_wrong_is_said(text: str) -> None:
    with pytest.raises(BadRecord):
        read_move_text(quintet.start("quantik"), text)


def test_clocks_and_line_ends_are_left_out() -> None:
    text = '[Game "quantik"]\n\n1. A@a1 {[%clk 0:01:00] two\nlines} 2. B@b2 *\n'
    assert write_move_text(record.loads(text)[0]) == "A@a1 {two lines} B@b2"
