"""`quintet secret`: the keys that sign cookies."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.options import DataFolder, SecretFile
from quintet.cli.terminal.output import tell
from quintet.i18n.sentence import counted, template

HELP = template("Manage the keys that sign cookies.")
ROTATE_HELP = template("Add a new key. It signs cookies in an hour; older keys stay valid.")

Forget = Annotated[
    bool,
    typer.Option("--forget", help=template("Remove all older keys, because they may have leaked.")),
]


def secret(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def rotate(data: DataFolder = None, secret_file: SecretFile = None, forget: Forget = False) -> None:
    from quintet.cli.parsing.server_settings import settings_for
    from quintet.server.settings import prepare
    from quintet.server.web.secret_keys import rotate as rotate_keys

    settings = settings_for(data, secret_file)
    prepare(settings)
    left = rotate_keys(settings.secret_path, forget=forget)
    tell(
        counted(
            "{file} has {count} key now.",
            "{file} has {count} keys now.",
            count=left,
            file=str(settings.secret_path),
        )
    )
