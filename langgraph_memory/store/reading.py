"""The reading operations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any

from langgraph_memory.index.changes import Changes, Since
from langgraph_memory.store.followers import Catalogue
from langgraph_memory.store.identity import PROBE
from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.layout import Stored, item_cell, items_thread, unpack_item
from langgraph_memory.store.mirror import Found, Mirror
from langgraph_memory.store.namespaces import Namespace, literal_prefix, matcher
from langgraph_memory.store.planning import Get, Keys, Listing, Search, texts_of
from langgraph_memory.store.results import item_of
from langgraph_memory.store.work import Work, read

_AT_ONCE = 256


def get(keeper: Keeper, ask: Get, now: str) -> Work[list[Found]]:
    """Get an item from the checkpointer itself, which takes one read, unless it is held.

    Args:
        keeper: What is held of the store; later searches agree with what is found here.
        ask: Which.
        now: The time, in the form of `Stored.created`.

    Returns:
        The item, or nothing.
    """
    thread, cell = items_thread(ask.namespace), item_cell(ask.key)
    item = _held(keeper, ask.namespace, cell) if ask.held else None
    if item is None:
        item, _ = unpack_item((yield from read(thread, cell)))
        keeper.notice(ask.namespace, cell, item)
    if item is None or not item.visible(now):
        return []
    return [Found(ask.namespace, item)]


def _held(keeper: Keeper, namespace: Namespace, cell: str) -> Stored | None:
    """What is held of a cell, where nobody is about to change it."""
    mirror = keeper.mirrors_of([namespace]).get(namespace)
    if mirror is None or not mirror.is_settled or keeper.lock_of(mirror.thread).locked():
        return None
    return mirror.item(cell)


def search(
    keeper: Keeper, ask: Search, query: Sequence[float] | None, now: str
) -> Work[list[Found]]:
    """Search the namespaces under a prefix; `keeper.listen` has been called before.

    Args:
        keeper: What is held of the store.
        ask: What is searched for.
        query: The vector of its query, or None without one.
        now: The time, in the form of `Stored.created`.

    Returns:
        With a query the nearest items first, then those without vectors. These, and
        without a query all, come last changed first, equals by key, the last first.
    """
    wanted = ask.offset + ask.limit

    def look(mirror: Mirror) -> list[Found]:
        if query is None:
            return mirror.newest(wanted, ask.accept, now)
        keeper.models.check()  # the store may just have been given other embeddings
        return mirror.nearest(query, wanted, ask.accept, now)

    namespaces = yield from keeper.from_catalogue(
        lambda catalogue: list(catalogue.namespaces.under(ask.prefix))
    )
    found: list[Found] = []
    for namespace in namespaces if ask.limit else ():
        found += yield from keeper.from_mirror(namespace, look)
    if query is not None and found and ask.query != PROBE:
        _check_health(keeper, query, found)
    found.sort(key=_age, reverse=True)
    found.sort(key=_rank)
    return found[ask.offset : wanted]


def _check_health(keeper: Keeper, query: Sequence[float], found: list[Found]) -> None:
    """Tell of what keeps a query from ranking what it has found."""
    first = keeper.models.identities.first
    if first is not None:
        keeper.health.check_embeddings(query, first.probe)
    if all(hit.cosine is None for hit in found) and any(
        # Not those put with index=False, nor those whose embedder failed, which was told.
        item.paths is None and not item.owed and texts_of(item.value, keeper.fields)
        for item in (hit.item for hit in found)
        if not item.model
    ):
        keeper.health.tell_unembedded()


def _age(hit: Found) -> tuple[Any, ...]:
    return hit.item.updated, hit.item.key, hit.namespace


def _rank(hit: Found) -> tuple[Any, ...]:
    if hit.cosine is None:
        return (True,)
    return False, -hit.cosine, hit.namespace, hit.item.key


def list_keys(keeper: Keeper, ask: Keys, now: str) -> Work[list[str]]:
    """List the keys of a namespace; `keeper.listen` has been called before.

    Args:
        keeper: What is held of the store.
        ask: Of which.
        now: The time, in the form of `Stored.created`.

    Returns:
        The keys of the items that can be seen, last changed first.
    """

    def look(mirror: Mirror) -> list[str]:
        found = mirror.newest(len(mirror), None, now)
        return [hit.item.key for hit in found]

    return (yield from keeper.from_mirror(ask.namespace, look))


def changes(keeper: Keeper, since: Since, now: str) -> Work[dict[Namespace, Changes]]:
    """Tell what has changed in namespaces; see `Changes`.

    Args:
        keeper: What is held of the store.
        since: By namespace, the last token.
        now: The time, in the form of `Stored.created`.

    Returns:
        By namespace, what has changed.
    """
    yield from keeper.listen()
    told: dict[Namespace, Changes] = {}
    held = keeper.mirrors_of(since)
    for namespace, token in since.items():
        mirror = held.get(namespace)
        if mirror is not None and _is_at_rest(keeper, mirror, token):
            changed = mirror.changes(token)
        else:
            look = partial(Mirror.changes, since=token)
            changed = yield from keeper.from_mirror(namespace, look)
        items = changed.items or {}
        seen = [item for item in items.values() if item is not None and item.visible(now)]
        told[namespace] = Changes(
            token=changed.token,
            known=changed.items is not None,
            items=tuple(item_of(Found(namespace, item)) for item in seen),
            gone=tuple(items.keys() - {item.key for item in seen}),
            fades=changed.fades,
        )
    return told


def _is_at_rest(keeper: Keeper, mirror: Mirror, token: str | None) -> bool:
    """Whether a mirror is as it was at a token, and nobody is about to change it."""
    # What is read anew does not look as if it had to be; so the lock is looked at between.
    before = mirror.stands_at(token)
    alone = not keeper.lock_of(mirror.thread).locked()
    return before and alone and mirror.stands_at(token)


def list_namespaces(keeper: Keeper, ask: Listing, now: str) -> Work[list[Namespace]]:
    """List namespaces in order; `keeper.listen` has been called before.

    Args:
        keeper: What is held of the store.
        ask: Which.
        now: The time, in the form of `Stored.created`.

    Returns:
        Those that have an item that can be seen, cut to the depth asked for, each once.
    """
    listed: list[Namespace] = []
    wanted = ask.offset + ask.limit
    after: Namespace = ()
    more = True
    while more and len(listed) < wanted:
        entries = yield from _entries(keeper, ask, after)
        for namespace, may_be_empty in entries:
            short = namespace[: ask.max_depth]
            if len(listed) == wanted or short in listed[-1:]:
                continue
            if not may_be_empty or (yield from _has_items(keeper, namespace, now)):
                listed.append(short)
        more = len(entries) == _AT_ONCE
        after = entries[-1][0] if entries else after
    return listed[ask.offset :]


def _entries(
    keeper: Keeper, ask: Listing, after: Namespace
) -> Work[list[tuple[Namespace, bool]]]:
    prefix, meets = literal_prefix(ask.conditions), matcher(ask.conditions)

    def look(catalogue: Catalogue) -> list[tuple[Namespace, bool]]:
        matching = (
            (namespace, catalogue.may_be_empty(namespace))
            for namespace in catalogue.namespaces.under(prefix, after)
            if meets(namespace)
        )
        return list(islice(matching, _AT_ONCE))

    return (yield from keeper.from_catalogue(look))


def _has_items(keeper: Keeper, namespace: Namespace, now: str) -> Work[bool]:
    return (yield from keeper.from_mirror(namespace, lambda held: held.some_visible(now)))
