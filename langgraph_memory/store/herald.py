"""Writing, and speaking and listening in the change feed.

Where the checkpointer writes one after the other, what is written and the news of it go to
it in one request, and whoever comes to write takes along all that others have waiting: so a
crowd of writers waits for the disk about as often as one. Elsewhere all write side by side,
and only the news are joined.

A cell of the feed outlives the process that owned it. So that listening does not grow with
every restart, a store that finds the feed crowded begins a new one, a *generation*; all
others follow. The number of the generation is read after each announcement and before each
listening, which makes it safe to follow late: who announced in an old generation and saw no
newer one is heard by all who come from there, and all others read the items afterwards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from langgraph_memory.errors import StoreError
from langgraph_memory.store.feed import Change, Feed
from langgraph_memory.store.layout import (
    GENERATION,
    META,
    feed_thread,
    head,
    split,
    thread_code,
)
from langgraph_memory.store.work import (
    Acquire,
    Drop,
    Lock,
    Work,
    Write,
    read,
    scan,
    write_all,
)

CROWD = 64
"""Cells from which a feed is crowded. Each costs a listener some 20 µs."""

_LONG_AGO = 8  # generations, which no store can still be listening to


class _Order:
    """What somebody wants written, and told to others."""

    def __init__(self, writes: Sequence[Write]) -> None:
        # In one order for all, or databases that lock rows would make writers wait for
        # each other in a circle; and the catalogue before the items.
        self.writes = sorted(writes, key=lambda write: (write.thread, write.cell))
        self.changes = [Change(thread_code(write.thread), write.cell) for write in writes]
        self.done = False


class Herald:
    """The hand, the voice and the ear of one store."""

    def __init__(
        self, new_lock: Callable[[], Lock], held: threading.Lock, *, joins: bool
    ) -> None:
        """Set up the herald.

        Args:
            new_lock: Makes a lock that may be held across requests.
            held: Guards what threads share in memory; never held across a request.
            joins: Whether the checkpointer writes one after the other anyway, so that the
                writes of all had better go together.
        """
        self._joins = joins
        self._feed = Feed()
        self._held = held
        self._speaking = new_lock()
        self._waiting: list[_Order] = []
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

    def write(self, writes: Sequence[Write]) -> Work[int]:
        """Write cells and tell other stores of it; return when these can know it.

        Args:
            writes: The cells, each once.

        Returns:
            The generation, as it was found afterwards.

        Raises:
            StoreError: When the checkpointer fails. Some of it may have been written all
                the same.
        """
        if not writes:
            return (yield from self.generation())
        order = _Order(writes)
        if not self._joins:
            try:
                yield from write_all(*order.writes)
            except BaseException:
                order.writes = []
                with suppress(StoreError):  # the first failure is the one to report
                    yield from self._queue(order)
                raise
            order.writes = []
        yield from self._queue(order)
        return (yield from self.generation())

    def _queue(self, order: _Order) -> Work[None]:
        """Wait until it is carried out, or it is one's turn to carry out all that waits."""
        with self._held:
            self._waiting.append(order)
        try:
            yield Acquire(self._speaking)
            try:
                if not order.done:
                    yield from self._carry_out(order)
            finally:
                self._speaking.release()
        finally:
            with self._held:
                if order in self._waiting:
                    self._waiting.remove(order)

    def startle(self) -> Work[None]:
        """Make all other stores read anew what they hold, at their next listening."""
        with self._held:
            self._feed.skip()
        yield Acquire(self._speaking)
        try:
            yield from self._speak([])
        finally:
            self._speaking.release()

    def begin_generation(self) -> Work[None]:
        """Make all stores that write notice it, at their next announcement."""
        current = yield from _generation()
        yield from write_all(Write(META, GENERATION, head(generation=current + 1)))

    def _carry_out(self, order: _Order) -> Work[None]:
        """Write what is wanted, and with it whatever else waits."""
        with self._held:
            orders, self._waiting = self._waiting, []
        others = [one for one in orders if one is not order]
        try:
            yield from self._speak(orders)
        except BaseException as error:
            with self._held:
                self._waiting = [*others, *self._waiting]
            if others and isinstance(error, StoreError):
                yield from self._speak([order])  # one of the others may be at fault
                return
            with suppress(StoreError):  # the first failure is the one to report
                yield from self._speak([])
            raise

    def _speak(self, orders: Sequence[_Order]) -> Work[None]:
        generation = yield from self.generation()
        writes = [write for order in orders for write in order.writes]
        with self._held:
            self._feed.note(change for order in orders for change in order.changes)
            payload = self._feed.own()
        while True:
            news = Write(feed_thread(generation), self._feed.cell, payload)
            full = yield from write_all(*writes, news)
            current = yield from _generation()
            if current <= generation:
                break
            generation, writes = current, []
        self._speaks_in = generation
        for order in orders:
            order.done = True
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
    yield from write_all(Write(META, GENERATION, head(generation=current + 1)))
    return current + 1
