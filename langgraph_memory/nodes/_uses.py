"""Which cards fed which calls."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.store.base import Item

Use = tuple[str, str, str]
"""Thread, tool and time of a call whose arguments came from a card."""


@dataclass
class Uses:
    """Which cards fed which calls, as the events of one scope's credit tell.

    Attributes:
        counts: How many calls each card fed, by key.
        token: What the store gave for all changes that are known; None: it was not asked.
    """

    counts: Counter[str] = field(default_factory=Counter)
    token: str | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _events: set[str] = field(default_factory=set)
    _cards: defaultdict[Use, list[str]] = field(default_factory=lambda: defaultdict(list))

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
                self._note(item.value)
        return len(fresh) == len(found)

    def _note(self, told: Mapping[str, Any]) -> None:
        card = str(told.get("card"))
        self.counts[card] += 1
        use = (str(told.get("thread_id")), str(told.get("tool")), str(told.get("at")))
        self._cards[use].append(card)

    def of(self, card: Mapping[str, Any]) -> Sequence[str]:
        """The cards that fed the call whose result a card was made from.

        A call and its result are seen in one step, so that they have one time.
        """
        source = str(card.get("source", ""))
        tool = source.removeprefix("tool:")
        return self._cards.get(
            (str(card.get("thread_id")), tool, str(card.get("as_of"))), ()
        )
