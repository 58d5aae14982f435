"""Words of a text as typed cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from langgraph_memory.facts.tables import Cell, Scalar

_INTEGER: Final = re.compile(r"-?(?:0|[1-9]\d{0,14})", re.ASCII)
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9]\d{0,14})\.\d{1,15}", re.ASCII)
_WORDS: Final[dict[str, Scalar]] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}


def typed(text: str) -> Scalar:
    """What a written cell says: a number, a truth value, nothing, or its text.

    Args:
        text: The cell as it is written.

    Returns:
        The value. Digits that begin with a zero, or are more than 15, name something and
        stay text, and so does a number with its unit, and a decimal that would be written
        in another way, such as the version 1.10.
    """
    text = text.strip()
    if text in _WORDS:
        return _WORDS[text]
    number: Scalar = text
    if _INTEGER.fullmatch(text):
        number = int(text)
    elif is_decimal(text):
        number = float(text)
    return number if str(number) == text else text


def is_decimal(text: str) -> bool:
    """Whether a written cell is a number with a decimal point."""
    return _DECIMAL.fullmatch(text) is not None


def spell_alike(rows: Sequence[dict[str, Cell]]) -> None:
    """Leave all numbers of a column as they were written where one of them must be.

    Args:
        rows: Cells that `typed` gave, by column; changed in place.
    """
    kept = {
        column
        for row in rows
        for column, cell in row.items()
        if type(cell) is str and is_decimal(cell)
    }
    for row in rows if kept else ():
        for column in kept & row.keys():
            cell = row[column]
            if type(cell) is int or type(cell) is float:
                row[column] = str(cell)
