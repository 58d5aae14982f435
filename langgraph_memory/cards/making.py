"""Cards from one observation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langgraph_memory.cards import conflicts
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.describing import (
    bounds_of,
    expiry_of,
    object_of,
    summary_of,
    volatile_of,
)
from langgraph_memory.cards.fitting import fit
from langgraph_memory.cards.notes import Note, bound, clip, read_notes, sentences
from langgraph_memory.cards.parameters import FRAGMENT
from langgraph_memory.cards.rendering import call_text, is_card
from langgraph_memory.cards.statements import read_statement, worth_keeping
from langgraph_memory.cards.value import TableValue, card_value, score_cells, state_change
from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.config import CardConfig
from langgraph_memory.facts.reading import read
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import Table

_TRUST = {"user": 1.0, "tool": 0.9, "prose": 0.8, "model": 0.6, "error": 0.5}
_MOST_CARDS, _MOST_STATEMENTS, _MOST_FEEDS, _MOST_BOUNDS = 6, 5, 8, 6
_LONGEST_ARG, _LONGEST_ERROR = 80, 300
_LEFT_OUT, _BRIEF = "…", 2
_NOTHING = "nothing found"


def make_cards(
    record: Record,
    context: CardContext,
    config: CardConfig,
    count: Callable[[str], int],
) -> tuple[DecisionCard, ...]:
    """Make the decision cards of one observation, by rules.

    A single object becomes an entity card, like objects become one table, scalars and prose
    become notes, an error becomes a constraint. The same input gives the same cards.

    Args:
        record: The observation.
        context: The task, the talk and the tools.
        config: Threshold, room and kind of task.
        count: Tokens of a text.

    Returns:
        The cards in the order of the source; none when nothing reaches the threshold. Texts
        that are cards themselves never become cards again.
    """
    if is_card(record.text):
        return ()
    context = replace(context, mode=context.mode or config.task_mode or context.task_mode)
    maker = _Maker(record, context, config, count)
    if record.kind == "user":
        cards = maker.statements()
    elif record.kind == "model":
        cards = maker.conclusion()
    elif record.error:
        cards = maker.failure()
    else:
        cards = maker.result()
    kept = [card for card in cards if card.value.total >= config.threshold]
    best = sorted(kept, key=lambda card: -card.value.total)[:_MOST_CARDS]
    chosen = [card for card in kept if card in best]
    keys = tuple(card.key for card in chosen)
    return tuple(replace(c, links=tuple(k for k in keys if k != c.key)) for c in chosen)


@dataclass(frozen=True)
class _Maker:
    """The making of one record's cards."""

    record: Record
    context: CardContext
    config: CardConfig
    count: Callable[[str], int]

    def statements(self) -> list[DecisionCard]:
        """One card per statement of the user."""
        wishes = read_wishes(self.context.task)
        kept = [text for text in sentences([self.record.text]) if worth_keeping(text)]
        notes = read_notes(kept, wishes, self.context.task_mode, 1.0)
        return [
            self.card(
                ordinal,
                slot=conflicts.STATEMENT + read_statement(note.text).topic,
                entity="user",
                notes=(note,),
                trust="user",
            )
            for ordinal, note in enumerate(notes[:_MOST_STATEMENTS])
        ]

    def conclusion(self) -> list[DecisionCard]:
        """One card for what the model concluded."""
        notes = self.notes([self.record.text])
        if not notes:
            return []
        slot = f"conclusion:{self.record.key}"
        return [self.card(0, slot=slot, entity="model", notes=notes, trust="model")]

    def failure(self) -> list[DecisionCard]:
        """One card that says why a call failed."""
        reading = read(self.record.text)
        cells = [
            str(c) for t in reading.tables for row in t.rows for c in row if c or c == 0
        ]
        text = clip(" ".join([*reading.prose, *cells]) or "failed", _LONGEST_ERROR)
        note = Note(" ".join(text.split()), 0.0, 1.0)
        slot = conflicts.ERROR + self.call_slot()
        return [self.card(0, slot=slot, entity=self.call(), notes=(note,), trust="error")]

    def result(self) -> list[DecisionCard]:
        """One card per table of a tool's result, and its prose."""
        reading = read(self.record.text)
        scalars = [t for t in reading.tables if _is_scalar(t)]
        tables = inlined([t for t in reading.tables if t not in scalars])
        lines = [str(row[0]) for t in scalars for row in t.rows] + list(reading.prose)
        notes = self.notes(lines)
        if not tables and not lines:
            tables = [Table("", (), (), None, "list")]
        top = object_of(tables[0], self.record) if tables else None
        cards: list[DecisionCard] = []
        for ordinal, table in enumerate(tables):
            value = score_cells(table, self.record, self.context)
            card = self.table_card(ordinal, table, value, top, () if cards else notes)
            if card is not None:
                cards.append(card)
        if not cards and notes:
            slot = conflicts.CALL + self.call_slot()
            cards.append(
                self.card(0, slot=slot, entity=self.call(), notes=notes, trust="prose")
            )
        return cards

    def table_card(
        self,
        ordinal: int,
        table: Table,
        value: TableValue,
        top: tuple[str, str] | None,
        notes: Sequence[Note],
    ) -> DecisionCard | None:
        """The card of one table, or None when no column is worth keeping."""
        fitted = fit(
            table, value, self.config.threshold, self.config.max_tokens, self.count
        )
        empty = not table.rows
        if not fitted.columns and not fitted.constants and not empty:
            return None
        entity, slot = self.named(table, top)
        bounds = (_NOTHING,) if empty else bounds_of(table, value, fitted)
        volatile = () if self.acts() else volatile_of(fitted)
        fed = sorted({f for v in fitted.columns for f in v.feeds if f.strength >= FRAGMENT})
        impact = dict.fromkeys(f.target for f in sorted(fed, key=lambda f: -f.strength))
        return self.card(
            ordinal,
            slot=slot,
            entity=entity,
            notes=notes,
            trust="tool",
            necessity=max((v.necessity for v in fitted.columns), default=0.0),
            constraint=max((v.constraint for v in fitted.columns), default=float(empty)),
            table=fitted.table,
            rows_total=len(table.rows),
            constants=fitted.constants,
            row_values=value.rows.values[: len(fitted.order)],
            decision_impact=tuple(impact)[:_MOST_FEEDS],
            constraints=bounds[:_MOST_BOUNDS],
            volatile=volatile,
            expires=expiry_of(fitted),
            refresh=self.refresh(volatile),
        )

    def card(
        self,
        ordinal: int,
        *,
        slot: str,
        entity: str,
        notes: Sequence[Note],
        trust: str,
        necessity: float = 0.0,
        constraint: float = 0.0,
        table: Table | None = None,
        constraints: tuple[str, ...] = (),
        **parts: Any,
    ) -> DecisionCard:
        """A card of this record."""
        record = self.record
        bound_notes = tuple(note.text for note in notes if note.constraint)
        digest = hashlib.sha256(f"{record.key}/{ordinal}".encode()).hexdigest()
        texts = tuple(note.text for note in notes)
        return DecisionCard(
            key=digest[:32],
            record_id=record.key,
            summary=summary_of(
                self.call(), record, table, parts.get("rows_total", 0), texts
            ),
            source=f"tool:{record.tool}" if record.tool else record.kind,
            thread_id=record.thread_id,
            message_id=record.message_id,
            tool_call_id=record.tool_call_id,
            entity=entity,
            slot=slot,
            args=self.args() if ordinal == 0 else self.brief_args(),
            table=table,
            notes=texts,
            constraints=tuple(dict.fromkeys((*constraints, *bound_notes))),
            value=card_value(
                max((necessity, *(note.necessity for note in notes))),
                max((constraint, *(note.constraint for note in notes))),
                state_change(record, self.context),
                self.context.task_mode,
            ),
            confidence=_TRUST[trust],
            task_mode=self.context.task_mode,
            as_of=record.observed_at,
            **parts,
        )

    def notes(self, lines: Sequence[str]) -> tuple[Note, ...]:
        """The sentences worth keeping that there is room for, in their order."""
        mode, change = self.context.task_mode, state_change(self.record, self.context)
        found = read_notes(lines, read_wishes(self.context.task), mode, change)
        worth = {
            note.text: card_value(note.necessity, note.constraint, 0.0, mode).total
            for note in found
        }
        room = self.config.max_tokens
        kept: set[str] = set()
        for note in sorted(found, key=lambda n: -worth[n.text]):
            room -= self.count(note.text) + 1
            if worth[note.text] < self.config.threshold or (room < 0 and kept):
                break
            kept.add(note.text)
        return tuple(note for note in found if note.text in kept)

    def named(self, table: Table, top: tuple[str, str] | None) -> tuple[str, str]:
        """What a table is about, for people and for comparing."""
        path = f".{table.name}" if table.name else ""
        if top is None:
            return f"{self.call()}{path}", f"{conflicts.CALL}{self.call_slot()}{path}"
        noun, key = top
        return f"{noun} {key}{path}", f"{conflicts.OBJECT}{noun}={key}{path}"

    def call(self) -> str:
        """The call as text, or who spoke."""
        return (
            self.record.kind
            if self.record.tool is None
            else call_text(self.record.tool, self.args())
        )

    def call_slot(self) -> str:
        """The call in a form that does not depend on the order of its arguments."""
        args = json.dumps(self.record.args, sort_keys=True, ensure_ascii=False)
        return f"{self.record.tool}({args})"

    def args(self) -> dict[str, Any]:
        """The arguments, long ones shortened."""
        return {name: _short(value) for name, value in self.record.args.items()}

    def brief_args(self) -> dict[str, Any]:
        """The arguments for the second and later cards of a record: a few plain ones."""
        plain = [(n, v) for n, v in self.args().items() if not isinstance(v, dict | list)]
        return dict([(n, v) for n, v in plain if v != _LEFT_OUT][:_BRIEF])

    def acts(self) -> bool:
        """Whether the record tells of an act or a computation."""
        return state_change(self.record, self.context) > 0.0

    def refresh(self, volatile: Sequence[str]) -> str | None:
        """What to do before relying on volatile columns."""
        if not volatile or self.record.tool is None:
            return None
        return f"call {self.record.tool} again before relying on {', '.join(volatile)}"


def inlined(tables: Sequence[Table]) -> list[Table]:
    """Tell nested lists of one item with the single object they belong to.

    Args:
        tables: The tables of one record, parents first.

    Returns:
        The tables, those of one row within a single object joined to it as dotted columns.
    """
    if not tables or tables[0].kind != "record" or not tables[0].rows:
        return list(tables)
    top, *rest = tables
    single = [t for t in rest if len(t.rows) == 1 and t.name]
    columns, row = top.columns, top.rows[0]
    for table in single:
        columns += tuple(f"{table.name}.{column}" for column in table.columns)
        row += table.rows[0]
    if len(set(columns)) < len(columns):
        return list(tables)
    return [
        replace(top, columns=columns, rows=(row,)),
        *(t for t in rest if t not in single),
    ]


def _is_scalar(table: Table) -> bool:
    return table.columns == ("value",) and len(table.rows) == 1


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return clip(value, _LONGEST_ARG)
    nested = isinstance(value, dict | list)
    return _LEFT_OUT if nested and len(json.dumps(value)) > _LONGEST_ARG else value
