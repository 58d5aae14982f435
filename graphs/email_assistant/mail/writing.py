"""Making a mailbox of the mails that ship, as a mail server would have left it."""

from __future__ import annotations

import mailbox
from collections.abc import Iterable
from email import encoders
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime, formataddr, parseaddr
from html import escape
from mimetypes import guess_type
from pathlib import Path

from graphs.email_assistant.mail.source import Mail, read_mails

DATA = Path(__file__).parent / "data" / "mails.txt"

_READ, _UNREAD = "RO", "O"


def shipped(task: int = 0) -> list[Mail]:
    """The mails that ship.

    Args:
        task: 0: those that are there at the start; otherwise those that come before the
            task of this number.

    Returns:
        The mails, oldest first.
    """
    return [mail for mail in read_mails(DATA) if mail.later == task]


def make_mailbox(path: Path, mails: Iterable[Mail]) -> None:
    """Write an mbox file.

    Args:
        path: The file, which must not exist yet.
        mails: What it holds.
    """
    box = mailbox.mbox(path)
    try:
        for mail in mails:
            box.add(as_message(mail))
    finally:
        box.close()


def as_message(mail: Mail) -> mailbox.mboxMessage:
    """A mail as it lies in the mailbox: encoded, with its flags.

    Args:
        mail: The mail.

    Returns:
        The message, for `mailbox.mbox.add`; `mailbox.MaildirMessage` makes one for
        a Maildir.
    """
    message = _body(mail)
    message["Message-ID"] = mail.message_id
    if mail.replies_to:
        message["In-Reply-To"] = message["References"] = mail.replies_to
    message["Date"] = format_datetime(mail.date)
    message["From"] = _address(mail.sender)
    message["To"] = ", ".join(map(_address, mail.to))
    message["Subject"] = Header(mail.subject, mail.charset).encode()
    held = mailbox.mboxMessage(message)
    held.set_from("mail", mail.date.utctimetuple())
    held.set_flags(_READ if mail.read else _UNREAD)
    return held


def _body(mail: Mail) -> Message:
    parts: list[Message] = [] if mail.html == "bare" else [_text(mail)]
    if mail.html:
        parts.append(MIMEText(_html(mail.text), "html", mail.charset))
    body = parts[0] if len(parts) == 1 else MIMEMultipart("alternative", _subparts=parts)
    if not mail.attachments:
        return body
    attached = [_attachment(name) for name in mail.attachments]
    return MIMEMultipart("mixed", _subparts=[body, *attached])


def _text(mail: Mail) -> Message:
    if mail.label is None:
        return MIMEText(mail.text, "plain", mail.charset)
    # Bytes as they are, under a wrong name or none: such mails exist.
    part = MIMENonMultipart("text", "plain")
    if mail.label != "-":
        part.set_param("charset", mail.label)
    part["Content-Transfer-Encoding"] = "8bit"
    part.set_payload(mail.text.encode(mail.charset).decode("ascii", "surrogateescape"))
    return part


def _html(text: str) -> str:
    lines = "<br>\n".join(escape(line) for line in text.splitlines())
    style = "<style>p { font-family: sans-serif }</style>"
    return f"<html><head>{style}</head><body><p>{lines}</p></body></html>"


def _attachment(name: str) -> Message:
    kind, _, subtype = (guess_type(name)[0] or "application/octet-stream").partition("/")
    part = MIMEBase(kind, subtype)
    part.set_payload(f"(the contents of {name})".encode())
    encoders.encode_base64(part)
    part.add_header("Content-Disposition", "attachment", filename=name)
    return part


def _address(person: str) -> str:
    return formataddr(parseaddr(person))
