"""Lists of items in the order in which they were last changed, equals by key."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from operator import attrgetter

from langgraph_memory.store.layout import Stored

age = attrgetter("updated", "key")
"""The place of an item in the order; unique in its namespace."""

_key, _updated = attrgetter("key"), attrgetter("updated")


def by_age(items: Iterable[Stored]) -> list[Stored]:
    """These items in order."""
    # Twice by one string is faster than once by two.
    ordered = sorted(items, key=_key)
    ordered.sort(key=_updated)
    return ordered


def enter(ordered: list[Stored], item: Stored) -> None:
    """Put an item into its place in a list that is in order."""
    insort(ordered, item, key=age)


def leave(ordered: list[Stored], item: Stored) -> None:
    """Take an item out of a list that is in order and has it."""
    del ordered[bisect_left(ordered, age(item), key=age)]
