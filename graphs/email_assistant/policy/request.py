"""What the user asks for, read from his words in English or Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["mark", "check", "book", "move", "tell", "reply"]

USUAL: Final = "usual"
"""How a goal says that the room is the user's usual one."""

UNDERSTOOD: Final = (
    "I understand: Mark all mails from NAME as read. Which rooms are free for TOPIC? Book "
    "a room for TOPIC. Move the booking for TOPIC. Tell NAME where and when. Reply to NAME "
    "about TOPIC: TEXT. (A model in place of this policy, --model, understands all else.)"
)
"""What this policy says to a request that it cannot read."""

_END = r"(?=[.,;:?。，；？]|$| and )"
_THE = r"(?:the )?"
_ROOM = r"a room|my usual (?:meeting )?room|room [\w ]+?"
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    ("mark", rf"mark all mails from {_THE}(?P<person>.+?) as read"),
    ("mark", r"把(?P<person>.+?)的邮件(?:全部|都)?标为已读"),
    ("check", rf"which rooms are free for {_THE}(?P<topic>.+?){_END}"),
    (
        "book",
        rf"book (?P<room>{_ROOM}) for {_THE}(?P<topic>.+?){_END}",
    ),
    ("move", rf"move the (?:room )?booking for {_THE}(?P<topic>.+?){_END}"),
    ("tell", r"tell (?P<person>.+?) where and when"),
    ("tell", r"告诉\s*(?P<person>\S+)\s*(?P<topic>.+?)\s*的(?:时间和地点|地点和时间)"),
    (
        "reply",
        rf"reply to (?P<person>.+?) about {_THE}(?P<topic>.+?): (?P<text>.+)",
    ),
)
_WORD = re.compile(r"[a-zà-ÿ]+|\d+|[㐀-鿿]")
_STEM = 5
_SMALL = frozenset(("the", "a", "an", "on", "of", "for", "in", "at", "to", "and", "with"))
_USUAL = re.compile(
    r"my usual (?:meeting )?room is (?:now )?(?:room )?(\w[\w ]*?)(?=[.,;]|$)",
    re.IGNORECASE,
)
_USUAL_CHINESE = re.compile(r"常用(?:的)?会议室(?:现在|改)?是\s*(\w+)")


@dataclass(frozen=True, kw_only=True)
class Goal:
    """One thing that is asked for.

    Attributes:
        kind: What to do.
        person: Whom it concerns.
        topic: What it is about.
        room: A room by name, `usual`, or empty for any.
        text: What to write.
    """

    kind: Kind
    person: str = ""
    topic: str = ""
    room: str = ""
    text: str = ""


def goals(request: str) -> list[Goal]:
    """What a request asks for, in order; empty when it cannot be told.

    A goal without a topic has that of the one before it.
    """
    found = [
        (match.start(), kind, match.groupdict())
        for kind, pattern in _PATTERNS
        for match in re.finditer(pattern, request, re.IGNORECASE)
    ]
    result: list[Goal] = []
    for _, kind, parts in sorted(found, key=lambda one: one[0]):
        given = {name: (value or "").strip() for name, value in parts.items()}
        given["room"] = _room(given.get("room", ""))
        if not given.get("topic") and result:
            given["topic"] = result[-1].topic
        result.append(Goal(kind=kind, **given))
    return result


def is_about(subject: str, topic: str) -> bool:
    """Whether a subject has most words of a topic, and all of its numbers.

    Args:
        subject: The subject of a mail.
        topic: What the user calls it; empty: anything.
    """
    said = {word[:_STEM] for word in _WORD.findall(subject.casefold())}
    wanted = [word for word in _WORD.findall(topic.casefold()) if word not in _SMALL]
    numbers = [word for word in wanted if word.isdigit()]
    shared = sum(word[:_STEM] in said for word in wanted)
    agree = all(one[:_STEM] in said for one in numbers)
    return not wanted or (agree and 2 * shared > len(wanted))


def usual_room(text: str) -> str:
    """The room that a text calls the user's usual one; empty for none."""
    found = _USUAL.search(text) or _USUAL_CHINESE.search(text)
    return found[1].strip() if found else ""


def is_chinese(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return re.search(r"[\u4e00-\u9fff]", text) is not None


def _room(words: str) -> str:
    if "usual" in words.lower():
        return USUAL
    return "" if words.lower() == "a room" else words.removeprefix("room ").strip()
