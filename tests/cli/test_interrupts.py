"""Ctrl-C ends every command with exit code 130, without a traceback."""

import pytest

from cli.terminal import Terminal


@pytest.mark.parametrize(
    ("arguments", "begun"),
    [
        (("perft", "qomet", "20"), "counting"),
        (("solve", "quixo", "--threads", "1", "--to", "{folder}"), "%"),
        (("play", "quixo", "--players", "Ann,Ben"), "> "),
        (("play", "quixo", "--players", "engine,engine"), "plays"),
        (("puzzles", "quantik"), "> "),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_interrupt(
    arguments: tuple[str, ...], begun: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.mktemp("tables"))
    words = [word.format(folder=folder) for word in arguments]
    with Terminal(*words, TERM="xterm") as terminal:
        terminal.wait_for(begun)
        terminal.interrupt()
        code, rest = terminal.end()
    assert code == 130
    assert "Traceback" not in rest
