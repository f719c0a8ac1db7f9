"""Draw Quarto. A piece is its digit and a small picture.

`(` round, `[` square; capital tall, small letter short; L light, D dark; an `o` inside when hollow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from quintet.draw import quarto_above
from quintet.draw.scene import NOTHING, Piece, Scene, Spot, arranged, elsewhere, one_stroke
from quintet.draw.terminal import (
    Line,
    Marks,
    Picture,
    Span,
    above,
    beside,
    cell,
    grid,
    words,
    words_with,
)
from quintet.draw.wood import (
    WOODS,
    cylinder,
    gradients,
    prism,
    round_band,
    shadow,
    square_band,
    standing_marks,
)
from quintet.games.quarto import DESCRIBED, PIECES
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position

VIEWS: tuple[str, ...] = ("board", "above")

NOTHING_HELD = sentence("No piece is in hand.")

COLOURS: tuple[Sentence, ...] = ()
PIECE_NAMES: Mapping[str, Sentence] = {
    letter: sentence("Piece: {piece}.", piece=piece) for letter, piece in DESCRIBED.items()
}

DARK, SQUARE, SHORT, HOLLOW = 8, 4, 2, 1


# Sizes in pixels on a small phone. The board is seen at a slant.
WIDTH, HEIGHT, SLANT = 360.0, 450.0, 0.74
CENTRE_X, CENTRE_Y, ACROSS, DOWN = 180.0, 140.0, 68.0, 50.0
HAND = (317.0, 296.0)
POOL_Y = (362.0, 429.0)
RADIUS, REACH, TALL, LOW = 16.5, 19.5, 38.0, 17.0
RING = 26.0
# Beside the board: three in a row, the last one with the piece in hand.
WIDE = (0.0, -36.0, 502.0, 368.0)
WIDE_HAND = (453.0, 298.0)


def scene(position: Position, view: str) -> Scene:
    slanted = _slanted_scene(position)
    return _from_above(slanted) if view == "above" else slanted


def _from_above(slanted: Scene) -> Scene:
    """Return the same pieces on the same spots, with nothing in front of anything."""
    return Scene(
        slanted.game,
        quarto_above.WIDTH,
        quarto_above.HEIGHT,
        sentence("The board of Quarto, from above."),
        quarto_above.board(),
        quarto_above.symbols(),
        tuple(map(_spot_above, slanted.spots)),
        slanted.pieces,
        quarto_above.RING,
        slanted.lines,
        defs=slanted.defs,
        wide=quarto_above.WIDE,
    )


def _spot_above(spot: Spot) -> Spot:
    if spot.store == "pool":
        x, y = quarto_above.pool_point(PIECES.index(spot.touch))
        wide = elsewhere(wide=quarto_above.wide_point(PIECES.index(spot.touch)))
        outline = '<rect class="outline" x="-22" y="-23" width="44" height="46" rx="6"/>'
    elif spot.store == "hand":
        x, y = quarto_above.HAND
        wide = elsewhere(wide=quarto_above.WIDE_HAND)
        outline = '<circle class="outline" r="28"/>'
    else:
        x, y = quarto_above.point(spot.at)
        wide = {}
        outline = '<circle class="outline" r="31"/>'
    store, holds = spot.store, spot.holds
    return Spot(spot.at, x, y, spot.label, outline, spot.touch, store=store, holds=holds, data=wide)


def _slanted_scene(position: Position) -> Scene:
    letters, hand = position.variant.letters, position.fields[0]
    shown = [
        (_space(place, letters[code]), letters[code])
        for place, code in zip(position.variant.places, position.cells, strict=True)
    ]
    shown.append((_hand(letters[hand]), letters[hand]))
    for code, letter in enumerate(PIECES, start=1):
        waits = code != hand and code not in position.cells
        shown.append((_pool_spot(letter, waits), letter if waits else NOTHING))
    return Scene(
        "quarto",
        WIDTH,
        HEIGHT,
        sentence("The board of Quarto."),
        _board(),
        _symbols(),
        tuple(spot for spot, _ in shown),
        tuple(Piece(letter, spot.at) for spot, letter in shown if letter != NOTHING),
        RING,
        tuple(map(one_stroke, position.winning)),
        defs=_defs(),
        marks=standing_marks(RING, SLANT),
        floor_marks=True,
        wide=WIDE,
    )


def exchange_looks(position: Position, scene: Scene) -> Scene:
    return scene  # the pieces belong to nobody (QT1)


@cache
def _space(place: str, letter: str) -> Spot:
    x = CENTRE_X + ACROSS * ("abcd".index(place[0]) - 1.5)
    y = CENTRE_Y + DOWN * (2.5 - int(place[1]))
    label = _standing(place, letter)
    outline = '<ellipse class="outline" cy="-8" rx="31" ry="25"/>'
    return Spot(place, x, y, label, outline, place, depth=y)


def _standing(place: str, letter: str) -> Sentence:
    if letter == NOTHING:
        return sentence("{place} is empty.", place=place)
    return sentence("Piece on {place}: {piece}.", place=place, piece=DESCRIBED[letter])


@cache
def _hand(letter: str) -> Spot:
    x, y = HAND
    label = PIECE_NAMES.get(letter, NOTHING_HELD)
    outline = '<rect class="outline" x="-26" y="-52" width="52" height="70" rx="8"/>'
    data = elsewhere(wide=WIDE_HAND)
    return Spot("hand", x, y, label, outline, store="hand", holds=PIECES, depth=y, data=data)


@cache
def _pool_spot(letter: str, waits: bool) -> Spot:
    x, y = _pool_point(PIECES.index(letter))
    gone = sentence("No longer here: {piece}.", piece=DESCRIBED[letter])
    return Spot(
        f"pool-{letter}",
        x,
        y,
        PIECE_NAMES[letter] if waits else gone,
        '<rect class="outline" x="-22" y="-50" width="44" height="62" rx="6"/>',
        touch=letter,
        store="pool",
        holds=letter,
        depth=y,
        data=elsewhere(wide=_wide_point(PIECES.index(letter))),
    )


@cache
def _defs() -> str:
    return gradients(*WOODS) + (
        '<linearGradient id="~disc" x2=".8" y2="1"><stop stop-color="var(--ebony-light)"/>'
        '<stop offset="1" stop-color="var(--ebony)"/></linearGradient>'
        '<linearGradient id="~rim" x2="1"><stop stop-color="var(--ebony)"/>'
        '<stop offset=".25" stop-color="var(--ebony-light)"/>'
        '<stop offset=".7" stop-color="var(--ebony-dark)"/></linearGradient>'
        '<linearGradient id="~well" x2=".6" y2="1"><stop stop-color="var(--ebony-dark)"/>'
        '<stop offset=".55" stop-color="var(--ebony)"/>'
        '<stop offset="1" stop-color="var(--ebony-light)"/></linearGradient>'
        '<linearGradient id="~lip" x2=".6" y2="1">'
        '<stop offset=".4" stop-color="var(--ebony-line)"/>'
        '<stop offset="1" stop-color="var(--ebony-edge)"/></linearGradient>'
    )


@cache
def _board() -> str:
    wells = "".join(
        _well(CENTRE_X + ACROSS * (file - 1.5), CENTRE_Y + DOWN * (row - 1.5), 25)
        for row in range(4)
        for file in range(4)
    )
    names = "".join(
        f'<text class="label carved" x="{CENTRE_X + ACROSS * (file - 1.5):g}" '
        f'y="{CENTRE_Y + 1.5 * DOWN + 29:g}">{name}</text>'
        for file, name in enumerate("abcd")
    ) + "".join(
        f'<text class="label carved" x="{CENTRE_X - 1.5 * ACROSS - 31:g}" '
        f'y="{CENTRE_Y + DOWN * (2.5 - rank) + 3:g}">{rank}</text>'
        for rank in range(1, 5)
    )
    disc = _disc(CENTRE_X, CENTRE_Y, 174, 12)
    upright = _saucer(*HAND) + _pool(_pool_point)
    wide = _saucer(*WIDE_HAND) + _pool(_wide_point)
    return f"{disc}{wells}{names}{arranged(upright, wide)}"


def _saucer(x: float, y: float) -> str:
    """Return where the piece in hand stands."""
    return _disc(x, y, 31, 5) + _well(x, y, 25)


def _pool(point: Callable[[int], tuple[float, float]]) -> str:
    """Return the shadows where the pieces stand before the game."""
    return "".join(
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{RADIUS:g}" ry="{RADIUS * SLANT:.1f}" '
        'fill="var(--shadow)" opacity=".35"/>'
        for x, y in map(point, range(16))
    )


def _pool_point(number: int) -> tuple[float, float]:
    return 26.0 + 44 * (number % 8), POOL_Y[number // 8]


def _wide_point(number: int) -> tuple[float, float]:
    row, column = divmod(number, 3)
    return 386.0 + 45 * column, 17.0 + 58 * row


def _disc(x: float, y: float, radius: float, thick: float) -> str:
    """Return a round slab with its upper face centred at (x, y)."""
    drop = radius * SLANT
    across = f'rx="{radius:g}" ry="{drop:.1f}"'
    return (
        f'<ellipse cx="{x + 3:g}" cy="{y + thick + 4:g}" {across} fill="var(--shadow)"/>'
        f'<path d="M{x - radius:g} {y:g}v{thick:g}a{radius:g} {drop:.1f} 0 0 0 {2 * radius:g} 0'
        f'v{-thick:g}z" fill="url(#~rim)" stroke="var(--ebony-line)"/>'
        f'<ellipse cx="{x:g}" cy="{y:g}" {across} fill="url(#~disc)" stroke="var(--ebony-line)"/>'
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius - 2.5:g}" ry="{drop - 2:.1f}" fill="none" '
        'stroke="var(--ebony-edge)"/>'
    )


def _well(x: float, y: float, radius: float) -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius:g}" ry="{radius * SLANT:.1f}" '
        'fill="url(#~well)" stroke="url(#~lip)" stroke-width="1.2"/>'
    )


@cache
def _symbols() -> dict[str, str]:
    return {letter: _symbol(number) for number, letter in enumerate(PIECES)}


def _symbol(piece: int) -> str:
    wood = WOODS[piece // DARK]
    height = LOW if piece & SHORT else TALL
    hole = 8.5 if piece & HOLLOW else 0
    if piece & SQUARE:
        body = prism(wood, REACH, height, SLANT, hole=hole)
        band = square_band(REACH, 7, SLANT)
    else:
        body = cylinder(wood, RADIUS, height, SLANT, hole=hole)
        band = round_band(RADIUS, 7, SLANT)
    return shadow(RADIUS, SLANT) + body + (band if piece & DARK else "")


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        if code == 0:
            return cell("  .  " if wide else ".", "", marks.get(place))
        glyph = likeness(code - 1) if wide else variant.letters[code]
        return cell(glyph, _style(code - 1), marks.get(place))

    board = grid(4, draw, wide=wide)
    hand = position.fields[0]
    held = words(say(sentence("in hand: nothing")))
    if hand:
        piece = likeness(hand - 1)
        held = words_with(say(sentence("in hand: {piece}", piece=piece)), piece, _style(hand - 1))
    free = [piece for piece in range(16) if piece + 1 not in cells and piece + 1 != hand]
    pool = tuple(
        tuple(span for piece in free[start : start + 4] for span in (*_piece(piece), Span("  ")))
        for start in range(0, len(free), 4)
    )
    side = above((held,), (words(say(sentence("to give:"))), *pool))
    return beside(board, side) if wide else above(board, side)


def likeness(piece: int) -> str:
    """Return a piece as five characters: digit, outline, height and colour, top."""
    opening, closing = "[]" if piece & SQUARE else "()"
    letter = "D" if piece & DARK else "L"
    body = letter.lower() if piece & SHORT else letter
    return f"{piece:x}{opening}{body}{'o' if piece & HOLLOW else ' '}{closing}"


def _piece(piece: int) -> Line:
    return (Span(likeness(piece), _style(piece)),)


def _style(piece: int) -> str:
    return "side1" if piece & DARK else "side0"
