"""What may be recalled, indexed per store and namespace, kept in process."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from weakref import WeakKeyDictionary

from langgraph.store.base import BaseStore, Item

from langgraph_memory.cards.slots import STATEMENT
from langgraph_memory.index.changes import Changes
from langgraph_memory.index.columns import Column
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.index.static import WordVectors
from langgraph_memory.nodes._about import About
from langgraph_memory.nodes._entry import Entry, entry_of
from langgraph_memory.nodes._trusted import Trusted
from langgraph_memory.nodes._uses import Uses
from langgraph_memory.scope import Kind

Namespace = tuple[str, ...]

LED_TO: Final = 1 / 4
"""How much a card counts in the card of what the call that used it gave. Cards of one
record or one entity do not count in each other: measured on recorded agents, that makes
them so alike that the one whose values a decision needs is harder to tell."""


@dataclass
class Lane:
    """One namespace: the index, and what is known of each item in it.

    Attributes:
        index: The index of the texts that may be shown.
        entries: By key.
        slots: The keys of each slot.
        sets: The keys of what changed a thing without an answer, by what that is called.
        threads: The keys of each conversation.
        statements: The keys of what the user states.
        pinned: The keys of the items that are always shown.
        trusted: What is about each tool, by pool, and how far each is to be trusted.
        newest: When the item that changed last was changed; None: there is none.
        whole: Whether all items of the namespace have been read.
        token: What the store gave for all changes that are known; None: it was not asked.
        sure: Whether everything indexed is as it is in the store.
    """

    index: HybridIndex
    entries: dict[str, Entry] = field(default_factory=dict)
    slots: dict[str, set[str]] = field(default_factory=dict)
    sets: dict[str, set[str]] = field(default_factory=dict)
    threads: dict[str | None, set[str]] = field(default_factory=dict)
    statements: set[str] = field(default_factory=set)
    pinned: frozenset[str] = frozenset()
    trusted: Trusted = field(default_factory=Trusted)
    newest: datetime | None = None
    whole: bool = False
    token: str | None = None
    sure: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, kind: Kind, items: Iterable[Item]) -> bool:
        """Index items that are new or have changed.

        Args:
            kind: What they are.
            items: The items; the text is under `text` of each value.

        Returns:
            Whether there were any.
        """
        with self._lock:
            return self._take(kind, items)

    def take_at(self, token: str | None, kind: Kind, items: Iterable[Item]) -> bool:
        """Index items that were read when the lane was at a token.

        Returns:
            Whether it still is; else nothing is done, for what was read may be gone.
        """
        with self._lock:
            if self.token == token:
                self._take(kind, items)
            return self.token == token

    def advance(self, since: str | None, kind: Kind, changes: Changes) -> bool:
        """Take in what has changed since a token.

        A lane that missed a change cannot know what is gone: it is not sure any more.

        Returns:
            Whether the lane was at that token; else nothing is done.
        """
        with self._lock:
            if self.token != since:
                return False
            begins = since is None
            self.sure = (begins or (self.sure and changes.known)) and not changes.fades
            self._take(kind, changes.items)
            for key in changes.gone:
                self._drop(key)
            self.token = changes.token
            return True

    def keep(self, keys: Iterable[str]) -> None:
        """Forget all items but these."""
        for key in self.entries.keys() - set(keys):
            self.drop(key)

    def of_thread(self, thread_id: str) -> frozenset[str]:
        """The keys of the items that come from a conversation."""
        with self._lock:
            return frozenset(self.threads.get(thread_id, ()))

    def surest(self, about: Iterable[About], most: int) -> list[str]:
        """The keys of the items about some tools that are to be trusted most.

        Args:
            about: The tools, by pool.
            most: Most keys.
        """
        with self._lock:
            return self.trusted.surest(about, most)

    def drop(self, key: str) -> None:
        """Forget an item that is gone."""
        with self._lock:
            self._drop(key)

    def is_new(self, kind: Kind, item: Item) -> bool:
        """Whether an item is not known, or not as it is now."""
        known = self.entries.get(item.key)
        if known is None or known.version != item.updated_at:
            return True
        # One instant may see several changes.
        return self.may_change(item) and known != entry_of(kind, item)

    def may_change(self, item: Item) -> bool:
        """Whether an item is as new as the newest that is known, or newer."""
        return self.newest is None or item.updated_at >= self.newest

    def _take(self, kind: Kind, items: Iterable[Item]) -> bool:
        fresh = [item for item in items if self.is_new(kind, item)]
        for item in sorted(fresh, key=_age):
            self._put(entry_of(kind, item), item.value)
            self.newest = max(self.newest or item.updated_at, item.updated_at)
        return bool(fresh)

    def _drop(self, key: str) -> None:
        self.index.delete(key)
        self._forget(key)

    def _put(self, entry: Entry, told: Mapping[str, Any]) -> None:
        key, text = entry.candidate.key, entry.candidate.text
        before = self._forget(key)
        self.entries[key] = entry
        self.slots.setdefault(entry.slot, set()).add(key)
        self.sets.setdefault(entry.sets, set()).add(key)
        self.threads.setdefault(entry.thread_id, set()).add(key)
        if entry.slot.startswith(STATEMENT):
            self.statements.add(key)
        if entry.candidate.pinned:
            self.pinned |= {key}
        self.trusted.put(entry.about, key, entry.candidate.trust)
        if entry.retired:
            self.index.delete(key)
            return
        if before is not None and _says_as_much(before, entry):
            return
        links = [(card, LED_TO) for card in _fed_by(told)]
        subject = str(told.get("entity") or "")
        self.index.put(key, text, links=links, subject=subject, columns=_columns(told))

    def _forget(self, key: str) -> Entry | None:
        entry = self.entries.pop(key, None)
        if entry is None:
            return None
        self.pinned -= {key}
        self.statements.discard(key)
        self.slots[entry.slot].discard(key)
        if not self.slots[entry.slot]:
            del self.slots[entry.slot]
        self.sets[entry.sets].discard(key)
        self.threads[entry.thread_id].discard(key)
        if not self.threads[entry.thread_id]:
            del self.threads[entry.thread_id]
        self.trusted.remove(entry.about, key, entry.candidate.trust)
        return entry


def _says_as_much(before: Entry, now: Entry) -> bool:
    """Whether a lesson is indexed as it is: only what came of it has changed."""
    lesson = now.candidate.kind == "experiences"
    same = before.candidate.text == now.candidate.text
    return lesson and same and not before.retired


class Lanes:
    """The lanes of each namespace that this process has searched, by store.

    Each is one index for both lanes where the store's embeddings are static word vectors,
    which cost nothing to weigh anew; else for words alone.
    """

    def __init__(self) -> None:
        """Start with no index."""
        self._lanes: WeakKeyDictionary[BaseStore, dict[Namespace, Lane]] = (
            WeakKeyDictionary()
        )
        self._uses: WeakKeyDictionary[BaseStore, dict[Namespace, Uses]] = (
            WeakKeyDictionary()
        )
        self._lock = threading.Lock()

    def lane(self, store: BaseStore, namespace: Namespace) -> Lane:
        """The lane of a namespace, made on first use."""
        with self._lock:
            lanes = self._lanes.setdefault(store, {})
            if namespace not in lanes:
                lanes[namespace] = Lane(HybridIndex(static_vectors(store)))
            return lanes[namespace]

    def uses(self, store: BaseStore, namespace: Namespace) -> Uses:
        """What is known of the uses that a namespace of credit tells of."""
        with self._lock:
            return self._uses.setdefault(store, {}).setdefault(namespace, Uses())

    def forget(self, namespace: Namespace) -> None:
        """Forget what is known of a namespace."""
        with self._lock:
            for lanes in self._lanes.values():
                lanes.pop(namespace, None)
            for uses in self._uses.values():
                uses.pop(namespace, None)


def static_vectors(store: BaseStore) -> WordVectors | None:
    """The static word vectors that a store embeds with, if it does."""
    index: Any = getattr(store, "index", None)
    embeddings = getattr(index, "embeddings", None) or getattr(store, "embeddings", None)
    return embeddings if isinstance(embeddings, WordVectors) else None


def _fed_by(told: Mapping[str, Any]) -> Iterator[str]:
    """The cards that fed the call whose result a card was made from."""
    links = told.get("links")
    for link in links if isinstance(links, list) else ():
        if isinstance(link, Mapping) and link.get("kind") == "fed_by":
            yield str(link.get("key"))


def _columns(told: Mapping[str, Any]) -> Iterator[Column]:
    """What a card has values of; of a bare value, what its tool is about."""
    tool = str(told.get("source", "")).removeprefix("tool:")
    table, constants = told.get("table"), told.get("constants")
    if isinstance(table, dict):
        yield from ((tool, str(name)) for name in table.get("columns", ()))
    elif told.get("notes"):
        yield tool, ""
    if isinstance(constants, dict):
        yield from ((tool, str(name)) for name in constants)


def _age(item: Item) -> tuple[str, str]:
    """Cards that were observed earlier come first: later ones are linked to them."""
    return str(item.value.get("as_of") or ""), item.key
