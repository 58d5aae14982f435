"""Cards in words: what a card is about, what it bounds, what may change."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.columns import Column
from langgraph_memory.cards.deeds import object_words
from langgraph_memory.cards.expiry import lifetimes, passed
from langgraph_memory.cards.fitting import Fitted
from langgraph_memory.cards.judging import judge
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.wishes import Wishes
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import MISSING, Cell, Table

_LINE = 200
_SHOWN = 4


def object_of(table: Table, record: Record) -> tuple[str, str] | None:
    """What a single keyed object is called.

    Args:
        table: The top table of the record.
        record: The observation.

    Returns:
        Its noun and its key (`order`, `W123`), or None when it has no key of its own.
    """
    if table.kind != "record" or table.key is None or not table.rows:
        return None
    key = table.rows[0][table.columns.index(table.key)]
    if key is None or key is MISSING:
        return None
    return noun_of(table.key, table.name, record.tool or ""), str(key)


def noun_of(key: str, table: str, tool: str) -> str:
    """What the objects of a table are, in stems.

    Args:
        key: Name of the column that names them.
        table: Name of the table, empty at the top.
        tool: The tool that gave it, or an empty text.

    Returns:
        The words of the key beside those of any identifier, else of the table or the tool;
        `object` when there are none.
    """
    last = key.rsplit(".", 1)[-1]
    nouns = [w for w in name_words(last) if w not in lexicon.IDENTIFIER]
    about = sorted(set(name_words(table)) or object_words(tool))
    return " ".join(nouns or about) or "object"


def summary_of(call: str, notes: Sequence[str], fitted: Fitted | None) -> str:
    """One line that says what a card holds.

    Args:
        call: The call, or who spoke.
        notes: The kept prose.
        fitted: The kept part of a table, or None.

    Returns:
        At most 200 characters and how many more there would be.
    """
    if fitted is None:
        text = " ".join(notes[:1])
    elif not fitted.total:
        text = "nothing found"
    else:
        row = fitted.table.rows[0] if fitted.table.rows else ()
        told = [
            f"{n} {c}" for n, c in zip(fitted.table.columns, row, strict=False) if _says(c)
        ]
        text = ", ".join(told[:_SHOWN])
        if fitted.table.kind == "list":
            text = f"{fitted.total} rows; {text}"
    return clip(" ".join(f"{call}: {text}".split()), _LINE)


def bounds_of(
    table: Table,
    columns: Sequence[Column],
    fitted: Fitted,
    wishes: Wishes,
    as_of: str,
) -> tuple[str, ...]:
    """What excludes or bounds the options of a table, in words.

    Args:
        table: The table.
        columns: Its columns.
        fitted: What of it is kept.
        wishes: What the task asks for.
        as_of: When it was observed, ISO 8601.

    Returns:
        For a single object its limits, for a list the rows that cannot be had, and why;
        and what had expired.
    """
    judged = judge(columns, len(table.rows), wishes)
    if table.kind == "record":
        lives = lifetimes(columns)
        limits = [
            f"{column.name} {column.present[0]}"
            for column in fitted.columns
            if column.present
            and column.has(lexicon.LIMIT | lexicon.STOCK)
            and not column.has(lexicon.BALLAST)
            and column.name not in lives
        ]
        gone = [reason for row in judged for reason in row.reasons]
        over = [text for _, text in _over(columns, as_of)]
        return tuple(dict.fromkeys([*limits, *gone, *over]))
    names = next((column for column in columns if column.key), None)
    called = [f"row {n + 1}" for n in range(len(table.rows))]
    called = called if names is None else list(map(str, names.cells))
    found = [
        f"{name}: {row.gone[0]} {row.gone[1]}"
        for name, row in zip(called, judged, strict=True)
        if row.gone is not None
    ]
    none = f"none of {len(table.rows)} can be had"
    over = [f"{called[at]}: {text}" for at, text in _over(columns, as_of)]
    return (*([none] if found and len(found) == len(table.rows) else ()), *found, *over)


def volatile_of(fitted: Fitted) -> tuple[str, ...]:
    """The kept columns whose values may change on their own: prices and stocks."""
    return tuple(c.name for c in fitted.columns if c.money or c.has(lexicon.STOCK))


def again(tool: str, volatile: Sequence[str], expires: str | None) -> str | None:
    """What to do before relying on what may have changed.

    Args:
        tool: The tool that told it.
        volatile: The columns whose values may change on their own.
        expires: When what was told stops being true, or None.

    Returns:
        When to call the tool again; None where nothing changes.
    """
    when = f" after {expires}" if expires else ""
    why = f" before relying on {', '.join(volatile)}" if volatile else ""
    return f"call {tool} again{when}{why}" if when or why else None


def _over(columns: Sequence[Column], as_of: str) -> list[tuple[int, str]]:
    """The expiries and deadlines that had passed, each with the place of its row."""
    return [
        (at, f"{column.name} {column.cells[at]} has passed")
        for column in columns
        for at, over in enumerate(passed(column, as_of))
        if over
    ]


def _says(cell: Cell) -> bool:
    return cell is not MISSING and cell is not None and cell != ""
