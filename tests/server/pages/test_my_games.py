"""Finished games, and the scores of rematches."""

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

import quintet
from quintet import record
from quintet.server.play.series import score
from server.tables import (
    OPEN,
    PERSON,
    background_tasks,
    engine,
    hear,
    live,
    look,
    open_table,
    seat_around,
    send,
)


def test_finished_games_are_listed_with_the_score_of_rematches(client: TestClient) -> None:
    assert "Games you play or watch are listed here." in client.get("/games").text
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ben, table, do="resign")
    _rematch(table, ann, ben)
    after = {"id": look(ann, table)["rematch_url"].rpartition("/")[2]}
    assert [seat["points"] for seat in look(ann, after)["seats"]] == [0, 1]  # seats go around
    send(ann, after, do="resign")
    assert [seat["points"] for seat in look(ann, after)["seats"]] == [1, 1]
    for person in (ann, ben):
        page = person.get("/games").text
        assert f"/tables/{table['id']}" in page
        assert f"/tables/{after['id']}" in page
        assert "Score: Guest 0 1 and Guest 1 1" in page
        assert "You won" in page
        assert "You lost" in page


def test_games_of_others_are_not_listed(client: TestClient, device: Any) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    send(ann, table, do="resign")
    assert table["id"] not in device().get("/games").text
    assert 'href="/games"' in client.get("/").text


def test_a_draw_is_half_a_point() -> None:
    assert score([], 2) == [0, 0]
    assert score([[0], [], [1], [0]], 2) == [2.5, 1.5]
    assert score([[0, 2], []], 4) == [1.5, 0.5, 1.5, 0.5]


def _rematch(table: dict[str, Any], ann: TestClient, ben: TestClient) -> None:
    with live(ann, table) as socket:
        send(ann, table, do="rematch")
        send(ben, table, do="rematch")
        while hear(socket, "view")["view"]["rematch_url"] is None:
            pass


def test_games_are_filtered_and_paged(client: TestClient) -> None:
    quixo, (ann, ben) = seat_around(client, "quixo", 2)
    send(ben, quixo, do="resign")
    quarto = open_table(ann, "quarto", chairs=[PERSON, engine(1)], options={"squares": "true"})
    four = open_table(ann, "quixo", chairs=[PERSON] * 4, options={"players": "4"})
    send(ann, four, do="resign")

    def listed(query: str, who: TestClient = ann) -> set[str]:
        page = who.get(f"/games?{query}")
        assert page.status_code == 200
        return {it["id"] for it in (quixo, quarto, four) if f"/tables/{it['id']}" in page.text}

    def ids(*tables: dict[str, Any]) -> set[str]:
        return {it["id"] for it in tables}

    assert listed("") == ids(quixo, quarto, four)
    assert listed("game=quixo") == ids(quixo, four)
    assert listed("mode=quixo") == ids(quixo)
    assert listed("mode=quixo+players%3D4") == ids(four)
    assert listed("opponent=Guest+1") == ids(quixo)
    assert listed("opponent=engine") == ids(quarto)
    assert listed("result=won") == ids(quixo)
    assert listed("result=lost", ben) == ids(quixo)
    assert listed("result=playing") == ids(quarto)
    assert listed("result=decided") == ids(four)
    assert listed("game=quixo&result=playing") == set()
    assert listed("role=played&game=&mode=&opponent=&result=&page=99") == ids(quixo, quarto, four)
    page = ann.get("/games?game=quarto").text
    assert "squares count, too" in page
    assert "Continue" in page
    assert f'href="/tables/{quarto["id"]}"' in page
    assert "Games found: 1" in page
    assert f'href="/tables/{quixo["id"]}/review"' in ann.get("/games?mode=quixo").text


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("game=chess", 404),
        ("result=lucky", 422),
        ("role=hero", 422),
        ("page=0", 422),
        ("page=x", 422),
        (f"opponent={'a' * 300}", 422),
    ],
)
def test_a_wrong_filter_is_refused(client: TestClient, query: str, status: int) -> None:
    assert client.get(f"/games/download?{query}").status_code == status
    assert client.get(f"/games?{query}").status_code == status


def test_a_long_list_has_pages(client: TestClient) -> None:
    text = "\n\n".join(GAME.format(name=f"Guest {number}") for number in range(14))
    assert upload(client, text).status_code == 200
    first, second = client.get("/games").text, client.get("/games?page=2").text
    assert "Page 1 of 2" in first
    assert "Page 2 of 2" in second
    assert first.count("/tables/") == 12
    assert second.count("/tables/") == 2
    assert set(TABLE.findall(first)).isdisjoint(TABLE.findall(second))


def test_what_was_watched_is_listed(client: TestClient, device: Any) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    stranger = device()
    stranger.get("/games")
    for _ in range(2):  # a reconnect
        with live(stranger, table) as socket:
            hear(socket, "view")
    while background_tasks(client, table):
        pass
    page = stranger.get("/games").text
    assert page.count(f"/tables/{table['id']}") == 1
    assert "Watched" in page
    send(ann, table, do="resign")
    page = stranger.get("/games?role=watched").text
    assert "Guest 1 won" in page
    assert table["id"] not in stranger.get("/games?role=played").text
    assert "Watched ·" not in ann.get("/games").text


def test_all_games_make_one_file_that_can_be_imported_elsewhere(
    client: TestClient, device: Any
) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="move", move="a1e1")
    send(ben, table, do="resign")
    open_table(ann, "quarto", chairs=[PERSON, engine(1)], first=0)
    open_table(ann, "quixo", chairs=[PERSON, OPEN])  # nothing to write down yet
    for form in ("text", "json"):
        answer = ann.get(f"/games/download?form={form}")
        assert "attachment" in answer.headers["content-disposition"]
        games = record.loads(answer.text)
        assert [game.error for game in games] == [None, None]
        assert {game.game for game in games} == {"quixo", "quarto"}
        assert all("Date" in game.tags for game in games)
        other = device()
        page = upload(other, answer.text)
        assert "2 games imported." in page.text
        assert page.text.count("Imported ·") == 2
        assert "Continue" in page.text  # the unfinished one
        assert "Guest 1 resigned." in page.text
        assert record.loads(other.get(f"/games/download?form={form}").text) == games
        again = upload(other, answer.text)
        assert "0 games imported. 2 games were here already." in again.text
    assert len(record.loads(ann.get("/games/download?game=quarto").text)) == 1


def test_an_imported_game_keeps_its_comments_and_its_player(client: TestClient) -> None:
    client.cookies.set("quintet_name", "Cleo")
    text = (
        '[Game "quantik"]\n[Event "Club evening"]\n[Seat0 "Cleo"]\n[Seat1 "level:3"]\n'
        '[Result "1-0"]\n[TimeControl "300+5"]\n\n1. A@a1 {[%clk 0:05:02]} 2. B@c3 $2 {too far}'
        " (2. B@d1) 3. B@b1 4. A@d3 5. C@c1 6. D@a4 7. D@d1 1-0\n"
    )
    page = upload(client, text).text
    assert "You won" in page
    assert "Engine, level 3" in page
    assert record.loads(client.get("/games/download").text) == record.loads(text)
    (found,) = set(TABLE.findall(page))
    view = look(client, {"id": found})
    assert view["phase"] == "over"
    assert view["outcome"]["reason"] == "line"


@pytest.mark.parametrize("result", ["1-0", "*"])
def test_an_imported_record_comes_back_as_it_was(client: TestClient, result: str) -> None:
    begun = quintet.start("quixo", size="3").play("a1c1").play("a1a3")
    text = (
        '[Game "quixo"]\n[Option "size=3"]\n[Seat0 "Ann"]\n[Seat1 "Ben"]\n'
        f'[Position "{begun.text}"]\n[Result "{result}"]\n[TimeControl "300+5"]\n\n'
        f"{{From the club}} 1. a2a1 $1 {{the point}} (1. c1a1 {{not this}}) {result}\n"
    )
    text = record.dumps(record.loads(text)[0])
    (table,) = set(TABLE.findall(upload(client, text).text))
    address = f"/api/v1/tables/{table}/record"
    assert client.get(address).text == text
    assert record.loads(client.get(f"{address}?form=json").text) == record.loads(text)
    assert client.get("/games/download").text.strip() == text.strip()
    if result == "*":
        send(client, {"id": table}, do="resign")
        (after,) = record.loads(client.get(address).text)
        assert after.result == "1-0"
        assert after.moves == record.loads(text)[0].moves  # with what was said of them


def test_what_is_wrong_with_a_file_is_said_with_its_lines(client: TestClient) -> None:
    good = GAME.format(name="Ann")
    answer = upload(
        client, f'{good}\n\n[Game "quantik"]\n\n1. A@a1 2. A@a2 *\n\n[Game "chess"]\n\n*\n'
    )
    assert answer.status_code == 422
    assert "Nothing was imported." in answer.text
    assert "Line 11: Your opponent&#39;s sphere on a1 stands in this column." in answer.text
    assert "Line 13: " in answer.text
    assert "A@a2 *" in answer.text  # what was sent can be put right
    assert not TABLE.search(answer.text)
    assert upload(client, "").status_code == 422
    assert upload(client, "nonsense").status_code == 422
    too_many = upload(client, f"{good}\n\n" * 101)
    assert "A file has at most 100 games." in too_many.text
    assert client.post("/games/import", data={"text": "x" * 200_000}).status_code == 413
    assert client.post("/games/import", files={"file": b"\xff\xfe[Game"}).status_code == 422


def test_imported_games_count_as_opened_tables(client: TestClient) -> None:
    for batch in range(3):
        text = "\n\n".join(GAME.format(name=f"{batch} {number}") for number in range(50))
        answer = upload(client, text)
    assert answer.status_code == 429


GAME = (
    '[Game "quixo"]\n[Seat0 "{name}"]\n[Seat1 "Ben"]\n[Result "1-0"]\n'
    '[Termination "resignation"]\n\n1. a1e1 1-0'
)
TABLE = re.compile(r"/tables/([\w-]{12})")


def upload(client: TestClient, text: str) -> Any:
    return client.post("/games/import", files={"file": ("games.txt", text.encode())})
