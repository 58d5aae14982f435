"""What lessons, and errors of an attempt before, tell about how a call is to be made.

A lesson about a parameter is taken to hold for every tool that has a parameter of that
name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphs.email_assistant.policy.seeing import Seen

DATE_TIME, LIST = "ISO 8601 date and time", "list"

_WRITE = re.compile(rf"(\w+)(?: as|:) ({DATE_TIME}|{LIST})")
_TAKE = re.compile(
    r"[Bb]efore (?P<tool>\w+), first call (?P<first>\w+), and take (?P<names>[\w, ]+) from"
)
_SET = re.compile(
    r"When (?P<tool>\w+) fails .*?(?:first call|from the result of) (?P<first>\w+)"
)
_MUST = re.compile(rf"(\w+) must be (?:an? )?({DATE_TIME})", re.IGNORECASE)
_LISTED = re.compile(r"(\w+)[\s:]+input should be a valid list", re.IGNORECASE)
_TAKEN = re.compile(r'room "[^"]*" is taken')
_LOOKING_UP_ROOMS = "check_room_availability"


@dataclass(frozen=True, kw_only=True)
class Guidance:
    """How calls are to be made.

    Attributes:
        forms: By parameter: how its value is written.
        first: By tool: the tools to be called before it.
    """

    forms: dict[str, str]
    first: dict[str, set[str]]

    def checks_before(self, tool: str, other: str) -> bool:
        """Whether another tool is to be called before a tool."""
        return other in self.first.get(tool, set())


def guidance(seen: Seen) -> Guidance:
    """Read what is shown.

    Args:
        seen: The conversation. Its errors count only when there is another attempt: at
            first the policy reports them and stops.

    Returns:
        What they tell.
    """
    forms = dict(_WRITE.findall(seen.lessons))
    first: dict[str, set[str]] = {}
    for pattern in (_TAKE, _SET):
        for found in pattern.finditer(seen.lessons):
            first.setdefault(found["tool"], set()).add(found["first"])
    if seen.again:
        texts = [error.text for error in seen.errors]
        forms |= _forms_in(texts)
        for error in seen.errors:
            if _TAKEN.search(error.text):
                first.setdefault(error.tool, set()).add(_LOOKING_UP_ROOMS)
    return Guidance(forms=forms, first=first)


def _forms_in(errors: Sequence[str]) -> dict[str, str]:
    forms: dict[str, str] = {}
    for text in errors:
        forms |= {name: DATE_TIME for name, _ in _MUST.findall(text)}
        forms |= dict.fromkeys(_LISTED.findall(text), LIST)
    return forms
