"""Listening to one message of the user."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.contexts import context_of
from langgraph_memory.preferences.implied import implied_in
from langgraph_memory.preferences.notes import Note, stamp
from langgraph_memory.preferences.reach import finds_fault
from langgraph_memory.preferences.signals import signals_in
from langgraph_memory.preferences.topics import topic_of


def note_of(  # noqa: PLR0913  keyword-only, most with a default
    text: str,
    *,
    key: str,
    at: datetime,
    thread: str = "",
    turn: int = 0,
    message: str = "",
    zone: tzinfo = UTC,
    reply: str | None = None,
    before: str | None = None,
    implied: bool = True,
    dimensions: Iterable[Dimension] = (),
) -> Note:
    """Read a message, by rules.

    Args:
        text: What the user wrote; never what a tool or a model said.
        key: Names the message, so that reading it twice counts once.
        at: When it was said; without a time zone it is taken for UTC.
        thread: The conversation.
        turn: Which of the user's turns in it, from 0.
        message: The message's own id; empty when it has none.
        zone: The user's time zone, by which weekends are told.
        reply: What the assistant had said just before, or None.
        before: The user's message before this one, or None.
        implied: Whether to read what is only implied, too.
        dimensions: What is followed, where others were added.

    Returns:
        Its note; without signals where it shows nothing.

    Raises:
        ConfigError: When the function of a dimension gives what is no value of it.
        Exception: Whatever such a function raises.
    """
    about = topic_of(text)
    under_way = about or topic_of(before or "")
    stated = [
        replace(one, about=under_way) if finds_fault(one.words) else one
        for one in signals_in(text, dimensions)
    ]
    said = {signal.dimension for signal in stated}
    hints = implied_in(text, reply=reply, before=before) if implied else ()
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return Note(
        key=key,
        at=stamp(aware),
        # Where the user says something, what he implies is not needed.
        signals=(*stated, *(hint for hint in hints if hint.dimension not in said)),
        context=context_of(about, aware, zone),
        thread=thread,
        turn=turn,
        message=message,
    )
