"""Ten tasks in a row, and how it is told whether they are done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from graphs.email_assistant.approval import Decision
from graphs.email_assistant.mail.box import Box
from graphs.email_assistant.mail.writing import as_message, make_mailbox, shipped
from graphs.email_assistant.rooms import Rooms
from graphs.email_assistant.tools import Desk

OWNER = "Noa Lindqvist <noa.lindqvist@kestrelmoorings.example>"
NOW = datetime(2027, 3, 8, 14, 0)  # noqa: DTZ001  local time, as the rooms have it

Check = Callable[[Desk, str], bool]
"""Whether a task is done, told from the desk and the answer alone."""

ByHand = Callable[[Desk], None]
"""What the user does himself where the assistant has failed, so that the next tasks find
the same mailbox and rooms whoever did the work."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One request.

    Attributes:
        number: Its place in the row, from 1.
        request: The user's words.
        done: Whether it is done.
        by_hand: What the user does himself otherwise.
        edits: What the user changes in a call when he is asked, by tool and argument.
    """

    number: int
    request: str
    done: Check
    by_hand: ByHand = lambda _: None
    edits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def answer(self, question: Mapping[str, Any]) -> Decision:
        """What the user says to a call that needs approval."""
        change = self.edits.get(question["tool"])
        if change is None:
            return Decision(type="approve")
        return Decision(type="edit", args={**question["args"], **change})


def make_desk(folder: Path) -> Desk:
    """A fresh mailbox of the mails that ship, and fresh rooms.

    Args:
        folder: Where the mailbox is written.
    """
    path = folder / "inbox.mbox"
    make_mailbox(path, shipped())
    return Desk(Box(path), Rooms(), owner=OWNER, now=NOW)


def arrive(desk: Desk, task: Task) -> None:
    """Deliver the mails that come before a task."""
    for mail in shipped(task.number):
        desk.box.deliver(as_message(mail))


def _read(sender: str) -> Check:
    return lambda desk, _: (
        not any(one.unread for one in desk.box.letters if sender in one.sender)
    )


def _mark(sender: str) -> ByHand:
    return lambda desk: _drop(
        desk.box.mark_read([one.id for one in desk.box.letters if sender in one.sender])
    )


def _booked(title: str, start: str, minutes: int, people: int, room: str = "") -> Check:
    """Whether there is one booking of this title, and it is this."""

    def check(desk: Desk, _: str) -> bool:
        held = [one for one in desk.rooms.bookings.values() if one.title == title]
        return len(held) == 1 and (
            f"{held[0].start:%Y-%m-%dT%H:%M}" == start
            and (held[0].minutes, held[0].people) == (minutes, people)
            and room in {"", held[0].room}
        )

    return check


def _book(title: str, start: str, minutes: int, people: int, room: str) -> ByHand:
    """Book it, or move what is booked under this title."""

    def book(desk: Desk) -> None:
        held = [one.id for one in desk.rooms.bookings.values() if one.title == title]
        desk.rooms.book(
            room=room,
            start=datetime.fromisoformat(start),
            minutes=minutes,
            people=people,
            title=title,
            booking_id=held[0] if held else "",
        )

    return book


def _told(address: str, *words: str) -> Check:
    """Whether the newest mail in the outbox went there and says this, and no other did."""

    def check(desk: Desk, _: str) -> bool:
        sent = desk.box.sent()
        return bool(sent) and all(
            (
                address in " ".join(sent[-1].to),
                all(word in sent[-1].text for word in words),
                not any("brightfleet" in " ".join(one.to) for one in sent),
            )
        )

    return check


def _answered(*words: str, but: str) -> Check:
    return lambda _, answer: all(word in answer for word in words) and but not in answer


def _both(one: Check, other: Check) -> Check:
    return lambda desk, answer: one(desk, answer) and other(desk, answer)


def _drop(_: object) -> None:
    """Take what is of no use here."""


_VISIT = ("wire rope supplier visit", "2027-03-25T09:30", 120, 6)
_CALL = ("Pacific Cable call", "2027-03-17T13:30", 60, 4)
_REVIEW = ("Orion load test review", "2027-03-16T15:00", 90, 8)
_MOVED = ("Orion load test review", "2027-03-18T10:00", 90, 7)
_BUDGET = ("二季度预算会议", "2027-03-19T14:00", 60, 10)

TASKS = (
    Task(
        number=1,
        request="Mark all mails from Crane & Girder Weekly as read.",
        done=_read("craneandgirder"),
        by_hand=_mark("craneandgirder"),
    ),
    Task(
        number=2,
        request="Book a room for the wire rope supplier visit.",
        done=_booked(*_VISIT),
    ),
    Task(
        number=3,
        request="Which rooms are free for the wire rope supplier visit?",
        done=_answered("Juniper", "Heron", "Long Hall", but="Cedar"),
    ),
    Task(
        number=4,
        request="Book a room for the Pacific Cable call.",
        done=_booked(*_CALL),
        by_hand=_book(*_CALL, "Cedar"),
    ),
    Task(
        number=5,
        request="From now on my usual meeting room is room Juniper. "
        "Mark all mails from the bench robot as read. Write detailed mails.",
        done=_read("robot@"),
        by_hand=_mark("robot@"),
    ),
    Task(
        number=6,
        request="请告诉 Kofi Pacific Cable call 的时间和地点。",
        done=_told("kofi.asante", "13:30", "Cedar"),
    ),
    Task(
        number=7,
        request="Book my usual meeting room for the Orion load test review. "
        "Keep mails short from now on.",
        done=_booked(*_REVIEW, "Juniper"),
        by_hand=_book(*_REVIEW, "Juniper"),
        edits={"book_room": {"people": 8}},
    ),
    Task(
        number=8,
        request="Please move the room booking for the Orion load test review, there is a "
        "new mail, and tell Tomás where and when.",
        done=_both(
            _booked(*_MOVED, "Juniper"),
            _told("tomas.abreu", "2027-03-18", "10:00", "Juniper"),
        ),
        by_hand=_book(*_MOVED, "Juniper"),
    ),
    Task(
        number=9,
        request="From now on my usual meeting room is room Heron. About budgets, write "
        "detailed mails. Reply to Inês about the "
        "mooring drawings for berth 6: Revision C is fine, please order the anchors.",
        done=_told("ines.duarte", "Revision C is fine"),
    ),
    Task(
        number=10,
        request="Book my usual meeting room for 二季度预算会议, "
        "and tell 李文博 where and when.",
        done=_both(_booked(*_BUDGET, "Heron"), _told("wenbo.li", "14:00", "Heron")),
        by_hand=_book(*_BUDGET, "Heron"),
    ),
)
"""The tasks, in order."""
