"""How many calls cards fed."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from langgraph.store.base import Item


@dataclass
class Uses:
    """How many calls each card fed, as the events of one scope's credit tell.

    Attributes:
        counts: How many, by key.
        token: What the store gave for all changes that are known; None: it was not asked.
    """

    counts: Counter[str] = field(default_factory=Counter)
    token: str | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _events: set[str] = field(default_factory=set)

    def take(self, items: Iterable[Item]) -> bool:
        """Note events.

        Args:
            items: The items of the events, in any order.

        Returns:
            Whether all of them are new.
        """
        found = list(items)
        with self._lock:
            fresh = [item for item in found if item.key not in self._events]
            for item in fresh:
                self._events.add(item.key)
                self.counts[str(item.value.get("card"))] += 1
        return len(fresh) == len(found)
