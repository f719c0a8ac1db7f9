"""Find the themes of the collected puzzles, and store them with the puzzles.

Run: python tools/puzzle_themes.py [GAME ...] [--check]

Themes follow from the rules alone (src/quintet/puzzles/themes.py says what each means), so they
never depend on an engine, on time, or on tablebases.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from quintet.errors import BadPosition
from quintet.games import GAMES
from quintet.position import Position, read_position
from quintet.puzzles import FOLDER, Goal, Puzzle, of_game, write
from quintet.puzzles.themes import Theme

Line = frozenset[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    arguments = parser.parse_args()
    stale = False
    for game in arguments.games:
        found = [replace(puzzle, themes=themes_of(puzzle)) for puzzle in of_game(game)]
        counts = Counter(theme for puzzle in found for theme in puzzle.themes)
        print(game, ", ".join(f"{theme} {count}" for theme, count in sorted(counts.items())))
        if arguments.check:
            stale |= found != list(of_game(game))
        else:
            (FOLDER / f"{game}.txt").write_text(write(found), encoding="utf-8")
    if stale:
        sys.exit("The stored themes are not those found.")


def themes_of(puzzle: Puzzle) -> tuple[Theme, ...]:
    """Return the themes of a puzzle, in the order of their declaration."""
    tests = {
        Theme.ONLY_MOVE: is_only_move,
        Theme.FORK: is_fork,
        Theme.FORBIDDING: is_forbidding,
        Theme.ZUGZWANG: is_zugzwang,
        Theme.GIFT: is_gift_trap,
    }
    return tuple(theme for theme in Theme if tests[theme](puzzle))


def is_only_move(puzzle: Puzzle) -> bool:
    return puzzle.goal is Goal.HOLD


def is_fork(puzzle: Puzzle) -> bool:
    """Whether every answer leaves some line to complete, but no line is left by all of them."""
    position = puzzle.position
    seat, after = position.turn, position.play(puzzle.move)
    if puzzle.goal is Goal.HOLD or after.turn == seat:
        return False
    common: frozenset[Line] | None = None
    for answered in answers(after, seat):
        lines = lines_at_once(answered, seat)
        if not lines:
            return False
        common = lines if common is None else common & lines
    return common is not None and not common


def is_forbidding(puzzle: Puzzle) -> bool:
    """Whether the move makes a standing threat illegal, or leaves no legal move in the end.

    A threat stands that wins after most other moves. It is forbidden by the piece that moved, not
    by a piece in its way.
    """
    if last_reason(puzzle) == "blocked":
        return True
    position = puzzle.position
    after = position.play(puzzle.move)
    threats: Counter[str] = Counter()
    for move in position.moves:
        other = position.play(move)
        if move != puzzle.move and other.turn != position.turn and other.outcome is None:
            threats.update(winning_moves(other, other.turn))
    placed = {step.target for step in position.motion(puzzle.move)}
    for word, count in threats.items():
        path = position.variant.path(word)
        if 2 * count < len(position.moves) or word in after.moves or placed.intersection(path):
            continue
        reason = after.why_not(*path)
        if reason is not None and placed.intersection(reason.places):
            return True
    return False


def is_zugzwang(puzzle: Puzzle) -> bool:
    """Whether the opponent, after the move, would not lose as fast by passing."""
    position = puzzle.position
    after = position.play(puzzle.move)
    if puzzle.goal is Goal.HOLD or after.turn == position.turn or after.outcome is not None:
        return False
    passed = pass_turn(after)
    return passed is not None and not passed.wins_within(puzzle.plies - 2)


def is_gift_trap(puzzle: Puzzle) -> bool:
    """Whether somebody completes a line for the opponent, or gives the piece that does."""
    if last_reason(puzzle) == "gift":
        return True
    position = puzzle.position
    opponent = 1 - position.turn
    for move in position.moves:
        after = position.play(move)
        if after.outcome is not None:
            if after.outcome.reason == "gift":
                return True
        elif gives(position, move) and winning_moves(after, opponent):
            return True
    return False


def answers(position: Position, seat: int) -> Iterator[Position]:
    """Yield the positions in which a seat is to move again."""
    if position.outcome is None and position.turn != seat:
        for number in position.numbers:
            yield from answers(position.play(number), seat)
    else:
        yield position


def lines_at_once(position: Position, seat: int) -> frozenset[Line]:
    """Return the lines with which a seat wins, by its next move or already."""
    if position.outcome is not None:
        won = position.outcome.scores[seat] == 1
        return frozenset(map(frozenset, position.winning)) if won else frozenset()
    found: set[Line] = set()
    for word in winning_moves(position, seat):
        found.update(map(frozenset, position.play(word).winning))
    return frozenset(found)


def winning_moves(position: Position, seat: int) -> list[str]:
    """Return the moves with which a seat wins at once."""
    if not position.wins_within(1, seat):
        return []
    return [word for word in position.moves if position.play(word).wins_within(0, seat)]


def last_reason(puzzle: Puzzle) -> str | None:
    position = puzzle.position
    for move in puzzle.line:
        position = position.play(move)
    return None if position.outcome is None else position.outcome.reason


def gives(position: Position, move: str) -> bool:
    """Whether a move hands a piece to the opponent."""
    return (
        "give" in position.variant.actions(position) and position.play(move).turn != position.turn
    )


def pass_turn(position: Position) -> Position | None:
    """Return the position with the other side to move, if that is one of the game.

    Where the number of pieces says whose turn it is, the sides change colours instead.
    """
    variant, words = position.variant, position.text.split(" ")
    own, other = variant.seat_names[position.turn], variant.seat_names[1 - position.turn]
    if len(words) > 1 and words[1] == own:
        words[1] = other
        if len(words) > 2:
            words[2] = "-"  # nothing is banned after a pass
        text = " ".join(words)
    elif variant.name == "quantik":
        text = position.text.swapcase()
    else:
        return None
    try:
        return read_position(position.game, text, position.options)
    except BadPosition:
        return None


if __name__ == "__main__":
    main()
