"""Draw Cubulus: as a cube that turns and opens, or as six flat faces.

On a terminal, the three layers seen from above, and the six faces unfolded.
"""

from __future__ import annotations

from collections.abc import Mapping

from quintet.draw.cubulus import balls, cube_scene, flat_scene
from quintet.draw.looks import exchange
from quintet.draw.scene import Scene
from quintet.draw.terminal import Line, Marks, Picture, Span, above, beside, cell, words, words_with
from quintet.games.cubulus import ROWS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position

VIEWS: tuple[str, ...] = ("cube", "flat")
COLOURS: tuple[Sentence, ...] = (sentence("Ivory"), sentence("Charcoal"), sentence("Red"))
PIECE_NAMES: Mapping[str, Sentence] = {
    "x": sentence("Ivory ball"),
    "o": sentence("Charcoal ball"),
    "z": sentence("Red ball"),
    "n": sentence("Neutral ball"),
}
ENDS = (sentence("back"), None, sentence("front"))
LAYERS = (sentence("top layer"), sentence("middle layer"), sentence("bottom layer"))


def scene(position: Position, view: str) -> Scene:
    return flat_scene.scene(position) if view == "flat" else cube_scene.scene(position)


def exchange_looks(position: Position, scene: Scene) -> Scene:
    labels = (balls.SHOWING, balls.LYING, balls.CENTRED, balls.WAITING, balls.PLAYED)
    return exchange(scene, {"x": "o", "o": "x"}, labels)


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
    layers = tuple(_layer(position, marks, number, say) for number in range(3))
    reserves = tuple(
        _reserve_line(name, str(9 - position.cells.count(seat + 1)), seat, say)
        for seat, name in enumerate(position.variant.seat_names)
    )
    unfolded = _unfolded(position, marks, gap=2 if wide else 1)
    if wide:
        row = beside(beside(layers[0], layers[1]), layers[2])
        return above(row, beside(unfolded, reserves))
    return above(*layers, unfolded, reserves)


def _reserve_line(name: str, balls: str, seat: int, say: Translate) -> Line:
    text = say(sentence("{seat} holds {balls}", seat=name, balls=balls))
    return words_with(text, balls, f"side{seat}")


def _layer(position: Position, marks: Marks, number: int, say: Translate) -> Picture:
    lines = [words(say(LAYERS[number]))]
    ends = [f"   {say(end)}" if end else "" for end in ENDS]
    for row in range(3):
        slots = range(9 * number + 3 * row, 9 * number + 3 * row + 3)
        lines.append(
            (*(span for slot in slots for span in _slot(position, marks, slot)), *words(ends[row]))
        )
    return tuple(lines)


def _unfolded(position: Position, marks: Marks, *, gap: int) -> Picture:
    def rows(face: str) -> list[Line]:
        return [
            tuple(
                span
                for number in range(3 * row + 1, 3 * row + 4)
                for span in _slot(position, marks, ROWS[f"{face}{number}"][0], str(number))
            )
            for row in range(3)
        ]

    def named(face: str) -> Line:
        return words(face.center(9) + " " * gap)

    blank: Line = (Span(" " * (9 + gap)),)
    lines: list[Line] = [blank + named("U")]
    lines += [blank + row for row in rows("U")]
    lines.append(tuple(span for face in "LFRB" for span in named(face)))
    around = [rows(face) for face in "LFRB"]
    lines += [
        tuple(span for face in around for span in (*face[row], Span(" " * gap))) for row in range(3)
    ]
    lines.append(blank + named("D"))
    lines += [blank + row for row in rows("D")]
    return tuple(lines)


def _slot(position: Position, marks: Marks, slot: int, empty: str = ".") -> Line:
    """Return a slot; an empty one on a face shows its number there."""
    variant, code = position.variant, position.cells[slot]
    mark = marks.get(variant.places[slot])
    if code == 0:
        return cell(empty, "label", mark)
    return cell(variant.letters[code], f"side{code - 1}", mark)
