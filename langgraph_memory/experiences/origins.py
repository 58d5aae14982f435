"""Where the value of an argument was first to be read."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,15}(?:,\d{3})*(?:\.\d{1,9})?(?!\w)")
_SHORTEST_TEXT = 3
_LONGEST_TEXT = 200
_LEAST_NUMBER = 2


def telling(value: object) -> bool:
    """Whether a value is special enough for its origin to mean something.

    Args:
        value: A leaf of a call's arguments.

    Returns:
        True for numbers of at least 2, and for texts of 3 to 200 characters (2 where they
        are not ASCII) that are more than one lower-case word.
    """
    if isinstance(value, str):
        text = value.strip()
        least = _SHORTEST_TEXT if text.isascii() else _SHORTEST_TEXT - 1
        common = text.isascii() and text.isalpha() and text.islower()
        return least <= len(text) <= _LONGEST_TEXT and not common
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(float(str(value))) >= _LEAST_NUMBER


def mentions(folded: str, value: object) -> bool:
    """Whether a text names a value: a number as a number, a text as whole words.

    Args:
        folded: A text after `casefold`, so that it is folded once for many values.
        value: A leaf of a call's arguments.
    """
    if isinstance(value, str):
        wanted = value.strip().casefold()
        if not wanted or wanted not in folded:
            return False
        body = re.escape(wanted)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        body = _number_pattern(value)
    else:
        return False
    return re.search(rf"(?<![a-z0-9_.]){body}(?![a-z0-9_]|\.\d)", folded) is not None


def numbers(text: str) -> list[float]:
    """The numbers a text names, in order."""
    return [float(found.replace(",", "")) for found in _NUMBER.findall(text)]


def _number_pattern(value: float) -> str:
    whole = int(value)
    body = f"{whole:,}".replace(",", ",?")
    return rf"{body}(?:\.0+)?" if value == whole else re.escape(str(value)) + "0*"
