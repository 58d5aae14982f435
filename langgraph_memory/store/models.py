"""Whose vectors a store has, and whether those given now are the same embeddings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from langgraph_memory.errors import StoreError
from langgraph_memory.index.port import VectorIndex
from langgraph_memory.store.identity import Identities, Identity, identify
from langgraph_memory.store.layout import IDENTITIES
from langgraph_memory.store.work import Work, Write, scan, write_all


class Models:
    """The embeddings of one store.

    Attributes:
        identities: Those that made its vectors, as far as they are known.
    """

    def __init__(self, index: VectorIndex | None, changed: Callable[[], None]) -> None:
        """Know of none yet.

        Args:
            index: Has the embeddings given, or is None.
            changed: Called when the store turns out to have been given others.
        """
        self.identities = Identities()
        self._index = index
        self._changed = changed
        self._given: Identity | None = None
        self._agreed = False

    @property
    def wants_probe(self) -> bool:
        """Whether the embeddings given are yet unknown."""
        return self._index is not None and self._given is None

    @property
    def current(self) -> Identity | None:
        """The embeddings given, if the store's vectors are theirs; None otherwise."""
        return self.identities.first if self._agreed else None

    def verify(self, probe: bytes | None, *, writing: bool) -> Work[None]:
        """Check that the embeddings given are those that made the store's vectors.

        Args:
            probe: Their vector of the probe, where it was wanted and could be made.
            writing: Whether vectors are about to be written, the first of which leave the
                identity of their embeddings.

        Raises:
            IndexMismatchError: When they are not.
        """
        if self._index is not None and probe is not None:
            self._given = identify(self._index.embeddings, probe)
        if self._given is None or self._agreed:
            return
        yield from self.learn()
        if self.identities.first is None and writing:
            yield from write_all(Write(IDENTITIES, self._given.id, self._given.pack()))
            yield from self.learn()
        self.check()

    def adopt(self, probe: bytes) -> Work[str]:
        """Make the embeddings given those of the store, whichever it had.

        Args:
            probe: Their vector of the probe.

        Returns:
            The id of the identity that decides now.

        Raises:
            StoreError: When none are given.
            IndexMismatchError: When somebody else changed them at the same moment.
        """
        if self._index is None:
            msg = "a store without an index has nothing to embed with"
            raise StoreError(msg)
        given = self._given = identify(self._index.embeddings, probe)
        yield from self.learn()
        first = self.identities.first
        if first is None or not first.agrees(given):
            rank = 0 if first is None else first.rank + 1
            payload = replace(given, rank=rank).pack()
            yield from write_all(Write(IDENTITIES, given.id, payload))
            yield from self.learn()
        self.check()
        return (self.identities.first or given).id

    def check(self) -> None:
        """Make sure that the embeddings given, where known, made the store's vectors.

        Raises:
            IndexMismatchError: When they did not.
        """
        if self._given is not None:
            self.identities.check(self._given)

    def learn(self) -> Work[bool]:
        """Read the identities; returns whether there are more of them than were known."""
        cells = yield from scan(IDENTITIES)
        before = self.identities
        now = Identities(Identity.unpack(payload) for _, payload in cells)
        given = self._given
        self._agreed = bool(given and now.first and now.first.agrees(given))
        self.identities = now
        if before.first is not None and now.first != before.first:
            self._changed()
        return now.known != before.known
