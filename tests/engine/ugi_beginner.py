"""A tiny engine that speaks UGI and knows nothing of the engine it plays against.

It plays the first legal move. Arguments make it misbehave: `illegal`, `die`, `deaf` (says nothing),
`stranger` (not a UGI engine).
"""

import sys
from pathlib import Path

import quintet


def main(habit: str, log: str | None) -> None:
    game = "quantik"
    options: dict[str, object] = {}
    position = quintet.start(game)
    for line in sys.stdin:
        words = line.split()
        if log is not None:
            with Path(log).open("a") as heard:
                heard.write(line)
        match words:
            case ["ugi"]:
                print("hello" if habit == "stranger" else "id name beginner\nugiok", flush=True)
            case ["setoption", "name", "game", "value", value]:
                game, options = value, {}
            case ["setoption", "name", name, "value", value]:
                options[name.removeprefix(f"{game}.")] = value
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *rest]:
                end = rest.index("moves") if "moves" in rest else len(rest)
                position = quintet.start(game, **options)
                if rest[0] == "fen":
                    position = quintet.position(game, " ".join(rest[1:end]), **options)
                for word in rest[end + 1 :]:
                    position = position.play(word)
            case ["go", *_]:
                if habit == "die":
                    sys.exit(3)
                print("info depth 1", flush=True)
                if habit != "deaf":
                    word = "nonsense" if habit == "illegal" else position.moves[0]
                    print(f"bestmove {word}", flush=True)
            case ["quit"]:
                break


if __name__ == "__main__":
    arguments = dict(enumerate(sys.argv))
    main(arguments.get(1, ""), arguments.get(2))
