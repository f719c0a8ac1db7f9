"""Solving games: build and verify tablebases, and report what was proved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quintet.cli.terminal.output import print_json, tell
from quintet.cli.terminal.progress import progress_bar
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, Sentence, all_of, sentence
from quintet.options import write_value
from quintet.position import option_text
from quintet.tablebase import solvers
from quintet.tablebase.solver import Solved, Solver, Verified, Work

CORRECT, WRONG = 0, 1


def solve_game(variant: Variant, work: Work, *, complete: bool, verify: bool, as_json: bool) -> int:
    """Build the tablebase; return 1 if `verify` finds a wrong value."""
    solver = _find_solver(variant, work, complete=complete)
    try:
        with progress_bar(sentence("solving"), 1) as update:
            if update is not None:
                work.show = lambda doing, share: update(share, doing)
            solved = solver.solve(work)
            verified = solver.verify(work) if verify else None
    except OSError as error:
        # ENOSPC comes without a file name.
        error.filename = error.filename or str(work.folder)
        raise
    if as_json:
        print_json(_facts(solver, solved, verified))
    else:
        for said in _report(solver, solved, verified):
            tell(said)
    return CORRECT if verified is None or verified.mistakes == 0 else WRONG


def _find_solver(variant: Variant, work: Work, *, complete: bool) -> Solver:
    solver = solvers.find_solver(variant)
    if solver is None:
        raise _unsolvable(variant)
    if not complete:
        if work.device != "cpu":
            raise BadOption(
                sentence("Only `quintet solve qomet --complete` can use a device."),
                option="device",
                value=work.device,
            )
        return solver
    of_every_position = solvers.find_solver(variant, complete=True)
    if of_every_position is None:
        raise BadOption(
            sentence(
                "There is one kind of tablebase for {game}. Leave out --complete.",
                game=variant.title,
            ),
            option="complete",
            value=True,
        )
    return of_every_position


def _unsolvable(variant: Variant) -> BadOption:
    if variant.name in solvers.SOLVERS:
        said = sentence(
            "{game} cannot be solved with these options: {options}.",
            game=variant.title,
            options=option_text(variant),
        )
    else:
        said = sentence(
            "{game} cannot be solved; there are solvers for {games}.",
            game=variant.title,
            games=all_of(solvers.SOLVERS),
        )
    return BadOption(said, option="game", value=variant.name)


def _report(solver: Solver, solved: Solved, verified: Verified | None) -> Iterator[Sentence]:
    options = option_text(solver.variant)
    title = f"{solver.variant.title} {options}" if options else solver.variant.title
    yield sentence("{title}:", title=title)
    yield from solved.facts
    yield sentence(
        "{positions} positions up to symmetry, in {file} ({megabytes} MB).",
        positions=Number(solved.positions),
        megabytes=Number(solved.bytes / 10**6, 2),
        file=str(solved.path),
    )
    if solved.seconds is None:
        yield sentence("The tablebase existed already.")
    else:
        yield sentence("That took {seconds} s.", seconds=Number(solved.seconds, 1))
    if verified is None:
        return
    if verified.mistakes == 0 and verified.note is not None:
        yield verified.note
        yield sentence(
            "All other values are consistent: {positions} positions checked in {seconds} s, and "
            "the checksum is right.",
            positions=Number(verified.positions),
            seconds=Number(verified.seconds, 1),
        )
    elif verified.mistakes == 0:
        yield sentence(
            "All values are consistent: {positions} positions checked in {seconds} s, and the "
            "checksum is right.",
            positions=Number(verified.positions),
            seconds=Number(verified.seconds, 1),
        )
    else:
        yield sentence(
            "{mistakes} of {positions} values are wrong, the first at {text}.",
            mistakes=Number(verified.mistakes),
            positions=Number(verified.positions),
            text=verified.wrong.text if verified.wrong is not None else "-",
        )


def _facts(solver: Solver, solved: Solved, verified: Verified | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "game": solver.game,
        "options": {name: write_value(value) for name, value in solver.variant.options.items()},
        **solved.numbers,
        "positions": solved.positions,
        "seconds": solved.seconds,
        "bytes": solved.bytes,
        "file": str(solved.path),
    }
    if verified is not None:
        facts["verified"] = {
            "positions": verified.positions,
            "mistakes": verified.mistakes,
            "wrong": verified.wrong.text if verified.wrong is not None else None,
            "seconds": round(verified.seconds, 1),
        }
    return facts
