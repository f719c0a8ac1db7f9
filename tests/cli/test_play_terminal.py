"""Playing at a terminal: whom to play, line editing, and TAB."""

import pytest

from cli.terminal import Terminal
from commands import good

pytest.importorskip("readline")

PROPOSAL = "You against the engine, level 3: press Enter."


def test_enter_means_you_against_the_engine() -> None:
    with Terminal("play", "quixo", "-o", "size=3", "--no-lot") as terminal:
        assert PROPOSAL in terminal.wait_for("Players: ")
        terminal.type("\n")
        greeting = terminal.wait_for("Type help for help.")
        assert "Quixo: Player 1 (x) and level:3 (o)." in greeting
        terminal.wait_for("> ")
        terminal.type("a1c1\n")
        assert "level:3 (o) plays " in terminal.wait_for("> ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_another_level_or_names() -> None:
    with Terminal("play", "quixo", "-o", "players=4", "--no-lot") as terminal:
        terminal.wait_for("Players: ")
        terminal.type("11\n")
        assert "There is no level 11" in terminal.wait_for("Players: ")
        terminal.type("Ann,Ben\n")
        assert "This game has 4 players" in terminal.wait_for("Players: ")
        terminal.type("1\n")
        assert "level:1" in terminal.wait_for("Type help for help.")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
    with Terminal("play", "quantik", "--no-lot") as terminal:
        terminal.wait_for("Players: ")
        terminal.type("Ann, Ben\n")
        assert "Quantik: Ann (x) and Ben (o)." in terminal.wait_for("Type help for help.")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_named_players_are_not_asked_for() -> None:
    with Terminal("play", "quantik", "--players", "Ann,Ben", "--no-lot") as terminal:
        assert "Players:" not in terminal.wait_for("Ann (x): ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


@pytest.mark.slow
def test_leaving_before_the_game() -> None:
    with Terminal("play", "quixo") as terminal:
        terminal.wait_for("Players: ")
        terminal.type("\x04")  # Ctrl-D
        code, rest = terminal.end()
        assert (code, "Traceback" in rest) == (0, False)
    with Terminal("play", "quixo") as terminal:
        terminal.wait_for("Players: ")
        terminal.interrupt()
        code, rest = terminal.end()
        assert (code, "Traceback" in rest) == (130, False)


def test_without_a_terminal_nobody_is_asked() -> None:
    out = good("play", "quixo", "--no-lot", text="a1e1\nquit\n")
    assert "Quixo: Player 1 (x) and Player 2 (o)." in out
    assert "Players:" not in out


def test_tab_completes_moves_and_commands() -> None:
    with Terminal("play", "quantik", "--players", "Ann,Ben", "--no-lot") as terminal:
        terminal.wait_for("> ")
        terminal.type("res\t\n")
        terminal.wait_for("do you really resign? [y/N] ")
        terminal.type("n\n")
        terminal.wait_for("> ")
        terminal.type("C@d\t4\n")  # C@d1 to C@d4 begin like this
        terminal.wait_for("Ben (o): ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_a_line_typed_before_comes_back() -> None:
    with Terminal("play", "quantik", "--players", "Ann,Ben", "--no-lot", TERM="xterm") as terminal:
        terminal.wait_for("> ")
        terminal.type("moves\n")
        terminal.wait_for("A@a1 ")
        terminal.wait_for("> ")
        terminal.type("\x10\n")  # Ctrl-P, as the arrow up
        terminal.wait_for("A@a1 ")
        terminal.wait_for("> ")
        terminal.type("A@b1\x02\x7fa\n")  # Ctrl-B and Backspace: A@a1
        terminal.wait_for("Ben (o): ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_puzzles_complete_too() -> None:
    with Terminal("puzzles", "quantik", "--count", "1", "--seed", "1") as terminal:
        terminal.wait_for("> ")
        terminal.type("sol\t\n")
        assert "0 of 1 puzzle solved" in terminal.wait_for("at the first try.")
        assert terminal.end()[0] == 0
