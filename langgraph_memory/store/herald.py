"""Speaking and listening in the change feed.

A cell of the feed outlives the process that owned it. So that listening does not grow with
every restart, a store that finds the feed crowded begins a new one, a *generation*; all
others follow. The number of the generation is read after each announcement and before each
listening, which makes it safe to follow late: who announced in an old generation and saw no
newer one is heard by all who come from there, and all others read the items afterwards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from langgraph_memory.store.feed import Change, Feed
from langgraph_memory.store.layout import GENERATION, META, feed_thread, head, split
from langgraph_memory.store.work import Acquire, Drop, Lock, Work, Write, read, scan

CROWD = 64
"""Cells from which a feed is crowded. Each costs a listener some 20 µs."""

_LONG_AGO = 8  # generations, which no store can still be listening to


class Herald:
    """The voice and the ear of one store."""

    def __init__(self, new_lock: Callable[[], Lock], held: threading.Lock) -> None:
        """Set up the herald.

        Args:
            new_lock: Makes a lock that may be held across requests.
            held: Guards what threads share in memory; never held across a request.
        """
        self._feed = Feed()
        self._held = held
        self._speaking = new_lock()
        self._announced = 0
        self._speaks_in: int | None = None
        self._listens_in: int | None = None

    def listen(self, tell: Callable[[set[Change] | None], None]) -> Work[None]:
        """Learn what other stores have written.

        Args:
            tell: Takes what changed, or None when it is unknown what; called with `held`
                held, so that nobody else can rely on it before it is told.
        """
        current = yield from _generation()
        last = current if self._listens_in is None else self._listens_in
        cells: list[tuple[str, bytes]] = []
        for generation in range(max(last, current - 1), current + 1):
            cells += yield from scan(feed_thread(generation))
        with self._held:
            changes = self._feed.learn(cells)
            self._listens_in = max(last, current)
            tell(None if last < current - 1 else changes)

    def generation(self) -> Work[int]:
        """The generation in which this store speaks, as far as it knows."""
        if self._speaks_in is None:
            self._speaks_in = yield from _uncrowded()
        return self._speaks_in

    def announce(self, changes: Sequence[Change]) -> Work[int]:
        """Tell other stores what this one wrote; return when they can know it.

        Args:
            changes: What was written.

        Returns:
            The generation, as it was found after the changes were announced.
        """
        if not changes:
            return (yield from self.generation())
        with self._held:
            wanted = self._feed.note(changes)
        yield Acquire(self._speaking)
        try:
            if self._announced < wanted:  # else it went along with another announcement
                yield from self._speak()
            return (yield from self.generation())
        finally:
            self._speaking.release()

    def startle(self) -> Work[None]:
        """Make all other stores read anew what they hold, at their next listening."""
        with self._held:
            self._feed.skip()
        yield Acquire(self._speaking)
        try:
            yield from self._speak()
        finally:
            self._speaking.release()

    def begin_generation(self) -> Work[None]:
        """Make all stores that write notice it, at their next announcement."""
        current = yield from _generation()
        yield Write(META, GENERATION, head(generation=current + 1))

    def _speak(self) -> Work[None]:
        generation = yield from self.generation()
        full = False
        while True:
            with self._held:
                count, payload = self._feed.count, self._feed.own()
            full = yield Write(feed_thread(generation), self._feed.cell, payload)
            current = yield from _generation()
            if current <= generation:
                break
            generation = current
        self._speaks_in = generation
        self._announced = count
        if full:
            yield from self.begin_generation()
            yield Drop(feed_thread(generation - _LONG_AGO))


def _generation() -> Work[int]:
    payload = yield from read(META, GENERATION)
    if payload is None:
        return 0
    fields, _ = split(payload)
    return int(fields["generation"])


def _uncrowded() -> Work[int]:
    current = yield from _generation()
    cells = yield from scan(feed_thread(current))
    if len(cells) < CROWD:
        return current
    yield Write(META, GENERATION, head(generation=current + 1))
    return current + 1
