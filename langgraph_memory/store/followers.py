"""What a process holds of a thread in memory, and how it follows what others write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from langgraph_memory.store.layout import thread_code, unpack_namespace
from langgraph_memory.store.namespaces import Namespace, NamespaceSet


class Follower(ABC):
    """The cells of one thread, as this process last read them.

    Attributes:
        thread: The thread.
        code: Eight bytes that stand for it in the feed.
        lost: Whether it has to be read anew, as at the start.
        stale: Cells that have to be read again.
    """

    def __init__(self, thread: str) -> None:
        self.thread = thread
        self.code = thread_code(thread)
        self.lost = True
        self.stale: set[str] = set()

    @abstractmethod
    def load(self, cells: Iterable[tuple[str, bytes]]) -> None:
        """Hold these cells and no others."""

    @abstractmethod
    def take(self, cell: str, payload: bytes | None) -> None:
        """Hold what a cell has become; None: it is not there."""

    @abstractmethod
    def __len__(self) -> int:
        """How much it holds."""


class Catalogue(Follower):
    """The namespaces there are, and those of them that may be empty.

    A namespace is entered before its first item, for sure only after it, and marked as
    fading before an item of it can vanish, by being deleted or by its age: so that what is
    sure and not marked has items, and what is not is looked into, whoever else writes or is
    killed at it. Only a purge takes an entry back.
    """

    def __init__(self, thread: str) -> None:
        super().__init__(thread)
        self.namespaces = NamespaceSet()
        self._fading: set[Namespace] = set()
        self._unsure: set[Namespace] = set()

    def may_be_empty(self, namespace: Namespace) -> bool:
        """Whether a namespace has to be looked into."""
        return namespace in self._fading or namespace in self._unsure

    def load(self, cells: Iterable[tuple[str, bytes]]) -> None:
        """Hold these entries and no others."""
        entries = [entry for _, payload in cells if (entry := unpack_namespace(payload))]
        self.namespaces = NamespaceSet(e.namespace for e in entries if not e.fading)
        self._fading = {e.namespace for e in entries if e.fading}
        self._unsure = {e.namespace for e in entries if not e.sure}

    def take(self, cell: str, payload: bytes | None) -> None:  # noqa: ARG002 - in the payload
        """Hold an entry; one that was taken back makes all be read anew."""
        entry = unpack_namespace(payload)
        if entry is None:
            self.lost = self.lost or payload is not None
            return
        if entry.fading:
            self._fading.add(entry.namespace)
            return
        self.namespaces.add(entry.namespace)
        if entry.sure:
            self._unsure.discard(entry.namespace)
        else:
            self._unsure.add(entry.namespace)

    def __len__(self) -> int:
        return len(self.namespaces)


def drained(cells: list[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Give cells, and let go of each, so that not all are held twice."""
    cells.reverse()
    while cells:
        yield cells.pop()
