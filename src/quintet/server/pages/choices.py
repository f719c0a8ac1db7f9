"""The options of the games in words: what a form asks, and what the lobby says of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quintet.i18n.sentence import Sentence, sentence, template


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: what it is about, its values in words, and the one that is proposed."""

    name: str
    legend: str
    values: Mapping[str, str]
    proposed: str


CHOICES: dict[str, tuple[Choice, ...]] = {
    "quantik": (),
    "quarto": (
        Choice(
            "calls",
            template("Who calls the lines"),
            {
                "spoken": template("You do, with the call button"),
                "auto": template("The program, for whoever completes a line"),
            },
            "spoken",
        ),
        Choice(
            "squares",
            template("What counts"),
            {
                "false": template("Lines of four"),
                "true": template("Lines of four, and squares of two by two"),
            },
            "false",
        ),
        Choice(
            "features",
            template("The features that count"),
            {
                "colour,shape,height,top": template("All four"),
                "colour,shape,height": template("Colour, shape and height"),
                "colour,shape": template("Colour and shape"),
                "colour": template("Colour alone"),
                "shape": template("Shape alone"),
                "height": template("Height alone"),
                "top": template("The top alone"),
            },
            "colour,shape,height,top",
        ),
        Choice(
            "false_call",
            template("A call that is wrong"),
            {
                "void": template("Counts for nothing, and is used up"),
                "loses": template("Loses the game"),
            },
            "void",
        ),
    ),
    "qomet": (
        Choice(
            "undo",
            template("Undoing your opponent's turn"),
            {
                "exact": template("You may not bring back exactly what was before"),
                "strict": template("Nor may you push back the star that was moved last"),
            },
            "exact",
        ),
        Choice(
            "corner_exit",
            template("A star on an outer corner leaves the board"),
            {
                "any": template("In any straight direction"),
                "rays": template("Along the diagonal alone"),
            },
            "any",
        ),
    ),
    "cubulus": (
        Choice(
            "players",
            template("How many play"),
            {
                "2": template("Two players, and nine neutral balls"),
                "3": template("Three players"),
            },
            "2",
        ),
    ),
    "quixo": (
        Choice(
            "players",
            template("How many play"),
            {"2": template("Two players"), "4": template("Two teams of two")},
            "2",
        ),
        Choice(
            "size",
            template("The board"),
            {
                "5": template("Five by five"),
                "4": template("Four by four, for two players"),
                "3": template("Three by three, for two players"),
            },
            "5",
        ),
    ),
}


def in_words(game: str, options: Mapping[str, str]) -> list[Sentence]:
    """What these options of a game mean, each with what it is about."""
    return [
        sentence(
            template("{legend}: {value}"),
            legend=sentence(choice.legend),
            # Forms offer the usual features of Quarto; a program may ask for any others.
            value=sentence(choice.values[value]) if value in choice.values else value,
        )
        for choice in CHOICES[game]
        if (value := options.get(choice.name)) is not None
    ]
