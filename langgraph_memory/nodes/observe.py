"""Observe: archive what is new, and learn from what the newest decisions used."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from langchain_core.messages import AIMessage, ToolCall
from langgraph.store.base import PutOp

from langgraph_memory._flow import Emit, Steps, batch
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.linking import feeding
from langgraph_memory.facts.provenance import Use
from langgraph_memory.facts.record import Record, records_from
from langgraph_memory.facts.tools import RECALL_TOOL
from langgraph_memory.nodes._base import MemoryNode
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._frame import Frame
from langgraph_memory.nodes._preferences import heard, taken_in
from langgraph_memory.nodes._rates import learned, note
from langgraph_memory.nodes._scene import Part, Scene
from langgraph_memory.nodes._thread import cards_in_sight


class Observe(MemoryNode):
    """Archives new messages as records, and notes which cards and fields decisions used."""

    label = "observe"

    def steps(self, scene: Scene, frame: Frame) -> Steps[Part]:
        """Write records, credit and rates; see `MemoryNode.steps`."""
        if not scene.unseen:
            return {}
        # What was read back is on record already.
        fresh = frozenset(scene.prints[i] for i in scene.unseen) - scene.recalls.keys()
        records = self._records(scene, frame, fresh)
        cards = yield from cards_in_sight(self.settings, scene, frame)
        credit = list(self._credit(scene, cards))
        ops = [_event(frame, one) for one in credit]
        rates = yield from learned(self.settings, scene, frame)
        wishes = yield from heard(self.settings, scene, frame)
        written = [*records, *ops, *rates, *wishes]
        yield from batch(written)
        note(self.settings, rates)
        taken_in(self.settings, wishes)
        self.settings.writes.add(frame.scope, len(written))
        update: Part = {"seen": [scene.prints[i] for i in scene.unseen]}
        if credit:
            decisions = [op.value for op in ops]
            yield Emit(
                "memory_used", {"thread_id": frame.thread_id, "decisions": decisions}
            )
        return update

    def _records(self, scene: Scene, frame: Frame, fresh: frozenset[str]) -> list[PutOp]:
        kind = self.settings.config.archive
        if kind == "none":
            return []
        expires = frame.now + timedelta(days=self.settings.config.retention_days)
        found = records_from(
            scene.messages,
            thread_id=frame.thread_id,
            observed_at=frame.stamp,
            redact=self.settings.redact,
            only=fresh,
        )
        kept = found if kind == "all" else [_compact(record) for record in found]
        return [
            PutOp(
                frame.namespace("records"),
                record.key,
                record.to_dict() | {"expires": expires.isoformat(timespec="seconds")},
                index=False,
            )
            for record in kept
        ]

    def _credit(self, scene: Scene, cards: Mapping[str, DecisionCard]) -> Iterator[_Credit]:
        for position in scene.unseen:
            message = scene.messages[position]
            if not isinstance(message, AIMessage):
                continue
            for call in message.tool_calls:
                if call["name"] == RECALL_TOOL:
                    continue  # a question, not a decision
                for card, found in feeding(cards.values(), call["args"]):
                    yield _Credit(card.key, scene.prints[position], message.id, call, found)


@dataclass(frozen=True)
class _Credit:
    """One card that fed one call."""

    card: str
    fingerprint: str
    message_id: str | None
    call: ToolCall
    found: Sequence[Use]


def _event(frame: Frame, credit: _Credit) -> PutOp:
    source = (credit.message_id or credit.fingerprint, credit.call["id"] or "")
    return PutOp(
        frame.namespace("credit"),
        credit_key("used", frame.thread_id, *source, credit.card),
        {
            "event": "used",
            "card": credit.card,
            "tool": credit.call["name"],
            "call": credit.call["id"],
            "columns": sorted({use.column for use in credit.found}),
            "parameters": sorted({use.parameter for use in credit.found}),
            "thread_id": frame.thread_id,
            "message_id": credit.message_id,
            "at": frame.stamp,
        },
        index=False,
    )


def _compact(record: Record) -> Record:
    try:
        text = json.dumps(
            json.loads(record.text), ensure_ascii=False, separators=(",", ":")
        )
    except (ValueError, RecursionError):
        text = " ".join(record.text.split())
    return replace(record, text=text)
