"""Ctrl-C ends every command with exit code 130, without a traceback."""

from pathlib import Path

import pytest

from cli.terminal import Terminal

RECORD = '[Game "quixo"]\n\n1. a1e1 2. b1b5 *\n'


@pytest.mark.slow_except("perft-", "play-0", "review-")
@pytest.mark.parametrize(
    ("arguments", "begun"),
    [
        (("perft", "qomet", "20"), "counting"),
        (("solve", "quixo", "-o", "size=4", "--threads", "1", "--to", "."), "%"),
        (("play", "quixo", "--players", "Ann,Ben"), "> "),
        (("play", "quixo", "--players", "engine,engine"), "plays"),
        (("puzzles", "quantik"), "> "),
        (("review", "game.txt", "--seconds", "600"), "reviewing"),
        (("serve", "--no-browser", "--port", "0", "--data", "data"), "http://"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_interrupt(
    arguments: tuple[str, ...], begun: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(RECORD, encoding="utf-8")
    with Terminal(*arguments, TERM="xterm") as terminal:
        terminal.wait_for(begun)
        terminal.interrupt()
        code, rest = terminal.end()
    assert code == 130, rest
    assert "Traceback" not in rest


def test_interrupt_of_a_ugi_engine() -> None:
    with Terminal("engine", "qomet") as terminal:
        terminal.type("isready\ngo infinite\n")
        terminal.wait_for("info depth")
        terminal.interrupt()
        code, rest = terminal.end()
    assert code == 130, rest
    assert "Traceback" not in rest
