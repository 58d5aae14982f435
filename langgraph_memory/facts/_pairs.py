"""Names and values written in lines: "price: 386", "taxi, from A to B, cost: 386"."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.facts._drafts import DraftRow, free_name
from langgraph_memory.facts._typing import typed

_BULLET: Final = re.compile(r"\s*(?:[-*•·–]\s+|\d{1,3}[.)、]\s*)?")
_NAME: Final = r"[^\W\d_][\w .()/%&'#-]{0,48}?"
_PAIR: Final = re.compile(
    rf"(?:\*\*|__)?(?P<name>{_NAME})(?:\*\*|__)?\s?(?:[:：](?:\*\*|__)?(?:\s+|(?<=：))|\s=\s)"
    r"(?P<value>\S.*)"
)
_ASSIGNED: Final = re.compile(r"(?P<name>[A-Za-z_][\w.-]{0,48})=(?P<value>\S.*)")
_ASSIGNMENTS: Final = re.compile(
    r"([A-Za-z_][\w.-]*+)=(\"[^\"]*+\"|'[^']*+'|[^\s\"',;]++)[,;]?"
)
_QUERY: Final = re.compile(r"[\w.-]+=[^&\s]*+(?:&[\w.-]+=[^&\s]*+)++")
_FROM_TO: Final = re.compile(r"from (?P<start>.{1,80}?) to (?P<end>.{1,80})", re.IGNORECASE)
_SEPARATORS: Final = (", ", "; ", " | ", "，", "；")
# What speaks to the reader, and how programs name their errors.
_SPEECH: Final = re.compile(
    r"notes?|info|hint|tip|attention|important|[\w.]*(?:error|warning|exception)"
    "|注意|备注|提示|错误|警告|说明"
)
_MOST_WORDS, _LONGEST_LINE = 5, 2_000
_LONGEST_VALUE: Final = 400


def line_pair(line: str) -> tuple[str, str] | None:
    """The name and value that a whole line is.

    Args:
        line: One line.

    Returns:
        Both as they are written; None when the line is no pair, or speaks to the reader as
        "Note: …" does.
    """
    return _pair(_BULLET.sub("", line, count=1))


def inline_pairs(line: str) -> DraftRow | None:
    """The pairs that stand side by side in a line.

    Words before the first pair are its `type`, "from A to B" gives `from` and `to`, and
    what follows a pair without a name of its own belongs to its value.

    Args:
        line: One line.

    Returns:
        Cells by name, two or more; or None.
    """
    line = _BULLET.sub("", line, count=1).strip()
    if len(line) > _LONGEST_LINE:
        return None
    for separator in _SEPARATORS:
        if separator in line:
            row = _row(line.rstrip(".。").split(separator), separator)
            if row:
                return row
    if "&" in line and _QUERY.fullmatch(line):
        line = line.replace("&", " ")
    found = _ASSIGNMENTS.findall(line) if "=" in line else []
    if len(found) > 1 and not _ASSIGNMENTS.sub("", line).strip():
        return {name: typed(value.strip("\"'")) for name, value in found}
    return None


def _is_torn(value: str) -> bool:
    """Whether a value opens a bracket that another part of the line closes."""
    return any(value.count(a) != value.count(b) for a, b in ("{}", "[]"))


def speaks(name: str) -> bool:
    """Whether a name only speaks to the reader, as `Note`, or names an error."""
    return _SPEECH.fullmatch(name.lower()) is not None


def _row(parts: list[str], separator: str) -> DraftRow | None:
    heads: list[str] = []
    pairs: list[tuple[str, str]] = []
    for part in map(str.strip, parts):
        pair = _pair(part)
        if pair:
            pairs.append(pair)
        elif pairs:
            name, value = pairs[-1]
            pairs[-1] = (name, f"{value}{separator}{part}")
        else:
            heads.append(part)
    if any(_is_torn(value) for _, value in pairs):
        return None
    row: DraftRow = {}
    for head in heads:
        leg = _FROM_TO.fullmatch(head)
        if leg:
            row |= {"from": leg["start"], "to": leg["end"]}
        elif len(head.split()) <= _MOST_WORDS - 2:
            row[free_name("type", row)] = head
        else:
            return None
    for name, value in pairs:
        row[free_name(name, row)] = typed(value)
    return row if pairs and len(row) > 1 and (len(pairs) > 1 or "from" in row) else None


def _pair(text: str) -> tuple[str, str] | None:
    text = text.strip()
    found = _PAIR.fullmatch(text) or _ASSIGNED.fullmatch(text)
    if not found:
        return None
    name, value = found["name"].strip(), found["value"].strip().removesuffix("**")
    if len(name.split()) > _MOST_WORDS or speaks(name):
        return None
    return (name, value) if len(value) <= _LONGEST_VALUE else None
