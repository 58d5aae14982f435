"""When a message was said, and on which day happened what it tells of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

from langchain_core.messages import BaseMessage

_NAMES: Final = ("timestamp", "created_at", "sent_at", "date", "time")
_EPOCH, _EPOCH_MS, _LAST_MS = 1e9, 1e11, 1e13  # of 2001, 1973 and 2286
_LONGEST: Final = 10_000  # characters of a text that are read
_NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "一": 1, "两": 2, "二": 2,
    "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
}  # fmt: skip
_UNITS: Final = {"day": 1, "week": 7, "天": 1, "日": 1, "周": 7, "星期": 7, "礼拜": 7}
_DAYS: Final = {
    "the day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0,
    "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "the day after tomorrow": 2, "tomorrow": 1, "大前天": -3, "前天": -2, "昨天": -1,
    "昨日": -1, "昨晚": -1, "今天": 0, "今日": 0, "今晚": 0, "今早": 0, "明天": 1,
    "明日": 1, "明晚": 1, "大后天": 3, "后天": 2,
}  # fmt: skip
_WEEKDAYS: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_CHINESE_WEEKDAYS: Final = "一二三四五六日"

_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_ENGLISH = "|".join(re.escape(name) for name in _DAYS if name.isascii())
_CHINESE = "|".join(name for name in _DAYS if not name.isascii())
_TOLD: Final = re.compile(
    rf"(?P<day>\b(?:{_ENGLISH})\b|{_CHINESE})"
    rf"|\b{_NUMBER}\s(?P<unit>day|week)s?\sago\b"
    rf"|\bin\s{_NUMBER.replace('number', 'later')}\s(?P<later_unit>day|week)s?\b"
    rf"|{_NUMBER.replace('number', 'chinese')}个?(?P<chinese_unit>天|日|周|星期|礼拜)"
    r"(?P<side>以?[前后])"
    rf"|\b(?P<which>last|next)\s(?P<weekday>{'|'.join(_WEEKDAYS)})\b"
    rf"|(?P<week>[上下])(?:周|星期|礼拜)(?P<of_week>[{_CHINESE_WEEKDAYS}天])",
    re.IGNORECASE,
)


def said_at(message: BaseMessage) -> datetime | None:
    """When a message says it was said, as one that is imported may.

    Args:
        message: A message. The time is looked for under `timestamp`, `created_at`,
            `sent_at`, `date` and `time` of its `additional_kwargs`, then of its
            `response_metadata`: ISO 8601, the form of mail, or seconds or milliseconds
            since 1970.

    Returns:
        The time in its own zone, UTC where it names none; None when none is told.
    """
    for held in (message.additional_kwargs, message.response_metadata):
        for at in _times(held):
            return at
    return None


def happened_on(text: str, said: datetime) -> date | None:
    """The day of which a text speaks, where it names it from the day on which it is said.

    Args:
        text: Any text: `yesterday`, `three days ago`, `last Monday`, `昨天`, `三天前`,
            `上周一`.
        said: When it was said, whatever the time now; its zone tells the day.

    Returns:
        The first day named so; None when there is none.
    """
    found = _TOLD.search(text[:_LONGEST])
    if found is None:
        return None
    try:
        return said.date() + timedelta(days=_days(found, said.weekday()))
    except OverflowError:
        return None


def _times(held: Mapping[str, Any]) -> Iterator[datetime]:
    for name in _NAMES:
        if (at := time_in(held.get(name))) is not None:
            yield at


def time_in(told: Any) -> datetime | None:
    """A point in time that is told in one of these forms, in its own zone; None: none."""
    if isinstance(told, datetime):
        return _zoned(told)
    if isinstance(told, int | float) and not isinstance(told, bool):
        if not _EPOCH <= told < _LAST_MS:
            return None
        return datetime.fromtimestamp(told / (1e3 if told >= _EPOCH_MS else 1), UTC)
    readers: tuple[Callable[[str], datetime], ...]
    readers = (datetime.fromisoformat, parsedate_to_datetime)
    for read in readers if isinstance(told, str) else ():
        try:
            return _zoned(read(told.strip()))
        except (ValueError, OverflowError):
            continue
    return None


def _zoned(at: datetime) -> datetime:
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def _days(found: re.Match[str], weekday: int) -> int:
    """How many days after it was said, Monday being weekday 0."""
    if found["day"]:
        return _DAYS[found["day"].lower()]
    if found["number"]:
        return -_counted(found["number"], found["unit"])
    if found["later"]:
        return _counted(found["later"], found["later_unit"])
    if found["chinese"]:
        days = _counted(found["chinese"], found["chinese_unit"])
        return days if found["side"].endswith("后") else -days
    if found["which"]:
        ahead = (_WEEKDAYS.index(found["weekday"].lower()) - weekday) % 7
        later = found["which"].lower() == "next"
        return (ahead or 7) if later else ahead - 7
    named = _CHINESE_WEEKDAYS.index(found["of_week"].replace("天", "日"))
    return named - weekday + (7 if found["week"] == "下" else -7)


def _counted(number: str, unit: str) -> int:
    times = int(number) if number.isdecimal() else _NUMBERS[number.lower()]
    return times * _UNITS[unit.lower()]
