"""Lexical indexes, one per namespace, kept in process and following the store's listing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from langgraph.store.base import Item

from langgraph_memory.index.lexical import LexicalIndex


@dataclass
class _Lane:
    index: LexicalIndex = field(default_factory=LexicalIndex)
    versions: dict[str, str] = field(default_factory=dict)


class LexicalLanes:
    """The lexical index of each namespace that this process has searched."""

    def __init__(self) -> None:
        """Start with no index."""
        self._lanes: dict[tuple[str, ...], _Lane] = {}
        self._lock = threading.Lock()

    def follow(self, namespace: tuple[str, ...], items: Sequence[Item]) -> LexicalIndex:
        """Bring the namespace's index up to date with a listing of its items.

        Args:
            namespace: The namespace.
            items: All its items; the text is under `text` of each value.

        Returns:
            The index. Only items whose time of change is new are indexed again.
        """
        with self._lock:
            lane = self._lanes.setdefault(namespace, _Lane())
            current = {item.key: item.updated_at.isoformat() for item in items}
            for key in lane.versions.keys() - current.keys():
                lane.index.delete(key)
                del lane.versions[key]
            for item in items:
                if lane.versions.get(item.key) != current[item.key]:
                    lane.index.put(item.key, str(item.value.get("text", "")))
                    lane.versions[item.key] = current[item.key]
            return lane.index

    def forget(self, namespace: tuple[str, ...]) -> None:
        """Forget the index of a namespace."""
        with self._lock:
            self._lanes.pop(namespace, None)
