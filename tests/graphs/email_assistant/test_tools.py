from __future__ import annotations

import json
import mailbox
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graphs.email_assistant.mail.box import Box
from graphs.email_assistant.rooms import Rooms
from graphs.email_assistant.tasks import NOW, OWNER
from graphs.email_assistant.tools import Desk, described, make_tools, needs_approval
from tests.graphs.email_assistant.desks import desk_of, mail, used


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_of(
        tmp_path,
        mail(1, "The launch is near."),
        mail(2, "Who brings the flag?", sender="Kofi <kofi@kestrel.example>", read=True),
        mail(3, "系泊测试", subject="Re: Launch", attachments=("plan.pdf",)),
        mail(4, "Lunch?", subject="Other"),
    )


def data(desk: Desk, name: str, **args: Any) -> Any:
    message = used(desk, name, **args)
    assert message.status == "success", message.text
    return json.loads(message.text)


def error(desk: Desk, name: str, **args: Any) -> str:
    message = used(desk, name, **args)
    assert message.status == "error"
    return str(message.text)


BOOKING = {"start": "2027-03-16T09:00", "minutes": 60, "people": 4}


def test_only_what_goes_out_needs_approval(desk: Desk) -> None:
    """Eight tools; sending and booking ask first."""
    tools = make_tools(desk)
    assert len(tools) == 8
    assert {one.name for one in tools if needs_approval(one)} == {"send_reply", "book_room"}


@pytest.mark.parametrize(
    ("args", "days"),
    [
        ({"query": "launch"}, [3, 2, 1]),
        ({"query": "launch near"}, [1]),
        ({"query": "", "sender": "kofi"}, [2]),
        ({"query": "", "after": "2027-03-03"}, [4, 3]),
        ({"query": "", "limit": 1}, [4]),
        ({"query": "测试"}, [3]),
    ],
)
def test_searching_finds_all_words(
    desk: Desk, args: dict[str, Any], days: list[int]
) -> None:
    """All words, the sender and the day must fit; the newest come first."""
    rows = data(desk, "search_emails", **args)
    assert [int(row["date"][8:10]) for row in rows] == days


def test_nothing_found_is_said(desk: Desk) -> None:
    """An empty search is told in words and is no error."""
    assert used(desk, "search_emails", query="xylophone").text == "No mail matches."
    assert "must be a date" in error(desk, "search_emails", query="", after="yesterday")


def test_a_mail_is_read_and_marked(desk: Desk) -> None:
    """Details name attachments; marking takes a list of ids."""
    (row,) = data(desk, "search_emails", query="测试")
    details = data(desk, "get_email_details", email_id=row["email_id"])
    assert (details["text"], details["attachments"]) == ("系泊测试", ["plan.pdf"])
    assert data(desk, "mark_as_read", email_ids=[row["email_id"]]) == {"marked": 1}
    assert "no mail" in error(desk, "get_email_details", email_id="nothing")


def test_threads_count_their_mails(desk: Desk) -> None:
    """A reply belongs to the thread of its subject."""
    threads = data(desk, "list_threads")
    assert [(row["subject"], row["mails"], row["unread"]) for row in threads] == [
        ("Other", 1, 1),
        ("Launch", 3, 2),
    ]


def test_a_draft_is_sent_once(desk: Desk) -> None:
    """It goes to the sender, into the outbox, with the text that was agreed on."""
    (row,) = data(desk, "search_emails", query="flag")
    draft = data(desk, "draft_reply", email_id=row["email_id"], body="我来。")
    shown = described(desk, "send_reply", draft)
    assert shown == "To: Kofi <kofi@kestrel.example>\nSubject: Re: Launch\n\n我来。"
    assert desk.box.sent() == []
    data(desk, "send_reply", draft_id=draft["draft_id"], body="I do.")
    (sent,) = desk.box.sent()
    assert (sent.text, sent.subject) == ("I do.", "Re: Launch")
    assert "no draft" in error(desk, "send_reply", draft_id=draft["draft_id"])


@pytest.mark.parametrize(
    ("headers", "references"),
    [
        ({"References": "<1@x>\n <2@x>", "In-Reply-To": "<2@x>"}, "<1@x> <2@x> <3@x>"),
        ({"In-Reply-To": "<2@x>"}, "<2@x> <3@x>"),
        ({"In-Reply-To": "<1@x> <2@x>"}, "<3@x>"),
        ({}, "<3@x>"),
    ],
)
def test_a_reply_names_the_whole_thread(
    tmp_path: Path, headers: dict[str, str], references: str
) -> None:
    """The references of the mail that it answers, then that mail; RFC 5322, 3.6.4."""
    given = {"From": "Bo <bo@x.example>", "Message-ID": "<3@x>", **headers}
    text = "".join(f"{name}: {value}\n" for name, value in given.items())
    path = tmp_path / "inbox.mbox"
    with closing(mailbox.mbox(path)) as box:
        box.add(f"{text}\nFlag?\n")
    desk = Desk(Box(path), Rooms(), owner=OWNER, now=NOW)
    (row,) = data(desk, "search_emails", query="flag")
    draft = desk.drafts[
        data(desk, "draft_reply", email_id=row["email_id"], body="Yes")["draft_id"]
    ]
    assert (draft["References"], draft["In-Reply-To"]) == (references, "<3@x>")


def test_what_is_sent_is_what_was_edited(desk: Desk) -> None:
    """Recipient, subject and an empty text replace the draft's, as they are shown."""
    (row,) = data(desk, "search_emails", query="flag")
    draft = data(desk, "draft_reply", email_id=row["email_id"], body="我来。")
    edit = {"to": "Cy <cy@kestrel.example>", "subject": "Flag", "body": ""}
    args = {"draft_id": draft["draft_id"], **edit}
    assert described(desk, "send_reply", args).startswith(
        "To: Cy <cy@kestrel.example>\nSubject: Flag"
    )
    assert data(desk, "send_reply", **args)["to"] == "Cy <cy@kestrel.example>"
    (sent,) = desk.box.sent()
    assert (sent.text, sent.subject) == ("", "Flag")


def test_rooms_are_booked_and_moved(desk: Desk) -> None:
    """A booking makes a room busy, is refused where it does not fit, and keeps its id."""
    free = [row["room"] for row in data(desk, "check_room_availability", **BOOKING)]
    assert free[0] == "Birch"
    made = data(desk, "book_room", room="Birch", title="A", **BOOKING)
    assert "is taken" in error(desk, "book_room", room="Birch", title="B", **BOOKING)
    later = {**BOOKING, "start": "2027-03-16T09:30"}
    key = made["booking_id"]
    moved = data(desk, "book_room", room="Birch", title="A", booking_id=key, **later)
    assert (moved["booking_id"], moved["status"]) == (made["booking_id"], "moved")
    assert len(desk.rooms.bookings) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"start": "16 March at 09:00"}, "start must be an ISO 8601 date and time"),
        ({"start": "2027-02-30T09:00"}, "no such date"),
        ({"room": "Attic"}, "no room"),
        ({"people": 5}, "too few"),
        ({"booking_id": "RB-1"}, "no booking"),
    ],
)
def test_a_booking_that_cannot_be_is_an_error(
    desk: Desk, change: dict[str, Any], says: str
) -> None:
    """Wrong dates, rooms and numbers are refused and nothing is booked."""
    args = {"room": "Birch", "title": "A", **BOOKING, **change}
    assert says in error(desk, "book_room", **args)
    assert not desk.rooms.bookings
