"""A Chroma server of our own, for as long as the tests run.

It is what `chroma run` starts, on a free port, with its data in a temporary folder.
"""

from __future__ import annotations

import atexit
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from functools import cache
from http.client import HTTPConnection
from pathlib import Path

HOST = "127.0.0.1"
_PATIENCE = 60.0


class Server:
    """A server that answers.

    Attributes:
        port: Where it listens.
    """

    def __init__(self) -> None:
        """Start it, and wait until it answers.

        Raises:
            RuntimeError: When it does not in a minute.
        """
        self._folder = Path(tempfile.mkdtemp(prefix="chroma-"))
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port = int(free.getsockname()[1])
        program = [sys.executable, "-c", "from chromadb.cli.cli import app; app()", "run"]
        place = ["--path", str(self._folder), "--host", HOST, "--port", str(self.port)]
        self._process = subprocess.Popen(  # noqa: S603 - the installed package's program
            [*program, *place],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                self.remove()
                msg = "`chroma run` does not answer"
                raise RuntimeError(msg)
            time.sleep(0.05)

    def _answers(self) -> bool:
        connection = HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/api/v2/heartbeat")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def remove(self) -> None:
        """Stop it, and delete its data."""
        self._process.kill()
        self._process.wait()
        shutil.rmtree(self._folder)


@cache
def server() -> Server:
    """The one server of this run; it ends with it."""
    started = Server()
    atexit.register(started.remove)
    return started
