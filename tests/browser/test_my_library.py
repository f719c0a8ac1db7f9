"""My games: find one, take them along, bring some, go on."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.playing import open_table
from browser.test_accessibility import audit

GAMES = """[Game "quantik"]
[Seat0 "Ann"]
[Seat1 "Ben"]
[Result "1-0"]

1. A@a1 2. B@c3 3. B@b1 4. A@d3 5. C@c1 6. D@a4 7. D@d1 1-0

[Game "quixo"]
[Seat0 "Cleo"]
[Seat1 "Dan"]
[Result "*"]

1. a1e1 *
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_i_bring_my_games_and_find_one_of_them(desk: Page, file: Path) -> None:
    desk.goto("/games")
    desk.get_by_label("File").set_input_files(file)
    desk.get_by_role("button", name="Import").click()
    expect(desk.get_by_text("2 games imported.")).to_be_visible()
    audit(desk)
    desk.get_by_label("Opponent").select_option("Ben")
    desk.get_by_role("button", name="Filter").click()
    games = desk.locator(".library li")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Ann won")
    expect(games.locator("svg")).to_be_visible()
    with desk.expect_download() as started:
        desk.get_by_role("link", name="Text").click()
    text = started.value.path().read_text(encoding="utf-8")
    assert text.count("[Game ") == 1
    games.get_by_role("link", name="Review").click()
    expect(desk.get_by_role("heading", name="Quantik: review")).to_be_visible()
    desk.goto("/games?result=playing")
    desk.get_by_role("link", name="Continue").click()
    expect(desk.locator("#prompt")).to_contain_text("Dan's turn")


@pytest.mark.slow
def test_i_am_told_what_is_wrong_with_a_record_and_put_it_right(phone: Page) -> None:
    phone.goto("/games")
    phone.get_by_text("Paste a record").click()
    phone.get_by_label("Record", exact=True).fill('[Game "quixo"]\n\n1. c3c1 *\n')
    phone.get_by_role("button", name="Import").click()
    expect(phone.get_by_text("Nothing was imported.")).to_be_visible()
    expect(phone.locator(".faults")).to_contain_text("Line 3: ")
    audit(phone)
    text = phone.get_by_label("Record", exact=True)
    expect(text).to_have_value('[Game "quixo"]\n\n1. c3c1 *\n')
    text.fill('[Game "quixo"]\n\n1. a1e1 *\n')
    phone.get_by_role("button", name="Import").click()
    expect(phone.get_by_text("1 game imported.")).to_be_visible()


def test_i_filter_my_games_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/games")
    page.get_by_text("Paste a record").click()
    page.get_by_label("Record", exact=True).fill(GAMES)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Game", exact=True).select_option("quixo")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator(".library li")).to_have_count(1)
    page.get_by_role("link", name="Clear").click()
    expect(page.locator(".library li")).to_have_count(2)
    context.close()


def test_a_game_in_progress_is_there_to_go_on_with(desk: Page) -> None:
    open_table(desk, "qomet")
    table = desk.url
    desk.get_by_role("link", name="My games").click()
    desk.get_by_role("link", name="Continue").click()
    assert desk.url == table
