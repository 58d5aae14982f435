"""What was shown in place of outputs, kept so that it stays the same."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from langgraph_memory.recall.retelling import Texts

_MOST = 256


class Told:
    """Texts that were shown, so that they stay the same while a process lives."""

    def __init__(self) -> None:
        """Start empty."""
        self._texts: OrderedDict[Hashable, Texts] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Hashable, tell_anew: Callable[[], Texts]) -> Texts:
        """The texts under a key; those not used for longest are dropped."""
        with self._lock:
            found = self._texts.get(key)
        if found is None:
            found = tell_anew()
        with self._lock:
            self._texts[key] = found
            self._texts.move_to_end(key)
            while len(self._texts) > _MOST:
                self._texts.popitem(last=False)
        return found
