"""Any text as data: tables where it is structured, lines where it is prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from langgraph_memory.facts._drafts import Draft
from langgraph_memory.facts._lines import LineReader
from langgraph_memory.facts._outlines import load_outline
from langgraph_memory.facts._python import load_python
from langgraph_memory.facts._shaping import tables_of
from langgraph_memory.facts.arrays import by_position
from langgraph_memory.facts.collecting import uncollected
from langgraph_memory.facts.loading import (
    NotJsonError,
    find_json,
    load,
    load_cut,
)
from langgraph_memory.facts.tables import Reading, Table
from langgraph_memory.facts.text import clean, split_marker

_UNREADABLE: Final = "\ufffd"
_FEW_UNREADABLE, _MOST_UNREADABLE = 3, 0.1
_SINGLE_VALUE: Final = re.compile(r"(?=\D{0,100}\d)[\w#@.:/+-]{2,100}")
_CUT: Final = "[the end is missing]"


def read(text: str) -> Reading:
    """Read a tool's output, or any other text, as data.

    JSON of any shape, JSON lines, Python literals, JSON that was cut off or stands within
    prose, plain YAML and other indented text, Markdown and other drawn tables, CSV, "key:
    value" lines and lists of pairs become tables; a single word with a digit, such as an
    id, or one per line, a table with the column `value`. Everything else is prose. Takes
    time linear in the text, whatever it is, and never fails: what cannot be read is there
    as prose, or named.

    Args:
        text: Anything a tool may return.

    Returns:
        Its tables and its prose.
    """
    with uncollected(len(text)):
        return _read(text)


def _read(text: str) -> Reading:
    body, marker = split_marker(clean(text))
    if body.count(_UNREADABLE) > max(_FEW_UNREADABLE, _MOST_UNREADABLE * len(body)):
        reading = Reading((), (f"[binary data, {len(body)} characters]",))
    else:
        # The first line of a drawn table is not to be moved.
        reading = _whole(body.strip()) or _outline(body) or _parts(body)
    if marker:
        spoken = tuple(line for line in reading.prose if line != _CUT)
        return Reading(reading.tables, (*spoken, marker))
    return reading


def load_data(text: str) -> Any:
    """Read a text that is data as a whole: JSON, JSON lines, or a Python dict or list.

    Args:
        text: Any text.

    Raises:
        NotJsonError: When the text is none of these.
    """
    for loader in (load, _load_lines, load_python):
        try:
            value = loader(text)
        except NotJsonError:
            continue
        if loader is load or text[0] in "{[":
            return value
    raise NotJsonError


def _whole(text: str) -> Reading | None:
    """The reading of a text that is one value, or one value per line; else None."""
    if not text:
        return Reading((), ())
    for loader in (load, _load_words, _load_lines, load_python, load_cut):
        try:
            value = loader(text)
        except NotJsonError:
            continue
        if isinstance(value, str) and text.startswith('"'):
            # A quoted text is read for what it says; each round takes its quotes away.
            return _read(value)
        return Reading(tables_of(by_position(value)), (_CUT,) if loader is load_cut else ())
    return None


def _outline(text: str) -> Reading | None:
    """The reading of a text whose blocks lie within each other; else None."""
    try:
        value, prose = load_outline(text)
    except NotJsonError:
        return None
    return Reading(tables_of(value), tuple(prose))


def _load_words(text: str) -> str | list[str]:
    """A single id or other word with a digit, or several, one per line."""
    words = text.split("\n")
    if not all(_SINGLE_VALUE.fullmatch(word) for word in words):
        raise NotJsonError
    return words if words[1:] else text


def _load_lines(text: str) -> list[Any]:
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines[1:] or not all(line.lstrip().startswith(("{", "[")) for line in lines):
        raise NotJsonError
    return [load(line) for line in lines]


def _parts(text: str) -> Reading:
    """The reading of prose, line by line, and of the JSON within it."""
    reader = LineReader()
    position = 0
    for start, end, value in find_json(text):
        reader.read(text[position:start])
        reader.tables += tables_of(by_position(value), reader.title())
        position = end
    reader.read(text[position:])
    return Reading(tuple(_merged(reader.tables)), tuple(reader.prose))


def _merged(tables: Iterable[Table]) -> list[Table]:
    """The tables, with records of one name and the same columns as rows of one table."""
    alike: dict[Any, list[Table]] = {}
    for number, table in enumerate(tables):
        form = (table.name, table.columns) if table.kind == "record" else number
        alike.setdefault(form, []).append(table)
    return [_joined(group) if len(group) > 1 else group[0] for group in alike.values()]


def _joined(records: Sequence[Table]) -> Table:
    draft = Draft(records[0].name, "list")
    for record in records:
        draft.extend([dict(zip(record.columns, row, strict=True)) for row in record.rows])
    [table] = draft.tables()
    return table
