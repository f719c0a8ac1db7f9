"""The commands, one function each. What is heavy is imported where it is used, to start fast."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quintet.cli import notices
from quintet.cli.common import (
    AfterMoves,
    AsJson,
    GameArgument,
    OptionList,
    PositionText,
    columns,
    find_position,
    print_json,
    print_picture,
    read_pairs,
    say,
    tell,
)
from quintet.cli.help import Command, Group
from quintet.i18n.sentence import Number, sentence, template

app = typer.Typer(
    name="quintet",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    cls=Group,
)
record_app = typer.Typer(cls=Group)
app.add_typer(record_app, name="record")
secret_app = typer.Typer(cls=Group)
app.add_typer(secret_app, name="secret")

DataFolder = Annotated[
    str | None,
    typer.Option(
        metavar=template("FOLDER"),
        help=template("Where games are kept; your own by default."),
    ),
]
SecretFile = Annotated[
    Path | None,
    typer.Option(
        metavar=template("FILE"),
        envvar="QUINTET_SECRET_FILE",
        help=template("The keys that sign cookies; secret.key beside the games by default."),
    ),
]


@app.callback(
    invoke_without_command=True,
    help=template("Quantik, Quarto, Qomet, Cubulus and Quixo. Alone it opens them in the browser."),
)
def quintet(context: typer.Context) -> None:
    notices.listen()
    if context.invoked_subcommand is None:
        serve()


@record_app.callback(invoke_without_command=True, help=template("Check and convert game records."))
def record(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@secret_app.callback(
    invoke_without_command=True, help=template("Changes the keys that sign cookies.")
)
def secret(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Command, help=template("Serves pages to play on, on this machine or for others."))
def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar=template("ADDRESS"),
            help=template("Where to listen; only this machine by default."),
        ),
    ] = ("127.0.0.1"),
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help=template("The port; 7655, or any free one, by default.")
        ),
    ] = None,
    data: DataFolder = None,
    database: Annotated[
        str | None,
        typer.Option(
            metavar=template("URL"),
            envvar="QUINTET_DATABASE",
            help=template("Keep games in this PostgreSQL database instead."),
        ),
    ] = None,
    redis: Annotated[
        str | None,
        typer.Option(
            metavar=template("URL"),
            envvar="QUINTET_REDIS",
            help=template("Share tables with other processes, and workers, over this Redis."),
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option(help=template("Open the browser when it is ready."))
    ] = True,
    secret_file: SecretFile = None,
    limits: Annotated[
        str,
        typer.Option(
            metavar=template("FACTOR"),
            help=template("Allow so many times as much at once, or off for no limits."),
        ),
    ] = "1",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            metavar=template("ADDRESSES"),
            help=template("Proxies that say for whom they ask, with commas between."),
        ),
    ] = "",
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar=template("TOKEN"),
            envvar="QUINTET_METRICS_TOKEN",
            help=template("Show /metrics to whoever brings this, instead of this machine alone."),
        ),
    ] = None,
    log_level: Annotated[
        str,
        typer.Option(
            metavar=template("LEVEL"),
            help=template("What to log: debug, info (every request), warning or error."),
        ),
    ] = "warning",
) -> None:
    from quintet.cli.serving import settings_for
    from quintet.server.run import serve as run

    settings = settings_for(
        data,
        secret_file,
        limits=limits,
        trusted_proxies=trusted_proxies,
        database=database,
        redis=redis,
        metrics_token=metrics_token,
        log_level=log_level,
    )
    run(host, port, settings, browser=browser)


@app.command(
    cls=Command, help=template("Thinks for servers, on this machine or another, until it is ended.")
)
def worker(
    redis: Annotated[
        str,
        typer.Option(
            metavar=template("URL"),
            envvar="QUINTET_REDIS",
            help=template("The Redis of the servers."),
        ),
    ],
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help=template("Think about so much at a time; a task a core without.")),
    ] = None,
) -> None:
    from quintet.cli.processes import read_redis

    address = read_redis(redis)
    from quintet.server.thinking.worker import work

    work(address, jobs)


@secret_app.command(
    "rotate",
    cls=Command,
    help=template("Makes a new key; it signs cookies in an hour, and the old ones stay good."),
)
def secret_rotate(
    data: DataFolder = None,
    secret_file: SecretFile = None,
    forget: Annotated[
        bool,
        typer.Option(
            "--forget",
            help=template("Accept no old keys any more, because somebody may have seen them."),
        ),
    ] = False,
) -> None:
    from quintet.cli.serving import rotate_secret, settings_for

    rotate_secret(settings_for(data, secret_file), forget=forget)


@app.command(cls=Command, help=template("Lists the games, their seats and their options."))
def games(as_json: AsJson = False) -> None:
    from quintet.cli.describe import game_facts, game_lines

    if as_json:
        print_json(game_facts())
    else:
        print("\n".join(game_lines()))


@app.command(cls=Command, help=template("Prints the legal moves, one a line."))
def moves(
    game: GameArgument,
    option: OptionList = None,
    position: PositionText = None,
    after: AfterMoves = None,
    as_json: AsJson = False,
) -> None:
    found = find_position(game, read_pairs(option), position, after)
    if as_json:
        print_json(
            {
                "position": found.text,
                "seat": found.seat,
                "moves": found.moves,
                "numbers": found.numbers,
                "paths": found.paths,
            }
        )
    else:
        for move in found.moves:
            print(move)


@app.command(cls=Command, help=template("Draws a position."))
def show(
    game: GameArgument,
    option: OptionList = None,
    position: PositionText = None,
    after: AfterMoves = None,
    width: Annotated[
        int | None,
        typer.Option(min=1, help=template("Columns to draw for; the terminal's by default.")),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it as SVG into this file.")
    ] = None,
    png: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it as PNG into this file.")
    ] = None,
    theme: Annotated[str, typer.Option(help="light or dark, for --png.")] = "light",
    view: Annotated[
        str | None, typer.Option(help="Which picture, where a game has several.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.describe import position_facts, status
    from quintet.draw import terminal

    found = find_position(game, read_pairs(option), position, after)
    if svg or png:
        from quintet.cli.pictures import write_pictures

        write_pictures(found, svg, png, theme=theme, view=view)
        return
    if as_json:
        print_json(position_facts(found))
        return
    print_picture(terminal(found, columns=width or columns(), say=say))
    print(f"\n{status(found)}\n{found.text}")


@app.command(
    cls=Command,
    help=template("Counts the ways to play on for DEPTH plies, and prints the number alone."),
)
def perft(
    game: GameArgument,
    depth: Annotated[
        int,
        typer.Argument(metavar=template("DEPTH"), min=0, max=100, help=template("How many plies.")),
    ],
    option: OptionList = None,
    position: PositionText = None,
    after: AfterMoves = None,
    divide: Annotated[
        bool, typer.Option(help=template("Also print the number after every move."))
    ] = False,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.counting import count

    found = find_position(game, read_pairs(option), position, after)
    total, by_move = count(found, depth, divide=divide)
    if as_json:
        print_json({"depth": depth, "count": total, **({"moves": by_move} if divide else {})})
        return
    for move, number in by_move.items():
        print(f"{move} {number}")
    print(total)


@app.command(
    cls=Command,
    help=template("Says what a position is worth, and the best moves; Ctrl-C ends the thinking."),
)
def analyse(
    game: GameArgument,
    option: OptionList = None,
    position: PositionText = None,
    after: AfterMoves = None,
    seconds: Annotated[
        float | None, typer.Option(help=template("Think so long (a second, if nothing limits it)."))
    ] = None,
    nodes: Annotated[int | None, typer.Option(help=template("Look at so many positions."))] = None,
    depth: Annotated[int | None, typer.Option(help=template("Look so many plies deep."))] = None,
    threads: Annotated[int, typer.Option(help=template("Think with so many threads."))] = 1,
    moves: Annotated[
        str,
        typer.Option(
            metavar=template("N|all"), help=template("How many of the best moves to show.")
        ),
    ] = "3",
    as_json: AsJson = False,
) -> None:
    from quintet.cli.analyse import analyse as print_analysis
    from quintet.cli.analyse import read_moves
    from quintet.engine import Limits

    if seconds is None and nodes is None and depth is None:
        seconds = 1.0
    limits = Limits(seconds, nodes, depth, threads)
    found = find_position(game, read_pairs(option), position, after)
    print_analysis(found, limits, read_moves(moves), as_json=as_json)


@app.command(
    cls=Command,
    help=template(
        "Goes through a recorded game: moves that threw away value, and what was better."
    ),
)
def review(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=template("FILE"), help=template("A file of records; - for standard input.")
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option(
            metavar=template("N"), min=1, help=template("Which game of the file; else the last.")
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help=template("Think so long about every position."))
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(help=template("Look at so many positions for each (200000 by default).")),
    ] = None,
    threads: Annotated[int, typer.Option(help=template("Think with so many threads."))] = 1,
    svg: Annotated[
        Path | None,
        typer.Option(
            metavar=template("FILE"), help=template("Also draw the value over time as SVG.")
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.review import review_file
    from quintet.engine import Limits
    from quintet.engine.review import NODES

    if seconds is None and nodes is None:
        nodes = NODES
    review_file(
        file, game, Limits(seconds, nodes, threads=threads, megabytes=16), svg, as_json=as_json
    )


@app.command(cls=Command, help=template("Plays a game at this terminal."))
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar=template("GAME"), help=template("quantik, quarto, qomet, cubulus or quixo")
        ),
    ] = None,
    option: OptionList = None,
    position: PositionText = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar=template("NAMES"),
            help=template(
                "Who plays, with commas between; 'random', 'level:1' to 'level:10' and 'engine' "
                "play by themselves."
            ),
        ),
    ] = None,
    lot: Annotated[bool, typer.Option(help=template("Draw lots for who begins."))] = True,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar=template("TIME"),
            help=template("1/60 a minute a move, 300+5 with increment, 600 in all; none without."),
        ),
    ] = None,
    take_backs: Annotated[
        bool | None, typer.Option(help=template("Allow taking back, if all agree (the default)."))
    ] = None,
    repetition: Annotated[
        bool | None,
        typer.Option(help=template("The third time a position comes up is a draw (the default).")),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help=template("Makes the lot and the random mover repeatable."))
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar=template("FILE"), help=template("Keep the game in a record, move by move.")
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar=template("FILE"), help=template("Go on with a game kept in a record.")
        ),
    ] = None,
) -> None:
    from quintet.cli.play import Wishes, play_games

    play_games(
        Wishes(
            game=game,
            options=read_pairs(option),
            position=position,
            players=players,
            lot=lot,
            clock=clock,
            take_backs=take_backs,
            repetition=repetition,
            seed=seed,
            save=save,
            resume=resume,
        )
    )


@app.command(
    cls=Command,
    help=template(
        "Plays or analyses for other programs: UGI, or JSON lines, on standard input and output."
    ),
)
def engine(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar=template("GAME"),
            help=template("The game to begin with; a client can choose another."),
        ),
    ] = None,
    option: OptionList = None,
    as_json: Annotated[
        bool, typer.Option("--json", help=template("Analyse requests written as JSON lines."))
    ] = False,
) -> None:
    from quintet.cli.engine import speak

    speak(game, read_pairs(option), as_json=as_json)


@record_app.command(
    "check",
    cls=Command,
    help=template("Reads every game of a file and reports what is wrong, with line and column."),
)
def record_check(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=template("FILE"), help=template("A file of records; - for standard input.")
        ),
    ],
    as_json: AsJson = False,
) -> None:
    from quintet.cli.records import check

    raise typer.Exit(check(file, as_json=as_json))


@record_app.command(
    "convert", cls=Command, help=template("Turns records in text into JSON lines, or back.")
)
def record_convert(
    file: Annotated[
        Path,
        typer.Argument(
            metavar=template("FILE"), help=template("A file of records; - for standard input.")
        ),
    ],
    to: Annotated[
        str | None,
        typer.Option(
            metavar=template("FORM"), help=template("text or json; the other one by default.")
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-O", metavar=template("FILE"), help=template("Where to write.")),
    ] = None,
) -> None:
    from quintet.cli.records import convert

    raise typer.Exit(convert(file, to, output))


@app.command(
    cls=Command, help=template("Lets engines play each other, and measures their strength.")
)
def tournament(
    game: GameArgument,
    player: Annotated[
        list[str],
        typer.Option(
            metavar=template("PLAYER"),
            help=template(
                "level:5, engine:nodes=10000, random, uct:1000 or ugi:COMMAND; give at least two."
            ),
        ),
    ],
    option: OptionList = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar=template("FORMAT"),
            help=template("match, round-robin, gauntlet or sprt."),
        ),
    ] = "match",
    games: Annotated[
        int, typer.Option(min=1, help=template("Games each pairing plays; the most, for sprt."))
    ] = 100,
    openings: Annotated[
        int, typer.Option(min=0, help=template("Random plies a game begins with."))
    ] = 4,
    seed: Annotated[int, typer.Option(help=template("Makes openings and dice repeatable."))] = 1,
    elo0: Annotated[
        float, typer.Option(help=template("sprt: the difference that is not enough."))
    ] = 0.0,
    elo1: Annotated[float, typer.Option(help=template("sprt: the difference that is."))] = 50.0,
    alpha: Annotated[float, typer.Option(help=template("sprt: how often elo0 may pass."))] = 0.05,
    beta: Annotated[float, typer.Option(help=template("sprt: how often elo1 may fail."))] = 0.05,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help=template("Games at a time; as many as cores by default.")),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar=template("ADDRESS"), help=template("Play on the Ray cluster there.")),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar=template("FILE"), help=template("Keep every game, as it finishes.")),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help=template("Go on where the file of --records ends."))
    ] = False,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.tournament import hold
    from quintet.engine.players import parse_player
    from quintet.engine.tournament import Plan, SequentialTest

    plan = Plan(
        game,
        read_pairs(option),
        tuple(parse_player(text) for text in player),
        form,
        games,
        openings,
        seed,
        SequentialTest(elo0, elo1, alpha, beta) if form == "sprt" else None,
    )
    code = hold(plan, jobs=jobs, ray=ray, records=records, resume=resume, as_json=as_json)
    raise typer.Exit(code)


@app.command(
    cls=Command,
    help=template("Solves a game as far as it goes: builds a table of exact values, or checks it."),
)
def solve(
    game: GameArgument,
    option: OptionList = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar=template("FOLDER"),
            help=template("Where tables are kept; your own folder by default."),
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help=template("Work with so many threads; all cores by default.")
        ),
    ] = None,
    gigabytes: Annotated[
        float,
        typer.Option(min=0, help=template("How large a table may become, where that is a choice.")),
    ] = 8.0,
    verify: Annotated[
        bool,
        typer.Option("--verify", help=template("Work every value out anew, and say if all hold.")),
    ] = False,
    as_json: AsJson = False,
) -> None:
    from os import cpu_count

    from quintet.cli.solve import folder_of
    from quintet.cli.solve import solve as build
    from quintet.tablebase.solver import Work

    variant = find_position(game, read_pairs(option), None, None).variant
    work = Work(folder_of(to), threads or cpu_count() or 1, gigabytes)
    raise typer.Exit(build(variant, work, verify=verify, as_json=as_json))


@app.command(
    cls=Command,
    help=template("Asks puzzles: positions in which exactly one move is right."),
)
def puzzles(
    game: GameArgument,
    count: Annotated[
        int, typer.Option(min=1, metavar=template("N"), help=template("How many puzzles."))
    ] = 10,
    level: Annotated[
        int | None,
        typer.Option(metavar=template("N"), help=template("From 1 (easy) to 5 (hard).")),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help=template("Makes the choice of puzzles repeatable."))
    ] = None,
    as_json: AsJson = False,
) -> None:
    from quintet.cli.puzzles import print_puzzles
    from quintet.cli.puzzles import solve as solve_puzzles
    from quintet.puzzles import choose

    chosen = choose(game, count, level=level, seed=seed)
    if as_json:
        print_puzzles(chosen)
    else:
        solve_puzzles(chosen)


@app.command(
    cls=Command,
    help=template(
        "Searches fixed positions of all games, and prints what identifies the engine's behaviour."
    ),
)
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
    tell(sentence("{nodes} nodes a second", nodes=Number(found.nodes / found.seconds)))
