"""A breaker: after a store has failed, the memory rests for a while."""

from __future__ import annotations

import time

_REST = 10.0


class Breaker:
    """Open for ten seconds after each failure of the store.

    While it is open the memory's nodes do nothing, so that a store that is away costs one
    warning and no waiting, instead of one of each per node and step.
    """

    def __init__(self) -> None:
        """Start closed."""
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the memory rests."""
        return time.monotonic() < self._until

    def trip(self) -> None:
        """Note a failure."""
        self._until = time.monotonic() + _REST
