"""Messages that were edited: what their older wordings showed is withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from langgraph_memory.preferences.notes import Note


def edition_of(text: str, before: str) -> str:
    """Names a wording of a message: the how manieth it is, and what.

    Args:
        text: Names the text, in the conversation and under the message's id.
        before: The edition that is known; empty: none.

    Returns:
        The known one for the same text, else the one after it.
    """
    number, _, known = before.partition(":")
    if before and known == text:
        return before
    return f"{int(number) + 1 if before else 0}:{text}"


def editions(notes: Iterable[Note], thread: str) -> Mapping[str, str]:
    """The wordings of messages that count.

    Args:
        notes: What is known.
        thread: The conversation.

    Returns:
        The newest edition of each message, by its id.
    """
    here = (note for note in notes if note.edition and note.thread == thread)
    return {one.message: one.edition for one in sorted(here, key=lambda note: note.order)}


def withdrawn(notes: Sequence[Note], new: Iterable[Note]) -> frozenset[str]:
    """The notes of older wordings of messages.

    Args:
        notes: What is known, the new ones among it.
        new: What has just been noted: in its conversations messages may have been edited.

    Returns:
        Keys of the notes that count no longer.
    """
    threads = {one.thread for one in new if one.edition}
    if not threads:
        return frozenset()
    valid = {thread: editions(notes, thread) for thread in threads}
    return frozenset(
        one.key
        for one in notes
        if one.edition and one.thread in valid
        if one.edition != valid[one.thread][one.message]
    )
