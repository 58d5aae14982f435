"""The user's mailbox: Maildir or mbox, changed only where that is asked for."""

from __future__ import annotations

import mailbox
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Any

from graphs.email_assistant.mail.reading import Letter, read_letter

AnyBox = mailbox.Maildir | mailbox.mbox


class NoSuchMailError(LookupError):
    """There is no mail of an id."""


class Box:
    """A mailbox, and beside it an mbox file for what is sent.

    Nothing leaves the machine: what is sent is appended to the outbox file, from where a
    mail program may take it. The mailbox itself is only changed by `mark_read`, and
    by `deliver`. It is read once, and open only while it is read or changed.
    """

    def __init__(self, path: Path, outbox: Path | None = None) -> None:
        """Read a mailbox.

        Args:
            path: An mbox file or a Maildir folder, which must exist.
            outbox: mbox file for what is sent; None: `PATH.outbox`.

        Raises:
            FileNotFoundError: When there is nothing at the path.
            ValueError: When it is a folder, but no Maildir.
        """
        if not path.exists():
            msg = f"there is no mailbox at {path}"
            raise FileNotFoundError(msg)
        if path.is_dir() and not (path / "cur").is_dir():
            msg = f"{path} is a folder without `cur`, so no Maildir"
            raise ValueError(msg)
        self._path = path
        self._outbox = outbox or path.with_name(f"{path.name}.outbox")
        self._lock = threading.RLock()  # tools run in threads
        with _opened(path) as box:
            letters = [_letter(key, message) for key, message in box.iteritems()]
        self._letters = {letter.id: letter for letter in letters}

    @property
    def letters(self) -> Sequence[Letter]:
        """All mails, newest first."""
        return sorted(self._letters.values(), key=lambda one: one.date, reverse=True)

    def letter(self, mail_id: str) -> Letter:
        """The mail of an id.

        Raises:
            NoSuchMailError: When there is none.
        """
        try:
            return self._letters[mail_id]
        except KeyError:
            msg = f'there is no mail "{mail_id}"'
            raise NoSuchMailError(msg) from None

    def thread(self, letter: Letter) -> list[Letter]:
        """The mails of one subject, newest first."""
        return [one for one in self.letters if one.topic == letter.topic]

    def mark_read(self, ids: Iterable[str]) -> int:
        """Mark mails as read, in the mailbox itself.

        Args:
            ids: Their ids.

        Returns:
            How many were unread before.

        Raises:
            NoSuchMailError: When one does not exist; then none is marked.
            mailbox.Error: When another program has the mailbox, or has changed it.
        """
        with self._lock:
            unread = [one for one in map(self.letter, ids) if one.unread]
            with _changing(self._path) as box:
                for one in unread:
                    box[one.key] = _marked(box, one)
            for one in unread:
                self._letters[one.id] = replace(one, unread=False)
            return len(unread)

    def deliver(self, message: mailbox.Message) -> Letter:
        """Put a new mail into the mailbox.

        Args:
            message: The mail.

        Returns:
            How it reads.
        """
        with self._lock:
            with _changing(self._path) as box:
                key = box.add(message)
            with _opened(self._path) as box:
                letter = _letter(key, box[key])
            self._letters[letter.id] = letter
            return letter

    def send(self, message: EmailMessage, date: datetime) -> None:
        """Append a mail to the outbox file.

        Args:
            message: The mail with its headers, but for date and id.
            date: When it is sent.
        """
        message["Date"] = format_datetime(date)
        message["Message-ID"] = make_msgid(domain="outbox.invalid")
        with self._lock, closing(mailbox.mbox(self._outbox)) as box:
            box.add(message)

    def sent(self) -> list[Letter]:
        """What lies in the outbox, oldest first."""
        if not self._outbox.exists():
            return []
        with _opened(self._outbox) as box:
            return [_letter(key, message) for key, message in box.iteritems()]


@contextmanager
def _opened(path: Path) -> Iterator[AnyBox]:
    kind = mailbox.Maildir if path.is_dir() else mailbox.mbox
    with closing(kind(path, create=False)) as box:
        yield box


@contextmanager
def _changing(path: Path) -> Iterator[AnyBox]:
    """The mailbox, locked against other programs, and written at the end."""
    with _opened(path) as box:
        box.lock()
        try:
            yield box
            box.flush()
        finally:
            box.unlock()


def _letter(key: Any, message: mailbox.Message) -> Letter:
    if isinstance(message, mailbox.MaildirMessage):
        unread = "S" not in message.get_flags()
    else:
        unread = isinstance(message, mailbox.mboxMessage) and "R" not in message.get_flags()
    return read_letter(key, message, unread=unread)


def _marked(box: AnyBox, letter: Letter) -> mailbox.Message:
    """The message of a letter, marked as read."""
    message = box.get(letter.key)
    if message is None or _letter(letter.key, message).id != letter.id:
        # The keys of an mbox file are numbers: they change when mails are deleted.
        msg = "the mailbox was changed by another program: open it anew"
        raise mailbox.Error(msg)
    if isinstance(message, mailbox.MaildirMessage):
        message.set_subdir("cur")
        message.add_flag("S")
    elif isinstance(message, mailbox.mboxMessage):
        message.add_flag("R")
    return message
