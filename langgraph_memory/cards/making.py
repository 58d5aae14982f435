"""Cards from one observation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.conflicts import ERROR, STATEMENT
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.describing import (
    bounds_of,
    expiry_of,
    object_of,
    summary_of,
    volatile_of,
)
from langgraph_memory.cards.fitting import Fitted, fit
from langgraph_memory.cards.joining import inlined
from langgraph_memory.cards.notes import Note, clip, read_notes, sentences
from langgraph_memory.cards.parameters import FRAGMENT
from langgraph_memory.cards.rendering import is_card
from langgraph_memory.cards.source import Source
from langgraph_memory.cards.statements import concludes, read_statement, worth_keeping
from langgraph_memory.cards.value import card_value, score_cells, state_change
from langgraph_memory.cards.wishes import read_wishes
from langgraph_memory.config import CardConfig, TaskMode
from langgraph_memory.facts.reading import read
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tables import MISSING, Cell, Table

_TRUST = {"user": 1.0, "tool": 0.9, "prose": 0.8, "model": 0.6, "error": 0.5}
_MOST_CARDS, _MOST_STATEMENTS, _MOST_FEEDS, _MOST_BOUNDS = 6, 5, 8, 6
_LONGEST_ERROR, _LONGEST_CELL = 300, 200
_ACTED = 0.05
_NO_OUTPUT, _NOTHING, _FAILED = "no output", "nothing found", "failed"


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
    mode = context.mode or config.task_mode or context.task_mode
    maker = _Maker(Source(record), replace(context, mode=mode), config, count, mode)
    if record.kind == "user":
        cards = maker.statements()
    elif record.kind == "model":
        cards = maker.conclusion()
    elif record.error:
        cards = maker.failure()
    else:
        cards = maker.result()
    kept = [card for card in cards if card.value.total >= maker.threshold]
    worth = sorted((card.value.total for card in kept), reverse=True)
    least = worth[_MOST_CARDS - 1] if len(worth) > _MOST_CARDS else 0.0
    best = [card for card in kept if card.value.total >= least][:_MOST_CARDS]
    keys = tuple(card.key for card in best)
    return tuple(replace(c, links=tuple(k for k in keys if k != c.key)) for c in best)


@dataclass(frozen=True)
class _Maker:
    """The making of one record's cards."""

    source: Source
    context: CardContext
    config: CardConfig
    count: Callable[[str], int]
    mode: TaskMode

    @property
    def record(self) -> Record:
        return self.source.record

    @property
    def change(self) -> float:
        return state_change(self.record, self.context)

    @property
    def threshold(self) -> float:
        # What was done or computed cannot be looked up again: it is never dropped.
        acted = self.change and self.record.tool is not None
        return min(self.config.threshold, _ACTED) if acted else self.config.threshold

    def statements(self) -> list[DecisionCard]:
        """One card per statement of the user."""
        kept = [text for text in sentences([self.record.text]) if worth_keeping(text)]
        notes = self.notes(kept, change=1.0)[:_MOST_STATEMENTS]
        return [
            self.card(
                at, STATEMENT + read_statement(note.text).topic, "user", "user", (note,)
            )
            for at, note in enumerate(notes)
        ]

    def conclusion(self) -> list[DecisionCard]:
        """One card for what the model concluded."""
        kept = [text for text in sentences([self.record.text]) if concludes(text)]
        notes = self.notes(kept, self.change)
        slot = f"conclusion:{self.record.key}"
        return [self.card(0, slot, "model", "model", notes)] if notes else []

    def failure(self) -> list[DecisionCard]:
        """One card that says why a call failed."""
        reading = read(self.record.text)
        cells = [c for table in reading.tables for row in table.rows for c in row]
        said = [*reading.prose, *(str(cell) for cell in cells if cell or cell == 0)]
        text = clip(" ".join(" ".join(said).split()) or _FAILED, _LONGEST_ERROR)
        slot = ERROR + self.source.call_slot
        return [self.card(0, slot, self.source.call, "error", (Note(text, 0.0, 1.0),))]

    def result(self) -> list[DecisionCard]:
        """One card per table of a tool's result; its prose goes with the first."""
        reading = read(self.record.text)
        scalars = [
            t for t in reading.tables if t.columns == ("value",) and len(t.rows) == 1
        ]
        tables = inlined([t for t in reading.tables if t not in scalars])
        lines = [str(table.rows[0][0]) for table in scalars] + list(reading.prose)
        if not tables and not lines:
            lines = [_NO_OUTPUT]
        notes = self.notes(lines, self.change)
        top = object_of(tables[0], self.record) if tables else None
        cards: list[DecisionCard] = []
        for at, table in enumerate(tables):
            card = self.table_card(at, table, top, () if cards else notes)
            cards += [card] if card is not None else []
        if not cards and notes:
            slot, call = self.source.call_slot, self.source.call
            cards.append(self.card(0, slot, call, "prose", notes))
        return cards

    def table_card(
        self, ordinal: int, table: Table, top: tuple[str, str] | None, notes: Sequence[Note]
    ) -> DecisionCard | None:
        """The card of one table, or None when no column is worth keeping."""
        room = self.config.max_tokens
        value = score_cells(table, self.record, self.context)
        fitted = fit(table, value, self.threshold, room, self.count)
        if fitted.total and not fitted.columns:
            return None
        entity, slot = self.source.subject(table, top)
        bounds = bounds_of(table, value, fitted) if fitted.total else (_NOTHING,)
        volatile = () if self.change else volatile_of(fitted)
        again = f"call {self.record.tool} again before relying on {', '.join(volatile)}"
        return replace(
            self.card(ordinal, slot, entity, "tool", notes, fitted),
            left_out=_left_out(table, fitted),
            decision_impact=_impact(fitted),
            constraints=tuple(dict.fromkeys((*bounds[:_MOST_BOUNDS], *_bounding(notes)))),
            volatile=volatile,
            expires=expiry_of(fitted),
            refresh=again if volatile else None,
        )

    def card(
        self,
        ordinal: int,
        slot: str,
        entity: str,
        trust: str,
        notes: Sequence[Note],
        fitted: Fitted | None = None,
    ) -> DecisionCard:
        """A card of this record, valued by its notes and columns."""
        record = self.record
        texts = tuple(note.text for note in notes)
        call = f"{self.source.call} failed" if record.error else self.source.call
        parts = [(note.necessity, note.constraint) for note in notes]
        parts += [(v.necessity, v.constraint) for v in fitted.columns] if fitted else []
        # That there is nothing excludes every option.
        parts += [(0.0, 1.0)] if fitted and not fitted.total else []
        return DecisionCard(
            key=self.source.card_key(ordinal),
            record_id=record.key,
            summary=summary_of(call, texts, fitted),
            source=self.source.name,
            thread_id=record.thread_id,
            message_id=record.message_id,
            tool_call_id=record.tool_call_id,
            entity=entity,
            slot=slot,
            args=self.source.args(ordinal),
            table=fitted.table if fitted else None,
            rows_total=fitted.total if fitted else 0,
            row_values=fitted.row_values if fitted else (),
            constants=fitted.constants if fitted else {},
            notes=texts,
            constraints=_bounding(notes),
            value=card_value(
                max((necessity for necessity, _ in parts), default=0.0),
                max((constraint for _, constraint in parts), default=0.0),
                self.change,
                self.mode,
            ),
            confidence=_TRUST[trust],
            task_mode=self.mode,
            as_of=record.observed_at,
        )

    def notes(self, lines: Sequence[str], change: float) -> tuple[Note, ...]:
        """The sentences worth keeping that there is room for, in their order."""
        found = read_notes(lines, read_wishes(self.context.task), self.mode, change)
        worth = {
            note.text: card_value(note.necessity, note.constraint, 0.0, self.mode).total
            for note in found
        }
        room = self.config.max_tokens
        kept: set[str] = set()
        for note in sorted(found, key=lambda n: -worth[n.text]):
            room -= self.count(note.text) + 1
            if worth[note.text] < self.threshold or (room < 0 and kept):
                break
            kept.add(note.text)
        return tuple(note for note in found if note.text in kept)


def _left_out(table: Table, fitted: Fitted) -> dict[str, Cell]:
    """What a single object has beyond its card."""
    if table.kind != "record" or not table.rows:
        return {}
    shown = {*fitted.table.columns, *fitted.constants}
    return {
        name: cell
        for name, cell in zip(table.columns, table.rows[0], strict=True)
        if name not in shown and cell is not MISSING and len(str(cell)) <= _LONGEST_CELL
    }


def _impact(fitted: Fitted) -> tuple[str, ...]:
    found = {f for v in fitted.columns for f in v.feeds if f.strength >= FRAGMENT}
    ranked = sorted(found, key=lambda feed: (-feed.strength, feed.target))
    return tuple(dict.fromkeys(feed.target for feed in ranked))[:_MOST_FEEDS]


def _bounding(notes: Sequence[Note]) -> tuple[str, ...]:
    return tuple(note.text for note in notes if note.constraint)
