"""How much this process has written per scope since its last prune."""

from __future__ import annotations

import threading
from collections import Counter

from langgraph_memory.scope import Scope


class WriteCount:
    """A counter per scope; it only decides when a prune is due, so it is not stored."""

    def __init__(self) -> None:
        """Start at zero."""
        self._counts: Counter[Scope] = Counter()
        self._lock = threading.Lock()

    def add(self, scope: Scope, writes: int) -> None:
        """Count writes of a scope."""
        with self._lock:
            self._counts[scope] += writes

    def of(self, scope: Scope) -> int:
        """Writes of a scope since it was reset."""
        with self._lock:
            return self._counts[scope]

    def reset(self, scope: Scope) -> None:
        """Start again at zero."""
        with self._lock:
            self._counts.pop(scope, None)
