"""The agent's tools over a mailbox and the meeting rooms."""

from __future__ import annotations

import json
import mailbox
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from email.message import EmailMessage
from itertools import count, islice
from typing import Any, TypeVar

from langchain_core.tools import BaseTool, ToolException, tool

from graphs.email_assistant.mail.box import Box, NoSuchMailError
from graphs.email_assistant.mail.reading import Letter, name_of
from graphs.email_assistant.rooms import BookingError, Rooms

_START = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_LONGEST_TEXT = 4_000
_MOST = 50

T = TypeVar("T")


class Desk:
    """What the tools work on.

    Attributes:
        box: The mailbox.
        rooms: The rooms.
        owner: Name and address of the user.
        now: What time it is taken to be.
        drafts: Drafts by their id.
        numbers: Gives the number of the next draft.
    """

    def __init__(self, box: Box, rooms: Rooms, *, owner: str, now: datetime) -> None:
        """Take the things.

        Args:
            box: The mailbox.
            rooms: The rooms.
            owner: Name and address of the user, who sends the mails.
            now: What time it is taken to be.
        """
        self.box = box
        self.rooms = rooms
        self.owner = owner
        self.now = now
        self.drafts: dict[str, EmailMessage] = {}
        self.numbers = count(1)


def make_tools(desk: Desk) -> list[BaseTool]:
    """The tools of one user.

    Args:
        desk: What they work on.

    Returns:
        Eight tools. Those that change the world say so in their metadata, and so do those
        that need the user's approval.
    """
    return [*_reading(desk), *_answering(desk), *_booking(desk)]


def described(desk: Desk, tool_name: str, args: Mapping[str, Any]) -> str:
    """What a call that needs approval would do, for the user to read.

    Args:
        desk: What the tools work on.
        tool_name: The tool.
        args: The arguments.
    """
    draft = desk.drafts.get(str(args.get("draft_id")))
    if tool_name == "send_reply" and draft is not None:
        given = args.get("body")
        text = draft.get_content().strip() if given is None else given
        to, subject = args.get("to") or draft["To"], args.get("subject") or draft["Subject"]
        return f"To: {to}\nSubject: {subject}\n\n{text}"
    return ", ".join(f"{name}: {value}" for name, value in args.items())


def needs_approval(one: BaseTool) -> bool:
    """Whether a tool may only run when the user has agreed."""
    return bool((one.metadata or {}).get("needs_approval"))


def _reading(desk: Desk) -> list[BaseTool]:
    @tool
    def search_emails(
        query: str, sender: str = "", after: str = "", limit: int = 10
    ) -> str:
        """Find mails that hold all words of the query, newest first.

        sender: part of a name or an address. after: only mails since that day.
        """
        since = _day(after)
        words = query.casefold().split()
        found = (
            one
            for one in desk.box.letters
            if sender.casefold() in one.sender.casefold()
            and f"{one.date:%Y-%m-%d}" >= since
            and all(word in _all_text(one) for word in words)
        )
        rows = [_summary(one) for one in islice(found, max(1, min(limit, _MOST)))]
        return _json(rows) if rows else "No mail matches."

    @tool
    def get_email_details(email_id: str) -> str:
        """Read one mail: its people, its text, and the names of its attachments."""
        one = _found(lambda: desk.box.letter(email_id))
        return _json(
            {
                **_summary(one),
                "to": list(one.to),
                "attachments": list(one.attachments),
                "text": one.text[:_LONGEST_TEXT],
            }
        )

    @tool
    def mark_as_read(email_ids: list[str]) -> str:
        """Mark mails as read."""
        return _json({"marked": _found(lambda: desk.box.mark_read(email_ids))})

    @tool
    def list_threads(query: str = "", limit: int = 10) -> str:
        """List conversations by subject, the newest first."""
        threads: dict[str, list[Letter]] = {}
        for one in desk.box.letters:
            if all(word in _all_text(one) for word in query.casefold().split()):
                threads.setdefault(one.topic, []).append(one)
        rows = [
            {
                "subject": topic,
                "mails": len(held),
                "unread": sum(one.unread for one in held),
                "newest_id": held[0].id,
                "newest": f"{held[0].date:%Y-%m-%d %H:%M}",
                "people": ", ".join(dict.fromkeys(name_of(one.sender) for one in held)),
            }
            for topic, held in islice(threads.items(), max(1, min(limit, _MOST)))
        ]
        return _json(rows) if rows else "No conversation matches."

    mark_as_read.metadata = {"changes_state": True}
    return [_failing(one) for one in (search_emails, get_email_details, mark_as_read,
                                      list_threads)]  # fmt: skip


def _answering(desk: Desk) -> list[BaseTool]:
    @tool
    def draft_reply(email_id: str, body: str) -> str:
        """Write a reply to the sender of a mail; nothing is sent yet."""
        one = _found(lambda: desk.box.letter(email_id))
        draft = EmailMessage()
        draft["From"], draft["To"] = desk.owner, one.sender
        draft["Subject"] = f"Re: {one.topic}"
        if one.message_id:
            draft["In-Reply-To"] = one.message_id
            draft["References"] = " ".join((*one.references, one.message_id))
        draft.set_content(body)
        draft_id = f"draft-{next(desk.numbers)}"
        desk.drafts[draft_id] = draft
        return _json({"draft_id": draft_id, "to": one.sender, "subject": draft["Subject"]})

    @tool
    def send_reply(
        draft_id: str, body: str | None = None, to: str = "", subject: str = ""
    ) -> str:
        """Send a draft; another text, `Name <address>` or subject replaces the draft's.

        The user is asked first.
        """
        draft = desk.drafts.get(draft_id)
        if draft is None:
            msg = f'there is no draft "{draft_id}"'
            raise ToolException(msg)
        if body is not None:
            draft.set_content(body)
        for header, value in (("To", to), ("Subject", subject)):
            if value:
                draft.replace_header(header, value)
        desk.box.send(draft, desk.now)
        del desk.drafts[draft_id]
        return _json({"sent": draft_id, "to": draft["To"], "subject": draft["Subject"]})

    draft_reply.metadata = {"changes_state": True}
    send_reply.metadata = {"changes_state": True, "needs_approval": True}
    return [_failing(draft_reply), _failing(send_reply)]


def _booking(desk: Desk) -> list[BaseTool]:
    @tool
    def check_room_availability(start: str, minutes: int, people: int) -> str:
        """List the rooms that are free and large enough, the smallest first."""
        free = desk.rooms.free(_start(start), minutes, people)
        rows = [{"room": one.name, "seats": one.seats, "has": one.has} for one in free]
        return _json(rows) if rows else "No room is free."

    @tool
    def book_room(
        room: str, start: str, minutes: int, people: int, title: str, booking_id: str = ""
    ) -> str:
        """Book a room, or move the booking of an id. The user is asked first."""
        made = _found(
            lambda: desk.rooms.book(
                room=room,
                start=_start(start),
                minutes=minutes,
                people=people,
                title=title,
                booking_id=booking_id,
            )
        )
        return _json(
            {
                "booking_id": made.id,
                "title": made.title,
                "room": made.room,
                "start": f"{made.start:%Y-%m-%dT%H:%M}",
                "minutes": made.minutes,
                "people": made.people,
                "until": f"{made.end:%Y-%m-%dT%H:%M}",
                "status": "moved" if booking_id else "booked",
            }
        )

    book_room.metadata = {"changes_state": True, "needs_approval": True}
    return [_failing(check_room_availability), _failing(book_room)]


def _failing(one: BaseTool) -> BaseTool:
    """The tool, telling the model what went wrong instead of ending the run."""
    one.handle_tool_error = True
    return one


def _found(look: Callable[[], T]) -> T:
    try:
        return look()
    except (NoSuchMailError, BookingError, mailbox.Error) as error:
        raise ToolException(str(error)) from error


def _start(text: str) -> datetime:
    if not _START.fullmatch(text):
        msg = "start must be an ISO 8601 date and time"
        raise ToolException(msg)
    return _real(text)


def _day(text: str) -> str:
    if text and not _DAY.fullmatch(text):
        msg = "after must be a date as YYYY-MM-DD"
        raise ToolException(msg)
    return text and f"{_real(text):%Y-%m-%d}"


def _real(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        msg = f"there is no such date: {error}"
        raise ToolException(msg) from error


def _summary(one: Letter) -> dict[str, Any]:
    return {
        "email_id": one.id,
        "date": f"{one.date:%Y-%m-%d %H:%M}",
        "sender": one.sender,
        "subject": one.subject,
        "unread": one.unread,
    }


def _all_text(one: Letter) -> str:
    return f"{one.subject} {one.sender} {one.text}".casefold()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
