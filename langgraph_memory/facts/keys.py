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

_LEAST_DISTINCT: Final = 0.5
_LEAST_NUMBER: Final = 1_000
_SHORT: Final = 80


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
    own = words(singular(name.rpartition(".")[2]))
    least = max(1, _LEAST_DISTINCT * len(rows))
    best, chosen = (0, 0), None
    for column in rows[0] if rows else ():
        rank = _rank(column, own)
        if rank and rank >= best[0]:
            score = (rank, _distinct(column, rows))
            if score[1] >= least and score > best:
                best, chosen = score, column
    return chosen or _telling_apart(rows)


def _telling_apart(rows: Sequence[Mapping[str, Cell]]) -> str | None:
    if len(rows) < 2:  # noqa: PLR2004 - one row has nothing to be told apart from
        return None
    for column, first in rows[0].items():
        if not isinstance(first, str):
            continue
        cells = [row.get(column, MISSING) for row in rows]
        texts = [cell for cell in cells if isinstance(cell, str)]
        short = len(texts) == len(cells) and min(map(len, texts)) > 0
        short = short and max(map(len, texts)) <= _SHORT
        named = "." not in column and (_OTHERS | _BALLAST).isdisjoint(words(column))
        if short and named and len(set(cells)) == len(cells):
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


def _distinct(column: str, rows: Sequence[Mapping[str, Cell]]) -> int:
    """In how many values the cells differ; 0 when one of them names nothing."""
    least = _LEAST_NUMBER if words(column)[-1] in _NUMBERS else 0
    found = {row.get(column, MISSING) for row in rows}
    return len(found) if all(_is_name(cell, least) for cell in found) else 0


def _is_name(cell: Cell, least: int) -> bool:
    if isinstance(cell, str):
        return bool(cell)
    return isinstance(cell, int) and not isinstance(cell, bool) and abs(cell) >= least
