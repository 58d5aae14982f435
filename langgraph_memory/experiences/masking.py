"""Texts without what belongs to one run only: values, ids, numbers, dates, names."""

from __future__ import annotations

import re

from langgraph_memory.facts.redaction import redact
from langgraph_memory.facts.text import clean

_LONGEST_TEXT = 2_000
_LEAST_PHONE_DIGITS = 9
_TITLE_SHARE = 0.6

_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ALONE, _NO_MORE = r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])"
_DATE = (
    rf"{_ALONE}\d{{4}}[-/]\d{{1,2}}[-/]\d{{1,2}}"
    r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?" + _NO_MORE + "|"
    rf"{_ALONE}\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}}{_NO_MORE}"
    rf"|\b{_MONTHS}\.?\s{_DAY}(?!\w)(?:,?\s\d{{4}}\b)?"
    rf"|\b{_DAY}\s(?:of\s)?{_MONTHS}\b\.?(?:,?\s\d{{4}}\b)?"
    r"|(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]?"
)
_PARTS = (
    ("keep", r"<[^\W\d_][^\W\d]{0,39}>|\[redacted:\w{1,40}\]"),
    ("url", r"\b[a-z][a-z0-9+.-]{1,9}://[^\s<>\"']+"),
    ("email", r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32})+"),
    ("path", r"(?<![\w<])(?:[a-z]:\\|\.{0,2}/)(?:[\w.-]+[\\/])+[\w.-]*"),
    ("date", _DATE),
    ("time", rf"(?<!:){_ALONE}\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\s?[ap]m)?{_NO_MORE}"),
    ("phone", rf"{_ALONE}\+?\d[\d() -]{{7,18}}\d{_NO_MORE}"),
    ("amount", r"[$€£¥￥]\s?\d+(?:[.,]\d+)*"),
    ("status", r"\b(?:http|status|code|error)(?:\scode)?[ :=]{1,2}[45]\d\d\b"),
    ("number", rf"{_ALONE}\d+(?:[.,]\d+)*(?:st|nd|rd|th|[a-z]{{1,2}})?{_NO_MORE}"),
    ("id", rf"#?{_ALONE}(?=[A-Za-z_-]*\d)[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*"),
)
_MASK = re.compile("|".join(f"(?P<{name}>{part})" for name, part in _PARTS), re.IGNORECASE)
_INTRODUCED = re.compile(
    r"(?P<lead>\b(?i:my name is|i am|i'm|this is|names?:|mr\.?|mrs\.?|ms\.?|dr\.?)\s+)"
    r"(?P<name>[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*){0,2})"
    r"|(?P<zh>我(?:叫|是|的名字(?:是|叫))\s?)(?P<zh_name>[一-鿿]{2,4})(?=[,.!，。！、\s]|$)"
)
_CAPITALISED = r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]+"
_CAPITALS = re.compile(rf"{_CAPITALISED}(?:\s+{_CAPITALISED})+")
_SINGLE = re.compile(
    r"(?P<lead>\b(?:for|from|to|with|named|called|contact|customer|friend|guest|husband"
    rf"|passenger|patient|user|wife)\s){_CAPITALISED}\b"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_ENDS = ".!?:;\n。！？："


def mask(text: str, keep: frozenset[str] = frozenset()) -> str:
    """Put placeholders for what names one thing or person, as `<id>`, `<date>`, `<name>`.

    Secrets, addresses, numbers, dates, introduced names ("my name is …", "我叫…"), runs of
    capitalised words, and single ones where a name is due ("for …", "to …") go. A status
    code (`HTTP 404`) stays, for it says what went wrong.

    Args:
        text: Any text; what is beyond 2,000 characters is cut off.
        keep: Words, numbers or ids that stay as they are.

    Returns:
        The masked text; masking it again changes nothing.
    """
    held = redact(clean(text))[:_LONGEST_TEXT]

    def placeholder(match: re.Match[str]) -> str:
        kind = match.lastgroup or "value"
        if kind in ("keep", "status") or match[0] in keep:
            return match[0]
        if kind == "phone" and not _is_phone(match[0]):
            kind = "number"
        return f"<{kind}>"

    held = _MASK.sub(placeholder, held)
    held = _INTRODUCED.sub(lambda m: f"{m['lead'] or m['zh']}<name>", held)
    return _without_names(held)


def _is_phone(text: str) -> bool:
    digits = sum(char.isdigit() for char in text)
    return digits >= _LEAST_PHONE_DIGITS and not text.isdigit()


def _without_names(text: str) -> str:
    words = _WORD.findall(text)
    if sum(word[0].isupper() for word in words) > _TITLE_SHARE * len(words):
        return text  # a title: its capitals name nothing

    def placeholder(match: re.Match[str]) -> str:
        before = text[: match.start()].rstrip(" ")
        if before and before[-1] not in _SENTENCE_ENDS:
            return "<name>"
        return f"{match[0].split()[0]} <name>"

    return _SINGLE.sub(r"\g<lead><name>", _CAPITALS.sub(placeholder, text))
