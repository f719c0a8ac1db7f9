"""What is wrong with a record is said where it is, and harms no other."""

from pathlib import Path

import pytest

import quintet
from quintet import BadRecord, record
from quintet.outcome import TABLE_REASONS
from quintet.record import Line, Ply
from records.games import GAME, MOVES, one, quantik, wrong

WRONG = [
    # The tags
    ('[Event "x"]\n\nA@a1 *', 1, 1, "which game"),
    ('[Game "chess"]\n\ne4 *', 1, 8, "no game 'chess'"),
    (quantik("*", '[Option "size=5"]'), 2, 10, "no option size"),
    (quantik("*", '[Option "size"]'), 2, 10, "not an option"),
    (quantik("*", '[Position "..../..../..../x..."]'), 2, 27, "one of .ABCDabcd"),
    (quantik("*", '[Position "\\"./"]'), 2, 12, "one of .ABCDabcd"),
    (quantik("*", '[Position "A..\\\\/..../..../...."]'), 2, 15, "for d4"),
    (quantik("*", '[Position "..../..../..../a..."]'), 2, 27, "sides alternate"),
    (quantik("*", '[Position "..../"]'), 2, 17, "found the end"),
    (quantik("*", '[Event "a"]', '[Event "b"]'), 3, 1, "Event is there twice"),
    (quantik("*", '[Seat0 "a"]', '[Seat0 "b"]'), 3, 1, "Seat0 is there twice"),
    (quantik("*", '[Option "a=1"]', '[Option "a = 2"]'), 3, 1, "a is there twice"),
    (quantik("*", '[Seat2 "a"]'), 2, 1, "no Seat2"),
    (quantik("*", '[Seat01 "a"]'), 2, 1, "no Seat01"),
    (quantik("*", f'[Seat{"1" * 5000} "a"]'), 2, 1, "no Seat111"),
    (quantik("*", '[Date "15.11.2026"]'), 2, 8, "not a date"),
    (quantik("*", '[Date "2026-??-??"]'), 2, 8, "not a date"),
    (quantik("*", '[Date "2026-02-29"]'), 2, 8, "not a date"),
    (quantik("*", '[TimeControl "5 minutes"]'), 2, 15, "not a time control"),
    (quantik("*", '[TimeControl "40/300"]'), 2, 15, "not a time control"),
    (quantik("*", '[Event "a'), 2, 10, 'closing "'),
    (quantik("*", '[Event "a\\"]'), 2, 13, 'closing "'),
    (quantik("*", '[Event "a"'), 2, 11, "expected ]"),
    (quantik("*", "[Event a]"), 2, 8, "quotation marks"),
    (quantik("*", '[2nd "a"]'), 2, 2, "name of a tag"),
    (quantik("*", '[Event "\0"]'), 2, 9, "U+0000"),
    (quantik("*", '[Event "a\\\x07"]'), 2, 11, "U+0007"),
    (quantik("*", '[Event "a\\\udc80"]'), 2, 11, "not UTF-8"),
    (quantik("*", '[Event\t"\t\udc80"]'), 2, 10, "not UTF-8"),
    (quantik("*", '\t[Date\t"today"]'), 2, 9, "not a date"),
    (quantik("*", '[Result "won"]'), 2, 10, "not a result"),
    (quantik("*", '[Result "2-0"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "1/0-0"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "2/4-1/2"]'), 2, 10, "not a score"),
    (quantik("*", '[Result "1-0-0"]'), 2, 10, "3 scores"),
    # The moves
    (quantik("1. A@a1 2. A@b3\n3. A@c3 *"), 4, 4, "sphere on b3 stands in this row"),
    (quantik("1. A@a1 2. Zebra *"), 3, 12, "not a move of Quantik"),
    (quantik("1. A@a1 2. A@e1 *"), 3, 14, "expected a, b, c, or d at character 3"),
    (quantik("1. A@a1 2. B@a1 *"), 3, 12, "a piece on a1 already. (expected a legal move)"),
    (quantik(f"{MOVES} 5. A@a4 0-1"), 3, 36, "The game is over. (expected the result 0-1)"),
    (quantik("1. A@a1 2 *"), 3, 9, "not a move of Quantik"),
    (quantik("1. A@a1\n{never\nclosed *"), 4, 1, "comment is never closed"),
    (quantik("1. A@a1 {never closed \\} *"), 3, 9, "comment is never closed"),
    (quantik("1. A@a1 } *"), 3, 9, "no comment to close"),
    (quantik("1. A@a1 (1. A@b1 (1. A@c1 *"), 3, 27, "variation is still open"),
    (quantik("1. A@a1 (1. A@b1 (1. A@c1)"), 3, 9, "variation is never closed"),
    (quantik("1. A@a1 ) *"), 3, 9, "no variation to close"),
    (quantik("( 1. A@a1 ) *"), 3, 1, "for a variation to replace"),
    (quantik("1. A@a1 ( {nothing} ) *"), 3, 21, "at least one move"),
    (quantik("1. A@a1 (1. A@b1 2. A@b2) *"), 3, 21, "stands in this column"),
    (quantik("1. A@a1 (1. A@b1 2. Q) *"), 3, 21, "not a move"),
    (quantik("A@a1" + " (A@a1" * 33 + ")" * 33 + " *"), 3, 198, "at most 32 deep"),
    (quantik("$1 1. A@a1 *"), 3, 1, "no move here to annotate"),
    (quantik("1. A@a1 $256 *"), 3, 9, "not an annotation"),
    (quantik("1. A@a1 $" + "9" * 5000 + " *"), 3, 9, "not an annotation"),
    (quantik("1. A@a1 $ *"), 3, 9, "number belongs"),
    (quantik("1. A@a1!!! *"), 3, 8, "not an annotation"),
    (quantik("1. A@a1 {[%clk 0:00:01]} {[%clk 0:00:02]} *"), 3, 26, "one clock time"),
    (quantik("1. A@a1 {[%clk 0:00:01][%clk 0:00:02]} *"), 3, 9, "one clock time"),
    (quantik("1. A@a1 {a\n\x07} *"), 4, 1, "U+0007"),
    (quantik("1. A@a1 ;\x9b\n *"), 3, 10, "U+009B"),
    (quantik("1. A@a1 \x00 *"), 3, 9, "U+0000"),
    (quantik("1. A@a1 B@\udc80 *"), 3, 11, "expected a, b, c, or d"),
    (quantik("1. A@a1 \udcff *"), 3, 9, "not UTF-8"),
    (quantik("\t1.\tA@a1\tA@a2 *"), 3, 10, "stands in this column"),
    (quantik("1. A@a1 {\t\n\t\udcc3(} *"), 4, 2, "not UTF-8"),
    (quantik("1. A@a1\u2028A@a2 *"), 3, 9, "stands in this column"),
    (quantik("1. A@a1 {\U0001f600} A@a2 *"), 3, 13, "stands in this column"),
    # The end
    (quantik("1. A@a1"), 3, 8, "breaks off. (expected a move or the result)"),
    (quantik(""), 1, 17, "breaks off"),
    (quantik(f"{MOVES} 1-0", '[Result "0-1"]'), 4, 33, "the tag Result says 0-1"),
    (quantik(f"{MOVES} *", '[Result "0-1"]'), 4, 33, "the tag Result says 0-1"),
    (quantik(f"{MOVES} 1-0"), 3, 33, "ended 0-1 on the board, but the record says 1-0"),
    (quantik(f"{MOVES} 1-0", '[Result "1-0"]'), 4, 33, "ended 0-1 on the board"),
    (quantik(f"{MOVES} *"), 3, 33, "but the record says *. (expected 0-1)"),
    (quantik(f"{MOVES} 0-1-0"), 3, 33, "3 scores"),
    (quantik(f"{MOVES} 0-1", '[Termination "time"]'), 2, 15, "by line on the board"),
    (quantik("A@a1 1-0", '[Termination "line"]'), 2, 15, "did not end by line"),
    (quantik("A@a1 1-0", '[Termination "Time"]'), 2, 15, "expected repetition, agreement"),
    (quantik("A@a1 *", '[Termination "time"]'), 2, 15, "not finished has no termination"),
    (quantik("A@a1 1-1"), 3, 6, "do not add up to 1"),
    (quantik("A@a1 0-0"), 3, 6, "do not add up to 1"),
    (quantik("A@a1 0-1/3"), 3, 6, "do not add up to 1"),
    (quantik("A@a1 1-0 B@b1"), 3, 10, "follows the result"),
    (quantik("A@a1 1-0 1-0"), 3, 10, "follows the result"),
    (quantik("A@a1 1-0\n\n{why}"), 5, 1, "follows the result"),
]


@pytest.mark.parametrize(("text", "line", "column", "said"), WRONG)
def test_what_is_wrong(text: str, line: int, column: int, said: str) -> None:
    error = wrong(text)
    assert said in str(error)
    # No matter what stands before the game, and what comes behind.
    before, found, behind = record.loads(GAME + text + "\n\n" + GAME)
    assert before == behind == one(GAME)
    assert found.error is not None
    assert (
        (found.error.line - 5, found.error.column) == (error.line, error.column) == (line, column)
    )
    assert behind.line == 5 + text.count("\n") + 3


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_line_ends_move_no_error(tmp_path: Path, end: str) -> None:
    path = tmp_path / "game.txt"
    for text, line, column, _ in WRONG:
        path.write_bytes(text.replace("\n", end).encode(errors="surrogateescape"))
        (found,) = record.read(path)
        assert found.error is not None
        assert (found.error.line, found.error.column) == (line, column)


def test_partners_share_their_score() -> None:
    tags = '[Game "quixo"]\n[Option "players=4"]\n\n'
    assert one(tags + "1-0-1-0").result == "1-0-1-0"
    assert one(tags + "1/2-1/2-1/2-1/2").result == "1/2-1/2-1/2-1/2"
    assert "gives two partners different scores" in str(wrong(tags + "1-0-0-0"))
    assert "do not add up to 1" in str(wrong(tags + "0-0-0-0"))


def test_three_share_one_point() -> None:
    tags = '[Game "cubulus"]\n[Option "players=3"]\n\n'
    for result in ("1-0-0", "0-1/2-1/2", "1/3-1/3-1/3"):
        assert one(tags + result).result == result
    assert "2 scores" in str(wrong(tags + "1-0"))


def test_a_result_of_the_table() -> None:
    for result in ("1-0", "0-1", "1/2-1/2"):
        for reason in (None, *TABLE_REASONS):
            tags = [] if reason is None else [f'[Termination "{reason}"]']
            game = one(quantik(f"A@a1 {result}", *tags))
            assert (game.result, game.termination) == (result, reason)


def test_the_moves_before_an_error_are_kept() -> None:
    (game,) = record.loads(quantik("{x} A@a1 B@b1 (C@c1 {y}) (D@d1 Q) C@c1 *"))
    assert game.comments == ("x",)
    assert game.moves == (
        Ply("A@a1"),
        Ply("B@b1", variations=(Line((), (Ply("C@c1", comments=("y",)),)),)),
    )
    assert game.final.text == "..../..../..../Ab.."
    assert isinstance(game.error, BadRecord)
    assert isinstance(game.error.__cause__, quintet.BadMove)


def test_no_position_is_made_up_for_a_game_that_is_not_known() -> None:
    for tags in ('[Position "nonsense"]', '[Option "size=5"]'):
        (game,) = record.loads(quantik("A@a1 *", tags))
        assert not game.playable
        with pytest.raises(BadRecord):
            list(game.positions())


# The next game

NEXT = [
    "{never closed\n\n",
    "1. A@a1 (1. A@b1 (\n",
    "1. A@a1 {;\n",
    '[Event "\n',
    "\0\0\0\n",
    "",
]


@pytest.mark.parametrize("broken", NEXT)
def test_a_broken_game_never_swallows_the_next(broken: str) -> None:
    first, second = record.loads(f'[Game "quantik"]\n\n{broken}{GAME}')
    assert first.error is not None
    assert second == one(GAME)


def test_where_games_begin() -> None:
    event = '[Event "x"]\n' + GAME
    assert [len(game.tags) for game in record.loads(event + GAME + event)] == [1, 0, 1]
    # Tags without a game, then a game: a blank line parts them.
    first, second = record.loads('[Event "x"]\n\n' + GAME)
    assert (first.error is None, second.error) == (False, None)
    assert "which game" in str(wrong("A@a1 *"))
    first, second = record.loads("nonsense\n" + event)
    assert (first.raw, first.line, second.line) == ("nonsense", 1, 2)
    assert second.tags == {"Event": "x"}
    assert record.loads("") == record.loads(" \n\ufeff\n\t") == []
