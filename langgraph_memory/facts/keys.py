"""What names an object: its id, else its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import starmap
from typing import Final, NamedTuple

from langgraph_memory.facts._typing import is_decimal
from langgraph_memory.facts.names import singular, words
from langgraph_memory.facts.tables import Cell

_IDS: Final = frozenset({"id", "uuid", "guid", "sku", "isbn", "pnr", "slug", "编号"})
_NUMBERS: Final = frozenset(
    {"number", "no", "num", "code", "key", "ref", "reference", "symbol", "ticker", "号码"}
    | {"代码", "单号", "订单号", "航班号", "车次"}
)
# Numbers and codes that are shared by many objects, or belong to something else.
_OTHERS: Final = frozenset(
    {"phone", "mobile", "fax", "zip", "postal", "country", "area", "status", "error"}
    | {"house", "currency", "language", "tax", "rate", "review", "dial", "promo", "parent"}
)
# Texts that differ in all rows and by which nobody calls a thing.
_BALLAST: Final = frozenset(
    {"url", "uri", "link", "href", "image", "picture", "photo", "icon", "thumbnail"}
    | {"hash", "checksum", "etag", "token", "cursor", "address", "email", "链接", "图片"}
)
_NO_KEYS: Final = _OTHERS | _BALLAST
_NAMES: Final = frozenset({"name", "title", "label", "subject", "名称", "姓名", "标题"})
_PARTS_OF_NAMES: Final = frozenset({"first", "last", "middle", "given", "family"})

_ENDINGS: Final = frozenset(word[-2:] for word in _IDS | _NUMBERS | _NAMES)

_LEAST_DISTINCT: Final = 0.5
_LEAST_NUMBER: Final = 1_000
_LONGEST_NAME: Final = 60
_SHORT: Final = frozenset(range(1, 81))


def key_among(
    name: str,
    columns: tuple[str, ...],
    count: int,
    cells: Callable[[int], Sequence[Cell]],
) -> str | None:
    """Choose the column that names the objects of a table.

    Args:
        name: Dotted path of the table.
        columns: Those that its first row has.
        count: How many rows it has.
        cells: The cells of a column, by its place.

    Returns:
        An id-like column, preferably the table's own and the one that tells most rows
        apart; else a name, when it is filled in all rows and mostly distinct; else, of
        several rows, the first short text that differs in all of them; else None.
    """
    candidates = _candidates(columns)
    if count == 1 and not candidates:
        return None
    least = _LEAST_DISTINCT * count
    best, chosen = (0, 0), None
    for place, column, standing, least_number, owner in candidates:
        rank = standing
        if owner and words(singular(name.rpartition(".")[2])) == owner:
            rank += 1
        if rank < best[0]:
            continue
        distinct = _distinct(cells(place), least_number)
        if distinct and distinct >= least and (rank, distinct) > best:
            best, chosen = (rank, distinct), column
    if chosen or count == 1:
        return chosen
    for place, column in enumerate(columns):
        if "." not in column and _tells_apart(column, cells(place)):
            return column
    return None


def _may_name(column: str) -> bool:
    """Whether a column ends like one that names objects; a quick test."""
    ends = column[-2:].lower() in _ENDINGS or not column[-1:].isalnum()
    return ends and len(column) - column.rfind(".") <= _LONGEST_NAME


def _tells_apart(column: str, cells: Sequence[Cell]) -> bool:
    """Whether a column has short texts that differ in all rows."""
    if not isinstance(cells[0], str) or not _NO_KEYS.isdisjoint(words(column)):
        return False
    distinct = {cell for cell in cells if isinstance(cell, str)}
    if len(distinct) < len(cells) or not set(map(len, distinct)) <= _SHORT:
        return False
    return not any(is_decimal(cell) for cell in distinct if "." in cell)


class _Candidate(NamedTuple):
    """A column that may name objects.

    Attributes:
        place: Its place among the columns.
        column: Which.
        rank: How well it does: from 6, an id, to 1, a name within.
        least: The least number that names an object.
        owner: Words before that of the id: in the table of what they name, it ranks one
            higher.
    """

    place: int
    column: str
    rank: int
    least: int = 0
    owner: Sequence[str] = ()


@lru_cache(maxsize=256)
def _candidates(columns: tuple[str, ...]) -> tuple[_Candidate, ...]:
    named = [(place, column) for place, column in enumerate(columns) if _may_name(column)]
    return tuple(filter(None, starmap(_candidate, named)))


def _candidate(place: int, column: str) -> _Candidate | None:
    path, _, last = column.rpartition(".")
    spoken = words(last)
    outer = 0 if path else 3
    if not spoken or not _OTHERS.isdisjoint(spoken):
        return None
    if spoken[-1] in _IDS:
        return _Candidate(place, column, outer + (2 if spoken[1:] else 3), 0, spoken[:-1])
    if spoken[-1] in _NUMBERS:
        return _Candidate(place, column, outer + 2, _LEAST_NUMBER)
    if spoken[-1] in _NAMES and _PARTS_OF_NAMES.isdisjoint(spoken):
        return _Candidate(place, column, outer + 1)
    return None


def _distinct(cells: Sequence[Cell], least: int) -> int:
    """In how many values the cells differ; 0 when one of them names nothing."""
    if len(cells) == 1:
        return int(_is_name(cells[0], least))
    found = set(cells)
    if set(map(type, found)) == {str}:
        return 0 if "" in found else len(found)
    return len(found) if all(_is_name(cell, least) for cell in found) else 0


def _is_name(cell: Cell, least: int) -> bool:
    if type(cell) is str:
        return bool(cell)
    return type(cell) is int and abs(cell) >= least
