"""Preferences in the store: a note a message, their sum, and what the user laid down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.store.base import PutOp, SearchItem, SearchOp

from langgraph_memory._flow import Steps, Warn, search
from langgraph_memory.facts.messages import content_text
from langgraph_memory.nodes._base import guarded, reported
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame, moment
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.preferences.hearing import note_of
from langgraph_memory.preferences.notes import Note
from langgraph_memory.preferences.profile import PreferenceProfile

NOTE, SUM, PIN = "note", "sum", "pin"
Namespace = tuple[str, ...]

_LABEL: Final = "preferences"
_SUM_KEY: Final = "sum"
_MOST_NOTES, _MOST_PINS, _MOST_AT_ONCE = 2_000, 100, 50
_SETTLED: Final = timedelta(minutes=10)


def heard(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[PutOp]]:
    """What the user's messages show that `observe` reads for the first time.

    Only human messages are read, and of a long conversation the newest 50.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.

    Returns:
        What to put, one item a message that shows anything; empty, and a report, after a
        failure.
    """
    if not settings.config.preferences.learn:
        return []
    try:
        return [
            PutOp(
                frame.namespace("preferences"),
                note.key,
                {"event": NOTE, **note.to_dict()},
                index=False,
            )
            for note in _notes(settings, scene, frame)
            if note.signals
        ]
    except Exception as error:  # noqa: BLE001  reported; what is observed must be kept
        yield from reported(_LABEL, error)
        return []


def taken_in(settings: Settings, written: Iterable[PutOp]) -> None:
    """Take in notes that were written, so that this process need not list them."""
    for op in written:
        settings.profiles.add(op.namespace, [Note.from_dict(op.value or {})])


def profile_of(settings: Settings, frame: Frame) -> Steps[PreferenceProfile]:
    """What the scope's messages have shown, in whatever thread.

    The store is listed at most once a minute; what this process noted since is in it. A
    failure is reported as that of a node is; what was known before it serves.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
    """
    namespace = frame.namespace("preferences")
    if not settings.profiles.fresh(namespace):
        yield from guarded(_LABEL, _listing(settings, namespace), None, frame)
    return settings.profiles.profile(namespace)


def stored_profile(namespace: Namespace) -> Steps[PreferenceProfile]:
    """The same as the store has it, read anew."""
    profile, _, _ = yield from _stored(namespace)
    return profile


def wishes(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[str]]:
    """The tags that the model is shown in a turn."""
    if not settings.config.preferences.learn:
        return []
    profile = yield from profile_of(settings, frame)
    turn = _turn(scene, scene.turn + 1)
    return list(profile.tags(thread=frame.thread_id, turn=turn))


def gathering(frame: Frame) -> Steps[list[PutOp]]:
    """What to write so that notes make way for their sum.

    As with learned rates: the sum takes in all notes, and those are deleted which the
    stored one has had for ten minutes, so that two may do it at a time.

    Args:
        frame: Whose memory it is.
    """
    namespace = frame.namespace("preferences")
    profile, stored, keys = yield from _stored(namespace)
    written = moment(stored.get("at"))
    if written is not None and frame.now - written < _SETTLED:
        return []
    before = stored.get("profile", {})
    taken = {*before.get("folded", ()), *(n["key"] for n in before.get("notes", ()))}
    if not keys:
        return []
    value = sum_item(profile, frame.stamp)
    gone = (PutOp(namespace, key, None) for key in keys if key in taken)
    return [PutOp(namespace, _SUM_KEY, value, index=False), *gone]


def sum_item(profile: PreferenceProfile, at: str) -> dict[str, Any]:
    """A profile as the item that stands for many notes; pins have items of their own."""
    return {"event": SUM, "at": at, "profile": replace(profile, pins={}).to_dict()}


def pin_key(dimension: str) -> str:
    """The key of the item by which the user lays down a dimension."""
    return f"pin-{credit_key(PIN, dimension)[:16]}"


def _notes(settings: Settings, scene: Scene, frame: Frame) -> Iterator[Note]:
    config = settings.config.preferences
    unseen = [i for i in scene.unseen if isinstance(scene.messages[i], HumanMessage)]
    for position in unseen[-_MOST_AT_ONCE:]:
        message = scene.messages[position]
        note = note_of(
            settings.redact(content_text(message.content)),
            key=credit_key(NOTE, frame.thread_id, message.id or scene.prints[position]),
            # Messages that are read together keep their order.
            at=frame.now + timedelta(microseconds=position),
            thread=frame.thread_id,
            turn=_turn(scene, position),
            zone=ZoneInfo(config.time_zone),
            reply=_before(scene, position, AIMessage),
            before=_before(scene, position, HumanMessage),
            implied=config.implied,
        )
        yield note


def _turn(scene: Scene, position: int) -> int:
    return sum(isinstance(m, HumanMessage) for m in scene.messages[:position])


def _before(
    scene: Scene, position: int, kind: type[AIMessage | HumanMessage]
) -> str | None:
    for message in reversed(scene.messages[:position]):
        if isinstance(message, kind) and (text := content_text(message.content)):
            return text
    return None


def _listing(settings: Settings, namespace: Namespace) -> Steps[None]:
    since = settings.profiles.changes(namespace)
    profile, _, _ = yield from _stored(namespace)
    settings.profiles.listed(namespace, profile, since)


def _stored(
    namespace: Namespace,
) -> Steps[tuple[PreferenceProfile, dict[str, Any], list[str]]]:
    """The profile, the item of its sum, and the keys of the notes."""
    sums, notes, pins = yield from search(
        [
            SearchOp(namespace, filter={"event": SUM}, limit=1),
            SearchOp(namespace, filter={"event": NOTE}, limit=_MOST_NOTES),
            SearchOp(namespace, filter={"event": PIN}, limit=_MOST_PINS),
        ]
    )
    own = [
        [hit for hit in hits if tuple(hit.namespace) == namespace]
        for hits in (sums, notes, pins)
    ]
    stored = dict(own[0][0].value) if own[0] else {}
    profile = PreferenceProfile()
    if stored:
        try:
            profile = PreferenceProfile.from_dict(stored["profile"])
        except (KeyError, ValueError) as error:
            yield Warn(f"the stored sum of preferences cannot be read: {error}")
            stored = {}
    found = []
    for item in own[1]:
        note = yield from _read(item)
        if note is not None:
            found.append(note)
    profile = profile.noted(*found)
    laid = {str(hit.value["dimension"]): str(hit.value["value"]) for hit in own[2]}
    return replace(profile, pins=laid), stored, [note.key for note in found]


def _read(item: SearchItem) -> Steps[Note | None]:
    try:
        return Note.from_dict(item.value)
    except ValueError as error:
        yield Warn(f"a stored note of preferences cannot be read: {item.key}: {error}")
        return None
