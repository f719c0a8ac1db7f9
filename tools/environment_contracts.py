"""Write the data files that freeze action numbers and observation layouts.

    python tools/environment_contracts.py

Files of an earlier version are kept. One that is there already is not overwritten: a layout that
has changed needs a new version (`VERSION` in `quintet.env.layout`).
"""

from __future__ import annotations

import json
from pathlib import Path

from quintet.env import Simulator
from quintet.env.layout import MODES

FOLDER = Path(__file__).resolve().parents[1] / "src/quintet/env/contracts"


def main() -> None:
    for game, options in MODES:
        layout = Simulator(game, **options).layout
        path = FOLDER / f"{layout.name}.json"
        text = json.dumps(layout.contract(), indent=1, ensure_ascii=False) + "\n"
        if not path.exists():
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: written")
        elif path.read_text(encoding="utf-8") != text:
            print(f"{path.name}: DIFFERS; raise VERSION")


if __name__ == "__main__":
    main()
