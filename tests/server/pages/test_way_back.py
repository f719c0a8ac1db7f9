"""Settings and languages lead back to where a person came from, and never to another site."""

import pytest
from fastapi.testclient import TestClient

HOST = "http://testserver"


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        (f"{HOST}/rules/quixo", "/rules/quixo"),
        (f"{HOST}/edit/quixo?size=3&position=x", "/edit/quixo?size=3&position=x"),
        (f"{HOST}/tables", "/"),  # of a form alone
        (f"{HOST}/nowhere", "/"),
        (f"{HOST}//elsewhere.example", "/"),
        ("http://elsewhere.example/rules/quixo", "/"),
        ("http://[", "/"),
        ("", "/"),
    ],
)
def test_a_new_language_is_seen_where_it_was_chosen(
    client: TestClient, referer: str, back: str
) -> None:
    answer = client.post(
        "/language", data={"language": "fr"}, headers={"referer": referer}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, back)


@pytest.mark.parametrize(
    ("named", "back"),
    [
        ("/rules/quixo", "/rules/quixo"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("/\t/elsewhere.example", "/"),
        ("https://elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/settings", "/"),
        ("http://[", "/"),
    ],
)
def test_settings_have_a_way_back(client: TestClient, named: str, back: str) -> None:
    page = client.get("/settings", params={"back": named}).text
    assert f'<a class="button primary" href="{back}">Back</a>' in page
    came = client.get("/settings", headers={"referer": f"{HOST}/lobby"}).text
    assert 'href="/lobby">Back</a>' in came
