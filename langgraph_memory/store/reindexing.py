"""Embedding items later: whatever has no vectors that count, and ought to have.

The work is a generator of steps, each either texts to embed or work for the checkpointer.
So it is written once for synchronous and asynchronous code, and nothing is held while an
embedder thinks. An item that changed meanwhile is left alone: its writer has seen to it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from langgraph_memory.errors import StoreError
from langgraph_memory.store.committing import Staged, commit
from langgraph_memory.store.embedding import Embedded, Wanted
from langgraph_memory.store.identity import Identities
from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.layout import (
    Stored,
    item_cell,
    items_thread,
    unpack_item,
)
from langgraph_memory.store.mirror import lacks
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.planning import texts_of
from langgraph_memory.store.work import Work, read, scan

Progress: TypeAlias = Callable[[int, int], None]
Steps: TypeAlias = Generator[Wanted | Work[Any], Any, int]

_AT_ONCE = 64
_WIDTH = 40


class Lacking(NamedTuple):
    """An item without vectors, and what is to be embedded of it."""

    namespace: Namespace
    item: Stored
    texts: tuple[str, ...]


def bar(done: int, total: int) -> None:
    """Draw a bar of progress on standard error.

    Args:
        done: Items done.
        total: Items to do.
    """
    filled = _WIDTH * done // total if total else _WIDTH
    line = f"\r[{'#' * filled}{'.' * (_WIDTH - filled)}] {done:,} of {total:,}"
    sys.stderr.write(line + ("\n" if done >= total else ""))
    sys.stderr.flush()


def mend(keeper: Keeper) -> Steps:
    """Embed items without vectors that searches have met, a few at a time.

    Args:
        keeper: What is held of the store.

    Returns:
        How many items were given vectors.
    """
    found = keeper.lacking()
    if not found:
        return 0
    lacking = [Lacking(space, item, _texts(keeper, item)) for space, item in found]
    embedded = yield Wanted(documents=_documents(lacking))
    if embedded.failure is not None:  # it was told when the items were put
        keeper.give_back(found)
        return 0
    mended: int = yield _write(keeper, lacking, embedded)
    return mended


def reindex(keeper: Keeper, progress: Progress | None) -> Steps:
    """Embed all items without vectors.

    Args:
        keeper: What is held of the store.
        progress: Called with the number of items done and of all to do, or None.

    Returns:
        How many items were given vectors.

    Raises:
        StoreError: When nothing can be embedded.
    """
    probed: Embedded = yield Wanted(probe=True)
    if probed.probe is None:
        raise _no_embedder(probed.failure)
    yield keeper.models.adopt(probed.probe)
    namespaces: list[Namespace] = yield _namespaces(keeper)
    total = 0
    for namespace in namespaces:
        total += len((yield _survey(keeper, namespace)))
    done = mended = 0
    if progress is not None:
        progress(0, total)
    for namespace in namespaces:
        lacking: Iterator[Lacking] = iter((yield _survey(keeper, namespace)))
        while batch := list(islice(lacking, _AT_ONCE)):
            mended += yield from _embed(keeper, batch)
            done += len(batch)
            if progress is not None:
                progress(done, max(done, total))
    return mended


def _embed(keeper: Keeper, batch: Sequence[Lacking]) -> Steps:
    embedded: Embedded = yield Wanted(documents=_documents(batch))
    if embedded.failure is None:
        written: int = yield _write(keeper, batch, embedded)
        return written
    if len(batch) == 1:
        return 0
    # One text may be at fault, or the embedder for good.
    mended = 0
    for lacking in batch:
        mended += yield from _embed(keeper, [lacking])
    if not mended:
        raise _no_embedder(embedded.failure)
    return mended


def _no_embedder(failure: Exception | None) -> StoreError:
    error = StoreError(f"nothing could be embedded; what is done is kept: {failure}")
    error.__cause__ = failure
    return error


def _texts(keeper: Keeper, item: Stored) -> tuple[str, ...]:
    return texts_of(item.value, keeper.fields if item.paths is None else item.paths)


def _documents(lacking: Sequence[Lacking]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for one in lacking for text in one.texts))


def _namespaces(keeper: Keeper) -> Work[list[Namespace]]:
    yield from keeper.listen()
    return (
        yield from keeper.from_catalogue(
            lambda catalogue: list(catalogue.namespaces.under(()))
        )
    )


def _survey(keeper: Keeper, namespace: Namespace) -> Work[list[Lacking]]:
    """The items of a namespace that have no vectors, and have something to embed."""
    found: list[Lacking] = []
    for _, payload in (yield from scan(items_thread(namespace))):
        item, _ = unpack_item(payload)
        if item is not None and _wants(item, keeper.models.identities):
            found.append(Lacking(namespace, item, _texts(keeper, item)))
    return [lacking for lacking in found if lacking.texts]


def _wants(item: Stored, identities: Identities) -> bool:
    return lacks(item, identities) or not item.model


def _write(keeper: Keeper, batch: Sequence[Lacking], embedded: Embedded) -> Work[int]:
    """Give items their vectors, unless they have changed; returns how many."""
    yield from keeper.models.verify(None, writing=True)  # these may be the first ones
    yield from keeper.models.learn()
    keeper.models.check()
    namespaces = {lacking.namespace for lacking in batch}
    return (yield from keeper.locked(namespaces, _fill(keeper, batch, embedded)))


def _fill(keeper: Keeper, batch: Sequence[Lacking], embedded: Embedded) -> Work[int]:
    model = keeper.models.current
    staged: list[Staged] = []
    for namespace, item, texts in batch:
        found = [embedded.documents[text] for text in texts]
        if model is None or any(len(vector) != len(model.probe) for vector in found):
            continue
        cell = item_cell(item.key)
        now, _ = unpack_item((yield from read(items_thread(namespace), cell)))
        if now is not None and _state(now) == _state(item):
            new = replace(now, model=model.id if found else "", owed=False)
            vectors = b"".join(found)
            staged.append(Staged(namespace=namespace, cell=cell, item=new, vectors=vectors))
    if staged:
        yield from commit(keeper, staged)
    return len(staged)


def _state(item: Stored) -> tuple[Any, ...]:
    return item.updated, item.value, item.paths, item.model, item.owed
