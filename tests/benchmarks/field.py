"""Stores that take part side by side, filled alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from tests import postgres
from tests.benchmarks.data import Vectors
from tests.benchmarks.opening import KINDS, Place
from tests.benchmarks.peers import AT_ONCE, Namespace, Peer


class Field:
    """Some stores, each opened in a place of its own and growing together.

    Attributes:
        peers: Those that still take part, by name.
        places: Where each of those is.
    """

    def __init__(
        self,
        names: Iterable[str],
        folder: Path,
        vectors: Vectors,
        databases: Databases,
        note: Callable[[str], None],
    ) -> None:
        """Open them, empty.

        Args:
            names: Their names in `KINDS`.
            folder: For their files.
            vectors: The embeddings.
            databases: Gives those that need one a database.
            note: Told who does not take part, and why.
        """
        self._note = note
        self._open = ExitStack()
        self._size = 0
        self._pace: dict[str, float] = {}
        self.peers: dict[str, Peer] = {}
        self.places: dict[str, Place] = {}
        folder.mkdir()
        for name in names:
            kind = KINDS[name]
            if reason := kind.why_not():
                note(f"{name} does not take part: {reason}")
                continue
            place = Place(folder, vectors, databases.new() if kind.on_postgres else "")
            self.places[name] = place
            self.peers[name] = self._open.enter_context(kind.open(place))

    def grow(self, size: int, home: Callable[[int], Namespace], patience: float) -> None:
        """Fill all of them up to so many items.

        Args:
            size: The items that each has then.
            home: The namespace of each.
            patience: Seconds that filling a peer may take; which would need more, judging
                by how it was before, takes part no longer.
        """
        for name, peer in list(self.peers.items()):
            need = self._pace.get(name, 0.0) * (size - self._size)
            if need > patience and not KINDS[name].ours:
                self._note(
                    f"{name} takes no part beyond {self._size:,} items: to put the others "
                    f"up to {size:,} would take {need:.0f} s at least"
                )
                del self.peers[name]
                continue
            start = perf_counter()
            for first in range(self._size, size, AT_ONCE):
                numbers = range(first, min(first + AT_ONCE, size))
                peer.put_many([(number, home(number)) for number in numbers])
            peer.flush()
            self._pace[name] = (perf_counter() - start) / (size - self._size)
        self._size = size

    def close(self) -> None:
        """Close them; what they wrote stays."""
        self._open.close()


class Databases:
    """Databases on a server that waits for the disk, as one that is used does."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._open = ExitStack()
        self._server: postgres.Server | None = None

    def new(self) -> str:
        """The URL of an empty one."""
        if self._server is None:
            self._server = postgres.Server(options="")
            self._open.callback(self._server.remove)
        return self._open.enter_context(self._server.database())

    def close(self) -> None:
        """Drop them, and end the server."""
        self._open.close()
