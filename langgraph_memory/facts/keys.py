"""What names an object: its id, else its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

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
    def column_cells(column: str) -> Sequence[Cell]:
        return [row.get(column, MISSING) for row in rows]

    return key_among(name, tuple(rows[0]) if rows else (), column_cells)


def key_among(
    name: str, columns: Sequence[str], cells: Callable[[str], Sequence[Cell]]
) -> str | None:
    """Choose the column that names the objects of a table, as `choose_key` does.

    Args:
        name: Dotted path of the table.
        columns: The columns that its first row has.
        cells: Gives the cells of one of them, one per row.

    Returns:
        The column, or None.
    """
    candidates = [column for column in columns if _may_name(column)]
    own = words(singular(name.rpartition(".")[2])) if candidates else []
    best, chosen = (0, 0), None
    for column in candidates:
        rank = _rank(column, own)
        if rank and rank >= best[0]:
            found = cells(column)
            score = (rank, _distinct(column, found))
            if score[1] >= max(1, _LEAST_DISTINCT * len(found)) and score > best:
                best, chosen = score, column
    return chosen or _telling_apart(columns, cells)


def _may_name(column: str) -> bool:
    """Whether a column ends like one that names objects; a quick test."""
    return column[-2:].lower() in _ENDINGS or not column[-1:].isalnum()


def _telling_apart(
    columns: Sequence[str], cells: Callable[[str], Sequence[Cell]]
) -> str | None:
    for column in columns:
        found = cells(column)
        if len(found) < 2:  # noqa: PLR2004 - one row has nothing to be told apart from
            return None
        if (
            isinstance(found[0], str)
            and "." not in column
            and (_OTHERS | _BALLAST).isdisjoint(words(column))
            and len(set(found)) == len(found)
            and set(map(type, found)) == {str}
            and set(map(len, found)) <= _SHORT
        ):
            return column
    return None


def _rank(column: str, own: list[str]) -> int:
    """How well a column names objects: from 6, its own id, to 1, a name within; 0 not."""
    path, _, last = column.rpartition(".")
    spoken = words(last)
    outer = 0 if path else 3
    if not spoken or not _OTHERS.isdisjoint(spoken):
        return 0
    if spoken[-1] in _IDS:
        return outer + (3 if spoken[:-1] in ([], own) else 2)
    if spoken[-1] in _NUMBERS:
        return outer + 2
    if spoken[-1] in _NAMES and _PARTS_OF_NAMES.isdisjoint(spoken):
        return outer + 1
    return 0


def _distinct(column: str, cells: Sequence[Cell]) -> int:
    """In how many values the cells differ; 0 when one of them names nothing."""
    least = _LEAST_NUMBER if words(column)[-1] in _NUMBERS else 0
    found = set(cells)
    return len(found) if all(_is_name(cell, least) for cell in found) else 0


def _is_name(cell: Cell, least: int) -> bool:
    if isinstance(cell, str):
        return bool(cell)
    return isinstance(cell, int) and not isinstance(cell, bool) and abs(cell) >= least
