"""Lists that stand side by side in an object and are columns of one table.

Weather services, charts and data frames say `{"time": [...], "temperature": [...]}`: what
stands at one position of all lists belongs together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from langgraph_memory.facts._cells import SCALARS
from langgraph_memory.facts._matrices import single_row, under_titles
from langgraph_memory.facts.keyed import is_keyed
from langgraph_memory.facts.names import singular, words

ROWS: Final = "rows"
"""What the positions are called where their object says other things, too."""

_LEAST, _MANY = 3, 8
_NAMING: Final = frozenset({"row", "index", "indice", "label", "name"})
_WIDEST: Final = 32
_MOST_ITEMS: Final = 32
_DEEPEST: Final = 6
_CONTAINERS: Final = frozenset({dict, list})


def parallel(value: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the lists of an object that go together position by position.

    Args:
        value: An object as JSON holds it.

    Returns:
        Two to 32 names of lists of scalars of one length from 3 up, or none; also none
        where the names are ids, each of which has a list of its own. Short lists
        may be as long as each other by chance: below 8 items they need one list of
        different texts that names the positions, one that holds something else, and no
        list of another length beside them.
    """
    lists = {
        name: item
        for name, item in value.items()
        if type(item) is list and len(item) >= _LEAST and type(item[0]) in SCALARS
    }
    if len(lists) < 2:  # noqa: PLR2004 - a single list is beside nothing
        return ()
    [(size, count), *others] = Counter(map(len, lists.values())).most_common()
    if not 1 < count <= _WIDEST or (others and size < _MANY) or is_keyed(value):
        return ()
    kinds = {n: set(map(type, i)) for n, i in lists.items() if len(i) == size}
    names = tuple(name for name, found in kinds.items() if found <= SCALARS)
    if size < _MANY:
        labels = [n for n in names if kinds[n] == {str} and len(set(lists[n])) == size]
        if not labels or all(kinds[name] == {str} for name in names):
            return ()
    return names if len(names) > 1 else ()


def by_position(value: Any, levels: int = _DEEPEST) -> Any:
    """A value of JSON with lists of objects in place of lists that go together.

    That are lists beside each other, titles beside lists of cells, and a row by itself.

    Args:
        value: What JSON holds.
        levels: How deep objects are looked into; of lists only short ones.

    Returns:
        The value; an object that holds nothing but such lists becomes the list itself,
        else the list stands among its fields.
    """
    kind = type(value)
    if not levels or kind not in _CONTAINERS or not value:
        return value
    if kind is list:
        value = single_row(value)
        if len(value) > _MOST_ITEMS or dict not in map(type, value):
            return value
        return [by_position(item, levels - 1) for item in value]
    kinds = list(map(type, value.values()))
    names = parallel(value) if kinds.count(list) > 1 else ()
    if not names and kinds.count(list) > 1 and (places := under_titles(value)):
        return _titled(value, *places)
    nested = kinds.count(dict) + kinds.count(list)
    if not names and not 0 < nested <= _MOST_ITEMS:
        return value
    rest = {
        name: by_position(item, levels - 1) if type(item) in _CONTAINERS else item
        for name, item in value.items()
        if name not in names
    }
    return {**rest, **_positions(value, names, rest)} if rest else _rows(value, names)


def _positions(
    value: Mapping[str, Any], names: Sequence[str], rest: Collection[str]
) -> dict[str, Any]:
    """The rows of the lists that go together, under a name that is free."""
    name = ROWS
    while name in rest:
        name += "'"
    return {name: _rows(value, names)} if names else {}


def _titled(value: Mapping[str, Any], titles: str, place: str) -> Any:
    rows = [dict(zip(value[titles], row, strict=True)) for row in value[place]]
    rest = {name: item for name, item in value.items() if name != titles}
    if beside := _names_beside(rest, place, len(value[titles])):
        called = singular(beside) or beside
        column = called if called not in value[titles] else f"{called}'"
        names = rest.pop(beside)
        rows = [{column: name, **row} for name, row in zip(names, rows, strict=True)]
    return {**rest, place: rows} if len(rest) > 1 else rows


def _names_beside(rest: Mapping[str, Any], place: str, width: int) -> str | None:
    """The list that names the rows of another: of as many different texts, and no other is.

    Where there are as many rows as columns, it must be called so, such as `rows`.
    """
    count = len(rest[place])
    found = [
        name
        for name, item in rest.items()
        if type(item) is list
        and len(item) == count
        and set(map(type, item)) == {str}
        and len(set(item)) == count
    ]
    if count == width:
        found = [n for n in found if not _NAMING.isdisjoint(map(singular, words(n)))]
    return found[0] if len(found) == 1 else None


def _rows(value: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    positions = zip(*[value[name] for name in names], strict=True)
    return [dict(zip(names, position, strict=True)) for position in positions]
