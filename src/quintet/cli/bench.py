"""`quintet bench`: the engine's signature and speed."""

from __future__ import annotations

from quintet.cli.options import AsJson
from quintet.cli.terminal.output import print_json, tell
from quintet.i18n.sentence import Number, sentence, template

HELP = template("Search fixed positions of all games; print the engine's signature and speed.")


def bench(as_json: AsJson = False) -> None:
    from quintet.engine.signature import measure

    found = measure()
    if as_json:
        print_json(
            {
                "signature": found.text,
                "nodes": found.nodes,
                "seconds": found.seconds,
                "positions": [line.split() for line in found.lines],
            }
        )
        return
    print("\n".join(found.lines))
    tell(sentence("signature {signature}", signature=found.text))
    tell(sentence("{nodes} nodes per second", nodes=Number(found.nodes / found.seconds)))
