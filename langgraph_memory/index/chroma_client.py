"""A client of Chroma: opened, shared by threads, closed without leaving anything open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from langgraph_memory.errors import ConfigError, StoreError
from langgraph_memory.index.chroma_errors import attempt

if TYPE_CHECKING:
    from chromadb.api import ClientAPI


class Chroma:
    """One place of Chroma's, used by any number of threads.

    Attributes:
        folder: Where this process keeps Chroma's files, or None.
        private: Whether it is in memory, and goes with this object.
        removed: Rows removed since it was opened, of all collections.
        epoch: Another number whenever what was in memory may be gone.
    """

    def __init__(
        self,
        path: str | Path | None,
        host: str | None,
        port: int,
        client: ClientAPI | None,
    ) -> None:
        """Open it.

        Args:
            path: A folder.
            host: A server.
            port: Its port.
            client: A client that somebody else closes. Without any of these, Chroma is
                kept in memory.

        Raises:
            ConfigError: When chromadb is not installed, or more than one is given.
            StoreError: When Chroma cannot be opened.
        """
        if sum(place is not None for place in (path, host, client)) > 1:
            msg = "give one of path, host and client, or none to keep vectors in memory"
            raise ConfigError(msg)
        self.folder = None if path is None else Path(path)
        self.private = path is None and host is None and client is None
        self.removed = self.epoch = 0
        self._server = None if host is None else (host, port)
        self._given = client
        self._own: ClientAPI | None = None
        self._users = 0
        self._worn = self._closed = False
        self._lock = Lock()
        self._opened()

    @contextmanager
    def using(self) -> Iterator[ClientAPI]:
        """Use the client, which stays open meanwhile.

        Yields:
            The client; another one than before after a renewal.

        Raises:
            StoreError: When this is closed.
        """
        with self._lock:
            client = self._opened()
            self._users += 1
        try:
            yield client
        finally:
            with self._lock:
                self._users -= 1
                if self._worn and not self._users:
                    self._shut()

    def renew(self) -> None:
        """Open Chroma anew as soon as nobody uses it.

        A collection that is deleted stays in memory, and its files stay open, until the
        last client of its place in this process is closed. What is in memory is gone then.
        """
        self._worn = self._server is None and self._given is None

    def close(self) -> None:
        """Close the client, unless it was given; nothing can be done with it any more."""
        with self._lock:
            self._closed = True
            self._shut()

    def _opened(self) -> ClientAPI:
        if self._closed:
            msg = "this ChromaIndex is closed: open a new one"
            raise StoreError(msg)
        if self._given is not None:
            return self._given
        if self._own is None:
            self._own = _open(self.folder, self._server)
        return self._own

    def _shut(self) -> None:
        client, self._own, self._worn = self._own, None, False
        if client is None:
            return
        self.removed = 0
        self.epoch += self.private
        sessions = list(_sessions(client))
        if (close := getattr(client, "close", None)) is not None:
            close()
        for session in sessions:
            session.close()


def _sessions(client: ClientAPI) -> Iterator[Any]:
    """The connections to a server, two of them, which Chroma's `close` leaves open."""
    for part in (client, getattr(client, "_admin_client", None)):
        session = getattr(getattr(part, "_server", None), "_session", None)
        if session is not None:
            yield session


def _open(folder: Path | None, server: tuple[str, int] | None) -> ClientAPI:
    try:
        import chromadb  # noqa: PLC0415 - takes most of a second, and is an extra
        from chromadb.config import Settings  # noqa: PLC0415 - the same
    except ImportError as error:
        msg = (
            "ChromaIndex needs chromadb: pip install 'langgraph-memory-nodes[chroma]', or "
            "use ExactIndex, which needs nothing"
        )
        raise ConfigError(msg) from error
    settings = Settings(anonymized_telemetry=False)
    with attempt("open"):
        if folder is not None:
            return chromadb.PersistentClient(str(folder), settings)
        if server is not None:
            host, port = server
            return chromadb.HttpClient(host, port, settings=settings)
        return chromadb.EphemeralClient(settings)
