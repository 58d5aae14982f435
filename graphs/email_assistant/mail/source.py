"""The file of the mails that ship: people, threads, and series of like mails."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

_PERSON = re.compile(r"(\w+) = (.+)")
_RISING = "@="


@dataclass(frozen=True, kw_only=True)
class Mail:
    """One mail as it is written in the file.

    Attributes:
        date: When it was sent.
        sender: Name and address.
        to: Names and addresses.
        subject: The subject.
        text: The text, with what it quotes.
        message_id: The id of the message, with angle brackets.
        replies_to: The id of the message that it answers; empty for none.
        charset: How text and subject are encoded.
        label: The charset that is claimed, which may be wrong; `-` for none, None for the
            right one.
        html: Whether there is HTML: `html` beside the text, `bare` alone; empty for none.
        attachments: Names of attachments.
        read: Whether it has been read.
        later: The number of the task before which it comes; 0 when it is there at once.
    """

    date: datetime
    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    message_id: str
    replies_to: str = ""
    charset: str = "utf-8"
    label: str | None = None
    html: str = ""
    attachments: tuple[str, ...] = ()
    read: bool = False
    later: int = 0


@dataclass
class _Section:
    """A thread or a series that is being read."""

    subject: str
    series: bool
    template: str = ""
    options: str = ""
    mails: list[tuple[list[str], list[str]]] = field(default_factory=list)


def read_mails(path: Path) -> list[Mail]:
    """Read the file; its head says how it is written.

    Args:
        path: The file.

    Returns:
        The mails, oldest first.

    Raises:
        ValueError: When a line cannot be read.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    people = {
        found[1]: found[2]
        for line in lines
        if (found := _PERSON.fullmatch(line)) and "@" in line
    }
    mails = [
        mail
        for section in _sections(
            line for line in lines if (line and line[0] != "#") or line.startswith("## ")
        )
        for mail in (_series if section.series else _thread)(section, people)
    ]
    return sorted(mails, key=lambda mail: mail.date)


def _sections(lines: Iterable[str]) -> Iterator[_Section]:
    section: _Section | None = None
    for line in lines:
        if line.startswith(("## ", "%% ")):
            if section:
                yield section
            section = _Section(subject=line[3:], series=line[0] == "%")
        elif section is None:
            continue  # the people stand before the first section
        elif line[0] in _RISING:
            section.mails.append(([part.strip() for part in line[1:].split("|")], []))
        elif section.mails:
            section.mails[-1][1].append(line)
        else:
            name, _, value = line.partition(": ")
            if name not in {"text", "options"}:
                msg = f"cannot read this line of {section.subject!r}: {line}"
                raise ValueError(msg)
            setattr(section, "template" if name == "text" else name, value)
    if section:
        yield section


def _thread(section: _Section, people: Mapping[str, str]) -> Iterator[Mail]:
    before: Mail | None = None
    for (when, parties, *options), lines in section.mails:
        sender, _, to = parties.partition(" > ")
        given = _options(options)
        text = "\n".join(lines)
        quotes = before if before and not given.pop("fresh", False) else None
        given.pop("fresh", None)
        mail = _mail(
            when,
            people[sender],
            tuple(people[name.strip()] for name in to.split(",")),
            f"Re: {section.subject}" if quotes else section.subject,
            f"{text}\n\n{_quoted(quotes)}" if quotes else text,
            quotes.message_id if quotes else "",
            given,
        )
        yield mail
        before = mail


def _series(section: _Section, people: Mapping[str, str]) -> Iterator[Mail]:
    for (when, sender, *values), _ in section.mails:
        shared = ["", *values]
        yield _mail(
            when,
            people[sender],
            (people["noa"],),
            section.subject.format(*shared),
            section.template.format(*shared),
            "",
            _options(part.format(*shared) for part in section.options.split("; ")),
        )


def _mail(
    when: str,
    sender: str,
    to: tuple[str, ...],
    subject: str,
    text: str,
    replies_to: str,
    options: Mapping[str, str],
) -> Mail:
    digits = hashlib.sha256(f"{when} {subject} {text}".encode()).hexdigest()[:12]
    host = sender.rpartition("@")[2].rstrip(">")
    return Mail(
        date=datetime.strptime(when, "%Y-%m-%d %H:%M").replace(tzinfo=UTC),
        sender=sender,
        to=to,
        subject=subject,
        text=text,
        message_id=f"<{digits}@{host}>",
        replies_to=replies_to,
        charset=options.get("charset", "utf-8"),
        label=options.get("label"),
        html="bare" if "bare" in options else "html" if "html" in options else "",
        attachments=tuple(filter(None, options.get("attach", "").split(", "))),
        read="read" in options,
        later=int(options.get("later", 0)),
    )


def _options(parts: Iterable[str]) -> dict[str, str]:
    """Options by name; one without a value is empty."""
    pairs = (part.strip().partition(" ") for part in parts if part.strip())
    return {name: value.strip() for name, _, value in pairs}


def _quoted(mail: Mail) -> str:
    name = mail.sender.partition(" <")[0]
    lines = "\n".join(f"> {line}" for line in mail.text.splitlines())
    return f"On {mail.date:%d %B %Y, %H:%M}, {name} wrote:\n{lines}"
