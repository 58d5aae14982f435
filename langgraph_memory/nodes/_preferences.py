"""Preferences in the store: a note a message, their sum, and what the user laid down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.store.base import PutOp, SearchItem, SearchOp

from langgraph_memory._flow import Steps, Warn, search
from langgraph_memory.dimension import Dimension
from langgraph_memory.facts.messages import content_text
from langgraph_memory.facts.when import said_at
from langgraph_memory.nodes._base import guarded, reported
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame, moment
from langgraph_memory.nodes._scene import Scene
from langgraph_memory.nodes._settings import Settings
from langgraph_memory.nodes._speaking import by_user
from langgraph_memory.nodes._wishing import NOTE, Listened, note_op, wished
from langgraph_memory.preferences.editing import edition_of, editions
from langgraph_memory.preferences.hearing import note_of
from langgraph_memory.preferences.notes import Note
from langgraph_memory.preferences.profile import PreferenceProfile

SUM, PIN = "sum", "pin"
Namespace = tuple[str, ...]

_LABEL: Final = "preferences"
_OVER: Final = "no wish any more"
_SUM_KEY: Final = "sum"
_MOST_NOTES, _MOST_PINS, _MOST_AT_ONCE = 2_000, 100, 50
_MOST_TAKEN: Final = 400  # fewer than the keys that a profile remembers
_SETTLED: Final = timedelta(minutes=10)


def heard(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[PutOp]]:
    """What the user's messages show that `observe` reads for the first time.

    Only human messages are read, and of a long conversation the newest 50. A model, where
    there is one, is asked about those in which rules find nothing that was said.

    Args:
        settings: The memory's settings.
        scene: The state.
        frame: Whose memory it is.

    Returns:
        What to put, one item a message that shows anything, or did before it was edited;
        empty, and a report, after a failure.
    """
    if not settings.config.preferences.learn:
        return []
    try:
        listened = yield from _listened(settings, scene, frame)
        told = yield from wished(settings, frame, listened)
        shown = (one.note for one in listened if one.note.signals or one.edited)
        return [*(note_op(frame, note) for note in shown), *told]
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


def stored_profile(settings: Settings, namespace: Namespace) -> Steps[PreferenceProfile]:
    """The same as the store has it, read anew."""
    return (yield from _stored(settings, namespace)).profile


def wishes(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[str]]:
    """The tags that the model is shown in a turn.

    Of what earlier blocks of the conversation told and what holds no more, a tag says so.
    """
    if not settings.config.preferences.learn:
        return []
    profile = yield from profile_of(settings, frame)
    turn = _turn(scene, scene.turn + 1)
    tags = list(profile.tags(thread=frame.thread_id, turn=turn))
    before = list(_told_before(scene))
    if not before or not settings.profiles.known(frame.namespace("preferences")):
        return tags  # after a failure nothing is known to be over
    told = _labels(profile.dimensions, before)
    over = told.keys() - _labels(profile.dimensions, tags).keys()
    return tags + [f"{label}: {_OVER}" for label in told if label in over]


def _told_before(scene: Scene) -> Iterable[str]:
    """The tags of the earlier turns' blocks that stand in the view."""
    last = scene.part.get("block", {})
    blocks = {**scene.part.get("blocks", {}), last.get("id"): last}
    for turn, block in blocks.items():
        if turn != scene.turn_id and turn in scene.prints:
            yield from block.get("wishes", ())


def _labels(dimensions: Iterable[Dimension], tags: Iterable[str]) -> Mapping[str, None]:
    """Labels of the dimensions that tags wish something of, in their order."""
    wished = [tag for tag in tags if not tag.endswith(_OVER)]
    labels = (one.label or one.name for one in dimensions)
    return {
        label: None
        for label in labels
        if any(tag.startswith((f"{label}:", f"{label},")) for tag in wished)
    }


def gathering(settings: Settings, frame: Frame) -> Steps[list[PutOp]]:
    """What to write so that notes make way for their sum.

    As with learned rates: the sum takes in all notes, and those are deleted which the
    stored one has had for ten minutes, so that two may do it at a time.

    Args:
        settings: The memory's settings.
        frame: Whose memory it is.
    """
    namespace = frame.namespace("preferences")
    stored = yield from _stored(settings, namespace)
    written = moment(stored.at)
    if not stored.notes or (written is not None and frame.now - written < _SETTLED):
        return []
    taken = stored.base.keys
    new = sorted(
        (note for note in stored.notes if note.key not in taken), key=lambda one: one.order
    )
    value = sum_item(stored.base.noted(*new[:_MOST_TAKEN]), frame.stamp)
    gone = (PutOp(namespace, one.key, None) for one in stored.notes if one.key in taken)
    return [PutOp(namespace, _SUM_KEY, value, index=False), *gone]


def sum_item(profile: PreferenceProfile, at: str) -> dict[str, Any]:
    """A profile as the item that stands for many notes; pins have items of their own."""
    return {"event": SUM, "at": at, "profile": replace(profile, pins={}).to_dict()}


def pin_key(dimension: str) -> str:
    """The key of the item by which the user lays down a dimension."""
    return f"pin-{credit_key(PIN, dimension)[:16]}"


def _listened(settings: Settings, scene: Scene, frame: Frame) -> Steps[list[Listened]]:
    human = [i for i, m in enumerate(scene.messages) if isinstance(m, HumanMessage)]
    # What is not known yet is at the next step, when the model has been told of it.
    profile = settings.profiles.profile(frame.namespace("preferences"))
    known = editions(profile.notes, frame.thread_id)
    unseen, found = frozenset(scene.unseen), []
    for position in human[-_MOST_AT_ONCE:]:
        message = scene.messages[position]
        before = known.get(message.id or "", "")
        if position not in unseen and not before:
            continue
        own = yield from by_user(settings, message)
        if not own:
            continue
        text = settings.redact(content_text(message.content))
        hear = partial(_note, settings, scene, frame, position, text, before)
        followed = settings.profiles.nothing.dimensions
        try:
            note = hear(followed)
        except Exception as error:  # noqa: BLE001  the user's own function raised it
            yield from reported(_LABEL, error)
            note = hear([replace(one, hears=None) for one in followed])
        edited = before not in ("", note.edition)  # perhaps back, to what was seen
        if position in unseen or edited:
            found.append(Listened(text, note, edited=edited))
    return found


def _note(
    settings: Settings,
    scene: Scene,
    frame: Frame,
    position: int,
    text: str,
    before: str,
    dimensions: Sequence[Dimension],
) -> Note:
    config = settings.config.preferences
    message = scene.messages[position]
    # Edited under its id, a message is another one.
    source = (message.id, text) if message.id else (scene.prints[position],)
    key = credit_key(NOTE, frame.thread_id, *source)
    said = said_at(message)  # a clock that is ahead must not outlast all that follows
    edition = edition_of(key, before) if message.id else ""
    if before not in ("", edition):
        said = None  # it was edited just now
    note = note_of(
        text,
        key=key if edition[:2] in ("", "0:") else credit_key(edition),
        # Messages that are read together keep their order.
        at=min(said or frame.now, frame.now) + timedelta(microseconds=position),
        thread=frame.thread_id,
        turn=_turn(scene, position),
        message=message.id or "",
        zone=config.zone,
        reply=_before(scene, position, AIMessage),
        before=_before(scene, position, HumanMessage),
        implied=config.implied,
        dimensions=dimensions,
    )
    return replace(note, edition=edition)


def _turn(scene: Scene, position: int) -> int:
    return sum(isinstance(m, HumanMessage) for m in scene.messages[:position])


def _before(
    scene: Scene, position: int, kind: type[AIMessage | HumanMessage]
) -> str | None:
    for message in reversed(scene.messages[:position]):
        if isinstance(message, kind) and (text := content_text(message.content)):
            return text
    return None


class _Stored(NamedTuple):
    """A listing: the sum, the notes beside it, what was pinned, and when it was summed."""

    base: PreferenceProfile
    notes: tuple[Note, ...]
    pins: Mapping[str, str]
    at: str | None

    @property
    def profile(self) -> PreferenceProfile:
        return replace(self.base.noted(*self.notes), pins=self.pins)


def _listing(settings: Settings, namespace: Namespace) -> Steps[None]:
    since = settings.profiles.changes(namespace)
    stored = yield from _stored(settings, namespace)
    settings.profiles.listed(namespace, stored.profile, since)


def _stored(settings: Settings, namespace: Namespace) -> Steps[_Stored]:
    hits = yield from search(
        [
            SearchOp(namespace, filter={"event": SUM}, limit=1),
            SearchOp(namespace, filter={"event": NOTE}, limit=_MOST_NOTES),
            SearchOp(namespace, filter={"event": PIN}, limit=_MOST_PINS),
        ]
    )
    # Some stores take a prefix of a label for the label.
    sums, notes, pins = (
        [item for item in found if tuple(item.namespace) == namespace] for found in hits
    )
    nothing = settings.profiles.nothing
    base, at = nothing, None
    for item in sums:
        try:
            held, at = item.value["profile"], item.value["at"]
            base = PreferenceProfile.from_dict(held, nothing.dimensions)
        except (KeyError, ValueError) as error:
            msg = f"the stored sum of preferences cannot be read: {error!r}"
            yield Warn(_LABEL, msg)
    read = []
    for item in notes:
        note = yield from _read(item)
        read += [note] if note else []
    laid = {str(hit.value.get("dimension")): str(hit.value.get("value")) for hit in pins}
    return _Stored(base, tuple(read), laid, at)


def _read(item: SearchItem) -> Steps[Note | None]:
    try:
        return Note.from_dict(item.value)
    except ValueError as error:
        msg = f"a stored note of preferences cannot be read: {item.key}: {error}"
        yield Warn(_LABEL, msg)
        return None
