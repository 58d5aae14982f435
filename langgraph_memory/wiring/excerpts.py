"""What the model is given of a record that it reads back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from langgraph_memory.cards.card import SHORT_KEY
from langgraph_memory.cards.source import Source
from langgraph_memory.facts.record import Record
from langgraph_memory.recall.passages import Passage, passage

_DAY: Final = 10
_TRIES: Final = 6
_TEXT_SHARE: Final = 0.5  # of the room, which the head leaves to the text


@dataclass(frozen=True)
class Excerpt:
    """A part of a record.

    Attributes:
        head: One line that begins with the record's digits.
        body: The part itself.
        matched: Whether it was chosen by the question; else the record's beginning.
    """

    head: str
    body: str
    matched: bool

    @property
    def text(self) -> str:
        """Both."""
        return f"{self.head}\n{self.body}"


def excerpt(
    record: Record,
    text: str,
    query: str | None,
    *,
    room: int,
    count: Callable[[str], int],
) -> Excerpt:
    """Choose what to give of a record, and say what it is.

    Args:
        record: The record.
        text: Its text, redacted.
        query: What is looked for, or None.
        room: Most tokens, head and all. Where a full head would take most of them, it is
            but the record's digits.
        count: Tokens of a text.

    Returns:
        The excerpt.
    """
    for brief in (False, True):
        left = room
        for _ in range(_TRIES):
            found = passage(text, query, room=left, count=count)
            parts = [] if brief else _parts(record, text, found, query)
            head = record_head(record.key, *parts)
            made = Excerpt(head, found.text, found.matched)
            if (over := count(made.text) - room) <= 0:
                return made
            left -= over
            if left < 1 or (not brief and left < room * _TEXT_SHARE):
                break
    return Excerpt(head, "", matched=False)


def record_head(key: str, *parts: str) -> str:
    """The line by which a result is known as a record's: its digits, and what it is."""
    return f"[record {key[:SHORT_KEY]}] {' · '.join(parts)}".rstrip()


def _parts(record: Record, text: str, found: Passage, query: str | None) -> list[str]:
    parts = [Source(record).call, f"as of {record.as_of[:_DAY]}"]
    if found.matched:
        return [*parts, f"{found.parts} of {found.of} parts, those that match"]
    parts += ["nothing in it matches the query"] if query else []
    if not found.whole:
        sizes = f"{len(found.text)} of {len(text)}"
        parts.append(f"the first {sizes} characters; a query finds other parts")
    return parts
