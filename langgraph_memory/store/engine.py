"""Doing what a plan asks for: the reads first, then the writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from langgraph.store.base import Result

from langgraph_memory.errors import StoreError
from langgraph_memory.store.embedding import Embedded
from langgraph_memory.store.keeper import Keeper
from langgraph_memory.store.mirror import Found
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.planning import Get, Keys, Listing, Plan, Put, Reading
from langgraph_memory.store.reading import get, list_keys, list_namespaces, search
from langgraph_memory.store.results import item_of, nearness_of, search_item_of
from langgraph_memory.store.work import Work
from langgraph_memory.store.writing import Moment, Touch, Writer

_Writes = dict[Namespace, dict[str, Put | Touch]]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of a batch.

    Attributes:
        results: One for each operation.
        owed: How many items were kept without the vectors they should have.
        unrefreshed: Why the time of items that were read was not started anew, or None.
    """

    results: list[Result]
    owed: int
    unrefreshed: StoreError | None = None


def execute(
    keeper: Keeper, clock: Callable[[], datetime], plan: Plan, embedded: Embedded
) -> Work[Outcome]:
    """Do a batch, at one moment of the clock.

    Args:
        keeper: What is held of the store.
        clock: Gives the time.
        plan: The batch.
        embedded: The vectors of its texts.

    Returns:
        Its results.

    Raises:
        IndexMismatchError: When the store's vectors were made by other embeddings; nothing
            has been done then.
        StoreError: When the checkpointer fails. Where it has no transactions, what was
            written before is kept, and other stores are told of it.
    """
    if plan.documents or plan.queries:
        yield from keeper.models.verify(embedded.probe, writing=bool(embedded.documents))
    moment = Moment(clock())
    results: list[Result] = [None] * plan.size
    writes: _Writes = defaultdict(dict)
    if any(not isinstance(ask, Get) for ask in plan.reads.values()):
        yield from keeper.listen()
    for place, ask in plan.reads.items():
        results[place], found = yield from _answer(keeper, ask, embedded, moment.stamp)
        for hit in found:
            if hit.item.ttl is not None:
                writes[hit.namespace][hit.item.key] = Touch(hit.item.key)
    for (namespace, key), put in plan.puts.items():
        writes[namespace][key] = put
    writer = Writer(keeper, embedded, moment)
    if writes:
        try:
            yield from writer.write({name: of.values() for name, of in writes.items()})
        except StoreError as error:
            if plan.puts:
                raise
            # A read is not to fail for want of a write, as in a database that is read-only.
            return Outcome(results=results, owed=0, unrefreshed=error)
    return Outcome(results=results, owed=writer.owed)


def _answer(
    keeper: Keeper, ask: Reading, embedded: Embedded, now: str
) -> Work[tuple[Result, list[Found]]]:
    """The result of one operation, and the items whose time it starts anew."""
    if isinstance(ask, Listing):
        return (yield from list_namespaces(keeper, ask, now)), []
    if isinstance(ask, Keys):
        keys: Any = yield from list_keys(keeper, ask, now)
        return keys, []
    if isinstance(ask, Get):
        found = yield from get(keeper, ask, now)
        result: Result = item_of(found[0]) if found else None
    else:
        query = embedded.queries[ask.query] if ask.query else None
        found = yield from search(keeper, ask, query, now)
        told: Any = map(nearness_of if ask.bare else search_item_of, found)
        result = list(told)
    return result, found if ask.refresh else []
