"""The change feed: how stores on one checkpointer learn what the others wrote.

Each store that writes owns one cell. It holds the number of changes so far and the names of
the last ones. A reader compares the numbers with those it knows, and fetches what changed;
when it fell too far behind, it reads anew. Nobody writes into another's cell, so nothing
need be locked between processes.
"""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from langgraph_memory.store.layout import head, split

KEPT = 128
"""Changes a cell remembers. More make each write longer, fewer make readers start anew."""

_CODE, _CELL = 8, 16
_SIZE = _CODE + _CELL


class Change(NamedTuple):
    """One cell that was written.

    Attributes:
        code: Eight bytes that stand for its thread.
        cell: Its name in the thread: 32 hex digits.
    """

    code: bytes
    cell: str


class Feed:
    """What this store has written, and how much it knows of what others have.

    Not safe for threads; the caller holds a lock.

    Attributes:
        cell: The name of this store's own cell.
        count: Changes made by this store.
    """

    def __init__(self) -> None:
        self.cell = uuid.uuid4().hex
        self.count = 0
        self._recent: deque[bytes] = deque(maxlen=KEPT)
        self._known: dict[str, int] = {}

    def note(self, changes: Iterable[Change]) -> int:
        """Add changes of this store.

        Args:
            changes: What was written.

        Returns:
            The number of the last one.
        """
        for change in changes:
            self._recent.append(change.code + bytes.fromhex(change.cell))
            self.count += 1
        return self.count

    def skip(self) -> None:
        """Count more changes than are remembered, so that readers start anew."""
        self._recent.clear()
        self.count += 1

    def own(self) -> bytes:
        """The payload of this store's cell as it has to be now."""
        return head(count=self.count) + b"\n" + b"".join(self._recent)

    def learn(self, cells: Iterable[tuple[str, bytes]]) -> set[Change] | None:
        """Take in what the feed says now.

        Args:
            cells: Name and payload of every cell of the feed.

        Returns:
            What others wrote since the last time, or None when there was more of it than
            their cells remember.

        Raises:
            StoreError: When a payload has another shape or version.
        """
        changed: set[Change] = set()
        behind = False
        for name, payload in cells:
            if name == self.cell:
                continue
            fields, names = split(payload)
            fresh = fields["count"] - self._known.get(name, 0)
            if fresh <= 0:  # an older reading of the feed that came in later
                continue
            self._known[name] = fields["count"]
            behind = behind or fresh * _SIZE > len(names)
            changed.update(_changes(names[-fresh * _SIZE :]))
        return None if behind else changed


def _changes(names: bytes) -> Iterable[Change]:
    for start in range(0, len(names), _SIZE):
        middle = start + _CODE
        yield Change(names[start:middle], names[middle : start + _SIZE].hex())
