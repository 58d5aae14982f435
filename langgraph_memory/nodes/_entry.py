"""What deciding on a recalled item needs of what the store has of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from langgraph.store.base import Item

from langgraph_memory.cards.asking import Question, differ, question_of
from langgraph_memory.cards.conflicts import overlap
from langgraph_memory.cards.objects import subject_in
from langgraph_memory.cards.setting import setting
from langgraph_memory.cards.slots import CALL, ERROR, OBJECT
from langgraph_memory.cards.statements import lasts
from langgraph_memory.nodes._about import NOTHING, About, about, trust_in
from langgraph_memory.nodes._codes import codes_of
from langgraph_memory.recall.hits import Candidate, moment
from langgraph_memory.scope import Kind

_TOOL: Final = "tool:"


@dataclass(frozen=True)
class Entry:
    """What deciding on an item needs of it.

    Attributes:
        candidate: What is ranked.
        version: When the item was last changed.
        slot: What it is about; see `rivals`.
        thread_id: The conversation it comes from.
        expires: From when it is not shown any more; None: never.
        everywhere: Whether it says something beyond its conversation.
        retired: Whether it is never found.
        replaced: Whether that is only since another one took its place.
        about: What a lesson is about; nothing where it is none.
        record: Key of the record it was made from; empty: of none.
        tells: Names of what it tells of an object; nothing where it is about none.
        lists: Whether it lists several objects.
        asks: What its call asks of the object that it is about.
        sets: What the object is called by that its call changed, though its answer does not
            say so; empty of none.
    """

    candidate: Candidate
    version: datetime
    slot: str
    thread_id: str | None
    expires: datetime | None
    everywhere: bool
    retired: bool
    replaced: bool = False
    about: About = NOTHING
    record: str = ""
    tells: frozenset[str] = frozenset()
    lists: bool = False
    asks: Question = field(default_factory=dict)
    sets: str = ""

    @property
    def observed(self) -> tuple[str, str]:
        """When it was true, and its key: of rivals the greatest is the newest."""
        return self.candidate.as_of or "", self.candidate.key

    def rivals(self, other: Entry) -> bool:
        """Whether only the newer one of this and another item is shown.

        Args:
            other: An item of the same slot.

        Returns:
            Whether both are answers of one source to the same question. What two tools, or
            one record, tell of one thing stands side by side, as do different things that
            one tool tells of an object.
        """
        if (self.record and self.record == other.record) or differ(self.asks, other.asks):
            return False
        same = self.candidate.source == other.candidate.source
        return same and overlap(self.tells, other.tells)


def entry_of(kind: Kind, item: Item) -> Entry:
    """What an item of the store says, of any kind."""
    told = item.value
    value = told.get("value")
    total = value.get("total") if isinstance(value, dict) else None
    slot = str(told.get("slot", item.key))
    # What failed once says nothing elsewhere; what was learned of it is an experience.
    never = bool(told.get("forgotten")) or slot.startswith(ERROR)
    replaced = told.get("superseded_by") is not None
    return Entry(
        candidate=Candidate(
            key=item.key,
            kind=kind,
            text=str(told.get("text", "")),
            value=float(total) if isinstance(total, int | float) else 0.0,
            as_of=_text(told.get("as_of")) or _text(told.get("created_at")),
            trust=trust_in(told),
            pinned=told.get("pinned") is True,
            source=_text(told.get("source")) or "",
            codes=codes_of(told),
        ),
        version=item.updated_at,
        slot=slot,
        thread_id=told.get("thread_id"),
        expires=moment(told.get("expires")),
        everywhere=_holds_elsewhere(told),
        retired=replaced or never,
        replaced=replaced and not never,
        about=about(told),
        record=_text(told.get("record_id")) or "",
        tells=_tells(slot, told),
        lists=_lists(slot, told),
        asks=_asks(slot, told),
        sets=_sets(slot, told),
    )


def _tells(slot: str, told: Mapping[str, Any]) -> frozenset[str]:
    table = told.get("table")
    if not slot.startswith(OBJECT) or not isinstance(table, Mapping):
        return frozenset()
    return frozenset(map(str, table.get("columns") or ())) - {str(table.get("key"))}


def _asks(slot: str, told: Mapping[str, Any]) -> Question:
    table, args = told.get("table"), told.get("args")
    path = str(table.get("name", "")) if isinstance(table, Mapping) else ""
    subject, source = subject_in(slot, path), _text(told.get("source")) or ""
    if subject is None or not isinstance(args, Mapping) or not source.startswith(_TOOL):
        return {}
    return question_of(source.removeprefix(_TOOL), args, subject[1])


def _sets(slot: str, told: Mapping[str, Any]) -> str:
    args, source = told.get("args"), _text(told.get("source")) or ""
    if not slot.startswith(CALL) or not isinstance(args, Mapping):
        return ""
    given = setting(source.removeprefix(_TOOL), args, _text(told.get("summary")) or "")
    return "" if given is None else given[0][1]


def _lists(slot: str, told: Mapping[str, Any]) -> bool:
    table = told.get("table")
    if slot.startswith(OBJECT) or not isinstance(table, Mapping):
        return False
    return table.get("kind") == "list" and table.get("key") is not None


def _holds_elsewhere(told: Mapping[str, Any]) -> bool:
    """Whether an item says something beyond its conversation, unlike a conclusion.

    What the user put right of what a tool told stands in place of that, wherever it does.
    """
    source, notes = told.get("source"), told.get("notes")
    first = str(notes[0]) if isinstance(notes, list) and notes else ""
    lasting = source != "user" or bool(told.get("corrected")) or lasts(first)
    return source != "model" and lasting


def _text(told: object) -> str | None:
    return told if isinstance(told, str) else None
