"""Removing what deletion leaves behind.

A thread is deleted as a whole, which is all that a checkpointer can do. A write that runs
at the same time counts as done before it, so its item goes too; but nobody goes on showing
that item, and its writer enters the namespace again for those that follow. Hence the order:
entries are taken back, then a new generation begins, which writers look at after each
write; then the threads go; then everybody reads anew, and entries that came back are
marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from langgraph_memory.index.exact import ExactIndex
from langgraph_memory.store.committing import enter
from langgraph_memory.store.followers import Catalogue
from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.layout import items_thread, unpack_item
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.planning import stamp
from langgraph_memory.store.work import Acquire, Drop, Shrink, Work, Write, scan

_BACKUPS = "backups and replicas of the database"
_VECTORS = "what the database of the vector index keeps of deleted rows"
_HASHES = "hashes of the names of the emptied namespaces, in the checkpointer"


def purge(
    keeper: Keeper, prefixes: Sequence[Namespace], clock: Callable[[], datetime]
) -> Work[list[str]]:
    """Remove what is left of the namespaces under some prefixes that have no items.

    Args:
        keeper: What is held of the store.
        prefixes: First labels of the namespaces.
        clock: Gives the time.

    Returns:
        What is beyond its reach, in words.
    """
    now = stamp(clock())
    emptied, beyond = yield from _sorted_out(keeper, prefixes, now)
    ends: list[Write] = []
    for namespace in emptied:
        ends += yield from keeper.registrar.take_back(namespace)
    yield from keeper.herald.write(ends)
    yield from keeper.herald.begin_generation()
    dropped = True
    for namespace in emptied:
        dropped = (yield from _drop(keeper, namespace)) and dropped
    if not dropped:
        beyond.append("marks of deleted items: this checkpointer cannot delete threads")
    yield from keeper.herald.startle()
    for namespace in emptied:
        yield from _mark(keeper, namespace)
    if keeper.index is not None and not isinstance(keeper.index, ExactIndex):
        beyond.append(_VECTORS)
    left: list[str] = yield Shrink()
    return [*beyond, *left, _HASHES, _BACKUPS]


def _sorted_out(
    keeper: Keeper, prefixes: Sequence[Namespace], now: str
) -> Work[tuple[list[Namespace], list[str]]]:
    """The namespaces without items, and words for the others."""
    yield from keeper.listen()
    emptied: list[Namespace] = []
    beyond: list[str] = []
    for prefix in prefixes:
        for namespace in (yield from keeper.from_catalogue(partial(_under, prefix))):
            if (yield from _has_items(namespace, now)):
                beyond.append(f"the namespace {namespace}, which has items")
            else:
                emptied.append(namespace)
    return emptied, beyond


def _under(prefix: Namespace, catalogue: Catalogue) -> list[Namespace]:
    return list(catalogue.namespaces.under(prefix))


def _has_items(namespace: Namespace, now: str) -> Work[bool]:
    cells = yield from scan(items_thread(namespace))
    items = (unpack_item(payload)[0] for _, payload in cells)
    return any(item is not None and item.visible(now) for item in items)


def _drop(keeper: Keeper, namespace: Namespace) -> Work[bool]:
    thread = items_thread(namespace)
    lock = keeper.lock_of(thread)
    yield Acquire(lock)
    try:
        dropped: bool = yield Drop(thread)
        if keeper.index is not None:
            keeper.index.forget(namespace)
        keeper.lose(thread)
    finally:
        lock.release()
    return dropped


def _mark(keeper: Keeper, namespace: Namespace) -> Work[None]:
    """Mark a namespace that was entered again as one whose items may have vanished."""
    there = yield from keeper.registrar.is_entered(namespace)
    if there:
        yield from enter(keeper, [namespace])
