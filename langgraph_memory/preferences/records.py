"""What is recorded of what a user said: what is obeyed for now, what changed, and why."""

from __future__ import annotations

from dataclasses import dataclass

HOLD = 5
"""Turns for which a statement is obeyed whatever else is seen."""


@dataclass(frozen=True, kw_only=True)
class Hold:
    """A statement that is obeyed for the next turns.

    Attributes:
        value: What was said.
        topic: The topic it was said of; empty: any.
        once: Whether it holds in its own conversation only.
        thread: The conversation it was said in.
        turn: The turn of that conversation.
        left: Notes after which it is over.
        day: The kind of day it was said of; empty: any. It binds at no turn then: what is
            shown for such days does.
    """

    value: str
    topic: str
    once: bool
    thread: str
    turn: int
    left: int = HOLD
    day: str = ""

    def binds(self, topic: str, thread: str, turn: int | None) -> bool:
        """Whether it is to be obeyed in a turn."""
        if self.left <= 0 or self.day or self.topic not in ("", topic):
            return False
        if thread != self.thread:
            return not self.once
        return turn is None or turn - self.turn <= HOLD


@dataclass(frozen=True, kw_only=True)
class Change:
    """A change that was noticed.

    Attributes:
        dimension: Name of the dimension.
        old: The value that held before.
        new: The value since then.
        at: When it was noticed, ISO 8601 in UTC.
    """

    dimension: str
    old: str
    new: str
    at: str


@dataclass(frozen=True, kw_only=True)
class Source:
    """A message that spoke for a value.

    Attributes:
        value: The value.
        at: When it was said, ISO 8601 in UTC.
        key: Key of its note.
        words: The words that were read.
        thread: The conversation.
        message: The message's own id; empty when it has none.
        stated: Whether the user said so.
    """

    value: str
    at: str
    key: str
    words: str = ""
    thread: str = ""
    message: str = ""
    stated: bool = False
