"""Tool results that tell of a failure, by their form; English and Chinese."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

from langgraph_memory.facts._envelopes import fails

_ENGLISH: Final = re.compile(
    r"""\W{0,4}(?:
        (?:error|exception|(?-i:[\w.]{0,60}\w(?:Error|Exception)))
        \W{0,3}(?:[\]:(!\-]|$|\n|\d{3}\b
            |(?:code|while|when|calling|executing|invoking|during|occurred|in|reading
               |fetching|processing|getting|parsing|connecting)\b)
      | an?\ (?:unexpected\ |internal\ )?error\b
      | traceback\ \(most | fatal: | panic: | failure: | failed(?::|\.|$|\ to\b)
      | (?:unable\ to|could\ not|couldn't|cannot|can't)\b
      | invalid\b | unauthorized\b | forbidden\b | bad\ request\b | not\ authorized\b
      | (?:permission|access)\ denied\b | internal\ server\ error\b
      | rate\ limit\ exceeded\b | (?:request|connection|operation)\ timed\ out\b
      | (?:http[/\d. ]{0,5}\ ?)?[45]\d\d\ (?:client|server|not\ found|forbidden|bad
            |too\ many|unauthorized|internal|service|gateway)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CHINESE: Final = re.compile(
    r"\W{0,4}(?:[^\s:：，。,]{0,10}?(?<![没無无])(?<!没有)"
    r"(?:错误|出错|失败|异常|超时)(?:了|$|[\s:：，。,.!！])|无法|不能|抱歉，?无法)"
)
_HARMLESS: Final = re.compile(
    r"""\W{0,4}(?:
        error\W{1,3}(?:none|null|0|no|nil)\W*$
      | (?:failed|failures|errors)\s*[:=]\s*\d{1,2}\b(?!\d)
      | (?:[45]\d\d\ )?[\w.]{0,40}?(?:error|exception)[\s\[('"]{0,2}(?:code\W{1,2})?
            [\w.\-'"]{0,12}[\s'"]+(?:means?|indicates?|stands\ for|refers\ to
            |(?:occurs|happens|is\ (?:returned|shown|thrown|raised))\ (?:when|if))\b
      | [45]\d\d\ [\w\ ]{2,30}\b(?:means|indicates|occurs|happens)\b
      | (?:错误|出错|失败|异常|超时)(?:信息|数|次数)?\s*[:：=]\s*(?:无|没有|零|0|否)\W*$
      | \S{0,8}错误\s*\S{0,8}\s*(?:表示|是指|意味着|指的是|代表)
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def tells_failure(text: str, *, reads: bool = False) -> bool:
    """Whether a tool's text has the form of an error.

    Args:
        text: What a tool returned.
        reads: Whether the tool only tells how things are, so that its results may be about
            what failed elsewhere.

    Returns:
        True for error phrases at its beginning, and for JSON objects that hold an error or
        deny success. An answer about errors, or an empty one, is none.
    """
    text = text.strip()
    if text.startswith("{"):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return False
        return isinstance(data, Mapping) and fails(data, reads=reads)
    head = text[:200]
    if _HARMLESS.match(head):
        return False
    return bool(_ENGLISH.match(head) or _CHINESE.match(head))
