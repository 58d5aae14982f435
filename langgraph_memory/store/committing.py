"""Writing items, together with the entries of their namespaces and the news of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.layout import (
    CATALOGUE,
    Entered,
    Stored,
    catalogue_cell,
    items_thread,
    pack_item,
    pack_namespace,
)
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.work import Work, Write


@dataclass(frozen=True, kw_only=True)
class Staged:
    """An item about to be written.

    Attributes:
        namespace: Its namespace.
        cell: Its cell.
        item: The item; None for a deleted one.
        vectors: Its vectors.
    """

    namespace: Namespace
    cell: str
    item: Stored | None
    vectors: bytes = b""

    @property
    def write(self) -> Write:
        """How it is written."""
        payload = pack_item(self.item, self.vectors)
        return Write(items_thread(self.namespace), self.cell, payload)


def commit(keeper: Keeper, staged: Sequence[Staged]) -> Work[None]:
    """Write items, in the work of `Keeper.locked`; return when other stores can know it.

    Their namespaces are entered along with them, and again if the catalogue may have lost
    an entry meanwhile.

    Args:
        keeper: What is held of the store.
        staged: The items, each cell once.

    Raises:
        StoreError: When the checkpointer fails. Some may have been written all the same,
            unless it has transactions.
    """
    fading: dict[Namespace, bool] = {}
    for one in staged:
        vanishes = one.item is None or one.item.ttl is not None
        fading[one.namespace] = fading.get(one.namespace, False) or vanishes
    mirrors = keeper.mirrors_of(fading)
    try:
        generation = yield from _enter(keeper, fading, [one.write for one in staged])
    except BaseException:  # it may have been written all the same
        for mirror in mirrors.values():
            mirror.lost = True
        raise
    for one in staged:
        if one.namespace in mirrors:
            keeper.hold(mirrors[one.namespace], one.cell, one.item, one.vectors)
    while lost := [name for name in fading if not keeper.registrar.knows(name, generation)]:
        generation = yield from enter(keeper, lost)


def enter(keeper: Keeper, namespaces: Iterable[Namespace]) -> Work[int]:
    """Enter namespaces as ones whose items can vanish.

    Args:
        keeper: What is held of the store.
        namespaces: The namespaces.

    Returns:
        The generation, as it was found afterwards.
    """
    return (yield from _enter(keeper, dict.fromkeys(namespaces, True), []))


def _enter(
    keeper: Keeper, fading: Mapping[Namespace, bool], also: Sequence[Write]
) -> Work[int]:
    """Enter namespaces unless they are there, and write along what lies in them."""
    before = yield from keeper.herald.generation()
    entries: list[Entered] = []
    for namespace, vanishes in fading.items():
        entries += yield from keeper.registrar.missing(namespace, before, fading=vanishes)
    after = yield from keeper.herald.write([*map(_written, entries), *also])
    keeper.registrar.note(entries, before)
    return after


def _written(entry: Entered) -> Write:
    cell = catalogue_cell(entry.namespace, fading=entry.fading)
    return Write(CATALOGUE, cell, pack_namespace(entry))
