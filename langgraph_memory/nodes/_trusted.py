"""The items about each tool in the order in which they are to be trusted.

The order is kept when an item is put, so that a turn need not look at all that is known
about the tool that it calls next.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from heapq import merge
from itertools import islice

from langgraph_memory.nodes._about import About


class Trusted:
    """What is about each tool, by pool, those to be trusted most first, equals by key."""

    def __init__(self) -> None:
        """Start without items."""
        self._ranks: dict[About, list[tuple[float, str]]] = {}

    def put(self, about: About, key: str, trust: float) -> None:
        """Take an item in.

        Args:
            about: What it is about; what is about no tool is not kept.
            key: Its key, which is not in there.
            trust: How far it is to be trusted, a finite number.
        """
        if about.tool:
            insort(self._ranks.setdefault(about, []), (-trust, key))

    def remove(self, about: About, key: str, trust: float) -> None:
        """Let an item go that was put with the same arguments."""
        if about.tool:
            ranks = self._ranks[about]
            del ranks[bisect_left(ranks, (-trust, key))]
            if not ranks:
                del self._ranks[about]

    def surest(self, about: Iterable[About], most: int) -> list[str]:
        """The keys of the items about some tools that are to be trusted most.

        Args:
            about: The tools, by pool, each once.
            most: Most keys.
        """
        ranks = merge(*(self._ranks.get(one, ()) for one in about))
        return [key for _, key in islice(ranks, most)]
