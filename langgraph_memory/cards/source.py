"""How cards name the observation they come from: the call, its arguments, its slot."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from langgraph_memory.cards.card import SHORT_KEY
from langgraph_memory.cards.ended import ended
from langgraph_memory.cards.notes import clip
from langgraph_memory.cards.rendering import call_text
from langgraph_memory.cards.slots import CALL, object_slot
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import Table

_LONGEST_ARG, _LONGEST_SLOT = 80, 200
_LEFT_OUT, _BRIEF = "…", 2


@dataclass(frozen=True)
class Source:
    """One record, as the source of cards.

    Attributes:
        record: The observation.
    """

    record: Record

    @property
    def name(self) -> str:
        """`tool:NAME`, or who spoke."""
        return self.record.kind if self.record.tool is None else f"tool:{self.record.tool}"

    @property
    def call(self) -> str:
        """The call as text, or who spoke."""
        tool = self.record.tool
        return self.record.kind if tool is None else call_text(tool, self.args(0))

    @property
    def trace(self) -> str:
        """One line for a record that left no card: the call, and what to read for more."""
        return f"{self.call}: nothing kept; record {self.record.key[:SHORT_KEY]}"

    @property
    def call_slot(self) -> str:
        """The call in a form that does not depend on the order of its arguments."""
        args = json.dumps(self.record.args, sort_keys=True, ensure_ascii=False)
        if len(args) > _LONGEST_SLOT:
            args = hashlib.sha256(args.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return f"{CALL}{self.record.tool}({args})"

    @property
    def matter(self) -> str:
        """What an answer without an object of its own is about: what it made an end of.

        Else the call.
        """
        record = self.record
        end = ended(record.tool or "", record.args, record.text)
        return self.call_slot if end is None else object_slot(*end)

    def args(self, ordinal: int) -> dict[str, Any]:
        """The arguments that a card shows.

        Args:
            ordinal: The card's place among those of the record.

        Returns:
            For the first card all, long ones shortened and large nested ones left out; for
            the others the first two plain ones, enough to tell calls apart.
        """
        short = {name: _short(value) for name, value in self.record.args.items()}
        if ordinal == 0:
            return short
        plain = {n: v for n, v in short.items() if not isinstance(v, dict | list)}
        telling = [(n, v) for n, v in plain.items() if v != _LEFT_OUT]
        return dict(telling[:_BRIEF])

    def card_key(self, ordinal: int) -> str:
        """The key of the record's card at one place: 32 hex digits."""
        digest = hashlib.sha256(f"{self.record.key}/{ordinal}".encode())
        return digest.hexdigest()[:32]

    def subject(self, table: Table, top: tuple[str, str] | None) -> tuple[str, str]:
        """What a table is about.

        Args:
            table: One of the record's tables.
            top: Noun and key of the single object that the record is about, if it is.

        Returns:
            The entity for people, and the slot for comparing.
        """
        path = f".{table.name}" if table.name else ""
        if top is None:
            slot = self.call_slot if path or table.kind == "list" else self.matter
            return f"{self.call}{path}", f"{slot}{path}"
        noun, key = top
        return f"{noun} {key}{path}", f"{object_slot(noun, key)}{path}"


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return clip(value, _LONGEST_ARG)
    nested = isinstance(value, dict | list)
    return _LEFT_OUT if nested and len(json.dumps(value)) > _LONGEST_ARG else value
