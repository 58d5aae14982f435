"""Errors in a normal form, so that a lesson is found again by tool and error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from langgraph_memory.experiences.arguments import leaves
from langgraph_memory.experiences.failings import shielded
from langgraph_memory.experiences.instructing import bare_of_orders
from langgraph_memory.experiences.slots import Slots
from langgraph_memory.experiences.unwrapping import unwrapped

_LONGEST_ERROR = 4_000
_LONGEST_CONDITION = 200

_NAMED = re.compile(
    r"(?P<lead>(?:argument|parameter|field|key|column|property|attribute|option|参数|字段)s?"
    r":?\s*)?(?P<quote>['\"`])(?P<name>[a-z_]{2,31})(?P=quote)"
)
_QUOTED = re.compile(
    r"(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|“[^”\n]{1,200}”"
    r"|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》"
)
_MARK = re.compile(r"<kept[a-z]+>")
_LAST = re.compile(r"(?<=: )[\w.-]{2,60}(?=[.!]?\Z)")


def normalise_error(text: str, args: Mapping[str, Any] | None = None) -> str:
    """What went wrong, without what belongs to one run only.

    Wrappers of the error (JSON, tracebacks, exception names, the advice that ToolNode adds)
    go; values of arguments become slots, ids, numbers and quoted values placeholders. It
    ends where the error begins to give orders, or to speak of persons, for lessons repeat
    it to later runs.

    Args:
        text: The text of a failed tool call.
        args: Its arguments.

    Returns:
        One lower-case line of at most 200 characters; empty when nothing is said. The
        normal form of a normal form is itself.
    """
    given = args or {}

    def bare(match: re.Match[str]) -> str:
        # The name of a parameter says what was wrong; any other quotation is data.
        name = match["name"]
        tells = match["lead"] or "_" in name or name in given
        return f"{match['lead'] or ''}{name}" if tells else match[0]

    own = {str(value).strip().casefold() for _, value in leaves(given)}
    message = _NAMED.sub(bare, unwrapped(text[:_LONGEST_ERROR]))
    message, marks = shielded(message, own)
    message = Slots([given]).fill(message)
    message = _QUOTED.sub(_placeholder, message)
    texts = [value for _, value in leaves(given) if isinstance(value, str)]
    message = _LAST.sub(
        lambda last: "<value>" if _is_part(last[0], texts) else last[0], message.rstrip()
    )
    line = " ".join(message.split()).lower()
    line = bare_of_orders(line).strip(" .!。！,;:：-")
    line = _MARK.sub(lambda mark: marks.get(mark[0], mark[0]), line)
    return line if len(line) <= _LONGEST_CONDITION else _shortened(line)


def _is_part(word: str, texts: Iterable[str]) -> bool:
    # What an error names at its end, as in "no such table: t", is data of the call.
    part = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    return any(part.search(text) for text in texts)


def _placeholder(match: re.Match[str]) -> str:
    inner = match[0][1:-1].strip()
    return inner if inner.startswith("<") and inner.endswith(">") else "<value>"


def _shortened(line: str) -> str:
    return line[:_LONGEST_CONDITION].rpartition(" ")[0] or line[:_LONGEST_CONDITION]
