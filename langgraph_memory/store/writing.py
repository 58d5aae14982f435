"""The writing operations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from langgraph_memory.store.committing import Staged, commit
from langgraph_memory.store.embedding import Embedded
from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.layout import (
    Stored,
    item_cell,
    items_thread,
    unpack_item,
)
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.planning import Put, stamp
from langgraph_memory.store.work import Work, read


@dataclass(frozen=True, slots=True)
class Touch:
    """Let an item that was read live on for as long as its ttl says."""

    key: str


class Moment:
    """The one time at which a batch is done.

    Attributes:
        stamp: The time as ISO 8601 in UTC with microseconds, so that stamps sort as text.
    """

    def __init__(self, now: datetime) -> None:
        self._now = now.astimezone(UTC) if now.tzinfo else now.replace(tzinfo=UTC)
        self.stamp = stamp(self._now)

    def after(self, minutes: float | None) -> str | None:
        """The stamp of a later time, of the last there is at most; None for None."""
        if minutes is None:
            return None
        try:
            return stamp(self._now + timedelta(minutes=minutes))
        except OverflowError:
            return stamp(datetime.max.replace(tzinfo=UTC))


class Writer:
    """The writes of one batch.

    Attributes:
        owed: How many items were kept without the vectors they should have.
    """

    def __init__(self, keeper: Keeper, embedded: Embedded, moment: Moment) -> None:
        self.owed = 0
        self._keeper = keeper
        self._embedded = embedded
        self._moment = moment

    def write(self, writes: Mapping[Namespace, Iterable[Put | Touch]]) -> Work[None]:
        """Write all of it.

        Args:
            writes: At most one to each key.

        Raises:
            StoreError: When the checkpointer fails. Some of it may have been written then,
                unless the checkpointer has transactions.
        """
        yield from self._keeper.locked(writes, self._write(writes))

    def _write(self, writes: Mapping[Namespace, Iterable[Put | Touch]]) -> Work[None]:
        staged: list[Staged] = []
        for namespace, of_namespace in writes.items():
            thread = items_thread(namespace)
            for write in of_namespace:
                cell = item_cell(write.key)
                old, vectors = unpack_item((yield from read(thread, cell)))
                if isinstance(write, Touch):
                    new = old and replace(old, expires=self._moment.after(old.ttl))
                else:
                    new, vectors = self._put(write, old)
                if new != old:
                    staged.append(
                        Staged(namespace=namespace, cell=cell, item=new, vectors=vectors)
                    )
        if staged:
            yield from commit(self._keeper, staged)

    def _put(self, put: Put, old: Stored | None) -> tuple[Stored | None, bytes]:
        if put.value is None:
            return None, b""
        now = self._moment.stamp
        model, vectors = self._vectors(put)
        created = old.created if old is not None and old.visible(now) else now
        item = Stored(
            key=put.key,
            value=put.value,
            created=put.created or created,
            updated=put.updated or now,
            ttl=put.ttl,
            expires=put.expires or self._moment.after(put.ttl),
            model=model,
            owed=bool(put.texts) and not vectors,
            paths=put.paths,
        )
        self.owed += item.owed
        return item, vectors

    def _vectors(self, put: Put) -> tuple[str, bytes]:
        identity = self._keeper.models.current
        found = [self._embedded.documents.get(text, b"") for text in put.texts]
        if not found or identity is None:
            return "", b""
        if any(len(vector) != len(identity.probe) for vector in found):
            return "", b""
        return identity.id, b"".join(found)
