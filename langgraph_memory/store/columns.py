"""Which items of a namespace pass a filter, without a look at each of them.

A column knows for one path who has which value there. It is made when a filter first asks
for its path, and follows the items from then on. A condition is tried once on each distinct
value; what is asked to be equal is looked up, and bounds are found by bisection.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right, insort
from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import chain
from operator import itemgetter
from typing import Any

from langgraph_memory.store.ages import age, by_age, enter, leave
from langgraph_memory.store.filters import (
    ABSENT,
    BOUNDS,
    Condition,
    Filter,
    Path,
    at,
    kind_of,
)
from langgraph_memory.store.layout import Stored

_MOST_COLUMNS = 16
_MOST_SELECTIONS = 32
_MANY = 512  # values from which on their items are estimated rather than counted
_FEW = 16  # lists that are quickly merged
_COST_OF_LOOK = 16  # how much longer a look into an item takes than one into a set


class Column:
    """The items of a namespace by what they have at one path.

    Numbers, strings and None stand for themselves among the values; all else is there as
    a tuple of its JSON text, so that it can be looked up, and True is not 1.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._holders: dict[Any, list[Stored]] = {}
        self._sorted: dict[
            type | None, list[Any]
        ] = {}  # values by kind, once a bound asked
        self._size = 0

    def load(self, item: Stored, data: Any) -> None:
        """Take in an item that is newer than all it has; `data` is its value."""
        found = at(data, self._path)
        if found is not ABSENT:
            self._holders.setdefault(_value(found), []).append(item)
            self._size += 1

    def put(self, item: Stored, data: Any) -> None:
        """Take in an item, which it does not have; `data` is its value."""
        found = at(data, self._path)
        if found is ABSENT:
            return
        value = _value(found)
        if value not in self._holders:
            self._holders[value] = []
            if (kind := kind_of(value)) in self._sorted:
                insort(self._sorted[kind], value)
        enter(self._holders[value], item)
        self._size += 1

    def remove(self, item: Stored, data: Any) -> None:
        """Let go of an item, which it has if it has anything at the path."""
        found = at(data, self._path)
        if found is ABSENT:
            return
        value = _value(found)
        leave(self._holders[value], item)
        self._size -= 1
        if not self._holders[value]:
            del self._holders[value]
            if (kind := kind_of(value)) in self._sorted:
                in_order = self._sorted[kind]
                del in_order[bisect_left(in_order, value)]

    def holders(self, values: Iterable[Any]) -> list[list[Stored]]:
        """For each of some values of `passing` the items that have it, oldest first."""
        return list(map(self._holders.__getitem__, values))

    def candidates(self, conditions: Sequence[Condition]) -> int:
        """How many values `passing` may have to try."""
        return len(self._candidates(conditions)[0])

    def estimate(self, conditions: Sequence[Condition]) -> int:
        """About how many items pass; never 0 unless it is none."""
        values, rest = self._candidates(conditions)
        if len(values) <= _MANY:
            passing = (value for value in values if _all_hold(rest, value))
            return sum(len(self._holders[value]) for value in passing)
        return len(values) * self._size // len(self._holders)

    def passing(self, conditions: Sequence[Condition]) -> Collection[Any]:
        """The values of which all conditions hold."""
        values, rest = self._candidates(conditions)
        return [v for v in values if _all_hold(rest, v)] if rest else values

    def has(self, item: Stored, conditions: Sequence[Condition]) -> bool:
        """Whether all conditions hold of what an item has, by a look at the item."""
        found = at(json.loads(item.value), self._path)
        return all(condition.holds(found) for condition in conditions)

    def _candidates(
        self, conditions: Sequence[Condition]
    ) -> tuple[Collection[Any], Sequence[Condition]]:
        """Values among which those are that pass, and the conditions yet to be tried."""
        for condition in conditions:
            if (equals := _equals(condition)) is not None:
                known = [value for value in equals if value in self._holders]
                return known, [other for other in conditions if other is not condition]
        bounds = [condition for condition in conditions if condition.operator in BOUNDS]
        if not bounds:
            return self._holders, conditions
        kind = kind_of(bounds[0].operand)
        rest = [
            other
            for other in conditions
            if other.operator not in BOUNDS or kind_of(other.operand) is not kind
        ]
        return self._between([b for b in bounds if kind_of(b.operand) is kind]), rest

    def _between(self, bounds: Sequence[Condition]) -> Sequence[Any]:
        kind = kind_of(bounds[0].operand)
        if kind not in self._sorted:
            alike = (value for value in self._holders if kind_of(value) is kind)
            self._sorted[kind] = sorted(alike)
        in_order = self._sorted[kind]
        first, last = 0, len(in_order)
        for bound in bounds:
            beside = bisect_left if bound.operator in ("$gte", "$lt") else bisect_right
            place = beside(in_order, bound.operand)
            if bound.operator in ("$gt", "$gte"):
                first = max(first, place)
            else:
                last = min(last, place)
        return in_order[first:last]


class Columns:
    """The columns of a namespace that filters have asked for lately."""

    def __init__(self) -> None:
        self._columns: OrderedDict[Path, Column] = OrderedDict()
        self._selections: dict[str, tuple[Filter, Selection]] = {}

    def ask(self, accept: Filter, items: Sequence[Stored]) -> Selection:
        """Prepare to select the items that pass a filter.

        Args:
            accept: The filter.
            items: All items there are, by age.

        Returns:
            The selection, which is good until an item that passes comes, changes or goes;
            till then, a filter that comes again has the same.
        """
        name = repr(accept)
        if (known := self._selections.pop(name, None)) is None:
            known = accept, self._select(accept, items)
            if len(self._selections) == _MOST_SELECTIONS:
                del self._selections[next(iter(self._selections))]
        self._selections[name] = known  # last, as the one used last
        return known[1]

    def _select(self, accept: Filter, items: Sequence[Stored]) -> Selection:
        wanted: dict[Path, list[Condition]] = {}
        for condition in accept.conditions:
            wanted.setdefault(condition.path, []).append(condition)
        new = {path: Column(path) for path in wanted if path not in self._columns}
        for item in items if new else ():
            data = json.loads(item.value)
            for column in new.values():
                column.load(item, data)
        self._columns.update(new)
        for path in wanted:
            self._columns.move_to_end(path)
        asked = [(self._columns[path], some) for path, some in wanted.items()]
        while len(self._columns) > max(_MOST_COLUMNS, len(wanted)):
            self._columns.popitem(last=False)
            self._selections.clear()  # some of them may look into it
        return Selection(asked)

    def put(self, item: Stored) -> None:
        """Take in an item that is not there."""
        if self._columns:
            data = json.loads(item.value)
            self._drop(data)
            for column in self._columns.values():
                column.put(item, data)

    def remove(self, item: Stored) -> None:
        """Let go of an item that is there."""
        if self._columns:
            data = json.loads(item.value)
            self._drop(data)
            for column in self._columns.values():
                column.remove(item, data)

    def _drop(self, data: Any) -> None:
        """Let go of selections that know of an item: it meets a condition, if but one."""
        self._selections = {
            name: (accept, selection)
            for name, (accept, selection) in self._selections.items()
            if not any(c.holds(at(data, c.path)) for c in accept.conditions)
        }


class Selection:
    """The items that pass a filter.

    Attributes:
        size: About how many, rather too many than too few; 0 only if there are none.
    """

    def __init__(self, asked: Iterable[tuple[Column, Sequence[Condition]]]) -> None:
        sized = [(column.estimate(some), column, some) for column, some in asked]
        (self.size, self._column, self._conditions), *self._others = sorted(
            sized, key=itemgetter(0)
        )
        self._by_age: list[Stored] | None = None

    @property
    def ordered(self) -> bool:
        """Whether `newest` costs no more than what is taken of it."""
        if self._by_age is not None:
            return True
        if self._others or self._column.candidates(self._conditions) > _MANY:
            return False
        return len(self._values) <= _FEW

    def newest(self) -> Iterator[Stored]:
        """The items, newest first."""
        if self._by_age is None and self.ordered:
            lists = self._column.holders(self._values)
            return merge(*map(reversed, lists), key=age, reverse=True)
        if self._by_age is None:
            self._by_age = by_age(self.all())
        return reversed(self._by_age)

    def all(self) -> Collection[Stored]:
        """The items, in no order."""
        lists = self._column.holders(self._values)
        if len(lists) == 1 and not self._others:
            return lists[0]
        found = list(chain.from_iterable(lists))
        for size, column, conditions in self._others:
            if len(found) * _COST_OF_LOOK < size:
                found = [item for item in found if column.has(item, conditions)]
            else:
                lists = column.holders(column.passing(conditions))
                keys = {item.key for item in chain.from_iterable(lists)}
                found = [item for item in found if item.key in keys]
        return found

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of the items, in no order."""
        return tuple([item.key for item in self.all()])

    @cached_property
    def _values(self) -> Collection[Any]:
        return self._column.passing(self._conditions)


def _value(found: Any) -> Hashable:
    if found is None or kind_of(found) is not None:
        known: Hashable = found
        return known
    return (json.dumps(found),)


def _all_hold(conditions: Iterable[Condition], value: Any) -> bool:
    found = json.loads(value[0]) if isinstance(value, tuple) else value
    return all(condition.holds(found) for condition in conditions)


def _equals(condition: Condition) -> Iterable[Hashable] | None:
    """The values of which alone a condition may hold and does; None: it is not known."""
    if condition.operator not in ("$eq", "$in"):
        return None
    equal = [condition.operand] if condition.operator == "$eq" else condition.operand
    if any(isinstance(one, (list, dict)) for one in equal):
        return None  # [1] is [1.0], but another text
    return dict.fromkeys(map(_value, equal))
