"""What this process holds of the store, kept as new as the checkpointer."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import TypeVar

from langgraph_memory.index.health import Health
from langgraph_memory.index.port import LostVectorsError, VectorIndex
from langgraph_memory.store.feed import Change
from langgraph_memory.store.followers import Catalogue, Follower, drained
from langgraph_memory.store.herald import Herald
from langgraph_memory.store.layout import (
    CATALOGUE,
    Stored,
    catalogue_cell,
    items_thread,
    thread_code,
)
from langgraph_memory.store.mirror import Mirror
from langgraph_memory.store.models import Models
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.registrar import Registrar
from langgraph_memory.store.together import Manner
from langgraph_memory.store.work import Acquire, Aside, Lock, Work, read, scan

MOST_HELD = 200_000
"""Items that a store holds in memory, unless told otherwise: some 500 MB with vectors of
384 numbers."""

_STRIPES = 64
_LACKING = 64  # items embedded by the way, in one call
_REST = 2.0  # seconds after an embedder failed until it is tried by the way again
_COST_OF_MIRROR = 8  # items' worth of memory that an empty one takes

F = TypeVar("F", bound=Follower)
T = TypeVar("T")


class Keeper:
    """The catalogue, the mirrors, the feed and the identity of one store.

    All methods that return `Work` run where the checkpointer lives, several at a time. The
    lock of its stripe is held while a namespace is read or written; several are taken in
    order. `_held` guards what threads share in memory, and is not held across a request.

    Attributes:
        index: How items are searched by meaning, or None.
        herald: The voice and the ear of the store.
        registrar: What enters namespaces into the catalogue.
        models: Whose vectors the store has.
        health: What tells of searches that can find nothing.
        fields: The paths embedded when an item names none.
    """

    def __init__(
        self,
        index: VectorIndex | None,
        new_lock: Callable[[], Lock],
        most_held: int,
        manner: Manner,
    ) -> None:
        """Hold nothing yet.

        Args:
            index: How items are searched by meaning, or None.
            new_lock: Makes a lock that may be held across requests.
            most_held: Items held in memory.
            manner: How the checkpointer writes.
        """
        self.index = index
        self.fields = () if index is None else tuple(index.fields)
        self._most_held = most_held
        self.models = Models(index, self._lose_mirrors)
        self.health = Health()
        self._catalogue = Catalogue(CATALOGUE)
        self._mirrors: OrderedDict[bytes, Mirror] = OrderedDict()
        self._sizes: dict[bytes, int] = {}
        self._size = 0
        self._lacking: list[tuple[Namespace, Stored]] = []
        self._rests_until = 0.0
        self._held = threading.Lock()
        self.registrar = Registrar(self._catalogue, self._held, whole=manner.whole)
        self.herald = Herald(new_lock, self._held, joins=manner.one_by_one)
        self._reading = new_lock()
        self._stripes = [new_lock() for _ in range(_STRIPES)]

    def lock_of(self, thread: str) -> Lock:
        """The lock under which a thread of items is read and written."""
        return self._stripes[_stripe(thread)]

    # --- following others

    def listen(self) -> Work[None]:
        """Learn from the feed what other stores have written."""
        yield from self.herald.listen(self._outdate)

    def notice(self, namespace: Namespace, cell: str, item: Stored | None) -> None:
        """Take in that an item is not what is held, as after a writer that was killed.

        Args:
            namespace: Its namespace.
            cell: Its cell.
            item: What was found there.
        """
        with self._held:
            mirror = self._mirrors.get(thread_code(items_thread(namespace)))
            if mirror is not None and not mirror.holds(cell, item):
                mirror.stale.add(cell)
            known = self._catalogue.lost or namespace in self._catalogue.namespaces
            if item is not None and not known:
                self._catalogue.stale.update(
                    catalogue_cell(namespace, fading=mark) for mark in (False, True)
                )

    def lose(self, thread: str) -> None:
        """Read a thread of items anew when it is next searched."""
        with self._held:
            if (mirror := self._mirrors.get(thread_code(thread))) is not None:
                mirror.lost = True

    def _outdate(self, changes: set[Change] | None) -> None:
        if changes is None:
            for follower in (self._catalogue, *self._mirrors.values()):
                follower.lost = True
        for change in changes or ():
            if change.code == self._catalogue.code:
                self._catalogue.stale.add(change.cell)
            elif (mirror := self._mirrors.get(change.code)) is not None:
                mirror.stale.add(change.cell)

    def from_catalogue(self, use: Callable[[Catalogue], T]) -> Work[T]:
        """Look something up in the catalogue, made current by what `listen` learned.

        Args:
            use: The look-up.

        Returns:
            What it returns.
        """
        yield Acquire(self._reading)
        try:
            yield from self._renew(self._catalogue)
            return use(self._catalogue)
        finally:
            self._reading.release()

    def from_mirror(self, namespace: Namespace, use: Callable[[Mirror], T]) -> Work[T]:
        """Look something up among the items of a namespace, likewise."""
        lock = self.lock_of(items_thread(namespace))
        yield Acquire(lock)
        try:
            mirror = self._mirror(namespace)  # others may let go of it before that
            yield from self._renew(mirror)
            try:
                result = yield from self._do(partial(use, mirror))
            except LostVectorsError:
                mirror.lost = True
                yield from self._renew(mirror)
                result = yield from self._do(partial(use, mirror))
            if len(self._lacking) < _LACKING:
                with self._held:
                    self._lacking += mirror.take_lacking(_LACKING)
        finally:
            lock.release()
        self._make_room(mirror)
        return result

    def lacking(self) -> list[tuple[Namespace, Stored]]:
        """Some items met that should have vectors and have none; each comes once."""
        with self._held:
            if monotonic() < self._rests_until:
                return []
            found, self._lacking = self._lacking, []
        return found

    def give_back(self, lacking: list[tuple[Namespace, Stored]]) -> None:
        """Take back items that could not be embedded, to give them again after a rest."""
        with self._held:
            self._lacking += lacking
            self._rests_until = monotonic() + _REST

    def _mirror(self, namespace: Namespace) -> Mirror:
        code = thread_code(items_thread(namespace))
        with self._held:
            mirror = self._mirrors.get(code)
            if mirror is None:
                mirror = self._mirrors[code] = Mirror(namespace, self.index)
            self._mirrors.move_to_end(code)
            return mirror

    def _renew(self, follower: Follower) -> Work[None]:
        try:
            while follower.lost or follower.stale:
                if follower.lost:
                    yield from self._reload(follower)
                else:
                    yield from self._refresh(follower)
                puzzled = isinstance(follower, Mirror) and follower.puzzled
                if puzzled and (yield from self.models.learn()):
                    follower.lost = True
        except BaseException:
            follower.lost = True
            raise

    def _reload(self, follower: Follower) -> Work[None]:
        with self._held:  # what is learned from here on may be newer than the scan
            follower.lost = False
            follower.stale = set()
        cells = yield from scan(follower.thread)
        if self.models.identities.first is None:
            yield from self.models.learn()
        self._introduce(follower)
        yield from self._do(partial(follower.load, drained(cells)))

    def _refresh(self, follower: Follower) -> Work[None]:
        with self._held:
            stale, follower.stale = follower.stale, set()
        changed: dict[str, bytes | None] = {}
        for cell in stale:
            changed[cell] = yield from read(follower.thread, cell)
        self._introduce(follower)
        for cell, payload in changed.items():
            yield from self._do(partial(follower.take, cell, payload))

    def _do(self, use: Callable[[], T]) -> Work[T]:
        """Do what may have to wait for the index."""
        if self.index is None or not self.index.waits:
            return use()
        result: T = yield Aside(use)
        return result

    def _make_room(self, mirror: Mirror) -> None:
        with self._held:
            if mirror.code in self._mirrors:
                size = len(mirror) + _COST_OF_MIRROR
                self._size += size - self._sizes.get(mirror.code, 0)
                self._sizes[mirror.code] = size
            while self._size > self._most_held and len(self._mirrors) > 1:
                code, _ = self._mirrors.popitem(last=False)
                self._size -= self._sizes.pop(code, 0)

    # --- being written

    def locked(self, namespaces: Iterable[Namespace], work: Work[T]) -> Work[T]:
        """Do some work with the items of namespaces locked.

        Args:
            namespaces: The namespaces.
            work: What to do; it must not ask for the lock of a namespace.

        Returns:
            What the work returns.
        """
        stripes = {_stripe(items_thread(namespace)) for namespace in namespaces}
        taken: list[Lock] = []
        try:
            for stripe in sorted(stripes):  # or two would wait for each other
                yield Acquire(self._stripes[stripe])
                taken.append(self._stripes[stripe])
            return (yield from work)
        finally:
            for lock in taken:
                lock.release()

    def mirrors_of(self, namespaces: Iterable[Namespace]) -> dict[Namespace, Mirror]:
        """The mirrors of namespaces, of those that are held; these were used lately."""
        codes = {name: thread_code(items_thread(name)) for name in namespaces}
        with self._held:
            held = {name: code for name, code in codes.items() if code in self._mirrors}
            for code in held.values():
                self._mirrors.move_to_end(code)
            return {name: self._mirrors[code] for name, code in held.items()}

    def hold(self, mirror: Mirror, cell: str, item: Stored | None, vectors: bytes) -> None:
        """Take what was written into a mirror, unless it is to be read anew anyway."""
        if not mirror.lost:
            self._introduce(mirror)
            mirror.put(cell, item, vectors)

    def _introduce(self, follower: Follower) -> None:
        if isinstance(follower, Mirror):
            follower.identities = self.models.identities

    def _lose_mirrors(self) -> None:
        with self._held:
            for mirror in self._mirrors.values():
                mirror.lost = True


def _stripe(thread: str) -> int:
    return thread_code(thread)[0] % _STRIPES
