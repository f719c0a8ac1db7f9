"""The records in the documentation are read as it says."""

import json
import re
from pathlib import Path

import pytest

from quintet import record
from records.games import one

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "reference" / "records.md"


def documented(kind: str) -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", documented("text"))
def test_documented_games(text: str) -> None:
    assert record.dumps(one(text)) == text


def test_documented_json() -> None:
    (example,) = documented("json")
    assert one(json.dumps(json.loads(example))) == one(documented("text")[0])
