"""The cube of Cubulus: how it is seen, what can be touched, and the six faces laid flat."""

import random
import re
from dataclasses import replace
from itertools import product
from math import hypot
from xml.etree import ElementTree

import pytest

import quintet
from quintet.draw import DRAWERS, svg
from quintet.draw.cubulus.cube import FACES, Point
from quintet.draw.cubulus.cube_scene import CAMERA, CAMERAS, HEIGHT, POINTS, WIDTH
from quintet.draw.scene import Scene, Spot
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.position import Position
from quintet.testing import random_game

POSES = [
    replace(CAMERA, yaw=yaw, pitch=pitch, openness=openness)
    for yaw in range(-180, 180, 24)
    for pitch, openness in ((-70, 0), (-20, 0), (0, 0), (35, 0), (70, 0), (-32, 1), (32, 1))
]
VIEWS = DRAWERS["cubulus"].VIEWS


def drawn(position: Position, view: str = "cube") -> Scene:
    return DRAWERS["cubulus"].scene(position, view)


def games() -> list[Position]:
    return [
        position
        for players in (2, 3)
        for seed in range(2)
        for position in random_game(quintet.start("cubulus", players=players), random.Random(seed))
    ]


def facelets(scene: Scene) -> dict[str, Spot]:
    return {
        spot.at.removeprefix("face-"): spot for spot in scene.spots if spot.at.startswith("face-")
    }


def test_faces_are_where_the_rules_put_their_facelets() -> None:
    for facelet in FACELETS:
        normal, right, down = FACES[facelet[0]]
        row, column = divmod(int(facelet[1]) - 1, 3)
        expected = tuple(
            n + (column - 1) * r + (row - 1) * d
            for n, r, d in zip(normal, right, down, strict=True)
        )
        assert POINTS[ROWS[facelet][0]] == expected


def test_a_row_runs_straight_inward() -> None:
    for facelet, row in ROWS.items():
        normal = FACES[facelet[0]][0]
        for outer, inner in ((row[0], row[1]), (row[1], row[2])):
            step = tuple(a - b for a, b in zip(POINTS[outer], POINTS[inner], strict=True))
            assert step == normal


def test_opposite_faces_are_never_seen_together() -> None:
    for camera in POSES:
        seen = {
            face for face, (normal, _, _) in FACES.items() if camera.tile(normal, face).facing > 0
        }
        assert 1 <= len(seen) <= 3
        assert not any(pair <= seen for pair in ({"U", "D"}, {"L", "R"}, {"F", "B"}))


def test_the_first_look_is_from_the_front_the_right_and_above() -> None:
    for face, (normal, _, _) in FACES.items():
        assert (CAMERA.tile(normal, face).facing > 0) == (face in "UFR")
    up, front, right = (CAMERA.tile(FACES[face][0], face) for face in "UFR")
    assert up.y < min(front.y, right.y)
    assert front.x < right.x
    assert up.light > front.light > right.light  # the light comes from the upper left


def test_faces_seen_from_outside_read_the_right_way() -> None:
    """Right, then down, turns clockwise on the screen where a face is seen, else the other way."""
    for camera in POSES:
        for face, (normal, _, _) in FACES.items():
            tile = camera.tile(normal, face)
            (a, b), (c, d) = tile.right, tile.down
            if abs(tile.facing) > 0.05:
                assert (a * d - b * c > 0) == (tile.facing > 0)


def test_the_cube_stays_in_its_picture() -> None:
    for camera in POSES:
        for x, y, z in product((-1.0, 1.0), repeat=3):
            corner: Point = (x, y, z)
            for face in "UDLRFB":
                tile = camera.tile(corner, face)
                reach = max(hypot(tile.right[0], tile.down[0]), hypot(tile.right[1], tile.down[1]))
                assert 0 <= tile.x <= WIDTH
                assert -reach < tile.y < 412


def test_neighbouring_facelets_join() -> None:
    """A tile is drawn as if it were seen from afar; the error is less than two pixels."""
    for face in "UFR":
        first, second = (CAMERA.tile(POINTS[ROWS[f"{face}{number}"][0]], face) for number in (5, 6))
        edges = [
            (tile.x + side * tile.right[0] / 2, tile.y + side * tile.right[1] / 2)
            for tile, side in ((first, 1), (second, -1))
        ]
        assert hypot(edges[0][0] - edges[1][0], edges[0][1] - edges[1][1]) < 2


def test_nearer_balls_are_larger_and_drawn_later() -> None:
    depths = {spot.at: (spot.depth, spot.scale) for spot in drawn(quintet.start("cubulus")).spots}
    assert depths["U9"] > depths["core"] > depths["D7"]


def test_balls_on_no_side_we_see_fade() -> None:
    haze = {spot.at: spot.haze for spot in drawn(quintet.start("cubulus")).spots}
    assert haze["core"] == max(haze.values()) > 0
    assert all(haze[PLACES[ROWS[at][0]]] == 0 for at in FACELETS if at[0] in "UFR")


@pytest.mark.parametrize("view", VIEWS)
def test_an_empty_slot_is_one_from_every_side(view: str) -> None:
    """CB13: an empty slot has one name; a ball is pushed from the side that is touched."""
    for position in games():
        spots = facelets(drawn(position, view))
        assert set(spots) == set(FACELETS)
        for facelet, spot in spots.items():
            slot = ROWS[facelet][0]
            assert spot.over == PLACES[slot]
            assert spot.touch == (facelet if position.cells[slot] else PLACES[slot])


@pytest.mark.parametrize("view", VIEWS)
def test_the_centre_can_be_filled_in_the_set_up(view: str) -> None:
    position = quintet.start("cubulus")
    assert "core" in position.moves
    (core,) = (spot for spot in drawn(position, view).spots if spot.at == "core")
    assert core.touch == "core"


@pytest.mark.parametrize("view", VIEWS)
def test_balls_are_in_the_cube_or_beside_it(view: str) -> None:
    for position in games():
        scene = drawn(position, view)
        for code, letter in enumerate(position.variant.letters[1:], 1):
            waiting = [
                piece
                for piece in scene.pieces
                if piece.letter == letter and piece.at.startswith("reserve")
            ]
            assert len(waiting) == 9 - position.cells.count(code)


def test_three_kinds_are_told_apart_without_colour() -> None:
    symbols = drawn(quintet.start("cubulus", players=3)).symbols
    grey = {re.sub("ivory|charcoal|red", "grey", drawing) for drawing in symbols.values()}
    assert len(grey) == 3


def test_a_corner_ball_is_marked_on_its_three_sides_when_flat() -> None:
    position = quintet.start("cubulus", players=3).play("U1")
    root = ElementTree.fromstring(svg(position, view="flat", marks={"U1": "last"}))  # noqa: S314
    marks = {element.get("data-marks") for element in root.iter() if element.get("data-marks")}
    assert marks == {"face-U1", "face-L1", "face-B3"}


def test_a_won_game_shows_its_square() -> None:
    faces = set()
    for seed in range(40):
        position = random_game(quintet.start("cubulus", players=3), random.Random(seed), limit=200)[
            -1
        ]
        for square in position.winning[:1]:
            ((*lines,), (*flat,)) = drawn(position).lines, drawn(position, "flat").lines
            assert set(lines[0]) == set(square)
            assert len({at[5] for at in flat[0]}) == 1
            face = flat[0][0][5]
            camera = CAMERAS.get(face, CAMERA)
            assert camera.tile(FACES[face][0], face).facing > 0.3
            faces.add(face)
    assert len(faces) == 6


def test_the_page_can_make_the_same_sums() -> None:
    """The picture brings all numbers of its camera."""
    root = ElementTree.fromstring(svg(quintet.start("cubulus"), style=False))  # noqa: S314
    (lattice,) = (one for one in root.iter() if one.get("class") == "lattice far")
    for name in ("x", "y", "yaw", "pitch", "unit", "open_unit", "aside", "apart", "distance"):
        assert float(lattice.get(f"data-{name.replace('_', '-')}", "")) == getattr(CAMERA, name)
    assert (root.get("data-view"), root.get("viewBox")) == ("cube", f"0 0 {WIDTH:g} {HEIGHT:g}")
