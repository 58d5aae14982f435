"""What names an object: its id, else its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from langgraph_memory.facts.names import singular, words
from langgraph_memory.facts.tables import MISSING, Cell

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
_NAMES: Final = frozenset({"name", "title", "label", "subject", "名称", "姓名", "标题"})
_PARTS_OF_NAMES: Final = frozenset({"first", "last", "middle", "given", "family"})

_ENDINGS: Final = frozenset(word[-2:] for word in _IDS | _NUMBERS | _NAMES)

_LEAST_DISTINCT: Final = 0.5
_LEAST_NUMBER: Final = 1_000
_LONGEST_NAME: Final = 60
_SHORT: Final = frozenset(range(1, 81))


def choose_key(name: str, rows: Sequence[Mapping[str, Cell]]) -> str | None:
    """Choose the column that names the objects of a table.

    Args:
        name: Dotted path of the table.
        rows: Its rows by column.

    Returns:
        An id-like column, preferably the table's own and the one that tells most rows
        apart; else a name, when it is filled in all rows and mostly distinct; else, of
        several rows, the first short text that differs in all of them; else None.
    """
    if not rows:
        return None
    return key_among(
        name, rows[0], len(rows), lambda column: [row.get(column, MISSING) for row in rows]
    )


def key_among(
    name: str,
    columns: Collection[str],
    count: int,
    cells: Callable[[str], Sequence[Cell]],
) -> str | None:
    """Choose the column that names the objects of a table, as `choose_key` does.

    Args:
        name: Dotted path of the table.
        columns: Those that its first row has.
        count: How many rows it has.
        cells: The cells of a column.

    Returns:
        The column, or None.
    """
    candidates = _candidates(tuple(columns))
    if count == 1 and not candidates:
        return None
    least = max(1, _LEAST_DISTINCT * count)
    best, chosen = (0, 0), None
    for column, standing, least_number, owner in candidates:
        own = owner and words(singular(name.rpartition(".")[2])) == owner
        rank = standing + bool(own)
        if rank >= best[0]:
            score = (rank, _distinct(cells(column), least_number))
            if score[1] >= least and score > best:
                best, chosen = score, column
    if chosen or count == 1:
        return chosen
    return next((c for c in columns if "." not in c and _tells_apart(c, cells(c))), None)


def _may_name(column: str) -> bool:
    """Whether a column ends like one that names objects; a quick test."""
    ends = column[-2:].lower() in _ENDINGS or not column[-1:].isalnum()
    return ends and len(column) - column.rfind(".") <= _LONGEST_NAME


def _tells_apart(column: str, cells: Sequence[Cell]) -> bool:
    """Whether a column has short texts that differ in all rows."""
    if not isinstance(cells[0], str):
        return False
    distinct = {cell for cell in cells if isinstance(cell, str)}
    short = len(distinct) == len(cells) and set(map(len, distinct)) <= _SHORT
    return short and (_OTHERS | _BALLAST).isdisjoint(words(column))


class _Candidate(NamedTuple):
    """A column that may name objects.

    Attributes:
        column: Which.
        rank: How well it does: from 6, an id, to 1, a name within.
        least: The least number that names an object.
        owner: Words before that of the id: in the table of what they name, it ranks one
            higher.
    """

    column: str
    rank: int
    least: int = 0
    owner: Sequence[str] = ()


@lru_cache(maxsize=256)
def _candidates(columns: tuple[str, ...]) -> tuple[_Candidate, ...]:
    found = map(_candidate, filter(_may_name, columns))
    return tuple(candidate for candidate in found if candidate)


def _candidate(column: str) -> _Candidate | None:
    path, _, last = column.rpartition(".")
    spoken = words(last)
    outer = 0 if path else 3
    if not spoken or not _OTHERS.isdisjoint(spoken):
        return None
    if spoken[-1] in _IDS:
        return _Candidate(column, outer + (2 if spoken[1:] else 3), 0, spoken[:-1])
    if spoken[-1] in _NUMBERS:
        return _Candidate(column, outer + 2, _LEAST_NUMBER)
    if spoken[-1] in _NAMES and _PARTS_OF_NAMES.isdisjoint(spoken):
        return _Candidate(column, outer + 1)
    return None


def _distinct(cells: Sequence[Cell], least: int) -> int:
    """In how many values the cells differ; 0 when one of them names nothing."""
    if len(cells) == 1:
        return int(_is_name(cells[0], least))
    found = set(cells)
    return len(found) if all(_is_name(cell, least) for cell in found) else 0


def _is_name(cell: Cell, least: int) -> bool:
    if type(cell) is str:
        return bool(cell)
    return type(cell) is int and abs(cell) >= least
