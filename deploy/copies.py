"""Back up and restore the games of a server. Called by `backup` and `restore` beside it.

It needs nothing but Python's standard library, and PostgreSQL's own tools where games are there. A
backup appears under its name only when it is complete, checked and on disk.
"""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

CONFIGURATION = "/etc/quintet.env"
DATA = "/var/lib/quintet"
SQLITE, DUMP, SECRET, MANIFEST = "quintet.sqlite3", "quintet.dump", "secret.key", "manifest.json"
FORMAT = 1

# Parameters of PostgreSQL's addresses, by their environment variable: arguments of a process can be
# read by everybody on the machine, and the address may have a password in it.
PARAMETERS = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
    "options": "PGOPTIONS",
    "sslmode": "PGSSLMODE",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "sslrootcert": "PGSSLROOTCERT",
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "application_name": "PGAPPNAME",
}


class Refused(Exception):
    """Something is wrong, and nothing was changed."""


def main(words: list[str]) -> None:
    if len(words) not in (2, 3) or words[0] not in ("backup", "restore"):
        sys.exit("Usage: deploy/backup FOLDER [DATA], or deploy/restore FOLDER [DATA]")
    folder, data = Path(words[1]), Path(words[2] if len(words) == 3 else DATA)
    os.umask(0o077)
    try:
        (backup if words[0] == "backup" else restore)(folder, data, configured_database())
    except (Refused, OSError, sqlite3.Error) as error:
        sys.exit(f"deploy/{words[0]}: {error}")


def configured_database() -> str | None:
    """Return the address of the service's PostgreSQL; None where games are in a folder."""
    path = Path(os.environ.get("QUINTET_ENV", CONFIGURATION))
    given = os.environ.get("QUINTET_DATABASE") or None
    try:
        text = path.read_text()
    except FileNotFoundError:
        if "QUINTET_ENV" in os.environ:
            raise
        return given
    found = None
    for line in text.splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and name.strip() == "QUINTET_DATABASE":
            found = "".join(shlex.split(value)) or None
    if given not in (None, found):
        raise Refused(f"QUINTET_DATABASE differs from {path}, which the service uses; unset it.")
    return found


# Backup


def backup(folder: Path, data: Path, database: str | None) -> None:
    if folder.exists():
        raise Refused(f"{folder} exists already; a backup goes into a new folder.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        facts = (
            copy_sqlite(data / SQLITE, part / SQLITE)
            if database is None
            else dump_postgresql(database, data, part / DUMP)
        )
        shutil.copyfile(data / SECRET, part / SECRET)
        files = {path.name: digest(path) for path in sorted(part.iterdir())}
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = {"format": FORMAT, "made": made, **facts, "files": files}
        (part / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")
        for path in (*part.iterdir(), part):
            sync(path)
        part.rename(folder)
        sync(folder.parent)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    print(f"{folder}: complete.")


def copy_sqlite(origin: Path, target: Path) -> dict[str, object]:
    """Copy a database that may be written to meanwhile; a plain copy may be torn."""
    if not origin.is_file():
        raise Refused(f"There are no games at {origin}.")
    source = sqlite3.connect(f"file:{origin}?mode=rw", uri=True)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it
        return check_sqlite(copy, origin)
    finally:
        copy.close()
        source.close()


def check_sqlite(connection: sqlite3.Connection, shown: Path) -> dict[str, object]:
    if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise Refused(f"{shown} is damaged.")
    try:
        (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
        connection.execute("SELECT count(*) FROM events").fetchone()
    except (sqlite3.OperationalError, TypeError) as error:
        raise Refused(f"{shown} is not a database of Quintet.") from error
    return {"kind": "sqlite", "schema": schema, "tables": tables}


def dump_postgresql(database: str, data: Path, target: Path) -> dict[str, object]:
    with target.open("xb") as file:
        run_tool("pg_dump", ["--format=custom", "--no-owner"], database, data, stdout=file)
    check_dump(target, database, data)
    return {"kind": "postgresql"}


def check_dump(path: Path, database: str, data: Path) -> None:
    with path.open("rb") as file:
        listed = run_tool(
            "pg_restore", ["--list"], database, data, stdin=file, stdout=subprocess.PIPE
        )
    if not {b"alembic_version", b"events", b"tables"} <= set(listed.split()):
        raise Refused("This is not a database of Quintet.")


# Restore


def restore(folder: Path, data: Path, database: str | None) -> None:
    manifest = checked_manifest(folder)
    kind = "sqlite" if database is None else "postgresql"
    if manifest["kind"] != kind:
        raise Refused(f"{folder} is of {manifest['kind']}, but the service uses {kind}.")
    uid, gid = prepare(data)
    for found in data.glob(f"{SQLITE}*"):
        raise Refused(f"There are games in {data} already ({found.name}); move them away first.")
    print(f"Restoring the backup of {manifest['made']}.")
    if database is None:
        connection = sqlite3.connect(f"file:{folder / SQLITE}?mode=ro", uri=True)
        try:
            check_sqlite(connection, folder / SQLITE)
        finally:
            connection.close()
        put(folder / SQLITE, data / SQLITE, uid, gid)
    else:
        check_dump(folder / DUMP, database, data)
        with (folder / DUMP).open("rb") as file:
            name = environment_of(database)["PGDATABASE"]
            line = ["--no-owner", "--single-transaction", "--exit-on-error", f"--dbname={name}"]
            run_tool("pg_restore", line, database, data, stdin=file)
    secret = data / SECRET
    if secret.exists() and digest(secret) != digest(folder / SECRET):
        secret.rename(secret.with_name(f"{SECRET}.before-restore"))
    put(folder / SECRET, secret, uid, gid)
    print(f"{data}: complete.")


def checked_manifest(folder: Path) -> dict[str, object]:
    """Return what a backup says about itself; its files must be those it names."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text())
        is_ours = manifest["format"] == FORMAT and SECRET in manifest["files"]
    except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
        raise Refused(f"{folder} is not a backup by deploy/backup, or not a whole one.") from error
    if not is_ours:
        raise Refused(f"{folder} is a backup by another version of deploy/backup.")
    for name, expected in manifest["files"].items():
        if not (folder / name).is_file() or digest(folder / name) != expected:
            raise Refused(f"{folder / name} is not the file that was backed up.")
    return dict(manifest)


def prepare(data: Path) -> tuple[int, int]:
    """Return the owner of the data folder, which is made if it is missing."""
    if not data.exists():
        if os.geteuid() == 0:
            raise Refused(
                f"{data} does not exist. Make it for the service's user first: "
                f"install -d -m 700 -o quintet -g quintet {data}"
            )
        data.mkdir(parents=True)
    found = data.stat()
    return found.st_uid, found.st_gid


def put(origin: Path, target: Path, uid: int, gid: int) -> None:
    """Copy a file under a temporary name, and rename it when it is on disk."""
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    part = Path(name)
    try:
        with origin.open("rb") as source, os.fdopen(number, "wb") as file:
            shutil.copyfileobj(source, file)
            if os.geteuid() == 0:
                os.fchown(file.fileno(), uid, gid)
            os.fchmod(file.fileno(), 0o600)
            file.flush()
            os.fsync(file.fileno())
        part.rename(target)
        sync(target.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


# PostgreSQL's tools


def environment_of(database: str) -> dict[str, str]:
    """Return an address as the environment variables of PostgreSQL's tools."""
    address = urlsplit(database)
    if address.scheme.partition("+")[0] not in ("postgres", "postgresql"):
        raise Refused("QUINTET_DATABASE is not an address of PostgreSQL.")
    given = {
        "host": address.hostname,
        "port": None if address.port is None else str(address.port),
        "user": address.username,
        "password": address.password,
        "dbname": address.path.lstrip("/"),
    }
    found = {name: unquote(value) for name, value in given.items() if value}
    found |= dict(parse_qsl(address.query))
    unknown = found.keys() - PARAMETERS
    if unknown:
        raise Refused(f"QUINTET_DATABASE has parameters that are not known: {sorted(unknown)}.")
    found.setdefault("dbname", found.get("user", "quintet"))
    return {PARAMETERS[name]: value for name, value in found.items()}


def run_tool(name: str, words: list[str], database: str, data: Path, **streams: object) -> bytes:
    """Run a tool as the service would, whose user the database may know by name."""
    account: dict[str, object] = {}
    home = Path.home()
    if os.geteuid() == 0 and data.exists():
        owner = data.stat()
        account = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
        try:
            home = Path(pwd.getpwuid(owner.st_uid).pw_dir)
        except KeyError:
            home = data
    surroundings = {**os.environ, "HOME": str(home), **environment_of(database)}
    done = subprocess.run(  # noqa: S603 our own words
        [name, *words], env=surroundings, cwd="/", check=False, **streams, **account
    )
    if done.returncode != 0:
        raise Refused(f"{name} failed with exit code {done.returncode}.")
    return done.stdout or b""


# Files


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


if __name__ == "__main__":
    main(sys.argv[1:])
