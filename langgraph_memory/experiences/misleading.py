"""Whether advice after a failure leads astray: to the same failure, or to made-up facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.experiences.arguments import grouped, last_part
from langgraph_memory.experiences.contrary import forms_in
from langgraph_memory.experiences.run import Run, Step

PASSING: Final = re.compile(
    r"connection|time[d ]?[- ]?out|temporar|unavailable|overloaded|reset by peer"
    r"|rate.?limit|too many requests|try again later|\b(?:429|502|503|504)\b"
    r"|超时|繁忙|稍后|暂时",
    re.IGNORECASE,
)
"""Errors that may pass by themselves."""

_SUCCESS: Final = re.compile(
    r"\b(?:tell|inform|say|report|assure|announce|answer|reply|confirm to|write back)\b"
    r"(?![^.]*\b(?:not|n't|fail\w*|why|sorry|unable|error|problem)\b)[^.]*"
    r"\b(?:that|is|was|has been|have been|are|it)\b"
    r"|\b(?:pretend|claim|act as (?:if|though)|make believe|feign)\b"
    r"|告诉|告知|回答|答复|回复|假装|声称|就说",
    re.IGNORECASE,
)
_SAME: Final = re.compile(
    r"\b(?:again|once more|retry|repeat)\b[^.]*\b(?:same|unchanged|identical|as before)\b"
    r"|\b(?:same|unchanged|identical)\b[^.]*\b(?:again|once more|call|retry)\b"
    r"|(?:再次|重新|再)[^。]*(?:原样|同样|相同|不变)|(?:原样|同样|相同)[^。]*(?:再|重新)",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:never|not|avoid|instead of|rather than|stop)\b|n't\b|不要|别|避免|而不是|不再"
    r"|不能",
    re.IGNORECASE,
)
_MONTHS: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
_MONTH: Final = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)\d{4}[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)",
        rf"(?<![\w.]){_DAY} (?:of )?{_MONTH}(?![a-z])",
        rf"(?<![a-z]){_MONTH} (?:the )?{_DAY}(?!\w)",
        r"(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]?",
    )
)
_SMALL: Final = re.compile(
    r"(?<![\w.,-])(?P<number>\d{1,2})(?![\w.,-]*\d)(?!\w)"
    r"(?!\s(?:times?|attempts?|steps?|retries|tries|characters?|digits?|letters?|decimals?"
    r"|words?|sentences?|seconds?|parts?|fields?|values?)\b)"
)


def misleading(sentence: str, run: Run, known: str) -> str:
    """Tell why a sentence is no advice for another attempt.

    Args:
        sentence: What a model wrote after a run failed.
        run: The run.
        known: All that the model was told.

    Returns:
        That it would have the user told of a success; that it asks for what failed once
        more, or for a form that the failed value has; that it makes up a date or a number.
        Empty: nothing of the kind.
    """
    if _SUCCESS.search(sentence):
        return "it has something told to the user in place of another attempt"
    if foreign := _made_up(sentence, known):
        return f"it names what the run does not have: {foreign}"
    if _DENIED.search(sentence):
        return ""
    failed = [step for step in run.steps if step.error]
    right = {str(value) for step in run.steps if not step.error
             for values in grouped(step.args).values() for value in values}  # fmt: skip
    if any(_is_asked_again(sentence, step, right) for step in failed):
        return "it asks for the call that failed"
    return ""


def _made_up(sentence: str, known: str) -> str:
    """A date or a small number that nobody told; empty when there is none."""
    own = set(_dates(known))
    for pattern in _DATES:
        for found in pattern.finditer(sentence):
            if _day(found) not in own:
                return found[0]
    rest = sentence
    for pattern in _DATES:
        rest = pattern.sub(" ", rest)
    for found in _SMALL.finditer(rest):
        if re.search(rf"(?<!\d){found['number']}(?!\d)", known) is None:
            return found[0]
    return ""


def _dates(text: str) -> Iterator[tuple[int, int]]:
    for pattern in _DATES:
        yield from map(_day, pattern.finditer(text))


def _day(found: re.Match[str]) -> tuple[int, int]:
    month = found["month"].lower()
    number = int(month) if month.isdigit() else _MONTHS.index(month[:3]) + 1
    return number, int(found["day"])


def _is_asked_again(sentence: str, failed: Step, right: set[str]) -> bool:
    """Whether a sentence asks for a call as it failed, which would fail again."""
    if PASSING.search(failed.condition or failed.text[:300]):
        return False
    if _SAME.search(sentence):
        return True
    given = grouped(failed.args)
    blamed = [path for path in given if _names(failed.condition, path)]
    wrong = [
        (path, str(value))
        for path in given
        for value in given[path]
        if str(value) and str(value) not in right
    ]
    speaks = re.search(rf"(?<!\w){re.escape(failed.tool)}(?!\w)", sentence, re.IGNORECASE)
    told = [
        value
        for path, value in wrong
        if path in blamed and (speaks or _names(sentence, path))
    ]
    forms = forms_in(sentence) if told else []
    if any(_has(sentence, value) or any(f(value) for f in forms) for value in told):
        return True
    return bool(speaks and wrong) and all(_has(sentence, value) for _, value in wrong)


def _names(text: str, path: str) -> bool:
    name = re.escape(last_part(path)).replace("_", "[_ ]")
    return re.search(rf"(?<![A-Za-z0-9]){name}", text, re.IGNORECASE) is not None


def _has(text: str, value: str) -> bool:
    pattern = rf"(?<![\w.]){re.escape(value)}(?!\w)(?! (?:as|into|in the form)\b)"
    return re.search(pattern, text, re.IGNORECASE) is not None
