"""Which values of a table occur in the arguments of a call: the link that gives credit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol

from langgraph_memory.facts.names import singular, words
from langgraph_memory.facts.tables import Cell

_SHORTEST: Final = 3
_COMMON_DIGITS: Final = 2
_IDEOGRAPH: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_NUMBER: Final = re.compile(_DIGITS, re.ASCII)
_MONEY: Final = re.compile(
    rf"(?:[$€£¥￥]|usd|eur|cny|rmb)?\s?(-?(?:{_DIGITS}))\s?(?:元|%)?", re.ASCII
)
# Arithmetic, as calculating tools take it; dates and telephone numbers are none.
_ARITHMETIC: Final = re.compile(r"[\d\s.,()+\-*/%$]+", re.ASCII)
_OPERATOR: Final = re.compile(r"[+*(]|\s[-/]\s")
_IDENTIFIER: Final = re.compile(
    r"(?<![\w-])[a-z][\w-]*\d[\w-]*|\d{5,}", re.ASCII | re.IGNORECASE
)
_PARTS: Final = re.compile(r"[,;，；、]\s?")
_EXACT: Final = 2.0**53
_DECIMAL_BITS: Final = 10_000  # Python refuses to write longer integers in decimal.
_REMEMBERED: Final = 16_384
_COMMONPLACE: Final = frozenset({"true", "false", "null", "none", "yes", "n/a", "any"})


class Rows(Protocol):
    """What has named columns and rows: a table, or the table of a card."""

    @property
    def columns(self) -> Sequence[str]:
        """Names of the columns."""

    @property
    def rows(self) -> Sequence[Sequence[Cell]]:
        """One sequence of cells per object, as long as `columns`."""


@dataclass(frozen=True)
class Use:
    """One value of a table that a call was given.

    Attributes:
        row: Position of its row.
        column: Name of its column.
        parameter: Where it stands in the arguments, dotted, `[]` for any item of a list.
    """

    row: int
    column: str
    parameter: str


def uses(table: Rows, args: Mapping[str, Any]) -> tuple[Use, ...]:
    """Find the values of a table in the arguments of a call.

    Values count when they are equal after light normalising: case, blanks, a leading `#`,
    thousands separators and currency signs do not matter, and a number equals its text.
    Texts are of three characters or more (two in Chinese), numbers other than 0 and 1;
    one of two digits counts where column and parameter share a word.
    Numbers in an arithmetic expression and ids within a longer text count as well, and so
    does each part of a cell that lists several values.

    Args:
        table: Columns and rows.
        args: Arguments of one call, nested or not.

    Returns:
        The uses in the order of the rows, each cell at most once.
    """
    given: dict[str, str] = {}
    for parameter, value in _leaves(args):
        for form in _given_forms(value):
            given.setdefault(form, parameter)
    return tuple(_found(table, given)) if given else ()


def _found(table: Rows, given: Mapping[str, str]) -> Iterator[Use]:
    for row, cells in enumerate(table.rows):
        for column, cell in zip(table.columns, cells, strict=True):
            for form in _forms(cell):
                if form in given and _telling(form, column, given[form]):
                    yield Use(row, column, given[form])
                    break


def _telling(form: str, column: str, parameter: str) -> bool:
    # Two nights and two stars are equal by chance; two nights and two nights are not.
    if not (form.isdigit() and len(form) <= _COMMON_DIGITS):
        return True
    return not set(map(singular, words(column))).isdisjoint(map(singular, words(parameter)))


def _leaves(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    # No recursion: models nest arguments as deep as they like.
    waiting: list[tuple[str, Any]] = [("", args)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Mapping):
            inner = ((f"{path}.{key}" if path else str(key), v) for key, v in value.items())
            waiting.extend(inner)
        elif isinstance(value, list | tuple):
            waiting.extend((f"{path}[]", item) for item in value)
        else:
            yield path, value


@lru_cache(maxsize=_REMEMBERED, typed=True)
def _forms(value: Cell) -> tuple[str, ...]:
    """The forms of a value and of its parts; cells are compared with many calls."""
    found = [_form(value)]
    if isinstance(value, str) and len(value) > _SHORTEST:
        parts = _PARTS.split(value)
        found += map(_form, parts) if len(parts) > 1 else ()
    return tuple(form for form in found if form is not None)


def _given_forms(value: Any) -> Iterator[str]:
    if not isinstance(value, str | int | float):
        return
    yield from _forms(value)
    if isinstance(value, str):
        sum_like = _ARITHMETIC.fullmatch(value) and _OPERATOR.search(value)
        inner = (_NUMBER if sum_like else _IDENTIFIER).findall(value)
        yield from (form for part in inner if (form := _form(part)) is not None)


def _form(value: Any) -> str | None:
    """The form in which values are compared; None for values that say too little."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _number_form(value)
    if not isinstance(value, str):
        return None
    text = " ".join(value.split()).lstrip("#").casefold()
    money = _MONEY.fullmatch(text)
    # A leading zero belongs to a name of something, such as a postal code.
    if money and (text[0] != "0" or text[:2] == "0."):
        digits = money[1].replace(",", "")
        return _number_form(float(digits) if "." in digits else digits)
    shortest = 2 if _IDEOGRAPH.search(text) else _SHORTEST
    return text if len(text) >= shortest and text not in _COMMONPLACE else None


def _number_form(value: float | str) -> str | None:
    whole = isinstance(value, float) and value.is_integer() and abs(value) < _EXACT
    if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS:
        return hex(value)
    text = str(int(value) if whole else value)
    return None if text in {"0", "1"} else text
