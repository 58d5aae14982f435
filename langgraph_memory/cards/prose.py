"""What a sentence or line of prose tells by itself, whatever is asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from langgraph_memory.cards import lexicon

_ENOUGH: Final = 3
_READ: Final = 400
"""Characters of a line that are looked at."""

_FACT: Final = re.compile(
    r"[^\s\d]{0,40}\d\S*"  # figures, dates, ids
    r"|[$€£¥]|\b(?:EUR|USD|GBP|CHF|CNY|JPY)\b"
    r"|\bhttps?://\S+|(?<=\w)@\w+\.\w+"
    r"|(?<=[\w,;:)] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*"  # names, but for a line's first word
    r"|[零〇一二两三四五六七八九十百千万亿]{2,}"
    r"|\b(?:available|open|pending|active|approved|confirmed|delayed|delivered|due"
    r"|expires?|overdue|paid|rejected|shipped|renamed|moved|changed)\b"
)
_FORMULA: Final = re.compile(
    r"(?:"
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day))\b"
    r"(?:[\s,]+[^\s,]+){0,3}"
    r"|(?:many |kind |best |warm )?(?:thanks|thank you|regards|wishes|greetings)\b[^,;:.]*"
    r"(?:, \w+(?: \w+)?)?"
    r"|(?:best|cheers|sincerely|yours(?: \w+)?|love|bye|goodbye)(?:,? [^\s,]+){0,2}"
    r"|welcome\b[^;:.]*"
    r"|(?:enjoy|have an? (?:nice|good|great|lovely|wonderful)|see you)\b[^,;:.]*"
    r"|(?:(?:we|i) |i'm |we're |i am |we are )?look(?:ing)? forward to\b[^,;:.]*"
    r"|(?:(?:we|i) )?hop(?:e|ing) (?:this|that|you|to)\b[^,;:.]*"
    r"|(?:please )?(?:feel free|do not hesitate|don't hesitate|let (?:me|us) know)\b"
    r"[^,;:.]*"
    r"|sure|of course|certainly|no problem|you're welcome"
    r"|(?:here|below) (?:is|are) .*:"
    r"|(?:©|copyright\b|all rights reserved|subscribe|unsubscribe|click here|read more"
    r"|sign (?:up|in)|log in|share this|follow us|accept (?:all )?cookies).*"
    r"|(?:大家|你|您)?好[呀啊]?|(?:非常)?(?:谢谢|感谢)[^，,]*|多谢[^，,]*|再见|下次见|回头见|此致|敬礼"
    r"|祝(?:您|你|大家)[^，,]*|欢迎[^，,]*|辛苦了|请?随时联系[^，,]*|期待[^，,]*"
    r")[\s.!,。！，~]*",
    re.IGNORECASE,
)
_FAILS: Final = re.compile(
    r"(?!(?:raise|return|except|throw|catch)\b)(?:"
    r"(?:[\w.$]+\.)?[A-Z]\w*(?:Error|Exception|Failure|Interrupt)\b"
    r"|(?:[^\s:]+:)?(?:\d+:)*\s*(?:(?:fatal|syntax|type) )?(?i:error)\b(?=[:\[])"
    r"|(?i:caused by|panic|fatal|not ok)\b|npm ERR!|E {2,}\S|[✗✘✖]"
    r"|.*\b(?:ERROR|FATAL|CRITICAL|SEVERE|FAIL|FAILED|PANIC)\b"
    r"|.*(?:Error|Exception)[:(]|.*\b[1-9]\d* (?:failed|failures?|errors?)\b"
    r"|.*(?:错误|异常|失败)[:：])"
)
_TRACE: Final = "Traceback (most recent call last)"


@lru_cache(maxsize=8192)
def telling(text: str) -> float:
    """How much of what answers are made of a sentence tells.

    Args:
        text: A sentence or a line.

    Returns:
        From 0 to 1; three figures, dates, sums, names or states are enough.
    """
    text = text[:_READ]
    found = sum(phrase in text.casefold() for phrase in lexicon.GONE)
    for _ in _FACT.finditer(text):
        found += 1
        if found >= _ENOUGH:
            break
    return min(1.0, found / _ENOUGH)


@lru_cache(maxsize=8192)
def is_formula(text: str) -> bool:
    """Whether a sentence is a greeting, a closing or another formula that tells nothing."""
    text = text.strip()
    short = len(text) <= _READ and not any(map(str.isdigit, text))
    return short and _FORMULA.fullmatch(text) is not None


@lru_cache(maxsize=8192)
def tells_failure(text: str) -> bool:
    """Whether a line of a log, a test run or a traceback tells what failed."""
    return _FAILS.match(text[:_READ].strip()) is not None


def failing(lines: list[str], limit: int) -> str:
    """Why something failed, from all that it said.

    Args:
        lines: What it said.
        limit: Most characters.

    Returns:
        All of it where it is short; else, of the lines that tell a failure, the last ones,
        or the last line of a traceback; else the beginning.
    """
    whole = " ".join(" ".join(lines).split())
    if len(whole) <= limit:
        return whole
    reasons = [line for line in lines if tells_failure(line)]
    if not reasons and any(line.startswith(_TRACE) for line in lines):
        reasons = lines[-1:]
    kept: list[str] = []
    for line in reversed(reasons):
        limit -= len(line) + 2
        if limit < 0 and kept:
            break
        kept.insert(0, line)
    return "… ".join(["", *kept]) if kept else whole
