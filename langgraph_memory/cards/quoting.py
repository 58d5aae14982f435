"""Scalars as text and back: bare where that is unambiguous, else quoted like JSON."""

from __future__ import annotations

import json
import re

from langgraph_memory.errors import LangGraphMemoryError
from langgraph_memory.facts.tables import MISSING, Cell

_NUMBER = re.compile(
    r"-?(?:0|[1-9]\d{0,299})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,3})?", re.ASCII
)
_WORDS: dict[str, Cell] = {"true": True, "false": False, "null": None, "-": MISSING}
_LINE_STARTS = ("[card ", "all: ", "note: ")
_DECODER = json.JSONDecoder()


def write(cell: Cell, *separators: str) -> str:
    """A cell as text that `read` turns back into the same cell.

    Args:
        cell: A scalar, or `MISSING`. Floats must be finite.
        separators: What will stand behind the cell in its line; a string in which the
            first of them could be seen too early is quoted.

    Returns:
        One line of text.
    """
    if isinstance(cell, str):
        return cell if _stands_bare(cell, separators) else quote(cell)
    if cell is MISSING:
        return "-"
    return json.dumps(cell)


def read(text: str) -> Cell:
    """The cell that `write` wrote.

    Args:
        text: One written cell, without its separators.

    Returns:
        The typed scalar, or `MISSING`.

    Raises:
        LangGraphMemoryError: When a quoted text is damaged.
    """
    if text.startswith('"'):
        value, end = take_json(text, 0)
        if end == len(text) and isinstance(value, str):
            return value
        msg = f"text follows the quoted cell in {text!r}"
        raise LangGraphMemoryError(msg)
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdigit() else float(text)
    return text


def quote(text: str) -> str:
    """A string as a JSON string on one line."""
    return json.dumps(text, ensure_ascii=False)


def take_json(text: str, start: int) -> tuple[object, int]:
    """Decode the JSON value that begins at a place.

    Args:
        text: Where to read.
        start: Index of the value's first character.

    Returns:
        The value and the index behind it.

    Raises:
        LangGraphMemoryError: When no whole JSON value begins there.
    """
    try:
        value, end = _DECODER.raw_decode(text, start)
    except ValueError as error:
        msg = f"no JSON value begins at {text[start : start + 40]!r}"
        raise LangGraphMemoryError(msg) from error
    return value, end


def take(text: str, start: int, separators: tuple[str, ...]) -> tuple[str, str, int]:
    """Cut one written cell off a line.

    Args:
        text: The line.
        start: Index at which the cell begins.
        separators: What may end the cell; the end of the line always does.

    Returns:
        The written cell, the separator that ended it (empty at the end of the line), and
        the index behind that separator.

    Raises:
        LangGraphMemoryError: When a quoted cell is damaged.
    """
    search = start
    if text[start : start + 1] in ('"', "{", "["):
        _, search = take_json(text, start)
    ends = [(at, mark) for mark in separators if (at := text.find(mark, search)) >= 0]
    if not ends:
        return text[start:], "", len(text)
    at, mark = min(ends)
    return text[start:at], mark, at + len(mark)


def _stands_bare(text: str, separators: tuple[str, ...]) -> bool:
    if not text or text != text.strip() or "\n" in text or "\r" in text:
        return False
    if text[0] in '"{[' or text[-1] == '"' or text.startswith(_LINE_STARTS):
        return False
    if text in _WORDS or _NUMBER.fullmatch(text):
        return False
    return all((text + mark).find(mark) == len(text) for mark in separators)
