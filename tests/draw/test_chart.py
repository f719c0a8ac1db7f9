"""Charts of chances, in the terminal and as SVG."""

import xml.etree.ElementTree as ElementTree

import pytest

from quintet.draw import chart
from quintet.draw.chart import Chart, Point
from quintet.draw.terminal import plain

SVG = "{http://www.w3.org/2000/svg}"


def two(*chances: float, mark: int | None = None) -> Chart:
    points = tuple(
        Point(chance, mark="??" if number == mark else "", text="a blunder")
        for number, chance in enumerate(chances)
    )
    return Chart("x <against> o", "The chance of x & co.", ("x", "o"), points)


THREE = Chart(
    "three",
    "of the seat to move",
    ("x", "o", "z"),
    (Point(0.5, 0), Point(0.25, 1), Point(1.0, 2), Point(0.0, 0)),
)


def test_side_0_is_up() -> None:
    assert plain(chart.terminal(two(0.5, 1, 0.75, 0, 0.5, mark=3))) == (
        " x wins | #\n"
        "        | #\n"
        "        | ##\n"
        "        | ##\n"
        "   even |-----\n"
        "        |   #\n"
        "        |   #\n"
        "        |   #\n"
        " o wins |   #\n"
        "            ?\n"
        "            ?\n"
        "         0"
    )


def test_three_sides_are_letters() -> None:
    assert plain(chart.terminal(THREE)) == (
        " 100 % |  z\n"
        "       |\n"
        "       |\n"
        "       |\n"
        "  50 % |x---\n"
        "       |\n"
        "       | o\n"
        "       |\n"
        "   0 % |   x\n"
        "        0"
    )


def test_a_long_game_goes_on_below() -> None:
    text = plain(chart.terminal(two(*[0.9] * 100), columns=50))
    assert max(map(len, text.splitlines())) <= 50
    assert text.count("x wins") == 3
    assert text.count("#") == 300
    assert [line.split() for line in text.splitlines() if line.strip()[:1].isdigit()] == [
        ["0", "10", "20", "30"],
        ["40", "50", "60", "70"],
        ["80", "90"],
    ]
    narrow = plain(chart.terminal(two(*[0.9] * 100), columns=5))
    assert narrow.count("x wins") == 10


@pytest.mark.parametrize(
    "drawn", [two(0.5), two(0.2, 0.9, 0.5, 0.1, mark=1), two(*[0.3, 0.7] * 200), THREE]
)
def test_svg_is_well_formed_and_says_what_it_is(drawn: Chart) -> None:
    root = ElementTree.fromstring(chart.svg(drawn))  # noqa: S314 our own
    assert root.get("role") == "img"
    named = (root.get("aria-labelledby") or "").split()
    spoken = [element.text for element in root.iter() if element.get("id") in named]
    assert spoken == [drawn.title, drawn.description]
    assert root.find(f"{SVG}style") is not None
    _, _, width, height = (float(part) for part in (root.get("viewBox") or "").split())
    for line in root.iter(f"{SVG}polyline"):
        for pair in (line.get("points") or "").split():
            x, y = map(float, pair.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_svg_has_a_curve_a_side_and_titled_marks() -> None:
    root = ElementTree.fromstring(chart.svg(THREE))  # noqa: S314
    assert len(list(root.iter(f"{SVG}polyline"))) == 3
    root = ElementTree.fromstring(chart.svg(two(0.5, 0.2, mark=1)))  # noqa: S314
    assert [group.findtext(f"{SVG}title") for group in root.iter(f"{SVG}g")] == ["a blunder"]
    assert len(list(root.iter(f"{SVG}polygon"))) == 2


def test_svg_takes_any_name() -> None:
    strange = Chart("a\x00b\ud800<&\"'>", "\x1b[0m", ("x", "o"), (Point(0.5),))
    root = ElementTree.fromstring(chart.svg(strange))  # noqa: S314
    assert root.findtext(f"{SVG}title") == "a b <&\"'>"


def test_svg_needs_nothing_from_elsewhere() -> None:
    text = chart.svg(two(0.5, 0.7)).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text
    assert "@import" not in text
    assert "url(" not in text
