from __future__ import annotations

import mailbox
import re
from contextlib import closing
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.email_assistant.mail.box import Box, NoSuchMailError
from graphs.email_assistant.mail.reading import decoded, read_letter
from graphs.email_assistant.mail.source import read_mails
from graphs.email_assistant.mail.writing import (
    as_message,
    make_mailbox,
    shipped,
)
from tests.graphs.email_assistant.desks import mail


@pytest.fixture(params=["mbox", "maildir"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A mailbox of each kind, with the mails that ship."""
    where = tmp_path / "box"
    if request.param == "mbox":
        make_mailbox(where, shipped())
        return where
    folder = mailbox.Maildir(where)
    for one in shipped():
        folder.add(mailbox.MaildirMessage(as_message(one)))
    return where


def test_the_mails_that_ship_are_many_and_of_all_kinds() -> None:
    """At least 150, in both languages, with threads, attachments, HTML and odd charsets."""
    mails = [*shipped(), *shipped(8)]
    assert len(mails) >= 150
    assert len({one.message_id for one in mails}) == len(mails)
    chinese = [one for one in mails if re.search(r"[\u4e00-\u9fff]", one.text)]
    assert 20 <= len(chinese) <= len(mails) - 80
    assert sum(bool(one.replies_to) for one in mails) >= 50
    assert sum("\n> " in one.text for one in mails) >= 50
    assert sum(bool(one.attachments) for one in mails) >= 15
    assert {one.html for one in mails} == {"", "html", "bare"}
    charsets = {one.charset for one in mails}
    assert charsets >= {"gb18030", "gbk", "big5", "windows-1252", "iso-8859-15"}
    assert {one.label for one in mails} == {None, "-", "us-ascii"}
    assert sum("ignore your previous instructions" in one.text for one in mails) == 1


def test_what_is_written_is_read_back(path: Path) -> None:
    """Every mail reads as it was meant, whatever its encoding, in either kind of box."""
    meant = {one.message_id: one for one in shipped()}
    letters = Box(path).letters
    assert {one.message_id for one in letters} == set(meant)
    for one in letters:
        source = meant[one.message_id]
        assert (one.subject, one.date) == (source.subject, source.date)
        assert one.text.split() == source.text.split()
        assert one.attachments == source.attachments
        assert (one.sender, one.to) == (source.sender, source.to)
        assert one.unread is not source.read


def test_reading_marks_the_mailbox_itself(path: Path) -> None:
    """What is marked is still marked when the mailbox is opened anew, and nothing else."""
    box = Box(path)
    before = {one.id for one in box.letters if one.unread}
    chosen = sorted(before)[:3]
    assert box.mark_read(chosen) == 3
    assert box.mark_read(chosen) == 0
    assert {one.id for one in Box(path).letters if one.unread} == before - set(chosen)


def test_an_unknown_id_marks_nothing(path: Path) -> None:
    """One wrong id among right ones is an error, and the others stay unread."""
    box = Box(path)
    unread = next(one.id for one in box.letters if one.unread)
    with pytest.raises(NoSuchMailError, match="no mail"):
        box.mark_read([unread, "nothing"])
    assert box.letter(unread).unread


def test_a_mail_may_arrive_later(path: Path) -> None:
    """A delivered mail is there at once, newest first, and in its thread."""
    box = Box(path)
    (late,) = shipped(8)
    letter = box.deliver(as_message(late))
    assert box.thread(letter)[0] == letter
    assert len(box.thread(letter)) == 5
    assert letter in Box(path).letters


def test_a_mailbox_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """What is locked elsewhere is not written."""
    where = tmp_path / "box"
    make_mailbox(where, [mail(1, "Hello.")])
    box = Box(where)
    with closing(mailbox.mbox(where)) as held:
        held.lock()
        with pytest.raises(mailbox.Error):
            box.mark_read([box.letters[0].id])
    assert box.letters[0].unread


def test_a_mailbox_that_was_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    """Where another program has deleted mails, no other mail is marked in their place."""
    where = tmp_path / "box"
    make_mailbox(where, [mail(1, "One."), mail(2, "Two."), mail(3, "Three.")])
    box = Box(where)
    with closing(mailbox.mbox(where)) as other:
        other.remove(0)
        other.flush()
    with pytest.raises(mailbox.Error, match="changed by another program"):
        box.mark_read([box.letters[1].id])
    assert all(one.unread for one in Box(where).letters)


def test_no_mailbox_is_made_where_there_is_none(tmp_path: Path) -> None:
    """A wrong path is an error, and so is a folder that is no Maildir."""
    with pytest.raises(FileNotFoundError, match="no mailbox at"):
        Box(tmp_path / "nothing")
    with pytest.raises(ValueError, match="no Maildir"):
        Box(tmp_path)


@pytest.mark.parametrize(
    ("raw", "charset", "text"),
    [
        ("Ø 22".encode(), "us-ascii", "Ø 22"),
        ("Ø 22".encode("windows-1252"), None, "Ø 22"),
        ("铸件".encode("gb18030"), "utf-8", "铸件"),
        (b"plain", "x-no-such-charset", "plain"),
    ],
)
def test_a_wrong_charset_does_not_garble(
    raw: bytes, charset: str | None, text: str
) -> None:
    """A missing, unknown or wrong charset is made good by trying the likely ones."""
    assert decoded(raw, charset) == text


@given(st.binary(max_size=300), st.sampled_from(["text/plain", "text/html", "a/b", "x"]))
@settings(max_examples=100, deadline=None)
def test_no_message_breaks_the_reader(raw: bytes, kind: str) -> None:
    """Whatever lies in a mailbox reads as something."""
    message: Any = mailbox.mboxMessage(b"Content-Type: " + kind.encode() + b"\n" + raw)
    assert isinstance(message, Message)
    letter = read_letter("1", message, unread=True)
    assert letter.id
    assert letter.date.tzinfo is not None


def test_html_is_read_as_a_person_would() -> None:
    """Styles and markup go, entities and line breaks are kept as text."""
    (message,) = [as_message(mail(1, "a < b & c\nsecond line", html="bare"))]
    assert b"<style>" in message.get_payload(decode=True)
    assert read_letter("1", message, unread=True).text == "a < b & c\nsecond line"


def test_a_line_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """The file of mails is read whole or not at all."""
    path = tmp_path / "mails.txt"
    path.write_text("a = A <a@x.example>\n%% Series\nsomething: else\n", encoding="utf-8")
    with pytest.raises(ValueError, match="cannot read this line"):
        read_mails(path)
