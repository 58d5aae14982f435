"""How long a mail is to be: by what the user has just said, or likes by what is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

Length = Literal["short", "usual", "detailed"]

_SAID: Final[Mapping[Length, str]] = {
    "short": r"\bkeep mails short\b|邮件写短",
    "detailed": r"\bwrite detailed mails\b|邮件写详细",
}
_TAG: Final = re.compile(r"^mails: (?P<usual>\w+)(?:, except (?P<others>.+))?$")
_ONLY: Final = re.compile(r"^mails, (?P<others>.+)$")
_MATTERS: Final = {"money": re.compile(r"budget|invoice|预算|发票", re.IGNORECASE)}
"""By topic, of which matters the policy knows that they belong to it."""


def length_of(request: str, wishes: Sequence[str], topic: str) -> Length:
    """How long a mail is to be.

    Args:
        request: What the user asks for now. What it says of one topic holds for that alone.
        wishes: How he likes to be served, as far as it is shown.
        topic: What the mail is about.

    Returns:
        The length.
    """
    for length, words in _SAID.items():
        found = re.search(words, request, re.IGNORECASE)
        if found and not _restricted(request[: found.start()]):
            return length
    for tag in wishes:
        usual = _TAG.match(tag)
        found = usual or _ONLY.match(tag)
        if found is None:
            continue
        for exception in (found["others"] or "").split(", "):
            name, _, value = exception.partition(": ")
            if name and _concerns(topic, name):
                return _length(value)
        return _length(usual["usual"]) if usual else "usual"
    return "usual"


def meeting_mail(topic: str, held: Mapping[str, Any], length: Length, *, zh: bool) -> str:
    """A mail that tells where and when a meeting takes place.

    Args:
        topic: What it is about.
        held: The booking: `room` and `start`, and perhaps `minutes` and `people`.
        length: How long the mail is to be.
        zh: Whether it is written in Chinese.

    Returns:
        Its text.
    """
    day, _, hour = str(held["start"]).partition("T")
    room, minutes, people = (held.get(name, "") for name in ("room", "minutes", "people"))
    if length == "short":
        return f"{day} {hour}，{room}。" if zh else f"{day}, {hour}, {room}."
    if zh:
        text = f"{topic}：{day} {hour}，会议室 {room}。"
        size = f"时长 {minutes} 分钟，{people} 人参加。"
        end = "如有不便，请告诉我。"
    else:
        text = f"{topic} takes place on {day} at {hour}, in room {room}."
        size = f" It lasts {minutes} minutes, for {people} people."
        end = " If that does not suit you, please tell me."
    if length == "usual":
        return text
    return text + (size if minutes and people else "") + end


def _restricted(before: str) -> bool:
    # `About budgets, write …`: what stands before it in its sentence names a topic.
    return "," in re.split(r"[.!?。！？]", before)[-1]


def _concerns(topic: str, name: str) -> bool:
    words = _MATTERS.get(name)
    return bool(words.search(topic)) if words else name.lower() in topic.lower()


def _length(value: str) -> Length:
    return "short" if value == "short" else "detailed" if value == "detailed" else "usual"
