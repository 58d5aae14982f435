"""The figures of a text in one form: numbers with their units, times of day, days."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from langgraph_memory.cards.dates import named_days, without_days

_UNITS = {
    name: unit
    for unit, names in {
        "minute": "minute minutes min mins 分钟",
        "hour": "hour hours hr hrs h 小时",
        "day": "day days 天",
        "night": "night nights 晚 夜",
        "week": "week weeks 周 星期",
        "month": "month months 个月",
        "year": "year years 年",
        "percent": "% percent",
        "km": "km kilometre kilometres kilometer kilometers 公里",
        "mile": "mile miles 英里",
        "metre": "metre metres meter meters 米",
        "kg": "kg kilo kilos kilogram kilograms 公斤 千克",
        "gram": "g gram grams 克",
        "usd": "$ usd dollar dollars 美元",
        "eur": "€ eur euro euros 欧元",
        "gbp": "£ gbp pounds 英镑",
        "yuan or yen": "¥ 元 块 cny rmb yuan 人民币 jpy yen 日元",
    }.items()
    for name in names.split()
}
_FROM_TWO = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_TENS = "thirty forty fifty sixty seventy eighty ninety"
_WORD_NUMBERS = dict(zip(_FROM_TWO.split(), range(2, 21), strict=True)) | dict(
    zip(_TENS.split(), range(30, 100, 10), strict=True)
)
_SCALES = {
    "hundred": 100,
    "thousand": 1_000,
    "k": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "百": 100,
    "千": 1_000,
    "万": 10_000,
    "亿": 100_000_000,
}
_HAN_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "〇": 0,
}
_HAN = f"[{''.join(_HAN_DIGITS)}十百千万亿]"

_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_SCALE = "hundred|thousand|million|billion|k|[百千万亿]"
# Numbers of more digits name something, and take long to read.
_DIGITS = r"\d{1,3}(?:,\d{3}){1,9}(?:\.\d{1,30})?|\d{1,30}(?:[.,]\d{1,30})?(?!\d)"
_WORDS = "|".join(_WORD_NUMBERS)
_AMOUNT = re.compile(
    rf"(?:(?P<before>[$€£¥]|\b(?:usd|eur|gbp|cny|rmb|jpy)\b)\s*)?"
    rf"(?P<percent>百分之)?"
    rf"(?:(?<![a-z0-9_.])(?P<digits>(?:(?<!\S)-)?(?:{_DIGITS}))"
    rf"|\b(?P<word>{_WORDS})(?:-(?P<ones>{_WORDS}))?\b"
    rf"|(?P<han>{_HAN}{{1,20}}))"
    rf"(?:\s?(?P<scale>{_SCALE})(?![a-z]))?"
    rf"(?:[\s-]?(?P<unit>{_UNIT})(?![a-z]))?"
)
_HAN_COUNTS = re.compile(r"[个人位次间张件点条份名层号]")
_TIME = re.compile(
    r"(?<![\d:])(?P<hour>\d{1,2})(?::(?P<minute>\d{2})(?::\d{2})?\s*(?P<half>[ap]\.?m\b)?"
    r"|\s*(?P<only>[ap]\.?m\b))"
)
_HAN_TIME = re.compile(
    rf"(?P<part>凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(?P<hour>\d{{1,2}}|{_HAN}{{1,3}})"
    rf"[点时](?!间)(?:(?P<minute>\d{{1,2}}|{_HAN}{{1,3}})分|(?P<half>半))?"
)
_LATE = frozenset(("下午", "傍晚", "晚上"))
_NOON = 12

Amount = tuple[Fraction, str]
Time = tuple[int, int]


@dataclass(frozen=True)
class Figures:
    """What a text says in figures.

    Attributes:
        amounts: Numbers, each with the unit that it stands with, or an empty one.
        times: Times of day as hour (0–23) and minute; without `am` or `pm` as written.
        days: Days, as `YYYY-MM-DD` or `MM-DD`.
        halved: Those of the times that are said with `am`, `pm` or the part of the day.
    """

    amounts: frozenset[Amount] = frozenset()
    times: frozenset[Time] = frozenset()
    days: frozenset[str] = frozenset()
    halved: frozenset[Time] = frozenset()

    @property
    def says_any(self) -> bool:
        """Whether there is any figure at all."""
        return bool(self.amounts or self.times or self.days)


def figures(text: str) -> Figures:
    """Read the figures of a text, in English and Chinese.

    Thousands separators, full-width digits, number words from two to ninety-nine, Chinese
    numerals, `20k` and `3万` become numbers. A single Chinese numeral counts only with a
    unit or a counter, for it also is part of words and names.

    Args:
        text: Any text.

    Returns:
        Its figures; digits within identifiers such as `AF1` are none.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    timeless, times, halved = _without_times(without_days(plain))
    return Figures(
        amounts=frozenset(_amounts(timeless)),
        times=frozenset(times),
        days=named_days(plain),
        halved=frozenset(halved),
    )


def missing(said: Figures, source: Figures) -> list[str]:
    """The figures that a source does not have.

    A number without a unit is found beside any unit, and one with a unit also where the
    source names none. A time without `am` or `pm` is found in either half of the day.

    Args:
        said: What is claimed.
        source: What is known.

    Returns:
        Those not found, in words.
    """
    return [
        *(_words(amount) for amount in said.amounts if not _has_amount(source, amount)),
        *(f"{h}:{m:02}" for h, m in said.times if not _has_time(source, said, (h, m))),
        *(day for day in said.days if not _has_day(source, day)),
    ]


def is_unit(word: str) -> bool:
    """Whether a word is a unit or a currency: `hours`, `EUR`."""
    return word.lower() in _UNITS


def joined(parts: Iterator[Figures]) -> Figures:
    """The figures of several texts together."""
    listed = list(parts)
    return Figures(
        amounts=frozenset(a for part in listed for a in part.amounts),
        times=frozenset(t for part in listed for t in part.times),
        days=frozenset(d for part in listed for d in part.days),
        halved=frozenset(t for part in listed for t in part.halved),
    )


def _has_amount(source: Figures, amount: Amount) -> bool:
    number, unit = amount
    if (number, unit) in source.amounts or (number, "") in source.amounts:
        return True
    return not unit and any(number == known for known, _ in source.amounts)


def _has_time(source: Figures, said: Figures, time: Time) -> bool:
    if time in source.times:
        return True
    hour, minute = time
    other = ((hour + _NOON) % (2 * _NOON), minute)
    return time not in said.halved and 0 < hour <= _NOON and other in source.halved


def _has_day(source: Figures, day: str) -> bool:
    if day in source.days:
        return True
    if len(day) == len("MM-DD"):
        return any(known.endswith(day) for known in source.days)
    year, rest = day.split("-", 1)
    return rest in source.days and _has_amount(source, (Fraction(int(year)), ""))


def _words(amount: Amount) -> str:
    number, unit = amount
    written = str(number.numerator) if number.denominator == 1 else str(float(number))
    return f"{written} {unit}".strip()


def _without_times(text: str) -> tuple[str, set[Time], set[Time]]:
    times: set[Time] = set()
    halved: set[Time] = set()

    def note(found: re.Match[str]) -> str:
        parts = found.groupdict()
        late = (parts.get("half") or parts.get("only") or "").startswith("p")
        early = (parts.get("half") or parts.get("only") or "").startswith("a")
        hour, minute = _whole(parts["hour"]), _whole(parts.get("minute") or "0")
        if parts.get("half") == "半":
            minute = 30
        if late or (parts.get("part") in _LATE and hour < _NOON):
            hour = hour % _NOON + _NOON
        elif early:
            hour %= _NOON
        if hour >= 2 * _NOON or minute >= 60:  # noqa: PLR2004  minutes of an hour
            return found[0]
        times.add((hour, minute))
        if late or early or parts.get("part"):
            halved.add((hour, minute))
        return " "

    return _HAN_TIME.sub(note, _TIME.sub(note, text)), times, halved


def _amounts(text: str) -> Iterator[Amount]:
    for found in _AMOUNT.finditer(text):
        parts = found.groupdict()
        unit = _UNITS.get(parts["unit"] or parts["before"] or "", "")
        if parts["percent"]:
            unit = "percent"
        if parts["digits"]:
            number = _written(parts["digits"])
        elif parts["word"]:
            ones = _WORD_NUMBERS[parts["ones"]] if parts["ones"] else 0
            number = Fraction(_WORD_NUMBERS[parts["word"]] + ones)
        elif len(parts["han"]) > 1 or unit or _HAN_COUNTS.match(text, found.end()):
            number = Fraction(_from_han(parts["han"]))
        else:
            continue
        yield number * _SCALES.get(parts["scale"] or "", 1), unit


def _written(digits: str) -> Fraction:
    head, comma, tail = digits.rpartition(",")
    if comma and len(tail) != len("000") and "." not in tail:
        digits = f"{head}.{tail}"  # a decimal comma
    return Fraction(digits.replace(",", ""))


def _whole(number: str) -> int:
    return int(number) if number.isdigit() else _from_han(number)


def _from_han(numeral: str) -> int:
    """The value of a Chinese numeral: 三十五, 两千, 一万二千, 二〇二六."""
    if all(char in _HAN_DIGITS for char in numeral):
        return int("".join(str(_HAN_DIGITS[char]) for char in numeral))
    total = section = digit = 0
    for char in numeral:
        if char in _HAN_DIGITS:
            digit = _HAN_DIGITS[char]
        elif char in "万亿":
            total = (total + section + digit) * _SCALES[char]
            section = digit = 0
        else:
            section += (digit or 1) * (10 if char == "十" else _SCALES[char])
            digit = 0
    return total + section + digit
