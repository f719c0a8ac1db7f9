"""Misspelt names: the error says what was probably meant."""

import pytest

from commands import run, wrong


@pytest.mark.parametrize(
    ("arguments", "guess"),
    [
        (("anaylse",), "analyse"),
        (("tournement", "quixo"), "tournament"),
        (("record", "chek"), "check"),
        (("quixo",), "quintet play quixo"),
        (("moves", "quixo", "--jsom"), "--json"),
        (("analyse", "quixo", "--second", "1"), "--seconds"),
        (("moves", "qixo"), "quixo"),
        (("moves", "Quixo"), "quixo"),
        (("play", "quatro"), "quarto"),
        (("moves", "quixo", "-o", "sise=3"), "size"),
        (("moves", "quarto", "-o", "calls=spokn"), "spoken"),
        (("moves", "quarto", "-o", "features=color,shape"), "colour,shape"),
        (("show", "quixo", "--png", "never.png", "--theme", "drak"), "dark"),
        (("serve", "--log-level", "wraning"), "warning"),
        (("record", "convert", "never.txt", "--to", "jsno"), "json"),
    ],
)
def test_did_you_mean(arguments: tuple[str, ...], guess: str) -> None:
    assert f" Did you mean '{guess}'? See 'quintet " in wrong(*arguments)


@pytest.mark.parametrize(
    "arguments", [("frobnicate",), ("moves", "chess"), ("moves", "quixo", "-o", "colour=red")]
)
def test_nothing_similar_is_not_guessed(arguments: tuple[str, ...]) -> None:
    assert "Did you mean" not in wrong(*arguments)


def test_suggestions_in_french() -> None:
    code, _, error = run("anaylse", LC_ALL="fr_FR.UTF-8", LANGUAGE="fr", PYTHONUTF8="1")
    assert code == 2
    assert "Vouliez-vous dire «\u202fanalyse\u202f»\u202f?" in error
