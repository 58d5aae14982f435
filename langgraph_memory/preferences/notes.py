"""What one message of the user showed: signals, where and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from langgraph_memory.preferences.contexts import Context

EVERY_TOPIC = "*"
"""In place of a topic: each of them, whatever was said of one."""


@dataclass(frozen=True, kw_only=True)
class Signal:
    """One sign of a preference.

    Attributes:
        dimension: Name of the dimension.
        value: The value that it speaks for.
        confidence: Probability, 0..1, that it names the right one.
        stated: Whether the user said so; otherwise it is only implied.
        once: Whether it was said of this time only: it is obeyed and not learned.
        topic: The topic it was said of; empty: whatever the topic.
        words: The words it was read from.
        day: The kind of day it was said of; empty: any.
        about: The topic under way where it finds fault with an answer, empty otherwise:
            where a topic has a wish of its own, the fault is with that.
        against: Whether it takes back what was said, and asks for nothing: of a value,
            where there is one, else whatever it was. Without a dimension it is of what was
            said last, `once` of the message just before; with a topic, of that exception.
    """

    dimension: str
    value: str
    confidence: float
    stated: bool = False
    once: bool = False
    topic: str = ""
    words: str = ""
    day: str = ""
    about: str = ""
    against: bool = False

    @property
    def scoped(self) -> bool:
        """Whether it is said of one topic or kind of day."""
        return bool(self.day) or self.topic not in ("", EVERY_TOPIC)


@dataclass(frozen=True, kw_only=True)
class Note:
    """The signals of one message.

    Attributes:
        key: Names the message; the same message has the same key.
        at: When it was said, ISO 8601 in UTC.
        signals: What it showed; may be empty.
        context: The turn's topic and kind of day.
        thread: The conversation.
        turn: Which of the user's turns in that conversation it was, from 0.
        message: The message's own id; empty when it has none.
        edition: Which wording of the message: notes of one wording have the same, of an
            earlier one of the same message another. Empty: it cannot be edited.
    """

    key: str
    at: str
    signals: tuple[Signal, ...] = ()
    context: Context = field(default_factory=Context)
    thread: str = ""
    turn: int = 0
    message: str = ""
    edition: str = ""

    @property
    def order(self) -> tuple[str, str]:
        """By what notes are sorted: time, then key."""
        return self.at, self.key

    @property
    def everywhere(self) -> bool:
        """Whether what it states holds on all topics and days, whatever was seen there.

        So does a correction, which is said at no turn; a message is said on some day.
        """
        return self.context == Context()

    def to_dict(self) -> dict[str, Any]:
        """The note as plain JSON data."""
        return asdict(self) | {"signals": [asdict(signal) for signal in self.signals]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Note:
        """The inverse of `to_dict`; further entries are ignored.

        Raises:
            ValueError: When the data is no note.
        """
        try:
            context = data["context"]
            return cls(
                key=str(data["key"]),
                at=str(data["at"]),
                signals=tuple(_signal(signal) for signal in data["signals"]),
                context=Context(topic=str(context["topic"]), day=str(context["day"])),
                thread=str(data["thread"]),
                turn=int(data["turn"]),
                message=str(data.get("message", "")),
                edition=str(data.get("edition", "")),
            )
        except (KeyError, TypeError) as error:
            msg = f"no note of preferences: {error!r}"
            raise ValueError(msg) from error


def stamp(at: datetime) -> str:
    """A time as notes hold it; one without a time zone is taken for UTC."""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="microseconds")


def _signal(data: Mapping[str, Any]) -> Signal:
    return Signal(
        dimension=str(data["dimension"]),
        value=str(data["value"]),
        confidence=float(data["confidence"]),
        stated=bool(data["stated"]),
        once=bool(data["once"]),
        topic=str(data["topic"]),
        words=str(data["words"]),
        # Earlier releases did not tell these.
        day=str(data.get("day", "")),
        about=str(data.get("about", "")),
        against=bool(data.get("against", False)),
    )
