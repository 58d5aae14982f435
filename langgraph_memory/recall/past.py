"""Whether a user asks for what was, and not for what is."""

from __future__ import annotations

import re
from typing import Final

_CHANGE: Final = r"(?:chang|mov|updat|replac|resched|correct|rais|cut|cancel)\w*"
_ASKED: Final = re.compile(
    r"\b(?:previous(?:ly)?|original(?:ly)?|formerly|initially|at first|used to be)\b"
    rf"|\bbefore (?:it|they|that|this|the\b[^.?!]{{0,40}}?)[^.?!]{{0,20}}?\b{_CHANGE}"
    r"|\bbefore(?: (?:that|this|then))?\s*(?:[?.!]|\Z)"
    rf"|\bwhat (?:has |have |had )?{_CHANGE}"
    r"|\bchanged? (?:since|from)\b|\bhistory of\b|\bold (?:one|value|version)s?\b"
    r"|原来|原本|原先|先前|以前|本来|变更前|旧的|(?:变|改)(?:之前|前)"
    r"|之前(?:的|是|说|那|多少|几|什么|呢|[?？])|(?:\A|[,，。；;\s])之前",
    re.IGNORECASE,
)


def asks_for_past(text: str) -> bool:
    """Whether words ask for what was replaced since, in English or Chinese.

    Args:
        text: What the user says.

    Returns:
        True for such as "what was the gate before?" or "原来的票价"; False where only an
        order of deeds is told ("look before you book").
    """
    return _ASKED.search(text) is not None
