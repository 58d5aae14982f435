"""What names an object: its id, else its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    sheet = {column: [row.get(column, MISSING) for row in rows] for column in rows[0]}
    return key_among(name, sheet, len(rows))


def key_among(name: str, sheet: Mapping[str, Sequence[Cell]], count: int) -> str | None:
    """Choose the column that names the objects of a table, as `choose_key` does.

    Args:
        name: Dotted path of the table.
        sheet: Its cells by column, those that its first row has.
        count: How many rows it has.

    Returns:
        The column, or None.
    """
    candidates = list(filter(_may_name, sheet))
    own = words(singular(name.rpartition(".")[2])) if candidates else []
    least = max(1, _LEAST_DISTINCT * count)
    best, chosen = (0, 0), None
    for column in candidates:
        rank = _rank(column, own)
        if rank and rank >= best[0]:
            score = (rank, _distinct(column, sheet[column]))
            if score[1] >= least and score > best:
                best, chosen = score, column
    if chosen or count == 1:
        return chosen
    return next((c for c, found in sheet.items() if _tells_apart(c, found)), None)


def _may_name(column: str) -> bool:
    """Whether a column ends like one that names objects; a quick test."""
    ends = column[-2:].lower() in _ENDINGS or not column[-1:].isalnum()
    return ends and len(column) - column.rfind(".") <= _LONGEST_NAME


def _tells_apart(column: str, cells: Sequence[Cell]) -> bool:
    """Whether a column has short texts that differ in all rows."""
    if not isinstance(cells[0], str) or "." in column or len(set(cells)) < len(cells):
        return False
    texts = [cell for cell in cells if isinstance(cell, str)]
    short = len(texts) == len(cells) and set(map(len, texts)) <= _SHORT
    return short and (_OTHERS | _BALLAST).isdisjoint(words(column))


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
