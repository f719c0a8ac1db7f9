"""Boards as SVG and PNG: what a page, a notebook and a file need of them."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

import quintet
from quintet import GAMES, Position
from quintet.draw import DRAWERS, svg
from quintet.draw.png import THEMES, png
from quintet.draw.scene import MARKS, Scene, one_stroke, sheet
from quintet.games.quarto import LINES, PLACES, SQUARES
from quintet.options import Value
from quintet.testing import random_game, variants

# Words of paths that have no spot: a page offers them as buttons.
BUTTONS = {"pass", "s", "w", "n", "e", "quarto", "silent", "+"}

ALL = [
    (game, options, view)
    for game in GAMES
    for options in variants(game)
    if game != "quarto" or len(str(options["features"])) > 40
    for view in DRAWERS[game].VIEWS
]


def played(game: str, options: dict[str, Value]) -> list[Position]:
    return random_game(quintet.start(game, **options), random.Random(1), limit=60)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)  # noqa: S314 our own text


def elements(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if kind in element.get("class", "").split()]


def standing(scene: Scene) -> dict[str, str]:
    """The letters of the pieces on their spots."""
    return {piece.at: piece.letter for piece in scene.pieces}


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_the_first_view_has_the_spots_of_all_views(
    game: str, options: dict[str, Value], view: str
) -> None:
    for position in played(game, options)[::5]:
        first, other = (
            DRAWERS[game].scene(position, each).spots for each in (DRAWERS[game].VIEWS[0], view)
        )
        labels = {spot.at: spot.label for spot in first}
        assert {spot.at: spot.label for spot in other}.items() <= labels.items()
        played_on = {step for path in position.paths.values() for step in path}
        assert played_on & {spot.touch for spot in other} <= {spot.touch for spot in first}


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_every_position_is_drawn(game: str, options: dict[str, Value], view: str) -> None:
    for position in played(game, options):
        scene = DRAWERS[game].scene(position, view)
        picture = svg(position, view=view, style=False)
        root = parsed(picture)
        ids = re.findall(r'\bid="([^"]*)"', picture)
        assert len(set(ids)) == len(ids)
        used = re.findall(r'href="#([^"]*)"', picture) + re.findall(r"url\(#([^)]*)\)", picture)
        assert set(used) <= set(ids)
        assert "~" not in picture
        names = [spot.get("data-at") for spot in elements(root, "spot")]
        assert names == [spot.at for spot in scene.spots]
        assert len(set(names)) == len(names)
        drawn = {
            piece.get("data-on"): piece.get("data-letter") for piece in elements(root, "piece")
        }
        assert drawn == standing(scene)
        assert len(elements(root, "winning-line")) == len(position.winning)


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_every_piece_stands_where_it_is(game: str, options: dict[str, Value], view: str) -> None:
    for position in played(game, options):
        scene = DRAWERS[game].scene(position, view)
        pieces = standing(scene)
        assert len(pieces) == len(scene.pieces)
        for place, code in zip(position.variant.places, position.cells, strict=True):
            letter = position.variant.letters[code]
            spots = [spot.at for spot in scene.spots if spot.at == place] or [
                spot.at for spot in scene.spots if spot.over == place
            ]
            shown = {pieces.get(at, ".") for at in spots}
            assert shown <= {letter}
        stores = [spot for spot in scene.spots if spot.store and spot.at in pieces]
        assert all(pieces[spot.at] in spot.holds for spot in stores)


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_every_move_can_be_touched(game: str, options: dict[str, Value], view: str) -> None:
    for position in played(game, options):
        scene = DRAWERS[game].scene(position, view)
        mine = {spot.touch for spot in scene.spots if spot.seat in (None, position.seat)}
        words = {touch for path in position.paths.values() for touch in path}
        # A flat picture does not show what is inside.
        assert words - mine <= BUTTONS | ({"core"} if scene.fresh else set())


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, options) for game, options, view in ALL if view == DRAWERS[game].VIEWS[0]],
)
def test_motions_lead_from_picture_to_picture(game: str, options: dict[str, Value]) -> None:
    """As a page does it: pieces go from spot to spot, or to the first free one of a store."""
    drawer = DRAWERS[game]
    chance = random.Random(2)
    position = quintet.start(game, **options)
    pieces = standing(drawer.scene(position, drawer.VIEWS[0]))
    for _ in range(120):
        if not position.moves:
            break
        spots = drawer.scene(position, drawer.VIEWS[0]).spots
        move = chance.choice(position.moves)
        left = dict(pieces)
        arrived: dict[str, str] = {}
        for motion in position.motion(move):
            origins = [at for at in left if at == motion.origin] or [
                spot.at
                for spot in spots
                if spot.store == motion.origin and left.get(spot.at) == motion.piece
            ]
            assert left.pop(origins[-1]) == motion.piece
            targets = [spot.at for spot in spots if spot.at == motion.target] or [
                spot.at
                for spot in spots
                if spot.store == motion.target
                and motion.becomes in spot.holds
                and spot.at not in {**pieces, **arrived}
            ]
            arrived[targets[0]] = motion.becomes
        assert not set(left) & set(arrived)
        pieces = {**left, **arrived}
        position = position.play(move)
        fresh = standing(drawer.scene(position, drawer.VIEWS[0]))
        stores = {spot.at: spot.store for spot in spots}
        assert by_store(pieces, stores) == by_store(fresh, stores)


def by_store(pieces: dict[str, str], stores: dict[str, str]) -> Counter[tuple[str, str]]:
    """Which of a store's spots a piece stands on does not matter."""
    return Counter((stores[at] or at, letter) for at, letter in pieces.items())


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_labels_are_whole_sentences(game: str, options: dict[str, Value], view: str) -> None:
    for position in played(game, options)[:20]:
        scene = DRAWERS[game].scene(position, view)
        for spot in scene.spots:
            label = str(spot.label)
            assert label.endswith(".")
            assert "{" not in label
            assert spot.at not in position.variant.places or spot.at in label or spot.at == "core"
        picture = svg(position, view=view, style=False, say=lambda words: f"<{words}>")
        shown = elements(parsed(picture), "spot")
        assert [spot.get("aria-label") for spot in shown] == [
            f"<{spot.label}>" for spot in scene.spots
        ]


def test_labels_tell_the_sixteen_pieces_apart() -> None:
    spots = DRAWERS["quarto"].scene(quintet.start("quarto"), "board").spots
    features = {re.sub("Piece .:", "", str(spot.label)) for spot in spots if spot.store == "pool"}
    assert len(features) == 16


def test_sixteen_pieces_look_different_without_colour() -> None:
    for view in DRAWERS["quarto"].VIEWS:
        symbols = DRAWERS["quarto"].scene(quintet.start("quarto"), view).symbols
        grey = {re.sub("maple|walnut", "wood", drawing) for drawing in symbols.values()}
        assert len(grey) == 16


def test_from_above_no_spot_of_quarto_covers_another() -> None:
    spots = DRAWERS["quarto"].scene(quintet.start("quarto"), "above").spots
    for one, other in combinations(spots, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 44, (one.at, other.at)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mark", MARKS)
def test_every_spot_can_be_marked(game: str, mark: str) -> None:
    position = quintet.start(game)
    for view in DRAWERS[game].VIEWS:
        names = {spot.at for spot in DRAWERS[game].scene(position, view).spots}
        picture = svg(position, marks=dict.fromkeys(names, mark), view=view)
        drawn = elements(parsed(picture), "mark")
        assert {element.get("data-marks") for element in drawn} == names
        assert all(f'id="{element.get("href", "")[1:]}"' in picture for element in drawn)


def test_a_finished_game_shows_its_line() -> None:
    position = quintet.position("quixo", "xxxxx/.oo../...../...../..o.o o")
    root = parsed(svg(position))
    (line,) = elements(root, "winning-line")
    assert len(line.get("points", "").split()) == 5
    winning = [piece.get("data-on") for piece in elements(root, "is-winning")]
    assert winning == ["a5", "b5", "c5", "d5", "e5"]
    assert not elements(parsed(svg(quintet.start("quixo"))), "is-winning")


def test_lines_and_squares_are_drawn_in_one_stroke() -> None:
    for four in LINES + SQUARES:
        places = tuple(PLACES[cell] for cell in four)
        stroke = one_stroke(places)
        assert set(stroke) == set(places)
        for one, other in pairwise(stroke):
            assert max(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)) == 1
        if four in SQUARES:
            assert all(one[0] == other[0] or one[1] == other[1] for one, other in pairwise(stroke))


def test_several_pictures_share_no_ids() -> None:
    position = quintet.start("quarto")
    first, second = (set(re.findall(r'\bid="([^"]*)"', svg(position, prefix=p))) for p in "ab")
    assert first
    assert not first & second


def test_four_players_sit_around_the_tray() -> None:
    two, four = (svg(quintet.start("quixo", players=count), style=False) for count in (2, 4))
    for seat in "swn":
        assert f">{seat}</text>" in four
        assert f">{seat}</text>" not in two


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_is_in_the_sheet(game: str) -> None:
    known = set(re.findall(r"(--[\w-]+):", sheet()))
    for view in DRAWERS[game].VIEWS:
        picture = svg(quintet.start(game), view=view, style=False)
        assert set(re.findall(r"var\((--[\w-]+)\)", picture + sheet())) <= known


def blocks(selector: str) -> Iterator[list[str]]:
    for found in re.findall(re.escape(selector) + r"\s*\{([^}]*)\}", sheet()):
        yield re.findall(r"--[\w-]+: [^;]+;", found)


def test_both_ways_to_high_contrast_are_the_same() -> None:
    *_, system = blocks("(prefers-contrast: more) {\n  .board")
    (page,) = blocks(':root[data-contrast="high"] .board')
    assert system == page
    assert page


def test_notebooks_show_the_board() -> None:
    picture = quintet.start("qomet").play("d4")._repr_svg_()
    assert parsed(picture).get("width") == "400"
    assert "<style>" in picture


@pytest.mark.parametrize("game", GAMES)
def test_png(game: str) -> None:
    pictures = {}
    for theme in THEMES:
        for view in DRAWERS[game].VIEWS:
            pictures[theme, view] = png(quintet.start(game), theme=theme, view=view, width=200)
    for picture in pictures.values():
        assert picture.startswith(b"\x89PNG")
        assert int.from_bytes(picture[16:20], "big") == 200
    assert len(set(pictures.values())) == len(pictures)
