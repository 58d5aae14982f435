"""Values as people say them, beside those that tools told."""

from __future__ import annotations

import re
from typing import Any, Final

from langgraph_memory.cards.amending.reading import Amendment
from langgraph_memory.cards.dates import named_days
from langgraph_memory.cards.words import name_words, stem

_NUMBER: Final = re.compile(
    r"[^\W\d_]{0,3}[^\w.-]*(-?\d+(?:,\d{3})*(?:\.\d+)?)(?:\W*|\s+[^\W\d_]+)"
)
_TIME: Final = re.compile(r"\b(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\b", re.IGNORECASE)
_ISO_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ISO_TIME: Final = re.compile(r"\d\d:\d\d")
_HALF_DAY, _DAY = 12, len("05-04")


def right(amendment: Amendment, old: Any, column: str) -> Any:
    """The right value as it stands in place of the old one.

    Args:
        amendment: What the user says.
        old: What a tool said.
        column: Its column.

    Returns:
        A number where a number stood there, else a text of the same kind: a day, a time, a
        word with figures; None where it is of another kind. A mere word takes the place of
        a word only where the user says that it was wrong, or both are names.
    """
    value = _without(amendment.value, column)
    if isinstance(old, bool | list | dict) or not value:
        return None
    if isinstance(old, int | float):
        number = _number(value)
        whole = number is not None and isinstance(old, int) and number.is_integer()
        return int(number) if number is not None and whole else number
    told = "" if old is None else str(old)
    if told and shape(told) != shape(value):
        return None
    if not any(map(str.isdigit, value)):
        # `The room is nice` puts no room right.
        proper = value[0].isupper() and told[:1].isupper()
        sure = amendment.named or amendment.former or proper
        if amendment.state:  # what is so already is not put right
            sure = value.casefold() != told.casefold()
        return value if told and sure else None
    return _spelled(value, told)


def _spelled(value: str, like: str) -> str:
    """A day or a time, written as another one where that is in ISO 8601."""
    days, clock = named_days(value), _clock(value)
    if len(days) == 1 and _ISO_DAY.fullmatch(like):
        [day] = days
        return day if len(day) == len(like) else like[:-_DAY] + day
    if clock and _ISO_TIME.fullmatch(like):
        return f"{clock[0]:02}:{clock[1]}"
    return value


def same(said: str, old: Any, column: str = "") -> bool:
    """Whether a value that was said is one that was told.

    Args:
        said: As the user said it.
        old: As it was told.
        column: Its column, whose name the user may have said with it.
    """
    said = _without(said, column)
    if isinstance(old, int | float) and not isinstance(old, bool):
        return _number(said) == old
    told = str(old)
    if shape(said) != shape(told):
        return False
    if _clock(said) or _clock(told):
        return _clock(said) == _clock(told)
    days, others = named_days(said), named_days(told)
    if days and others:
        return {day[-_DAY:] for day in days} == {day[-_DAY:] for day in others}
    return said.casefold() == told.strip().casefold()


def _without(value: str, column: str) -> str:
    """A value without the name of its column before it: `gate D4`."""
    named = {*name_words(column.rpartition(".")[2]), "the", "a", "an"}
    said = value.split()
    while len(said) > 1 and stem(said[0].casefold()) in named:
        said = said[1:]
    return " ".join(said)


def shape(text: str) -> str:
    """The kind of a text: `day`, `time`, `number`, `figures` among letters, `words`."""
    if named_days(text):
        return "day"
    if _clock(text):
        return "time"
    if _number(text) is not None:
        return "number"
    return "figures" if any(map(str.isdigit, text)) else "words"


def _number(text: str) -> float | None:
    found = _NUMBER.fullmatch(text.strip())
    return None if found is None or named_days(text) else float(found[1].replace(",", ""))


def _clock(text: str) -> tuple[int, str] | None:
    found = _TIME.search(text)
    if found is None:
        return None
    hour, minute, half = int(found[1]), found[2], (found[3] or "").lower()
    if half:
        hour = hour % _HALF_DAY + (_HALF_DAY if half == "p" else 0)
    return hour, minute
