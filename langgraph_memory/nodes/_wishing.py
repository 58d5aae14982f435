"""Having the memory's model find wishes in messages in which rules found none.

Rules note first. Where there is a background, no turn waits: the wishes are noted when the
model has answered. The note of a model has a key of its own beside that of the rules, made
of the same message, so that a message which is read again is noted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from langgraph.store.base import PutOp

from langgraph_memory._asking import Fallback, asked
from langgraph_memory._flow import Emit, Later, Steps, batch
from langgraph_memory.nodes._base import reported
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.preferences.asking import Wished, may_wish, wish_question
from langgraph_memory.preferences.notes import Note

NOTE = "note"
"""What tells the items of notes from others of their namespace."""

_MOST = 2
"""Messages of one step that a model is asked about: the newest."""

_BY_RULES = Fallback(
    node="observe", what="wishes", instead="what rules read in the message stays"
)


@dataclass(frozen=True)
class Listened:
    """A message of the user as rules have read it.

    Attributes:
        text: The message, redacted.
        note: What rules read.
        edited: Whether an earlier wording of the message had been noted.
    """

    text: str
    note: Note
    edited: bool = False


def note_op(frame: Frame, note: Note) -> PutOp:
    """What to write of a note."""
    value = {"event": NOTE, **note.to_dict()}
    return PutOp(frame.namespace("preferences"), note.key, value, index=False)


def wished(
    settings: Settings, frame: Frame, listened: Sequence[Listened]
) -> Steps[list[PutOp]]:
    """What a model finds where rules found nothing that was said.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
        listened: The messages of the step, oldest first.

    Returns:
        What to put; empty where there is no model, and where it answers in the background.
    """
    if "preferences" not in settings.models or settings.rests["preferences"].is_open:
        return []
    followed = settings.profiles.nothing.dimensions
    open_ = [
        one
        for one in listened[-_MOST:]
        if not any(signal.stated for signal in one.note.signals)
        and may_wish(one.text, followed)
    ]
    if frame.outside.worker is None:
        found = []
        for one in open_:
            note = yield from _asked(settings, frame, one)
            found += [note_op(frame, note)] if note else []
        return found
    for one in open_:
        name = (*frame.namespace("preferences"), one.note.key)
        taken = yield Later(name, partial(_noted_later, settings, frame, one))
        if not taken:
            yield from _BY_RULES.reported("no room in the background for more")
    return []


def _noted_later(settings: Settings, frame: Frame, one: Listened) -> Steps[None]:
    try:
        note = yield from _asked(settings, frame, one)
        if note is None:
            return
        op = note_op(frame, note)
        yield from batch([op])
    except Exception as error:  # noqa: BLE001  reported, whatever it was
        yield from reported("preferences", error)
        return
    settings.profiles.add(op.namespace, [note])
    settings.writes.add(frame.scope, 1)


def _asked(settings: Settings, frame: Frame, one: Listened) -> Steps[Note | None]:
    config = settings.config
    question = wish_question(one.text, settings.profiles.nothing.dimensions)
    seconds = min(config.preferences.ask_seconds, config.model_seconds)
    if frame.outside.worker is not None:  # nobody waits
        seconds = config.model_seconds
    answer = yield from asked(question, "preferences", frame.outside, _BY_RULES, seconds)
    if answer is None:
        return None
    yield _told(frame, answer)
    if not answer.signals:
        return None
    key = credit_key("wish", one.note.key)
    return replace(one.note, key=key, signals=answer.signals)


def _told(frame: Frame, answer: Wished) -> Emit:
    wishes = [
        {"dimension": one.dimension, "value": one.value, "words": one.words}
        for one in answer.signals
    ]
    dropped = [list(pair) for pair in answer.dropped]
    return Emit(
        "memory_wishes",
        {"thread_id": frame.thread_id, "wishes": wishes, "dropped": dropped},
    )
