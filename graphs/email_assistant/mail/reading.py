"""Reading messages as they come: encoded headers, wrong charsets, HTML, attachments."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from html import unescape
from html.parser import HTMLParser
from typing import Any, Final

_REPLY = re.compile(
    r"^(?:\s*(?:re|aw|fwd?|sv|wg|回复|答复|转发)\s*[:：])+\s*", re.IGNORECASE
)
_ID: Final = re.compile(r"<[^<>\s]+>")
_SILENT = {"script", "style", "head", "title"}
_BREAKS = {"br", "p", "div", "li", "tr", "h1", "h2", "h3"}
_FALLBACKS: Final = ("utf-8", "gb18030", "windows-1252", "latin-1")
_UNDATED = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A mail as a person reads it.

    Attributes:
        id: A short id that stays the same, whatever the mailbox does.
        key: Its key in the mailbox, a text or a number.
        date: When it was sent; the year 1 when it does not say.
        sender: Name and address.
        to: Names and addresses.
        subject: The subject.
        text: The text; of HTML what can be read.
        attachments: Names of attachments.
        unread: Whether it has not been read.
        message_id: As it stands in the header; may be empty.
        references: The ids of the thread's older mails, oldest first; see RFC 5322, 3.6.4.
    """

    id: str
    key: Any
    date: datetime
    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    attachments: tuple[str, ...]
    unread: bool
    message_id: str
    references: tuple[str, ...] = ()

    @property
    def topic(self) -> str:
        """The subject without `Re:` and its like: what a thread is known by."""
        return _REPLY.sub("", self.subject).strip()


def read_letter(key: Any, message: Message, *, unread: bool) -> Letter:
    """Read a message.

    Args:
        key: Its key in the mailbox.
        message: The message.
        unread: Whether it has not been read.

    Returns:
        What it says. Nothing in a message makes this fail: what cannot be decoded is
        shown with replacement characters.
    """
    headers = {name: _header(message[name]) for name in ("From", "To", "Cc", "Subject")}
    date = _date(message["Date"])
    message_id = str(message["Message-ID"] or "").strip()
    text, attachments = _parts(message)
    source = message_id or f"{date} {headers['From']} {headers['Subject']} {text[:200]}"
    digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()
    to = [part.strip() for name in ("To", "Cc") for part in headers[name].split(",")]
    return Letter(
        id=digest[:10],
        key=key,
        date=date,
        sender=headers["From"],
        to=tuple(part for part in to if part),
        subject=" ".join(headers["Subject"].split()),
        text=text,
        attachments=tuple(attachments),
        unread=unread,
        message_id=message_id,
        references=_references(message),
    )


def name_of(person: str) -> str:
    """The name in `Name <address>`, or the address where there is no name."""
    name, address = parseaddr(person)
    return name or address


def decoded(raw: bytes, charset: str | None) -> str:
    """Decode a text whose charset may be missing, unknown or wrong.

    Args:
        raw: The bytes.
        charset: What the message claims.

    Returns:
        The text by the first charset that fits: the claimed one, UTF-8, GB 18030,
        Windows-1252.
    """
    for name in (charset, *_FALLBACKS):
        try:
            return raw.decode(name) if name else raw.decode("ascii")
        except (LookupError, UnicodeDecodeError):
            continue
    return raw.decode("utf-8", "replace")


def _references(message: Message) -> tuple[str, ...]:
    older = _ID.findall(str(message["References"] or ""))
    parent = _ID.findall(str(message["In-Reply-To"] or ""))
    # Without references, the one mail that is answered is the thread.
    return tuple(older or (parent if len(parent) == 1 else ()))


def _header(value: object) -> str:
    if value is None:
        return ""
    text = str(value)
    try:
        parts = decode_header(text)
    except (HeaderParseError, ValueError):
        return text
    return "".join(
        part if isinstance(part, str) else decoded(part, charset) for part, charset in parts
    )


def _date(value: object) -> datetime:
    try:
        date = parsedate_to_datetime(str(value))
    except (TypeError, ValueError, IndexError):
        return _UNDATED
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _parts(message: Message) -> tuple[str, list[str]]:
    """The text, plain before HTML, and the names of attachments."""
    texts: dict[str, list[str]] = {"text/plain": [], "text/html": []}
    attachments: list[str] = []
    for part in message.walk():
        if part.is_multipart():
            continue
        name = part.get_filename()
        kind = part.get_content_type()
        if name or kind not in texts:
            attachments.append(_header(name) if name else kind)
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            texts[kind].append(decoded(payload, part.get_content_charset()))
    plain = "\n".join(texts["text/plain"]).strip()
    return plain or "\n".join(map(_readable, texts["text/html"])).strip(), attachments


class _Reader(HTMLParser):
    """Collects what a person would see."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._silent += tag in _SILENT
        if tag in _BREAKS:
            self.texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT and self._silent > 0

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(" ".join(data.split()) or " ")


def _readable(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.texts).splitlines())
    return unescape("\n".join(line for line in lines if line))
