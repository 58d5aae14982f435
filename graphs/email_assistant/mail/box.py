"""The user's mailbox: Maildir or mbox, changed only where that is asked for."""

from __future__ import annotations

import mailbox
import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Any

from graphs.email_assistant.mail.reading import Letter, read_letter


class NoSuchMailError(LookupError):
    """There is no mail of an id."""


class Box:
    """A mailbox, and beside it an mbox file for what is sent.

    Nothing leaves the machine: what is sent is appended to the outbox file, from where a
    mail program may take it. The mailbox itself is only changed by `mark_read`, and
    by `deliver`.
    """

    def __init__(self, path: Path, outbox: Path | None = None) -> None:
        """Open a mailbox.

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
        self._box: mailbox.Maildir | mailbox.mbox = (
            mailbox.Maildir(path, create=False)
            if path.is_dir()
            else mailbox.mbox(path, create=False)
        )
        self.outbox = outbox or path.with_name(f"{path.name}.outbox")
        self._lock = threading.RLock()  # tools run in threads
        self._letters: dict[str, Letter] = {}
        self._take_in(self._box.iterkeys())

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
        """
        with self._lock:
            unread = [one for one in map(self.letter, ids) if one.unread]
            for one in unread:
                message = self._box[one.key]
                if isinstance(message, mailbox.MaildirMessage):
                    message.set_subdir("cur")
                    message.add_flag("S")
                elif isinstance(message, mailbox.mboxMessage):
                    message.add_flag("R")
                self._box[one.key] = message
                self._letters[one.id] = replace(one, unread=False)
            self._box.flush()
            return len(unread)

    def deliver(self, message: mailbox.Message) -> Letter:
        """Put a new mail into the mailbox.

        Args:
            message: The mail.

        Returns:
            How it reads.
        """
        with self._lock:
            key = self._box.add(message)
            self._box.flush()
            return self._take_in([key])[0]

    def send(self, message: EmailMessage, date: datetime) -> str:
        """Append a mail to the outbox file.

        Args:
            message: The mail with its headers, but for date and id.
            date: When it is sent.

        Returns:
            Its message id.
        """
        message["Date"] = format_datetime(date)
        message["Message-ID"] = make_msgid(domain="outbox.invalid")
        with self._lock:
            box = mailbox.mbox(self.outbox)
            try:
                box.add(message)
            finally:
                box.close()
        return str(message["Message-ID"])

    def sent(self) -> list[Letter]:
        """What lies in the outbox, oldest first."""
        if not self.outbox.exists():
            return []
        box = mailbox.mbox(self.outbox, create=False)
        try:
            return [read_letter(str(k), m, unread=False) for k, m in box.iteritems()]
        finally:
            box.close()

    def close(self) -> None:
        """Close the files."""
        self._box.close()

    def _take_in(self, keys: Iterable[Any]) -> list[Letter]:
        """Read messages by their keys, which are texts or numbers by the box's kind."""
        found = []
        for key in keys:
            message = self._box[key]
            letter = read_letter(key, message, unread=_unread(message))
            self._letters[letter.id] = letter
            found.append(letter)
        return found


def _unread(message: mailbox.Message) -> bool:
    if isinstance(message, mailbox.MaildirMessage):
        return "S" not in message.get_flags()
    return isinstance(message, mailbox.mboxMessage) and "R" not in message.get_flags()
